public import TEARuntime

/// The observer of the worlds of one worker's runs.
///
/// It compares with the state at the beginning of the round, so that results do not depend on the distribution of runs
/// over workers.
@usableFromInline
struct RunObserver<M: Module> {
  /// Room for the commands of a step.
  @usableFromInline var commands: [M.Command] = []
  @usableFromInline var worlds = FingerprintSet()
  @usableFromInline var watch: ClassWatch
  /// Observation is on. It is off for repetitions of a run.
  @usableFromInline let isObserving: Bool
  @usableFromInline var measures: RunMeasures<M>
  /// The goals of the rules, fetched once.
  private let goals: [RunMeasures<M>.Reading<Bool>]

  /// The number of steps between two counted worlds; 0 for none.
  private var countsEvery = 1
  /// The number of steps until the next world that is counted.
  @usableFromInline var untilCounted = 0
  /// The largest cost of hashing a world, over the runs of the round that were measured; `nil` where none was.
  private(set) var cost: Int?
  private var parts = PartCount()

  @usableFromInline let identity: WorldIdentity
  /// The breadcrumbs that the worker leaves.
  @usableFromInline var breadcrumbs = RunBreadcrumbs()
  private let rules: Rules<M>

  // Of the current run:
  private(set) var finds: [Corpus<RunStart<M>>.Discovery] = []
  private(set) var higherScores: [Int: (score: Double, start: RunStart<M>)] = [:]

  /// The current run has found something.
  private(set) var hasFound = false

  /// - Parameter features: The features that define classes of worlds; `nil` for no observation.
  init(_ rules: Rules<M>, _ features: WorldFeatures?) {
    self.rules = rules
    identity = rules.identity
    watch = ClassWatch(features ?? WorldFeatures(readers: []))
    isObserving = features != nil
    measures = RunMeasures(isObserving ? rules : nil)
    goals = isObserving ? rules.goals : []
  }

  /// Begins a round, with the state of all earlier rounds.
  mutating func beginRound(_ classes: WorldClasses, heights: [Double], unmet: [Int], countingEvery steps: Int) {
    worlds.beginRound()
    watch.beginRound(classes)
    measures.beginRound(goals, heights: heights, unmet: unmet)
    countsEvery = steps
    cost = nil
  }

  @usableFromInline
  mutating func beginRun() {
    guard isObserving else { return }
    untilCounted = countsEvery == 0 ? .max : breadcrumbs.run % countsEvery
    watch.beginRun()
    guard hasFound else { return }
    hasFound = false
    finds.removeAll()
    higherScores.removeAll()
    measures.beginRun()
  }

  /// Observes a world of the run.
  ///
  /// - Parameter identity: That of the rules, read once for many worlds.
  @_alwaysEmitIntoClient
  mutating func observe(
    _ world: World<M>, _ steps: Int, _ choices: borrowing Choices, by identity: WorldIdentity
  ) throws {
    guard isObserving else { return }
    if untilCounted == 0 {
      worlds.insert(try world.hash(identity))
      waitToCount()
    } else {
      untilCounted -= 1
    }
    let isNew = withUnsafePointer(to: world.model) { watch.observe(UnsafeRawPointer($0)) }
    if isNew { note(world, steps, choices.record) }
    if measures.isOpen { askDeclarations(world, steps, choices.record) }
  }

  @usableFromInline
  mutating func waitToCount() { untilCounted = countsEvery - 1 }

  /// Raises `cost` to the cost of hashing the last world of a run, if that is larger.
  mutating func measureCost(_ world: World<M>) { cost = max(cost ?? 0, rules.costOfHash(world, &parts)) }

  /// Keeps a world that belongs to new classes.
  @usableFromInline
  mutating func note(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    hasFound = true
    let start = RunStart(world: world, steps: steps, record: record)
    for new in watch.new[finds.count...] {
      finds.append(.init(feature: new.feature, value: new.value, snapshot: start, steps: steps))
    }
  }

  /// Evaluates the declarations in a world.
  @_alwaysEmitIntoClient
  mutating func askDeclarations(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    var goal = measures.goals.count
    while goal > 0 {
      goal -= 1
      if (try? measures.goals[goal](world)) == true { measures.meetGoal(goal) }
    }
    do {
      for index in 0..<measures.targets.count {
        let score = try measures.targets[index](world)
        if score > measures.heights[index] { raiseScore(index, to: score, world, steps, record) }
      }
      for index in 0..<measures.labels.count {
        guard let text = try measures.labels[index](world) else { continue }
        let met = measures.texts[measures.sharing[index]].meet(text, in: measures.run)
        if let met { meet(met, text, of: index, world, steps, record) }
      }
      for index in 0..<measures.covers.count where !measures.isCovered[index] {
        if try measures.covers[index](world) { cover(index) }
      }
    } catch {
      measures.recordError(error)
    }
  }

  @usableFromInline
  mutating func raiseScore(_ target: Int, to score: Double, _ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    hasFound = true
    measures.heights[target] = score
    higherScores[target] = (score, RunStart(world: world, steps: steps, record: record))
  }

  @usableFromInline
  mutating func meet(
    _ number: Int, _ text: String, of label: Int, _ world: World<M>, _ steps: Int, _ record: [UInt64]
  ) {
    hasFound = true
    measures.meet(number, of: label)
    if watch.observe(text, number: label) { note(world, steps, record) }
  }

  @usableFromInline
  mutating func cover(_ index: Int) {
    hasFound = true
    measures.isCovered[index] = true
  }
}
