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

  /// The suites that a change of the files concerns. The folder `/home` around the package is a dependency as well.
  private func concerned(_ files: String...) throws -> [String] {
    let description = try JSON(parsing: Self.description)
    let stored = ["/home/shop/.tea-check/web.json": "WebChecks", "/home/shop/.tea-check/gone.json": "Gone"]
    let changedTargets = ChangedTargets(
      of: files, in: "/home/shop", description, dependencies: ["/home/kit", "/home"], storedTarget: { stored[$0] })
    return (description["targets"]?.array ?? []).suffix(2).filter { changedTargets.affects($0, in: description) }
      .compactMap { $0["name"]?.string }
  }

  @Test func `a change of a target concerns the suites that depend on the target, at any distance`() throws {
    #expect(try concerned("/home/shop/Sources/Shop/Cart.swift") == ["ShopChecks"])
    #expect(try concerned("/home/shop/Sources/ShopKit/a/b.txt") == ["ShopChecks"])
    #expect(try concerned("/home/shop/Sources/Web/Web.swift") == ["WebChecks"])
    #expect(try concerned("/home/shop/Sources/WebChecks/Checks.swift") == ["WebChecks"])
    #expect(try concerned("/home/shop/Sources/Shop/a", "/home/shop/Sources/Web/b") == ["ShopChecks", "WebChecks"])
  }

  @Test func `a changed submodule, listed as one path, concerns the suites of the targets that it contains`() throws {
    #expect(try concerned("/home/shop/Sources/Web") == ["WebChecks"])
    #expect(try concerned("/home/shop/Sources") == ["ShopChecks", "WebChecks"])
  }

  @Test func `a stored counterexample concerns the suite of the target that it names`() throws {
    #expect(try concerned("/home/shop/.tea-check/web.json") == ["WebChecks"])
    #expect(try concerned("/home/shop/.tea-check/gone.json") == ["ShopChecks", "WebChecks"])
  }

  @Test func `tests, pages and files outside of the package concern no suite`() throws {
    #expect(try concerned() == [])
    #expect(try concerned("/home/shop/Tests/ShopTests/ShopTests.swift") == [])
    #expect(try concerned("/home/shop/README.md", "/elsewhere/Package.swift") == [])
  }

  @Test(arguments: [
    "/home/shop/Package.swift", "/home/shop/Package.resolved", "/home/shop/tea-check.json",
    "/home/shop/.tea-check/a.json",
    "/home/shop/Sources/Stray.swift", "/home/shop/Plugins/Tool/Tool.swift", "/home/kit/Sources/Kit.swift", "/home/kit",
    // A file of `/home`, the dependency around the package.
    "/home/shopping/list.txt",
  ])
  func `the manifest, dependencies and files with unknown dependents concern all suites`(_ file: String) throws {
    #expect(try concerned(file, "/home/shop/Sources/Web/Web.swift") == ["ShopChecks", "WebChecks"])
  }

  /// The folders `Sources/Web` and `Shared` are links, and `ShopKit` has a link to a file of another target.
  @Test func `a file to which a link leads concerns the suites of the target with the link`() throws {
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
    func concerned(_ file: String) -> [String] {
      let links = TargetLinks(in: "\(root)/shop", description)
      let targets = ChangedTargets(
        of: ["\(root)/\(file)"], in: "\(root)/shop", description, links: links, dependencies: [])
      return (description["targets"]?.array ?? []).filter { $0["type"]?.string != "plugin" }
        .filter { targets.affects($0, in: description) }.compactMap { $0["name"]?.string }
    }
    #expect(concerned("web/Web.swift") == ["Web", "WebChecks"])
    #expect(concerned("web/more/More.swift") == ["Web", "WebChecks"])
    #expect(concerned("web") == ["Web", "WebChecks"])
    #expect(concerned("common/Deep/Deep.swift") == ["WebChecks"])
    #expect(concerned("shop/Sources/ShopChecks/Checks.swift") == ["ShopKit", "ShopChecks"])
    #expect(concerned("gone/Gone.swift") == ["Shop", "ShopKit", "ShopTests", "ShopChecks"])
    #expect(concerned("notes.txt") == [])
    // A cycle of links leads from its target to all that it contains.
    try FileManager.default.createSymbolicLink(atPath: "\(root)/common/Deep/again", withDestinationPath: "../..")
    #expect(concerned("notes.txt") == ["WebChecks"])
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
    #expect(error?.description == "The option '--changed-since' is not available for '\(arguments[0])'")
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
