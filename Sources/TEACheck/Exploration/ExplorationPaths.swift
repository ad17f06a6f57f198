internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

/// The paths to the worlds that are being expanded, for the thread that reports a step which traps or does not return.
final class ExplorationPaths: @unchecked Sendable {
  // Written before the steps of a batch are taken, and read when one of these steps ends the process or never returns.

  var ancestry = Ancestry()
  /// For each start world, by its number, the index of its origin in ``Rules/origins``.
  var originIndices: [Int] = []

  init() {}
}

extension Explorer {
  /// The script of the steps to the work that a breadcrumb names. If the work is itself a step, this step ends the script, and
  /// is not taken.
  ///
  /// - Returns: `nil` for work on anything but an origin, a world or a step; also where the steps cannot be found again, as in
  ///   a search that keeps canonical forms.
  static func script(to breadcrumb: Breadcrumb, _ rules: Rules<M>, _ knownPaths: ExplorationPaths) -> [String]? {
    if breadcrumb.kind == .origin { return Script(Trace<M>(origin: rules.origins[breadcrumb.number]), of: rules).lines }
    guard rules.canonicalForm == nil, [.step, .offer].contains(breadcrumb.kind) else { return nil }
    let path = knownPaths.ancestry.path(to: breadcrumb.place)
    guard path[0] < knownPaths.originIndices.count else { return nil }
    var trace = Trace<M>(origin: rules.fresh(rules.origins[knownPaths.originIndices[path[0]]]))
    var stepNumbers = path.dropFirst().map(knownPaths.ancestry.step(to:))
    if breadcrumb.kind == .step { stepNumbers.append(breadcrumb.number) }
    for (index, stepNumber) in stepNumbers.enumerated() {
      guard let steps = try? rules.steps(in: trace.lastWorld), stepNumber < steps.count else { return nil }
      // A path of *n* worlds has *n* - 1 steps, so the step at this index is the one that traps.
      let isUntaken = index == path.count - 1
      let outcome =
        isUntaken ? StepOutcome(notTakenIn: trace.lastWorld) : rules.take(steps[stepNumber], in: trace.lastWorld)
      trace.steps.append((steps[stepNumber], outcome))
    }
    return Script(trace, of: rules).lines
  }
}
