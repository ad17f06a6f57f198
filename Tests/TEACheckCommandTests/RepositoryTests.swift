import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The paths of source files in reports, which are relative to the repository.
@Suite struct RepositoryTests {
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("repository-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("apps/Gate"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(arguments: [true, false]) func pathsAreRelativeToTheRepository(_ isLinkedWorkTree: Bool) throws {
    try withFolder { folder in
      let git = folder.appendingPathComponent(".git")
      if isLinkedWorkTree {
        try "gitdir: /elsewhere".write(to: git, atomically: true, encoding: .utf8)
      } else {
        try FileManager.default.createDirectory(at: git, withIntermediateDirectories: false)
      }
      let repository = Repository(containing: folder.appendingPathComponent("apps/Gate").path)
      #expect(repository.path(of: "\(folder.path)/apps/Gate/Sources/A.swift") == "apps/Gate/Sources/A.swift")
      #expect(repository.path(of: "\(folder.path)/libraries/B.swift") == "libraries/B.swift")
      #expect(repository.path(of: "/elsewhere/C.swift") == "/elsewhere/C.swift")
      #expect(repository.path(of: "already/relative.swift") == "already/relative.swift")
    }
  }

  @Test func pathsInAPackageBehindALinkAreRelativeToTheRepository() throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("apps/.git"), withIntermediateDirectories: false)
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.appendingPathComponent("apps/Gate"))
      let repository = Repository(containing: link.path)
      #expect(repository.path(of: "\(folder.path)/apps/Gate/A.swift") == "Gate/A.swift")
    }
  }

  @Test func thePlaceDecidesTheSourceFileWhereThePathDiffers() {
    var result = SampleResults.violated
    #expect(result.sourceFile == "Gate/Sources/Checks/Turnstile.swift")
    result.place = "Checks/Other.swift:3"
    #expect(result.sourceFile == "Checks/Other.swift")
    #expect(result.line == 3)
  }
}
