internal import TEAGenerators
internal import TEAResults
internal import TEASupport

extension Check {
  /// Runs the check as a test, with settings from the environment and from the settings file of its package.
  ///
  /// - Parameter environment: The variables whose names begin with `TEACHECK_`.
  func testOutcome(
    environment: [String: String] = Platform.environment(withPrefix: Configuration.prefix)
  ) -> Outcome {
    var outcome = runAsTest(environment: environment)
    outcome.result.isOfTest = true
    return outcome
  }

  private func runAsTest(environment: [String: String]) -> Outcome {
    do {
      var invocation = Invocation()
      let source = "\(place.filePath)"
      let settingsPath = Self.folderOfPackage(ofSourceAt: source).map { "\($0)/\(Configuration.fileName)" }
      let settings = try settingsPath.flatMap { path throws(UsageError) in try Configuration.text(ofFile: path) }
      try invocation.configure(
        environment: environment, file: settingsPath.flatMap { path in settings.map { (path, $0) } })
      if let name = environment[ReplayVariable.name], !name.isEmpty {
        let replay = try ReplaySource(name)
        // The warning at the end of the process is about its own variable, and not about that of another `environment`.
        if Platform.environment(ReplayVariable.name) == name { ReplayVariable.note(self, reading: replay) }
        if replay.fits(checkTitled: title, at: "\(place)") {
          return replayRecording(replay.recording, invocation.settings)
        }
      }
      invocation.settings.store = CounterexampleStore.folder(ofTestAt: source, configured: invocation.store)
      return outcome(invocation.settings, onProgress: { _ in })
    } catch {
      var result = CheckResult(module: module, name: name, place: "\(place)", verdict: .error)
      result.message = "\(error)"
      return Outcome(result: result, place: place)
    }
  }

  /// The nearest folder above a source file that holds a package manifest; `nil` where there is none.
  private static func folderOfPackage(ofSourceAt path: String) -> String? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if Platform.exists("\(folder)/Package.swift") { return String(folder) }
    }
    return nil
  }
}
