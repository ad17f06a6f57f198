internal import TEAGenerators
internal import TEAResults
internal import TEASupport
public import TEARuntime

/// The failure of a check that did not pass, with its report.
public struct CheckFailure: Error, CustomStringConvertible {
  /// The result of the check.
  public let result: CheckResult
  /// The report, as `tea-check` prints it.
  public let description: String
}

extension Check {
  /// Runs the check, and throws if it does not pass.
  ///
  /// An inconclusive check prints its report and does not throw, unless it must be complete. Variables such as
  /// `TEACHECK_CASES` override the bounds that the check declares. The package's `tea-check.json` sets the bounds that are set
  /// neither by a variable nor by the check: see <doc:Configuration>.
  ///
  /// - Parameter requireComplete: `true` to count an incomplete search as a failure.
  /// - Throws: ``CheckFailure``, whose description is the report and names the property's file and line.
  @discardableResult
  public func run(requireComplete: Bool = false) throws(CheckFailure) -> CheckResult {
    let outcome = testOutcome()
    if let failure = Self.failure(outcome.result, requireComplete: requireComplete) { throw failure }
    return outcome.result
  }

  /// Runs the check, and reports at the property's own line if it does not pass.
  ///
  /// - Parameters:
  ///   - requireComplete: `true` to count an incomplete search as a failure.
  ///   - reporter: Reports a failure with its text, file and line; `XCTFail` has this shape.
  @discardableResult
  public func run(
    requireComplete: Bool = false, reportingTo reporter: (String, StaticString, UInt) -> Void
  ) -> CheckResult {
    let outcome = testOutcome()
    if let failure = Self.failure(outcome.result, requireComplete: requireComplete) {
      reporter(failure.description, outcome.place.filePath, outcome.place.line)
    }
    return outcome.result
  }

  func listed(by suite: String) -> ListedCheck {
    ListedCheck(
      suite: suite, module: module, name: name, title: title, place: "\(place)", path: "\(place.filePath)")
  }

  /// The failure to report for a result; `nil` for none. An inconclusive result without a failure is printed to standard error.
  static func failure(_ result: CheckResult, requireComplete: Bool) -> CheckFailure? {
    let report = TextReport.lines(of: result).joined(separator: "\n")
    if exitCode(of: [result], requiresComplete: requireComplete) != ExitCode.passed {
      return CheckFailure(result: result, description: "\n" + report)
    }
    if result.verdict == .inconclusive { Platform.write(report + "\n", to: Platform.standardError) }
    return nil
  }

  func outcome(_ settings: CheckSettings, onProgress: @escaping (CheckProgress) -> Void) -> Outcome {
    var settings = settings
    // A known issue must be found by the search, and not by a stored counterexample.
    if knownIssue != nil {
      settings.store = nil
      settings.findsAllViolations = false
    }
    var outcome = execute(settings, onProgress)
    // Except for a known issue, which may be judged without the `Cover`s that only random runs judge.
    if knownIssue == nil, settings.engine == .explore, !outcome.result.unjudgedProperties.isEmpty {
      if outcome.reachedAllWorlds { outcome.result.coverage = .completeWithinScope }
    }
    guard let knownIssue, outcome.result.verdict != .error, !settings.engine.ignoresViolations else { return outcome }
    outcome.result.knownIssue = knownIssue.reason
    if [.violated, .trapped].contains(outcome.result.verdict) {
      judgeFinding(&outcome, knownIssue, settings)
    } else {
      judgeMissing(&outcome, knownIssue, settings)
    }
    return outcome
  }

  /// Sets the verdict of a search that did not find the known issue.
  private func judgeMissing(_ outcome: inout Outcome, _ knownIssue: KnownIssue, _ settings: CheckSettings) {
    let isInterrupted = settings.interruption?.isRequested == true
    let unjudged = outcome.result.unjudgedProperties
    let isUnjudged = knownIssue.property.map { unjudged.contains($0) } ?? !unjudged.isEmpty
    // The issue may still be there if its property was not judged, the search was interrupted, or an inconclusive result has a
    // counterexample.
    if outcome.result.verdict == .inconclusive, isUnjudged || isInterrupted || outcome.result.counterexample != nil {
      return
    }
    if let shard = settings.shard, !shard.isFirst {
      // The first shard makes the search of a run without shards. The others look elsewhere, and may miss the issue.
      guard outcome.result.verdict == .passed else { return }
      return outcome.decide(
        .inconclusive, because: "shard \(shard) did not find the known issue: \(knownIssue.reason)")
    }
    // The issue may lie beyond the bounds of the settings, or beyond the bound on worlds or time that ended the search. Or it
    // is in a `Cover`, which an exploration does not judge.
    let mayLieBeyond =
      settings.mayFindLess(withDeclared: bounds) && !outcome.result.isComplete || outcome.earlyEnd != nil
      || outcome.result.verdict == .inconclusive || isUnjudged
    outcome.result.verdict = mayLieBeyond ? .inconclusive : .violated
    outcome.result.message =
      mayLieBeyond
      ? "the known issue was not found within the bounds of this run: “\(knownIssue.reason)”"
      : "the known issue was not found: “\(knownIssue.reason)”; if it is fixed, remove .knownIssue(…)"
  }

  /// Lets the check pass if the violation or trap that was found is the known issue.
  private func judgeFinding(_ outcome: inout Outcome, _ knownIssue: KnownIssue, _ settings: CheckSettings) {
    let stepCount = outcome.result.counterexample?.steps.count ?? 0
    var mismatches: [String] = []
    let violatedProperties =
      outcome.result.counterexample.map { [$0.property] } ?? outcome.propertiesViolatedWithoutTrace
    if let property = knownIssue.property {
      let others = violatedProperties.filter { $0 != property }
      let names = others.isEmpty ? "no property" : others.map { "“\($0)”" }.joined(separator: ", ")
      if !violatedProperties.contains(property) {
        mismatches.append("\(names) violated, and not “\(property)”")
      } else if !others.isEmpty {
        mismatches.append("\(names) violated as well")
      }
    }
    // Every exploration finds a counterexample of the same length after the same number of worlds. Random runs and later shards
    // may find other ones, so their numbers are not compared with the pinned numbers.
    if !outcome.isFoundByRandomRuns, settings.shard?.isFirst ?? true {
      if let pinned = knownIssue.steps, pinned != stepCount {
        mismatches.append("\(counted(stepCount, "step")), pinned at \(pinned)")
      }
      if let pinned = knownIssue.worlds, pinned != outcome.result.states {
        mismatches.append("\(counted(outcome.result.states, "world")), pinned at \(pinned)")
      }
    }
    if mismatches.isEmpty {
      outcome.result.verdict = .passed
      outcome.result.message = nil
    } else {
      outcome.result.message = "the known issue was found with \(mismatches.joined(separator: ", and "))"
    }
  }
}

/// Checks a module, and throws if it violates what is declared.
///
/// ```swift
/// try check(Counter.self) { Always("never below zero") { $0.count >= 0 } }
/// ```
///
/// - Throws: ``CheckFailure``, whose description is the report.
@inlinable
@discardableResult
public func check<M: Module>(
  _ module: M.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  @SpecificationBuilder<M> _ declarations: () -> [Declaration<M>]
) throws(CheckFailure) -> CheckResult {
  try Specification(of: module, fileID: fileID, filePath: filePath, line: line, declarations).check().run()
}
