import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The suites that depend on changed files.
@Suite struct ChangedTargetTests {
  private static let description = #"""
    {"targets": [
      {"name": "Shop", "type": "library", "path": "Sources/Shop"},
      {"name": "ShopKit", "type": "library", "path": "Sources/ShopKit", "target_dependencies": ["Shop"]},
      {"name": "Web", "type": "library", "path": "Sources/Web"},
      {"name": "Tool", "type": "plugin", "path": "Plugins/Tool"},
      {"name": "ShopTests", "type": "test", "path": "Tests/ShopTests", "target_dependencies": ["Shop"]},
      {"name": "ShopChecks", "type": "executable", "path": "Sources/ShopChecks", "target_dependencies": ["ShopKit"]},
      {"name": "WebChecks", "type": "executable", "path": "Sources/WebChecks", "target_dependencies": ["Web"]}
    ]}
    """#

  /// The suites that a change of the files affects. The package, `/home/shop`, depends on the package `/home` around itself.
  private func affectedSuites(_ files: String...) throws -> [String] {
    let description = try JSON(parsing: Self.description)
    let stored = ["/home/shop/.tea-check/web.json": "WebChecks", "/home/shop/.tea-check/gone.json": "Gone"]
    let changedTargets = ChangedTargets(
      of: files, in: "/home/shop", description, dependencies: ["/home/kit", "/home"], storedTarget: { stored[$0] })
    // The last two targets are the suites.
    return (description["targets"]?.array ?? []).suffix(2).filter { changedTargets.affects($0, in: description) }
      .compactMap { $0["name"]?.string }
  }

  @Test func `a change of a target affects the suites that depend on the target, at any distance`() throws {
    #expect(try affectedSuites("/home/shop/Sources/Shop/Cart.swift") == ["ShopChecks"])
    #expect(try affectedSuites("/home/shop/Sources/ShopKit/a/b.txt") == ["ShopChecks"])
    #expect(try affectedSuites("/home/shop/Sources/Web/Web.swift") == ["WebChecks"])
    #expect(try affectedSuites("/home/shop/Sources/WebChecks/Checks.swift") == ["WebChecks"])
    #expect(try affectedSuites("/home/shop/Sources/Shop/a", "/home/shop/Sources/Web/b") == ["ShopChecks", "WebChecks"])
  }

  @Test func `a changed submodule, listed as one path, affects the suites of the targets in the submodule`() throws {
    #expect(try affectedSuites("/home/shop/Sources/Web") == ["WebChecks"])
    #expect(try affectedSuites("/home/shop/Sources") == ["ShopChecks", "WebChecks"])
  }

  @Test func `a stored counterexample affects the suite of the target that it names`() throws {
    #expect(try affectedSuites("/home/shop/.tea-check/web.json") == ["WebChecks"])
    #expect(try affectedSuites("/home/shop/.tea-check/gone.json") == ["ShopChecks", "WebChecks"])
  }

  @Test func `tests, pages and files outside of the package affect no suite`() throws {
    #expect(try affectedSuites() == [])
    #expect(try affectedSuites("/home/shop/Tests/ShopTests/ShopTests.swift") == [])
    #expect(try affectedSuites("/home/shop/README.md", "/elsewhere/Package.swift") == [])
  }

  @Test(arguments: [
    "/home/shop/Package.swift", "/home/shop/Package.resolved", "/home/shop/tea-check.json",
    "/home/shop/.tea-check/a.json",
    "/home/shop/Sources/Stray.swift", "/home/shop/Plugins/Tool/Tool.swift", "/home/kit/Sources/Kit.swift", "/home/kit",
    // A file of `/home`, the dependency around the package.
    "/home/shopping/list.txt",
  ])
  func `the manifest, dependencies and files with unknown dependents affect all suites`(_ file: String) throws {
    #expect(try affectedSuites(file, "/home/shop/Sources/Web/Web.swift") == ["ShopChecks", "WebChecks"])
  }

  /// The folders `Sources/Web` and `Shared` are links, and `ShopKit` has a link to a file of another target.
  @Test func `a file to which a link leads affects the target with the link, and its dependents`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("links-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = try #require(Platform.realPath(folder.path))
    for file in ["web/Web.swift", "web/more/More.swift", "common/Deep/Deep.swift", "notes.txt"] {
      try folder.write("", file)
    }
    for file in ["Shop/Cart.swift", "ShopKit/Kit.swift", "ShopChecks/Checks.swift", "WebChecks/Checks.swift"] {
      try folder.write("", "shop/Sources/\(file)")
    }
    for (link, end) in [
      ("shop/Sources/Web", "../../web"), ("shop/Sources/ShopKit/Cart.swift", "../ShopChecks/Checks.swift"),
      ("shop/Sources/WebChecks/Shared", "../../../common"),
      ("shop/Sources/Shop/Gone.swift", "../../../gone/Gone.swift"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: end)
    }
    let description = try JSON(parsing: Self.description)
    func affectedTargets(_ file: String) -> [String] {
      let links = TargetLinks(in: "\(root)/shop", description)
      let targets = ChangedTargets(
        of: ["\(root)/\(file)"], in: "\(root)/shop", description, links: links, dependencies: [])
      return (description["targets"]?.array ?? []).filter { $0["type"]?.string != "plugin" }
        .filter { targets.affects($0, in: description) }.compactMap { $0["name"]?.string }
    }
    #expect(affectedTargets("web/Web.swift") == ["Web", "WebChecks"])
    #expect(affectedTargets("web/more/More.swift") == ["Web", "WebChecks"])
    #expect(affectedTargets("web") == ["Web", "WebChecks"])
    #expect(affectedTargets("common/Deep/Deep.swift") == ["WebChecks"])
    #expect(affectedTargets("shop/Sources/ShopChecks/Checks.swift") == ["ShopKit", "ShopChecks"])
    #expect(affectedTargets("gone/Gone.swift") == ["Shop", "ShopKit", "ShopTests", "ShopChecks"])
    #expect(affectedTargets("notes.txt") == [])
    // `WebChecks` has a link to `common`. A link from there to `root` makes every file in `root` a source of `WebChecks`.
    try FileManager.default.createSymbolicLink(atPath: "\(root)/common/Deep/again", withDestinationPath: "../..")
    #expect(affectedTargets("notes.txt") == ["WebChecks"])
  }

  @Test func `the folders of all dependencies are known`() throws {
    let tree = #"""
      {"path": "/a", "dependencies": [
        {"path": "/b", "dependencies": [{"path": "/c", "dependencies": []}]}, {"path": "/d", "dependencies": []}]}
      """#
    #expect(UserPackage.folders(in: try JSON(parsing: tree)) == ["/b", "/c", "/d"])
  }

  @Test(arguments: [["replay", "x"], ["merge", "x"], ["graph", "x"]])
  func `commands that do not choose suites refuse --changed-since`(_ arguments: [String]) {
    let error = #expect(throws: UsageError.self) {
      try Invocation(arguments: arguments + ["--changed-since", "main"])
    }
    #expect(
      error?.description
        == "The option '--changed-since' is for 'check', 'list', 'explore', 'sample' and 'coverage' only")
  }

  @Test(arguments: [["Cart"], ["--filter", "a"]]) func `checks cannot be named beside --changed-since`(
    _ arguments: [String]
  ) {
    let error = #expect(throws: UsageError.self) {
      try Invocation(arguments: arguments + ["--changed-since", "main"])
    }
    #expect(
      error?.description == "The option '--changed-since' chooses the suites itself: leave out names and '--filter'")
  }
}
