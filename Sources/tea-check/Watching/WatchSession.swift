internal import TEAResults
import TEASupport
import Foundation

/// Checks a package again whenever one of its source files is saved, until Ctrl-C.
struct WatchSession {
  let round: CheckRound
  /// `true` if standard output is a terminal; it is then cleared before each round.
  private let clearsScreen = Platform.isTerminal(Platform.standardOutput)

  /// The time between two readings of the source files, in seconds.
  static let interval = 0.5

  private var console: Console { round.console }

  /// - Returns: The exit code of the last complete round; ``ExitCode/interrupted`` without a complete round.
  func run() throws -> Int32 {
    let interruption = Interruption.handleSignals()
    var code = ExitCode.interrupted
    var verdicts = Verdicts()
    var savedPaths: [String] = []
    while true {
      var files = SourceFiles(in: folders)
      announceRound(after: savedPaths)
      if let codeOfRound = try runRound(&verdicts) { code = codeOfRound }
      if interruption.isRequested { return code }
      // The folders of dependencies are known only after the build. Files that are added now do not count as changed later.
      let watchedFolders = folders
      files.add(SourceFiles(in: watchedFolders))
      let count = counted(files.count, "source file")
      console.write("\nWatching \(count); Ctrl-C ends it.\n", to: Platform.standardOutput)
      repeat {
        Thread.sleep(forTimeInterval: Self.interval)
        if interruption.isRequested { return code }
        savedPaths = SourceFiles(in: watchedFolders).changes(since: files)
      } while savedPaths.isEmpty
    }
  }

  /// The folders of the package and of its dependencies by path, as far as they are known.
  private var folders: [String] { BuildStamp(of: round.package).folders ?? [round.package.path] }

  private func announceRound(after savedPaths: [String]) {
    if clearsScreen { console.write("\u{1B}[2J\u{1B}[3J\u{1B}[H", to: Platform.standardOutput) }
    guard let first = savedPaths.first else { return }
    let others = savedPaths.count > 1 ? " and \(counted(savedPaths.count - 1, "other"))" : ""
    console.write("\(name(of: first))\(others) saved\n\n", to: Platform.standardOutput)
  }

  private func name(of path: String) -> String {
    let folder = round.package.path == "." ? "./" : round.package.path + "/"
    return printableLine(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
  }

  /// After an error in the package or in the request, the watch goes on, because the next save may correct the error.
  ///
  /// - Returns: The exit code of the round; `nil` if it was interrupted.
  private func runRound(_ verdicts: inout Verdicts) throws -> Int32? {
    var isBuilt = false
    do {
      guard let built = try round.build() else { return ExitCode.passed }
      isBuilt = built.failures.isEmpty
      if Interruption.ofProcess.isRequested { return nil }
      for failure in built.failures { writeLine("\(failure)") }
      guard !built.suites.isEmpty else {
        printStaleVerdicts(verdicts)
        return ExitCode.failure
      }
      let outputs = try Outputs(round.invocation, console: console)
      let builtNames = Set(built.suites.map(\.name))
      let (listedChecks, listFailures) = try round.listCollectingFailures(built.suites)
      // If there are no checks, listing the suites again throws the reason.
      if listedChecks.isEmpty { _ = try round.list(built.suites) }
      let areAllListed = built.failures.isEmpty && listFailures.isEmpty
      let checks =
        try areAllListed ? round.choose(among: listedChecks) : round.chooseDroppingUnknownNames(among: listedChecks)
      if checks.isEmpty { for failure in listFailures { writeLine("\(failure.error)") } }
      let code = checks.isEmpty ? ExitCode.failure : try round.run(checks, besides: listFailures, outputs)
      if Interruption.ofProcess.isRequested { return nil }
      // A suite that could not list its checks may still have them, so they are not forgotten.
      let listedNames = builtNames.subtracting(listFailures.map(\.suite))
      let changes = verdicts.update(with: outputs.resultsOfSuites, of: checks, suites: listedNames)
      if !changes.isEmpty {
        let lines = ["", "Changed since the last round:"] + changes.map { "  \($0)" }
        console.write(lines.joined(separator: "\n") + "\n", to: Platform.standardOutput)
      }
      guard built.failures.isEmpty else {
        printStaleVerdicts(verdicts, except: builtNames)
        return max(code, ExitCode.failure)
      }
      return code
    } catch let error as FileError {
      throw error
    } catch {
      if Interruption.ofProcess.isRequested { return nil }
      writeLine("Error: \(error)")
      printStaleVerdicts(verdicts, isBuilt: isBuilt)
      return error is UsageError ? ExitCode.usage : ExitCode.failure
    }
  }

  private func writeLine(_ text: String) { console.write(text + "\n", to: Platform.standardOutput) }

  private func printStaleVerdicts(_ verdicts: Verdicts, except suites: Set<String> = [], isBuilt: Bool = false) {
    let lines = verdicts.lines(except: suites)
    let heading =
      isBuilt
      ? "The last results:" : "The package does not build now. The results of the last build that succeeded:"
    if !lines.isEmpty { writeLine((["", heading] + lines.map { "  \($0)" }).joined(separator: "\n")) }
  }
}
