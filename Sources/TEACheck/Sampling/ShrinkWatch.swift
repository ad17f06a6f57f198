internal import TEARuntime

/// Watches the runs that a shrinker tries, since any of them may trap where the run that is shrunk does not.
///
/// The runs of a process are the same up to the first that traps; the next process knows of that one, and goes on.
final class ShrinkWatch<M: Module> {
  /// Why a run is no candidate: it is known to trap.
  struct Trapped: Error {}

  private let phase: TrapPhase
  /// The last run that is tried: each one that traps costs a process, and some the whole time of a step.
  private let last: Int
  private var number = -1
  /// The choices of the run that is tried; none where its steps are put in another order.
  private var source: Choices.Source?

  init(_ rules: Rules<M>, tellingBy script: @escaping (Choices.Source, Breadcrumb) -> [String]?) {
    phase = rules.watch.beginPhase()
    let isSlow = phase.known.values.contains { $0 == .time || $0 == .memory }
    last = phase.known.count < (isSlow ? 4 : 16) ? .max : phase.known.keys.map(\.place).max() ?? .max
    phase.slots[0].enter(Breadcrumb(.other))
    // The thread that tells reads what the one that traps has written, and writes no more.
    nonisolated(unsafe) unowned let watch = self
    phase.scriptToTrap = { breadcrumb in
      watch.source.flatMap { script($0, Breadcrumb(breadcrumb.kind, number: breadcrumb.number)) }
    }
  }

  /// Ends the watch; whoever begins it ends it once.
  func end() {
    phase.slots[0].exit()
    phase.end()
  }

  /// Tries a run.
  ///
  /// - Parameter body: Makes the run, and leaves the breadcrumbs that it is given.
  func run<Result>(_ source: Choices.Source, _ body: (RunBreadcrumbs) throws -> Result) throws -> Result {
    try begin(source)
    defer { phase.slots[0].set(Breadcrumb(.other)) }
    return try body(RunBreadcrumbs(slot: phase.slots[0], run: number, traps: phase.known))
  }

  /// Tries steps in another order; see ``step(_:)``.
  func reorder<Result>(_ body: () throws -> Result) throws -> Result {
    try begin(nil)
    defer { phase.slots[0].set(Breadcrumb(.other)) }
    return try body()
  }

  /// Says which of these steps comes next.
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
