internal import TEARuntime

struct StepCounts<M: Module> {
  /// `nil` where the message type is no enum.
  let cases: MessageCases?
  /// The numbers of steps, by ``MessageCase/index``.
  var stepsByCase: [Int]
  /// For each ``MessageCase/index``, `true` where some step changed the world, performed a command or failed.
  var changedSomething: [Bool]
  /// The classes of worlds in the order of discovery; empty where worlds were not classified, or the steps were too many.
  var classes: [WorldClassCounts<M>.Class]
  /// The indices, in `always + stepProperties`, of the properties whose conditions no world or step met.
  var unmetConditions: Set<Int>

  /// Joins the counts of all workers; `nil` where steps were not counted.
  init?(_ counters: [StepCounter<M>]) {
    guard let first = counters.first else { return nil }
    cases = first.cases
    // Each case has two counts: of sent messages, and of others.
    let countIndices = 0..<2 * (cases?.names.count ?? 0)
    stepsByCase = countIndices.map { index in counters.reduce(0) { $0 + $1.counts[index] } }
    changedSomething = countIndices.map { index in counters.contains { $0.changedSomething[index] } }
    var joinedClasses = first.classes
    for counter in counters.dropFirst() { joinedClasses.join(counter.classes) }
    let hasTooManySteps = counters.reduce(0) { $0 + $1.stepCount } > StepCounter<M>.maxClassifiedSteps
    classes = hasTooManySteps ? [] : joinedClasses.classes.sorted { $0.first < $1.first }
    unmetConditions = Set(first.unmetWorldConditions.map(\.index) + first.unmetStepConditions.map(\.index))
    for counter in counters {
      unmetConditions.formIntersection(
        counter.unmetWorldConditions.map(\.index) + counter.unmetStepConditions.map(\.index))
    }
  }
}

extension Explorer {
  /// The counts of all steps; `nil` where steps were not counted, and in a search that went on from a checkpoint, whose earlier
  /// steps it has not counted.
  var stepCounts: StepCounts<M>? { isResumed ? nil : StepCounts(counters) }

  /// The numbers of the message cases that some step so far brought as a reply or an event, in the searches before the
  /// checkpoint too.
  var casesSentByWorld: Set<Int> { Set(resumed.casesSentByWorld).union(counters.lazy.flatMap(\.casesSentByWorld)) }
}
