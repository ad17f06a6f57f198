import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Changes after which the suites of a package are built again.
@Suite struct BuildStampTests {
  private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    .appendingPathComponent("tea-check-\(UUID().uuidString)")

  private func write(_ text: String, _ path: String) throws { try folder.write(text, path) }

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
    // This file is a header in another build folder of the package.
    try write("header", ".build-sanitized/include/P.h")
    #expect(stamp.suites?.map(\.name) == ["P"])
  }

  @Test func `a package that was asked for its suites is not asked again`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try makeStamp()
    try remove(".build/P")
    // An answer would be an error.
    try write("no manifest", "Package.swift")
    let package = try UserPackage(path: folder.path)
    let built = try package.builtSuites([], console: Console(.quiet))
    #expect(built.suites.isEmpty && built.failures.isEmpty)
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
    #expect(BuildStamp(of: try UserPackage(path: checkoutFolder.path)).inputsHash() != nil)
  }

  @Test(arguments: [
    "C++", "environment", "Foundation", "link", "link to C++", "link to a manifest", "edited", "no state",
  ])
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
    case "link to C++":
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("Sources/c.cpp").path, withDestinationPath: "P/a.swift")
    case "link to a manifest":
      try write("import Foundation\n" + Self.manifest, "Other/P.swift")
      try remove("Package.swift")
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("Package.swift").path, withDestinationPath: "Other/P.swift")
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
    let environmentWithVariable = ProcessInfo.processInfo.environment.merging(["TEA_CHECK_TEST_OF_STAMPS": "1"]) { $1 }
    #expect(BuildStamp(of: package, environment: environmentWithVariable).inputsHash() != hashWithoutVariable)
    // The manifest does not name this variable, whose name lacks the last letter.
    let environmentWithOther = ProcessInfo.processInfo.environment.merging(["TEA_CHECK_TEST_OF_STAMP": "1"]) { $1 }
    #expect(BuildStamp(of: package, environment: environmentWithOther).inputsHash() == hashWithoutVariable)
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
