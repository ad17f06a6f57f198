internal import TEAResults
import TEASupport
import Foundation

/// The build folder of a package.
struct ScratchFolder: Equatable {
  private(set) var path: String
  /// The folder of the built executables; `nil` where only the toolchain knows it.
  private(set) var executablesFolder: String?
  /// The options of `swift build` that name the folder.
  private(set) var options: [String] = []

  /// The folder that this command was built in, if that folder is inside the package, as with `swift run`; otherwise `.build`.
  init(of package: UserPackage, executable: URL? = Bundle.main.executableURL) {
    let root = Self.resolvedPath(package.path)
    path = "\(root)/.build"
    guard let executable else { return }
    let executables = URL(fileURLWithPath: Self.resolvedPath(executable.path)).deletingLastPathComponent()
    var folder = executables
    while folder.path.hasPrefix(root + "/") {
      if Platform.exists(folder.appendingPathComponent("workspace-state.json").path) {
        self.executablesFolder = executables.path
        if folder.path != path { self = ScratchFolder(at: folder.path, executablesFolder: executables.path) }
        return
      }
      folder.deleteLastPathComponent()
    }
  }

  /// A folder other than `.build`.
  init(at path: String, executablesFolder: String? = nil) {
    self.path = path
    self.executablesFolder = executablesFolder
    options = ["--scratch-path", path]
  }

  private static func resolvedPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

struct SuiteBuild {
  let package: UserPackage
  let console: Console
  let scratch: ScratchFolder
  /// Further options of `swift build`, such as `-Xswiftc` with an option of the compiler.
  var buildOptions: [String] = []

  /// The build configuration of suites: the configuration of this command, so that nothing is compiled twice.
  static let configuration = Platform.isDebugBuild ? "debug" : "release"

  /// Builds suites in one joint build. If that build fails, each suite is built by itself, so that one broken target hides no
  /// other suite.
  ///
  /// - Parameter onBuilt: Receives each suite that the output of the joint build reports as linked. It is called only where the
  ///   folder of the executables is known before the build.
  func run(_ names: [String], onBuilt: (Suite) -> Void = { _ in }) throws -> BuiltSuites {
    guard !names.isEmpty else { return ([], []) }
    console.detail("suites are built in \(Self.configuration), as this command was")
    var linkedProducts = LinkedProducts()
    let jointBuild = try build(names.count == 1 ? names[0] : nil) { text in
      guard let folder = scratch.executablesFolder else { return }
      for name in linkedProducts.read(text) where names.contains(name) { onBuilt(suite(name, in: folder)) }
    }
    var failures: [BuildError] = []
    var builtNames = names
    if !jointBuild.succeeded {
      builtNames = []
      for name in names {
        let result = names.count == 1 ? jointBuild : try build(name) { _ in }
        if result.succeeded {
          builtNames.append(name)
        } else {
          failures.append(
            BuildError(problem: "The suite \(name) cannot be built", output: result.output + result.errors, suite: name)
          )
        }
      }
    }
    let folder = try scratch.executablesFolder ?? executablesFolder()
    return (builtNames.map { suite($0, in: folder) }, failures)
  }

  private func suite(_ name: String, in folder: String) -> Suite {
    Suite(name: name, executable: URL(fileURLWithPath: folder).appendingPathComponent(name))
  }

  private var buildArguments: [String] {
    ["build", "--package-path", package.path, "--configuration", Self.configuration] + scratch.options
      + buildOptions
  }

  private func build(_ product: String?, onOutput: (String) -> Void) throws -> FinishedProcess {
    // A process that is started after Ctrl-C would be ended only after the grace period of 2 s, so none is started.
    if Interruption.ofProcess.isRequested { throw Interrupted() }
    let arguments = buildArguments + (product.map { ["--product", $0] } ?? [])
    let start = ContinuousClock.now
    let subject = product ?? "the suites"
    console.show("building \(subject)")
    let result = try Subprocess.run("swift", arguments) { text in
      if let step = Self.lastStep(in: text) { console.show("building \(subject) · \(step)") }
      onOutput(text)
    }
    console.clear()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    console.detail("swift \(arguments.joined(separator: " ")) took \(TextReport.text(ofSeconds: seconds))")
    return result
  }

  /// The last step in the output, such as `Compiling Feature Search.swift (12 of 34)`.
  static func lastStep(in text: String) -> String? {
    for line in text.split(separator: "\n").reversed() {
      guard let match = line.firstMatch(of: /^\[([0-9]+)\/([0-9]+)\] (.+)$/) else { continue }
      return "\(match.3) (\(match.1) of \(match.2))"
    }
    return nil
  }

  private func executablesFolder() throws -> String {
    let answer = try Subprocess.run("swift", buildArguments + ["--show-bin-path"])
    guard answer.succeeded else {
      throw BuildError(problem: "The place of the built suites is unknown", output: answer.errors)
    }
    return answer.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

/// Finds the linked products in the output of `swift build`, which prints a step once the step is done.
struct LinkedProducts {
  private var unfinishedLine = ""

  mutating func read(_ text: String) -> [String] {
    unfinishedLine += text
    var names: [String] = []
    while let end = unfinishedLine.firstIndex(of: "\n") {
      if let match = unfinishedLine[..<end].wholeMatch(of: /\[[0-9]+\/[0-9]+\] Linking (.+)/) {
        names.append(String(match.1))
      }
      unfinishedLine = String(unfinishedLine[unfinishedLine.index(after: end)...])
    }
    return names
  }
}

struct BuildError: Error, CustomStringConvertible {
  /// A sentence that names the problem, without a full stop.
  var problem: String
  var output: String
  /// The suite that could not be built; `nil` for other errors.
  var suite: String?

  var description: String {
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("[") && !$0.hasPrefix("Building for") }
    return ([problem + ":"] + Self.withoutRepetitions(lines.map(String.init))).joined(separator: "\n")
  }

  /// The lines without repeated diagnostics.
  ///
  /// A target's interface is compiled again with each of its files, and the build prints the diagnostics of each compilation.
  private static func withoutRepetitions(_ lines: [String]) -> [String] {
    var headings: Set<String> = []
    var isRepetition = false
    return lines.filter { line in
      if line.contains(/^(?:\S.*: )?(?:error|warning): ./) { isRepetition = !headings.insert(line).inserted }
      return !isRepetition
    }
  }
}

typealias BuiltSuites = (suites: [Suite], failures: [BuildError])
