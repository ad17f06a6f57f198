import Foundation
import TEACheck

/// The files of a repository that differ from one of its revisions, in the folder or in the index.
struct ChangedFiles {
  /// Absolute, without symbolic links in the folder of the repository.
  let paths: [String]

  /// Asks git.
  ///
  /// - Throws: ``UsageError`` where the folder is in no repository, or there is no such revision.
  init(since revision: String, in folder: String) throws {
    let top = try Self.git(["-C", folder, "rev-parse", "--show-toplevel"])
    guard top.succeeded else {
      throw UsageError(
        top.status == 127
          ? "'--changed-since' asks git, which is not installed"
          : "'--changed-since' asks git, and \(folder == "." ? "this folder" : "'\(folder)'") is in no repository")
    }
    let root = String(top.output.prefix { $0 != "\n" })
    // A revision is no option, whatever it begins with.
    let commit = try Self.git([
      "-C", root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}",
    ])
    guard commit.succeeded else {
      throw UsageError(
        "There is no revision '\(escaped(revision))' in this repository; in CI, the checkout may have to be deeper")
    }
    let hash = String(commit.output.prefix { $0 != "\n" })
    let changed = [
      "diff", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules=none", "-z", hash, "--",
    ]
    let new = ["ls-files", "--others", "--exclude-standard", "-z"]
    var paths: [String] = []
    for arguments in [changed, new] {
      let list = try Self.git(["-C", root] + arguments)
      guard list.succeeded else { throw BuildError(what: "git cannot say what changed", output: list.errors) }
      paths += list.output.split(separator: "\0").map { "\(root)/\($0)" }
    }
    self.paths = paths.sorted()
  }

  private static func git(_ arguments: [String]) throws -> FinishedProcess { try Subprocess.run("git", arguments) }
}
