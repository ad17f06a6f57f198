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
    let changedTargets = ChangedTargets(of: files, in: "/home/shop", description, dependencies: ["/home/kit", "/home"])
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

/// The changed files of a repository, as git lists them.
@Suite struct ChangedFileTests {
  private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func write(_ text: String, _ path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func git(_ arguments: String...) throws {
    let options = ["-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    let run = try Subprocess.run("git", options + arguments)
    try #require(run.succeeded, "\(run)")
  }

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
      #expect(try changes("HEAD~1", in: path) == ["Package/Sub/f.swift", "Package/a.swift"] + uncommitted.dropFirst())
    }

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
}

/// Changes after which the suites of a package are built again.
@Suite struct BuildStampTests {
  private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func write(_ text: String, _ path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private static let manifest =
    "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"P\")\n"

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(path))
  }

  /// Writes a package with a suite, and records the suite as built.
  private func makeStamp() throws -> BuildStamp {
    try write(Self.manifest, "Package.swift")
    try write("a", "Sources/P/a.swift")
    try write("b", "Sources/P/b.swift")
    try write(#"{"object": {"dependencies": []}}"#, ".build/workspace-state.json")
    try write("suite", ".build/P")
    let stamp = BuildStamp(of: try UserPackage(path: folder.path))
    stamp.record(
      [Suite(name: "P", executable: folder.appendingPathComponent(".build/P"))], builtFrom: stamp.inputsHash())
    return stamp
  }

  @Test func `unchanged suites count as built`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    #expect(stamp.suites?.map(\.name) == ["P"])
    try write("other", ".build/other")
    try write("{}", ".tea-check/P.json")
    // Another build folder in the package, which contains headers.
    try write("header", ".build-sanitized/include/P.h")
    #expect(stamp.suites?.map(\.name) == ["P"])
  }

  @Test(arguments: [
    "changed", "new", "gone", "renamed", "resource", "manifest", "resolved", "state", "suite", "no suite",
  ])
  func `a change of an input or of a built suite makes the stamp invalid`(_ change: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    switch change {
    case "changed": try write("x", "Sources/P/a.swift")
    case "new": try write("x", "Sources/P/c.swift")
    case "gone": try remove("Sources/P/a.swift")
    case "renamed":
      try FileManager.default.moveItem(
        at: folder.appendingPathComponent("Sources/P/a.swift"), to: folder.appendingPathComponent("Sources/P/c.swift"))
    case "resource": try write("x", "Sources/P/Resources/a.json")
    case "manifest": try write(Self.manifest + "\n", "Package.swift")
    case "resolved": try write("{}", "Package.resolved")
    case "state": try write(#"{"object": {"dependencies": [] }}"#, ".build/workspace-state.json")
    case "suite": try write("other", ".build/P")
    default: try remove(".build/P")
    }
    #expect(stamp.suites == nil)
  }

  @Test func `a change during the build makes the stamp invalid`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    let inputsHash = stamp.inputsHash()
    try write("x", "Sources/P/a.swift")
    stamp.record([Suite(name: "P", executable: folder.appendingPathComponent(".build/P"))], builtFrom: inputsHash)
    #expect(stamp.suites == nil)
  }

  @Test(arguments: [
    "#include \"b.h\"", "#include <stdio.h>", "#include \"../b.h\"", "#  include \"a.h\"", "int a; // import it",
    "#if __has_include(\"x.h\")", "// a\r\n#include \"b.h\"",
  ])
  func `a package whose C has more than plain includes of known headers is built each time`(_ line: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    try write("int a;\n", "Sources/C/a.h")
    try write("#include <stdint.h>\n#include \"a.h\"\n", "Sources/C/c.c")
    try write("module C {\n  header \"a.h\"\n}\n", "Sources/C/module.modulemap")
    #expect(stamp.inputsHash() != nil)
    try write("#include <stdint.h>\r\n#include \"a.h\"\r\n", "Sources/C/c.c")
    #expect(stamp.inputsHash() != nil)
    try write("\(line)\n", "Sources/C/c.c")
    #expect(stamp.inputsHash() == nil)
  }

  @Test func `the inputs of this package, which contains C, have a hash`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    #expect(BuildStamp(of: try UserPackage(path: root.path)).inputsHash() != nil)
  }

  @Test(arguments: ["C++", "environment", "Foundation", "link", "edited", "no state"])
  func `a package that depends on more than its files is built each time`(_ kind: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    #expect(stamp.inputsHash() != nil)
    switch kind {
    case "C++": try write("", "Sources/C/c.cpp")
    case "environment": try write(Self.manifest + "_ = Context.environment", "Package.swift")
    case "Foundation": try write("import Foundation\n" + Self.manifest, "Package.swift")
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("Sources/L").path, withDestinationPath: "/")
    case "edited":
      try write(#"{"object": {"dependencies": [{"state": {"name": "edited"}}]}}"#, ".build/workspace-state.json")
    default: try remove(".build/workspace-state.json")
    }
    #expect(stamp.inputsHash() == nil)
  }

  @Test func `a source whose name begins like that of a manifest is no manifest`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    try write("import Foundation\n", "Sources/P/PackageList.swift")
    #expect(stamp.inputsHash() != nil)
    try write("import Foundation\n" + Self.manifest, "Package@swift-6.2.swift")
    #expect(stamp.inputsHash() == nil)
  }

  @Test(arguments: [
    #"Context.environment["A-B"]"#, #"Context.environment["\(name)"]"#, "Context.environment[name]",
    #"Context.packageDirectory"#, #"Context.environment["A"] + Context.gitInformation"#,
  ])
  func `a package whose manifest reads more than variables that it names is built each time`(_ text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    try write(Self.manifest + "_ = \(text)", "Package.swift")
    #expect(stamp.inputsHash() == nil)
  }

  @Test func `a variable that a manifest names changes the hash of the inputs`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    try write(Self.manifest + #"_ = Context.environment["TEA_CHECK_TEST_OF_STAMPS"] == "1""#, "Package.swift")
    let hashWithoutVariable = try #require(stamp.inputsHash())
    let package = try UserPackage(path: folder.path)
    let environment = ProcessInfo.processInfo.environment.merging(["TEA_CHECK_TEST_OF_STAMPS": "1"]) { $1 }
    #expect(BuildStamp(of: package, environment: environment).inputsHash() != hashWithoutVariable)
    let otherEnvironment = ProcessInfo.processInfo.environment.merging(["TEA_CHECK_TEST_OF_STAMP": "1"]) { $1 }
    #expect(BuildStamp(of: package, environment: otherEnvironment).inputsHash() == hashWithoutVariable)
  }

  @Test func `a link to a folder of the package is followed; with a link into .build the inputs have no hash`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let stamp = try makeStamp()
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("Sources/L").path,
      withDestinationPath: folder.appendingPathComponent("Sources/P").path)
    let before = try #require(stamp.inputsHash())
    try write("changed", "Sources/P/a.swift")
    #expect(stamp.inputsHash() != before)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("Sources/M").path,
      withDestinationPath: folder.appendingPathComponent(".build").path)
    #expect(stamp.inputsHash() == nil)
  }

  @Test func `a change of a local dependency changes the hash of the inputs`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try makeStamp()
    try write(Self.manifest, "Kit/Package.swift")
    let state = #"{"object": {"dependencies": [{"state": {"name": "fileSystem", "path": "PATH/Kit"}}]}}"#
    try write(state.replacing("PATH", with: folder.path), "App/.build/workspace-state.json")
    try write(Self.manifest, "App/Package.swift")
    let stamp = BuildStamp(of: try UserPackage(path: folder.appendingPathComponent("App").path))
    let before = try #require(stamp.inputsHash())
    try write("k", "Kit/Sources/Kit.swift")
    #expect(stamp.inputsHash() != before)
  }
}
