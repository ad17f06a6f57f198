import Foundation
import TerminalTesting
import Testing

/// A package in a folder of its own, which depends on the library that was built beside the tests.
struct ThrowAwayPackage {
  /// The package of the running suite.
  @TaskLocal static var current: ThrowAwayPackage?

  /// Where everything of a test run stands.
  let folder: URL
  let library: PrebuiltLibrary

  var path: String { folder.appendingPathComponent("Gate").path }

  /// Makes the package in a folder from which everything but what was built before is removed.
  init(in folder: URL) throws {
    self.folder = folder
    library = try PrebuiltLibrary.shared.get()
    let isOfThisLibrary =
      (try? String(contentsOf: folder.appendingPathComponent("library.txt"), encoding: .utf8)) == library.stamp
    try Self.removeAll(in: folder, but: isOfThisLibrary ? "Gate" : nil)
    try Self.removeAll(in: folder.appendingPathComponent("Gate"), but: ".build")
    try write(library.stamp, to: "library.txt")
    // The package stands in a subfolder of a repository.
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
    try write(manifest, to: "Gate/Package.swift")
    try install()
  }

  private static func removeAll(in folder: URL, but name: String?) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder.path) else { return }
    for other in try manager.contentsOfDirectory(atPath: folder.path) where other != name {
      try manager.removeItem(at: folder.appendingPathComponent(other))
    }
  }

  /// Makes the sources of the package be these; what does not change is not compiled again.
  func install(gate: String = faultyGate, checks: String = allChecks) throws {
    try write(gate, to: "Gate/Sources/Gate/Turnstile.swift")
    try write(checks, to: "Gate/Sources/Checks/Checks.swift")
  }

  /// Writes a file of the folder, if it is not as it should be.
  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

/// Makes a throw-away package before the first test of a suite, and lends its folder to others after the last.
struct ThrowAwayPackageTrait: SuiteTrait, TestScoping {
  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(QueueExecutor.ofProcesses) {
      try await ThrowAwayFolders.shared.withFolder { folder in
        let package = try ThrowAwayPackage(in: folder)
        try await ThrowAwayPackage.$current.withValue(package) { try await function() }
      }
    }
  }
}

extension Trait where Self == ThrowAwayPackageTrait {
  static var throwAwayPackage: Self { Self() }
}

/// What a run of `tea-check` printed, without what differs from run to run, and its exit code.
struct CommandRun: Equatable {
  var output: String
  var errors: String
  var code: Int32
}

extension ThrowAwayPackage {
  /// Runs `tea-check` on the package, without times and with the package's folder as `<package>`.
  func teaCheck(_ arguments: String...) async throws -> CommandRun {
    try await teaCheck(arguments + ["--package-path", path], in: folder)
  }

  /// Runs `tea-check` in a folder.
  ///
  /// - Parameter keeping: Whether counterexamples are kept, and replayed on the next run.
  func teaCheck(
    _ arguments: [String], in place: URL, keeping: Bool = false, environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await run(try Self.executable(), arguments, in: place, keeping: keeping, environment: environment)
  }

  /// Runs a program in a folder.
  func run(
    _ executable: URL, _ arguments: [String], in place: URL, keeping: Bool = false,
    environment additions: [String: String] = [:]
  ) async throws -> CommandRun {
    let name = UUID().uuidString
    let output = folder.appendingPathComponent("output-\(name).txt")
    let errors = folder.appendingPathComponent("errors-\(name).txt")
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = place
    // The backtrace of a suite that traps is full of addresses.
    var environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    environment["PATH"] = library.searchPath
    environment["TEACHECK_STORE"] = keeping ? nil : "off"
    environment.merge(additions) { $1 }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.emptied(output)
    process.standardError = try Self.emptied(errors)
    let code = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return CommandRun(
      output: normalized(try String(contentsOf: output, encoding: .utf8)),
      // Whether a check takes so long that its progress is told depends on the machine.
      errors: normalized(try String(contentsOf: errors, encoding: .utf8)).replacing(/(?m)^… .*\n/, with: ""), code: code
    )
  }

  private func normalized(_ text: String) -> String {
    text.replacing(/[0-9]+\.[0-9]{2} s\b/, with: "0.00 s")
      // Lines of the standard library, and what a debug build tells of the stack, are the toolchain's.
      .replacing(/Swift\/([A-Za-z]+)\.swift:[0-9]+/) { "Swift/\($0.1).swift" }
      .replacing(/Current stack trace:\n(?:[0-9]+ .*\n)*/, with: "")
      .replacing(/"seconds":[^,}]+/, with: "\"seconds\":0.0")
      .replacing(path, with: "<package>")
      .replacing(folder.path, with: "<folder>")
  }

  private static func emptied(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  /// The built command, which stands beside the test bundle.
  static func executable() throws -> URL {
    let starts =
      [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      + Bundle.allBundles.map(\.bundleURL)
    for start in starts {
      var folder = start.standardizedFileURL
      for _ in 0..<5 where folder.path != "/" {
        let executable = folder.appendingPathComponent("tea-check")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: executable.path, isDirectory: &isFolder), !isFolder.boolValue {
          return executable
        }
        folder.deleteLastPathComponent()
      }
    }
    throw NoCommand(starts: starts.map(\.path))
  }

  struct NoCommand: Error {
    var starts: [String]
  }
}
