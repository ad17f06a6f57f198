internal import TEARuntime

/// The counts of a search.
@usableFromInline
struct StepCounts<M: Module> {
  let cases: MessageCases?
  /// By ``MessageCase/place``.
  var counts: [Int]
  var changes: [Bool]
  /// In the order of discovery.
  var classes: [ExpandedClasses<M>.Class]
  /// The numbers of the conditions that were not met, among those of the specification's invariants and relations.
  var unmet: Set<Int>

  /// Joins the counts of all workers.
  init?(_ counters: [StepCounter<M>]) {
    guard let first = counters.first else { return nil }
    cases = first.cases
    let places = 2 * (cases?.names.count ?? 0)
    counts = (0..<places).map { place in counters.reduce(0) { $0 + $1.counts[place] } }
    changes = (0..<places).map { place in counters.contains { $0.changes[place] } }
    var all = first.classes
    for counter in counters.dropFirst() { all.join(counter.classes) }
    let isTooLarge = counters.reduce(0) { $0 + $1.stepCount } > StepCounter<M>.mostClassified
    classes = isTooLarge ? [] : all.found.values.sorted { $0.first < $1.first }
    unmet = Set(first.conditionsOfWorlds.map(\.number) + first.conditionsOfSteps.map(\.number))
    for counter in counters {
      unmet.formIntersection(counter.conditionsOfWorlds.map(\.number) + counter.conditionsOfSteps.map(\.number))
    }
  }
}

extension Explorer {
  /// Steps before those of a search that goes on from a checkpoint were not counted.
  @usableFromInline
  mutating func stopCounting() {
    // An expansion keeps neither its counter nor the cases alive.
    for worker in expansions.indices { (expansions[worker].counter, expansions[worker].cases) = (nil, nil) }
    counters = []
  }

  /// Puts the conditions of properties to a world.
  @usableFromInline
  func count(_ world: World<M>) { counters.first?.meet(world) }
}
