internal import TEASupport

extension Check {
  /// Runs the check as a test, with the environment and the settings file of its package.
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
      let path = "\(place.filePath)"
      let file = Self.folderOfPackage(ofSourceAt: path).map { "\($0)/\(Configuration.fileName)" }
      let text = try file.flatMap { path throws(UsageError) in try Configuration.text(ofFile: path) }
      try invocation.configure(environment: environment, file: file.flatMap { path in text.map { (path, $0) } })
      if let name = environment["TEACHECK_REPLAY"], !name.isEmpty {
        let source = try ReplaySource(name)
        if source.isOf(title) { return replayRecording(source.recording, invocation.settings) }
      }
      invocation.settings.store = CounterexampleStore.folder(ofTestAt: path, configured: invocation.store)
      return outcome(invocation.settings, onProgress: { _ in })
    } catch {
      var result = CheckResult(module: module, name: name, place: "\(place)", verdict: .error)
      result.message = "\(error)"
      return Outcome(result: result, place: place)
    }
  }

  /// The nearest folder above a source with a package manifest.
  private static func folderOfPackage(ofSourceAt path: String) -> String? {
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if Platform.exists("\(folder)/Package.swift") { return String(folder) }
    }
    return nil
  }
}
