internal import TEARuntime

/// The counts of all steps of a search, and of those before its checkpoint. All are empty where steps were not counted.
struct StepTotals {
  /// The numbers of steps, by ``MessageCase/index``.
  var stepsByCase: [Int] = []
  /// For each ``MessageCase/index``, `true` where some step changed the world, performed a command or failed.
  var changedSomething: [Bool] = []
  /// The indices, in `always + stepProperties`, of the properties whose conditions no world or step met.
  var unmetConditions: Set<Int> = []
}

extension StepTotals {
  /// Joins the counts of all workers.
  init<M>(_ counters: [StepCounter<M>]) {
    guard let first = counters.first else { return }
    // Each case has two counts: of sent messages, and of others.
    let countIndices = 0..<2 * (first.cases?.names.count ?? 0)
    stepsByCase = countIndices.map { index in counters.reduce(0) { $0 + $1.counts[index] } }
    changedSomething = countIndices.map { index in counters.contains { $0.changedSomething[index] } }
    unmetConditions = counters.reduce(first.unmetConditions) { $0.intersection($1.unmetConditions) }
  }
}

struct StepCounts<M: Module> {
  /// `nil` where the message type is no enum.
  let cases: MessageCases?
  var totals: StepTotals
  /// The classes of worlds in the order of discovery; empty where worlds were not classified, or the steps were too many.
  var classes: [WorldClassCounts<M>.Class]

  /// Joins the counts of all workers; `nil` where steps were not counted.
  init?(_ counters: [StepCounter<M>]) {
    guard let first = counters.first else { return nil }
    (cases, totals) = (first.cases, StepTotals(counters))
    var joinedClasses = first.classes
    for counter in counters.dropFirst() { joinedClasses.join(counter.classes) }
    let hasTooManySteps = counters.reduce(0) { $0 + $1.stepCount } > StepCounter<M>.maxClassifiedSteps
    classes = hasTooManySteps ? [] : joinedClasses.classes.sorted { $0.first < $1.first }
  }
}
