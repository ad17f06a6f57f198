import Foundation
import TEACheck
import TEASupport
import Testing

@testable import tea_check

/// The work tree of another revision, in the repository of a user.
@Suite struct RevisionTreeTests {
  private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func git(_ arguments: String...) throws { try runGit(arguments, in: folder.path) }

  @Test func `a work tree that is removed is made again, and other missing work trees are not forgotten`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try folder.write("", "Package.swift")
    try folder.write(".build/\n", ".gitignore")
    try git("init", "--quiet")
    try git("add", ".")
    try git("commit", "--quiet", "-m", "one")
    let other = folder.appendingPathComponent("other").path
    try git("worktree", "add", "--quiet", "--detach", other)
    try FileManager.default.removeItem(atPath: other)
    let package = try UserPackage(path: folder.path)
    for _ in 1...2 {
      let tree = try RevisionTree("HEAD", of: package, console: Console(.quiet))
      #expect(FileManager.default.fileExists(atPath: "\(tree.path)/Package.swift"))
      let list = try Git.run(["-C", folder.path, "worktree", "list", "--porcelain"]).output
      #expect(list.contains("/other\n"), "\(list)")
      try FileManager.default.removeItem(atPath: tree.path)
    }
  }
}
