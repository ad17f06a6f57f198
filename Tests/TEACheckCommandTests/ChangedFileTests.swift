import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The changed files of a repository, as git lists them.
@Suite struct ChangedFileTests {
  private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func write(_ text: String, _ path: String) throws { try folder.write(text, path) }

  private func git(_ arguments: String...) throws { try runGit(arguments, in: folder.path) }

  private func changes(_ revision: String, in path: String? = nil) throws -> [String] {
    try ChangedFiles(since: revision, in: path ?? folder.path).paths.map { $0.replacing(folder.path + "/", with: "") }
  }

  @Test func `files that differ from a revision are found, ignored ones are not, and an unknown revision is an error`()
    throws
  {
    try write("a", "Package/a.swift")
    try write("b", "Package/b ü\n.swift")
    try write("c", "c.swift")
    try write("d", "d.swift")
    try write("*.o\n", ".gitignore")
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--quiet")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "one")
    #expect(try changes("HEAD") == [])

    try write("A", "Package/a.swift")
    try git("commit", "--quiet", "-am", "two")
    try write("B", "Package/b ü\n.swift")
    try git("mv", "c.swift", "e.swift")
    try FileManager.default.removeItem(at: folder.appendingPathComponent("d.swift"))
    try write("f", "Package/Sub/f.swift")
    try write("o", "Package/f.o")
    let uncommitted = ["Package/Sub/f.swift", "Package/b ü\n.swift", "c.swift", "d.swift", "e.swift"]
    for path in [folder.path, folder.appendingPathComponent("Package").path] {
      #expect(try changes("HEAD", in: path) == uncommitted)
      // `Package/a.swift` was changed by the second commit. The paths are sorted.
      #expect(try changes("HEAD~1", in: path) == ["Package/Sub/f.swift", "Package/a.swift"] + uncommitted.dropFirst())
    }

    // These are an unknown name, options, a file of a commit, and commands that a shell would run.
    for revision in ["nowhere", "--output=x", "-h", "", "HEAD:c.swift", "HEAD; touch x", "$(touch x)"] {
      let error = #expect(throws: UsageError.self) { try changes(revision) }
      #expect(
        error?.description
          == "There is no revision '\(revision)' in this repository; in CI, the checkout may have to be deeper")
    }
    #expect(!Platform.exists("\(folder.path)/x") && !Platform.exists("x"))
  }

  @Test func `a folder without a repository is an error`() throws {
    try write("a", "a.swift")
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: UsageError.self) { try changes("HEAD") }
    #expect(error?.description == "'--changed-since' asks git, and '\(folder.path)' is in no repository")
  }

  /// Git also refuses a repository of another owner.
  @Test func `a repository that git refuses is an error with the words of git`() throws {
    try write("a", "a.swift")
    defer { try? FileManager.default.removeItem(at: folder) }
    try git("init", "--quiet")
    try write("[", ".git/config")
    let error = #expect(throws: BuildError.self) { try changes("HEAD") }
    let text = error?.description ?? ""
    #expect(text.hasPrefix("git cannot say what changed:\n") && text.contains("bad config line"), "\(text)")
  }
}
