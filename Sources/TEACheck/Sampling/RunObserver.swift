internal import TEAGenerators
public import TEARuntime

/// Observes the worlds of one worker's runs.
///
/// A run's worlds are compared only with the results of earlier rounds and of the run itself. So discoveries do not depend
/// on the number of workers.
@usableFromInline
struct RunObserver<M: Module>: ~Copyable {
  /// The commands of the current step; the array is reused to save allocations.
  @usableFromInline var commands: [M.Command] = []
  /// The counted worlds of the current and all earlier rounds.
  @usableFromInline var worlds = FingerprintSet()
  @usableFromInline var classWatch: ClassWatch
  /// `false` for a run that is only repeated, whose worlds are not observed.
  @usableFromInline let isObserving: Bool
  @usableFromInline var measures: RunMeasures<M>

  /// The number of steps from one counted world to the next; 0 where no world is counted.
  private var stepsBetweenCounts = 1
  /// The number of steps until the next world that is counted; begins at `Int.max` where no world is counted.
  @usableFromInline var stepsUntilCount = 0
  /// The largest estimate of the cost of hashing a world in the current round, in nanoseconds; `nil` where none was made.
  private(set) var hashCost: Int?
  private var partCounter = PartCounter()

  @usableFromInline let identity: WorldIdentity
  /// A quarter of ``Sampler/continuedLength``, in steps, rounded down; at least 1.
  @usableFromInline var quarterOfLength = 1
  @usableFromInline var breadcrumbs = RunBreadcrumbs()
  @usableFromInline var cutoff = RunCutoff()
  private let rules: Rules<M>

  /// The worlds of new classes that the current run met, at the indices of ``ClassWatch/newClasses``.
  private(set) var discoveries: [Corpus<M>.Discovery] = []
  /// The scores that the current run has raised, each with its world, by the index in ``RunMeasures/highestScores``.
  private(set) var higherScores: [Int: (score: Double, point: ContinuationPoint<M>)] = [:]

  /// The first flags that `start` refused in this worker's runs, with the error, as text; `nil` for none. A run whose flags are
  /// refused begins at the first origin.
  var refusedStart: String?

  /// `true` once the current run has met a new class, a higher score, a label or a `Cover`.
  private(set) var hasFindings = false

  /// - Parameter features: The features that define classes of worlds; `nil` for no observation.
  init(_ rules: Rules<M>, _ features: WorldFeatures?) {
    self.rules = rules
    identity = rules.identity
    classWatch = ClassWatch(features ?? WorldFeatures(readers: []))
    isObserving = features != nil
    measures = RunMeasures(isObserving ? rules : nil)
  }

  /// - Parameter steps: The number of steps from one counted world to the next; 0 to count no world.
  mutating func beginRound(
    _ classes: WorldClasses, highestScores: [Double], unmet: [Int], countingEvery steps: Int
  ) {
    worlds.beginRound()
    classWatch.beginRound(classes)
    measures.beginRound(rules.goals, highestScores: highestScores, unmet: unmet)
    stepsBetweenCounts = steps
    hashCost = nil
  }

  mutating func beginRun() {
    guard isObserving else { return }
    // Runs begin to count at different steps, so that worlds at all distances from the start are counted.
    stepsUntilCount = stepsBetweenCounts == 0 ? .max : breadcrumbs.runNumber % stepsBetweenCounts
    classWatch.beginRun()
    guard hasFindings else { return }
    hasFindings = false
    discoveries.removeAll()
    higherScores.removeAll()
    measures.forgetFindings()
  }

  /// - Throws: ``IncomparableValue`` where a world that is counted cannot be compared.
  @inlinable
  mutating func observe(
    _ world: World<M>, _ steps: Int, _ choices: borrowing Choices, by identity: WorldIdentity
  ) throws {
    guard isObserving else { return }
    if stepsUntilCount == 0 {
      worlds.insert(try world.hash(identity))
      restartCountdown()
    } else {
      stepsUntilCount -= 1
    }
    let isNew = withUnsafePointer(to: world.model) { classWatch.observe(UnsafeRawPointer($0)) }
    if isNew { keepForNewClasses(world, steps, choices.record) }
    if measures.needsEvaluation { evaluateMeasures(world, steps, choices.record) }
  }

  @usableFromInline
  mutating func restartCountdown() { stepsUntilCount = stepsBetweenCounts - 1 }

  mutating func estimateHashCost(_ world: World<M>) {
    hashCost = max(hashCost ?? 0, rules.costOfHash(world, &partCounter))
  }

  @usableFromInline
  mutating func keepForNewClasses(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    hasFindings = true
    let point = ContinuationPoint(world: world, stepCount: steps, record: record)
    discoveries += classWatch.newClasses[discoveries.count...].map { ($0, point) }
  }

  @inlinable
  mutating func evaluateMeasures(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    // The loop runs backwards, because it removes the goals that are met.
    var goal = measures.unmetGoals.count
    while goal > 0 {
      goal -= 1
      do {
        if try measures.unmetGoals[goal](world) { measures.meetGoal(goal) }
      } catch {
        measures.recordError(error, ofGoal: goal)
      }
    }
    do {
      let targetCount = measures.targets.count
      let firstScoreIndex = min(3, steps / quarterOfLength) * targetCount
      for index in 0..<targetCount {
        let score = try measures.targets[index](world)
        let scoreIndex = firstScoreIndex + index
        if score > measures.highestScores[scoreIndex] { raiseScore(scoreIndex, to: score, world, steps, record) }
      }
      for index in 0..<measures.labels.count {
        guard let text = try measures.labels[index](world) else { continue }
        let number = measures.labelTexts[measures.textIndices[index]].meet(text, in: measures.runStamp)
        if let number { recordText(number, text, ofLabel: index, world, steps, record) }
      }
      for index in 0..<measures.covers.count where !measures.isCovered[index] {
        if try measures.covers[index](world) { meetCover(index) }
      }
    } catch {
      measures.recordError(error)
    }
  }

  /// - Parameter index: The index in ``RunMeasures/highestScores``: of the target, in the world's stretch of the run.
  @usableFromInline
  mutating func raiseScore(_ index: Int, to score: Double, _ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    hasFindings = true
    measures.highestScores[index] = score
    higherScores[index] = (score, ContinuationPoint(world: world, stepCount: steps, record: record))
  }

  @usableFromInline
  mutating func recordText(
    _ textNumber: Int, _ text: String, ofLabel label: Int, _ world: World<M>, _ steps: Int, _ record: [UInt64]
  ) {
    hasFindings = true
    measures.recordText(textNumber, ofLabel: label)
    if classWatch.observe(text, ofLabel: label) { keepForNewClasses(world, steps, record) }
  }

  @usableFromInline
  mutating func meetCover(_ index: Int) {
    hasFindings = true
    measures.isCovered[index] = true
  }
}
