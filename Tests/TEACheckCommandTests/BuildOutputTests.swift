import Foundation
import Testing

@testable import tea_check

/// The output of `swift build`, from which the command learns the progress and the errors of the build.
@Suite struct BuildOutputTests {
  @Test func `a product counts as linked once its whole line is there`() {
    var linked = LinkedProducts()
    #expect(linked.read("[1/9] Compiling A B.swift\n[2/9] Linking Fir") == [])
    // A line without the number of its step is no line of the build.
    #expect(linked.read("st\n[3/9] Linking Second\nLinking Third\n[4/9] Write x") == ["First", "Second"])
    #expect(linked.read("") == [])
  }

  @Test func `the last step is shown while a build runs`() {
    let text = "Building for debugging...\n[3/17] Compiling Shop Cart.swift\n[4/17] Emitting module Shop\n"
    #expect(SuiteBuild.lastStep(in: text) == "Emitting module Shop (4 of 17)")
    #expect(SuiteBuild.lastStep(in: "Build complete!\n") == nil)
  }

  @Test func `a diagnostic of several compiler processes is shown once, with its excerpt and notes`() {
    let diagnostic = """
      /shop/Cart.swift:3:17: error: cannot find type 'Prize' in scope
      3 |   var prize: Prize
        |              `- error: cannot find type 'Prize' in scope
      /shop/Price.swift:1:8: note: did you mean 'Price'?
      """
    let otherDiagnostic = "/shop/Cart.swift:9:5: warning: result of call is unused"
    let output = """
      [1/3] Emitting module Shop
      \(diagnostic)
      \(otherDiagnostic)
      error: emit-module command failed with exit code 1
      [2/3] Compiling Shop Cart.swift
      \(diagnostic)
      \(otherDiagnostic)
      [3/3] Compiling Shop Till.swift
      \(diagnostic)
      clang: error: linker command failed
      """
    #expect(
      BuildError(problem: "Shop cannot be built", output: output).description == """
        Shop cannot be built:
        \(diagnostic)
        \(otherDiagnostic)
        error: emit-module command failed with exit code 1
        clang: error: linker command failed
        """)
  }

  @Test func `suites are built in the command's build folder, if it belongs to the package`() throws {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("tea-check-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let executables = root.appendingPathComponent(".build-other/x86_64/debug")
    try FileManager.default.createDirectory(at: executables, withIntermediateDirectories: true)
    for file in ["Package.swift", ".build-other/workspace-state.json", ".build-other/x86_64/debug/tea-check"] {
      try Data().write(to: root.appendingPathComponent(file))
    }
    let package = try UserPackage(path: root.path)
    let commandFolder = ScratchFolder(of: package, executable: executables.appendingPathComponent("tea-check"))
    #expect(commandFolder.path == root.appendingPathComponent(".build-other").path)
    #expect(commandFolder.options == ["--scratch-path", commandFolder.path])
    #expect(commandFolder.executablesFolder == executables.path)
    let defaultFolder = ScratchFolder(of: package, executable: URL(fileURLWithPath: "/usr/bin/tea-check"))
    #expect(defaultFolder.path == root.appendingPathComponent(".build").path)
    #expect(defaultFolder.options == [] && defaultFolder.executablesFolder == nil)
  }
}
