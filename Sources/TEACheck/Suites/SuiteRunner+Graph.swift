internal import TEAResults
internal import TEASupport

extension SuiteRunner {
  func writeGraph(_ invocation: Invocation) -> Int32 {
    let standardOutput = Platform.divertStandardOutput()
    let console = Console(invocation.verbosity)
    do {
      let request = try GraphRequest(invocation)
      let check = try CheckSelection.chooseOne(
        invocation.names, filter: invocation.filter, among: checks
      ) { $0.listed(by: name) }
      // The file is opened before the search, so that an error of its path is found at once.
      var file =
        try request.path.map { path throws(FileError) in try FileWriter(path: path) }
        ?? FileWriter(descriptor: standardOutput)
      var settings = invocation.settings
      settings.engine = .survey
      var meter = ProgressMeter()
      let start = ContinuousClock.now
      let graph = try check.graph(settings, request.detail) { progress in
        let time = ContinuousClock.now - start
        guard let reading = meter.reading(of: progress, at: time, memory: { Platform.residentBytes }) else { return }
        console.show(reading)
      }
      console.clear()
      try request.validateSize(of: graph) {
        try check.graph(settings, StateGraph.Detail(mergesViews: true, maxDescribedNodes: 0)).nodes.count
      }
      graph.write(as: request.format, to: &file)
      try file.finish()
      if let shortfall = graph.shortfall {
        let note =
          graph.isCompleteWithinScope ? "the graph is \(shortfall)" : "the graph is not whole: \(shortfall)"
        Platform.write("note: \(note)\n", to: Platform.standardError)
      }
      return ExitCode.passed
    } catch {
      console.clear()
      Platform.write("Error: \(error)\n", to: Platform.standardError)
      return error is UsageError ? ExitCode.usage : ExitCode.failure
    }
  }
}
