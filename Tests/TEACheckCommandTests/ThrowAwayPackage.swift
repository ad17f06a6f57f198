import Foundation
import TEASupport
import TerminalTesting
import Testing

/// A package in a folder of its own. It depends on the prebuilt library.
struct ThrowAwayPackage {
  /// The package of the running test suite; `nil` without the trait ``ThrowAwayPackageTrait``.
  @TaskLocal static var current: ThrowAwayPackage?

  /// The folder for the package, for a repository around it, and for files of tests.
  let folder: URL
  let library: PrebuiltLibrary

  var path: String { folder.appendingPathComponent("Gate").path }

  /// Makes the package in a folder. Removes all files in the folder except for an earlier build with the same library.
  init(in folder: URL) throws {
    self.folder = folder
    library = try PrebuiltLibrary.shared.get()
    let isBuiltWithLibrary =
      (try? String(contentsOf: folder.appendingPathComponent("library.txt"), encoding: .utf8)) == library.stamp
    try Self.removeAll(in: folder, but: isBuiltWithLibrary ? "Gate" : nil)
    try Self.removeAll(in: folder.appendingPathComponent("Gate"), but: ".build")
    try write(library.stamp, to: "library.txt")
    // With `.git` the folder counts as a repository, and the package is a subfolder of it.
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
    try write(manifest, to: "Gate/Package.swift")
    try install()
  }

  /// Removes all files and folders in a folder, except the one with this name; `nil` for no exception.
  private static func removeAll(in folder: URL, but name: String?) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder.path) else { return }
    for other in try manager.contentsOfDirectory(atPath: folder.path) where other != name {
      try manager.removeItem(at: folder.appendingPathComponent(other))
    }
  }

  /// Installs these sources of the package. A file that does not change is not written, so it is not compiled again.
  func install(gate: String = faultyGate, checks: String = allChecks) throws {
    try write(gate, to: "Gate/Sources/Gate/Turnstile.swift")
    try write(checks, to: "Gate/Sources/Checks/Checks.swift")
  }

  /// Writes a text to a file in the folder, unless the file has this text already.
  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    try folder.write(text, path)
  }
}

/// Makes a throw-away package before the first test of a test suite. After the last test, the folder is free for others.
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

/// The output, the errors and the exit code of a process, without times and other details that differ from run to run.
struct CommandRun: Equatable {
  var output: String
  var errors: String
  var code: Int32

  /// The output, read as one record. Throws if it is not one record.
  var record: JSON { get throws { try JSON(parsing: output) } }
}

/// Expects that a run has the exit code and exactly these texts of standard output and standard error.
func expect(
  _ run: CommandRun, code: Int32, output: String = "", errors: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.code == code, sourceLocation: sourceLocation)
  #expect(run.output == output, sourceLocation: sourceLocation)
  #expect(run.errors == errors, sourceLocation: sourceLocation)
}

extension ThrowAwayPackage {
  /// Runs `tea-check` on the package. The output and the errors have “0.00 s” in place of times, and “<package>” and “<folder>”
  /// in place of paths.
  func teaCheck(_ arguments: String...) async throws -> CommandRun {
    try await teaCheck(arguments + ["--package-path", path], in: folder)
  }

  func teaCheck(
    _ arguments: [String], in workingFolder: URL, storesCounterexamples: Bool = false,
    environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await run(
      try Self.executable(), arguments, in: workingFolder, storesCounterexamples: storesCounterexamples,
      environment: environment)
  }

  /// - Parameter storesCounterexamples: `true` to store counterexamples, which the next run then replays.
  func run(
    _ executable: URL, _ arguments: [String], in workingFolder: URL, storesCounterexamples: Bool = false,
    environment additions: [String: String] = [:]
  ) async throws -> CommandRun {
    let name = UUID().uuidString
    let output = folder.appendingPathComponent("output-\(name).txt")
    let errors = folder.appendingPathComponent("errors-\(name).txt")
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = workingFolder
    // A backtrace would contain addresses, which differ from run to run.
    var environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    environment["PATH"] = library.searchPath
    environment["TEACHECK_STORE"] = storesCounterexamples ? nil : "off"
    environment.merge(additions) { $1 }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.openedEmpty(output)
    process.standardError = try Self.openedEmpty(errors)
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
      // Progress is printed for slow checks only, so it depends on the machine.
      errors: normalized(try String(contentsOf: errors, encoding: .utf8)).replacing(/(?m)^… .*\n/, with: ""), code: code
    )
  }

  private func normalized(_ text: String) -> String {
    text.replacing(/[0-9]+\.[0-9]{2} s\b/, with: "0.00 s")
      // Line numbers of the standard library and stack traces depend on the toolchain.
      .replacing(/Swift\/([A-Za-z]+)\.swift:[0-9]+/) { "Swift/\($0.1).swift" }
      .replacing(/Current stack trace:\n(?:[0-9]+ .*\n)*/, with: "")
      .replacing(/"seconds":[^,}]+/, with: "\"seconds\":0.0")
      .replacing(path, with: "<package>")
      .replacing(folder.path, with: "<folder>")
  }

  private static func openedEmpty(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  /// The built command, which is in the folder of the test bundle or up to four folders above.
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

  /// There is no built command in these folders or above them.
  struct NoCommand: Error {
    var starts: [String]
  }
}
