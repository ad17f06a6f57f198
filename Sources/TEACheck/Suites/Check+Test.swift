internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import Synchronization

extension Check {
  /// - Parameter path: The path of the specification's source; `nil` for the path at which it was compiled.
  func testOutcome(
    environment: [String: String] = Platform.environment(withPrefix: Configuration.prefix),
    ofSourceAt path: String? = nil
  ) -> Outcome {
    var outcome = runAsTest(environment: environment, source: path ?? "\(place.filePath)")
    outcome.result.isOfTest = true
    return outcome
  }

  private func runAsTest(environment: [String: String], source: String) -> Outcome {
    do {
      var invocation = Invocation()
      let package = Platform.packageFolder(ofSourceAt: source)
      let settingsPath = package.map { "\($0)/\(Configuration.fileName)" }
      let settings = try settingsPath.flatMap { path throws(UsageError) in try Configuration.text(ofFile: path) }
      try invocation.configure(
        environment: environment, file: settingsPath.flatMap { path in settings.map { (path, $0) } })
      if let name = environment[ReplayVariable.name], !name.isEmpty {
        let replay = try ReplaySource(name)
        // At exit, `ReplayVariable` warns of a value that no check fits. So it is told of a value that this process really has,
        // but not of a value that a test passes.
        if Platform.environment(ReplayVariable.name) == name { ReplayVariable.note(self, reading: replay) }
        if replay.fits(checkTitled: title, at: "\(place)") {
          return replayRecording(replay.recording, invocation.settings)
        }
      }
      invocation.settings.store = CounterexampleStore.folder(ofTestAt: source, configured: invocation.store)
      if let package, let folder = invocation.settings.store { warnOfMovedCounterexamples(in: folder, package) }
      return outcome(invocation.settings, onProgress: { _ in })
    } catch {
      var result = CheckResult(module: module, name: name, place: "\(place)", verdict: .error)
      result.message = "\(error)"
      return Outcome(result: result, place: place)
    }
  }

  private static let reportedProblems = Mutex<Set<String>>([])

  /// Warns of stored counterexamples that are not replayed because the specification was moved from another target. The warning
  /// goes to standard error, because a note of the result is not printed for a passing test.
  ///
  /// A folder outside of the package is not searched: packages whose targets are unknown here may share it.
  private func warnOfMovedCounterexamples(in folder: String, _ package: String) {
    guard knownIssue == nil, folder.hasPrefix(package + "/"),
      let target = StoredCounterexample.target(ofPlace: "\(place)")
    else { return }
    let store = CounterexampleStore(folder: folder)
    for problem in store.problems(ofCheckMovedTo: target, titled: title, inPackageAt: package)
    where Self.reportedProblems.withLock({ $0.insert(problem).inserted }) {
      Platform.write("Warning: \(printableLines(problem))\n", to: Platform.standardError)
    }
  }
}
