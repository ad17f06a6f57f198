internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

/// Watches the candidates of a shrinker: the changed runs that it tries, any of which may trap although the original run does
/// not.
///
/// The candidates are the same in every process up to the first candidate that traps. The next process knows that trap, skips
/// the candidate and continues.
final class ShrinkWatch<M: Module> {
  /// Thrown for a candidate that is known to trap, or that comes after the last candidate to try.
  struct SkippedCandidate: Error {}

  private let phase: TrapPhase
  /// The number of the last candidate to try; `Int.max` for no limit. Each trap costs a process, so candidates end at the 16th
  /// trap, or at the 4th if one was found only by waiting.
  private let lastCandidateNumber: Int
  /// The number of the current candidate, from 0; -1 before the first.
  private var candidateNumber = -1
  /// Computes the steps of the current candidate up to a breadcrumb without the candidate's number; `nil` before the first.
  private var script: ((Breadcrumb) -> [String]?)?

  init(_ rules: Rules<M>) {
    phase = rules.watch.beginPhase()
    lastCandidateNumber = Self.lastCandidateNumber(after: phase.knownTraps)
    phase.slots[0].enter(Breadcrumb(.other))
    // The reporting thread reads `script` only while the watched thread is inside the step that traps, and writes nothing.
    nonisolated(unsafe) unowned let watch = self
    phase.scriptToTrap = { watch.script?(Breadcrumb($0.kind, number: $0.number)) }
  }

  static func lastCandidateNumber(after traps: [Breadcrumb: TrapCause]) -> Int {
    let limit = traps.values.contains(where: \.isFoundByWaiting) ? 4 : 16
    return traps.count < limit ? .max : traps.keys.map(\.place).max() ?? .max
  }

  /// Must be called once, by the creator of the watch.
  func end() {
    phase.slots[0].exit()
    phase.end()
  }

  /// - Parameters:
  ///   - script: Computes the steps of the candidate up to a breadcrumb; `nil` for a breadcrumb of other work.
  ///   - body: Executes the candidate with the given breadcrumbs, or its steps in another order.
  /// - Throws: ``SkippedCandidate`` where the candidate comes after the last one to try.
  func run<Result>(
    _ script: @escaping (Breadcrumb) -> [String]?, _ body: (RunBreadcrumbs) throws -> Result
  ) throws -> Result {
    candidateNumber += 1
    guard candidateNumber <= lastCandidateNumber else { throw SkippedCandidate() }
    self.script = script
    defer { phase.slots[0].set(Breadcrumb(.other)) }
    return try body(RunBreadcrumbs(slot: phase.slots[0], runNumber: candidateNumber, traps: phase.knownTraps))
  }
}
