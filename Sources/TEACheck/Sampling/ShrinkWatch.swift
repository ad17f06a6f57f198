internal import TEARuntime

/// Watches the candidates of a shrinker, any of which may trap although the original run does not.
///
/// The candidates are the same in every process up to the first that traps; the next process avoids that one and
/// continues.
final class ShrinkWatch<M: Module> {
  /// The error of a candidate that is known to trap, and is not accepted.
  struct Trapped: Error {}

  private let phase: TrapPhase
  /// The number of the last candidate: after 16 traps, or 4 slow ones, no more are tried, as each costs a process.
  private let last: Int
  private var number = -1
  /// The choices of the current candidate; `nil` where its steps are reordered.
  private var source: Choices.Source?

  init(_ rules: Rules<M>, reportingBy script: @escaping (Choices.Source, Breadcrumb) -> [String]?) {
    phase = rules.watch.beginPhase()
    let isSlow = phase.known.values.contains { $0 == .time || $0 == .memory }
    last = phase.known.count < (isSlow ? 4 : 16) ? .max : phase.known.keys.map(\.place).max() ?? .max
    phase.slots[0].enter(Breadcrumb(.other))
    // The reporting thread only reads what the trapping thread has written, and the trapping thread writes no more.
    nonisolated(unsafe) unowned let watch = self
    phase.scriptToTrap = { breadcrumb in
      watch.source.flatMap { script($0, Breadcrumb(breadcrumb.kind, number: breadcrumb.number)) }
    }
  }

  /// Ends the watch. Whoever began it calls this once.
  func end() {
    phase.slots[0].exit()
    phase.end()
  }

  /// Executes a candidate.
  ///
  /// - Parameter body: Executes the run, with the given breadcrumbs.
  func run<Result>(_ source: Choices.Source, _ body: (RunBreadcrumbs) throws -> Result) throws -> Result {
    try begin(source)
    defer { phase.slots[0].set(Breadcrumb(.other)) }
    return try body(RunBreadcrumbs(slot: phase.slots[0], run: number, traps: phase.known))
  }

  /// Executes the steps of a candidate in another order; see ``step(_:)``.
  func reorder<Result>(_ body: () throws -> Result) throws -> Result {
    try begin(nil)
    defer { phase.slots[0].set(Breadcrumb(.other)) }
    return try body()
  }

  /// Records the step that comes next in the new order.
  func step(_ step: Int) throws {
    let breadcrumb = Breadcrumb(.run, place: number, number: step)
    guard phase.known[breadcrumb] == nil else { throw Trapped() }
    phase.slots[0].set(breadcrumb)
  }

  private func begin(_ source: Choices.Source?) throws {
    number += 1
    guard number <= last else { throw Trapped() }
    self.source = source
  }
}
