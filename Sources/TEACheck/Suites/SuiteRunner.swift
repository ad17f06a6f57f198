/// Runs the checks of a suite and hands what happens to a recorder.
struct SuiteRunner {
  let name: String
  let checks: [Check]

  /// - Returns: The exit code.
  func run(_ arguments: [String]) -> Int32 {
    let invocation: Invocation
    let selected: [Check]
    do {
      invocation = try Invocation(arguments: arguments)
      if invocation.wantsHelp {
        Platform.write(help, to: Platform.standardOutput)
        return ExitCode.passed
      }
      if let twice = repeatedTitle { throw UsageError("Two checks of \(name) are called '\(twice)'; name them apart") }
      selected = try choose(invocation)
    } catch {
      Platform.write("Error: \(error)\n", to: Platform.standardError)
      return ExitCode.usage
    }
    if invocation.command == .graph { return draw(invocation) }
    let recorder: any Recorder
    switch invocation.format {
    case .text: recorder = TextRecorder(titleWidth: selected.map(\.title.count).max() ?? 0)
    case .json: recorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), withProgress: false)
    case .records: recorder = JSONRecorder(suite: name, output: Platform.divertStandardOutput(), withProgress: true)
    }
    recorder.receive(.suite(name, selected))
    if invocation.command == .list {
      if invocation.format == .text {
        Platform.write(selected.map { $0.title + "\n" }.joined(), to: Platform.standardOutput)
      }
      return ExitCode.passed
    }
    return run(selected, invocation, recorder)
  }

  private func choose(_ invocation: Invocation) throws(UsageError) -> [Check] {
    // The command has chosen already, and names whole titles.
    if invocation.format == .records, !invocation.names.isEmpty {
      return checks.filter { invocation.names.contains($0.title) }
    }
    let titles = try CheckSelection.choose(invocation.names, filter: invocation.filter, among: checks.map(candidate))
      .map(\.title)
    return checks.filter { titles.contains($0.title) }
  }

  func candidate(_ check: Check) -> CheckSelection.Candidate {
    CheckSelection.Candidate(suite: name, module: check.module, name: check.name, title: check.title)
  }

  private func run(_ selected: [Check], _ invocation: Invocation, _ recorder: any Recorder) -> Int32 {
    var results: [CheckResult] = []
    for check in selected {
      recorder.receive(.started(check.title))
      var throttle = ProgressThrottle()
      let result = check.outcome(invocation.settings) { progress in
        if throttle.isDue { recorder.receive(.progress(progress)) }
      }.result
      results.append(result)
      recorder.receive(.finished(result))
    }
    recorder.receive(.ended(results))
    return exitCode(of: results, requiresComplete: invocation.requiresComplete)
  }

  private var repeatedTitle: String? {
    var seen: Set<String> = []
    return checks.first { !seen.insert($0.title).inserted }?.title
  }

  private var help: String {
    """
    OVERVIEW: The checks of \(name). 'tea-check' builds and runs all suites of a package.

    USAGE: \(name) [check | list | explore | sample | graph] [<options>] [<name> ...]

    """
  }
}

/// The exit code that results amount to.
package func exitCode(of results: [CheckResult], requiresComplete: Bool) -> Int32 {
  if results.contains(where: { $0.verdict == .violated || $0.verdict == .trapped }) { return ExitCode.violated }
  if results.contains(where: { $0.verdict == .error }) { return ExitCode.failure }
  guard requiresComplete else { return ExitCode.passed }
  // A known issue that was found ends its search early, and is no claim of completeness.
  let isComplete = results.allSatisfy { $0.knownIssue != nil || $0.isComplete }
  return isComplete ? ExitCode.passed : ExitCode.inconclusive
}

/// Lets progress through a few times a second.
private struct ProgressThrottle {
  private var next = ContinuousClock.now + .milliseconds(200)

  var isDue: Bool {
    mutating get {
      let now = ContinuousClock.now
      guard now >= next else { return false }
      next = now + .milliseconds(200)
      return true
    }
  }
}
