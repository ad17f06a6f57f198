import Testing

@testable import tea_check

/// Runs git in a folder, with an author for commits and without signing them. Throws if git fails.
func runGit(_ arguments: [String], in folder: String) throws {
  let options = ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
  let run = try Subprocess.run("git", options + arguments)
  try #require(run.succeeded, "\(run)")
}
