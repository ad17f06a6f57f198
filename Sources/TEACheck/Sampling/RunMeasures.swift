public import TEARuntime

/// The declarations that are evaluated in every world of a worker's runs: `Sometimes`, `Target`, `Classify` and
/// `Cover`.
///
/// The declarations are kept as plain functions, because they are called in every step.
@usableFromInline
struct RunMeasures<M: Module> {
  @usableFromInline typealias WorldFunction<Value> = @Sendable (World<M>) throws -> Value

  /// The conditions of the `Sometimes` properties that neither earlier rounds nor this worker's runs have satisfied.
  @usableFromInline var unmetGoals: [WorldFunction<Bool>] = []
  /// The index of each unmet goal among the `Sometimes` properties.
  private var indicesOfGoals: [Int] = []
  /// The indices of the `Sometimes` properties that this worker's runs have satisfied.
  private(set) var metGoals: Set<Int> = []

  @usableFromInline let targets: [WorldFunction<Double>]
  /// The highest score of each target, in earlier rounds and in the current run, in each of four stretches of a run: three of
  /// ``RunObserver/quarterOfLength`` steps, and the rest.
  @usableFromInline var highestScores: [Double] = []
  private var highestScoresBeforeRound: [Double] = []

  /// The functions of the `Classify` declarations: the text of the label in a world, or `nil` for a world without the label.
  @usableFromInline let labels: [WorldFunction<String?>]
  /// The texts that this worker's runs have met, at the index of each label.
  @usableFromInline var labelTexts: [LabelTexts]
  /// The index of each label's texts in `labelTexts`: labels of one name share the texts of the first.
  @usableFromInline let textIndices: [Int]
  private let labelNames: [String]
  /// The texts that the current run has met, each as the index of its label and the number of the text.
  private var metTexts: [(label: Int, text: Int)] = []

  @usableFromInline let covers: [WorldFunction<Bool>]
  /// For each `Cover`, `true` where the current run has met it.
  @usableFromInline var isCovered: [Bool]

  /// The texts of the first errors that this worker's runs met in `Sometimes` properties, by the index of the property.
  private(set) var errorsOfGoals: [Int: String] = [:]

  /// The first error that any other declaration threw, as text.
  private(set) var thrownText: String?
  /// A number that changes after each run with findings, so that ``LabelTexts`` knows which texts the current run has met.
  @usableFromInline var runStamp = 0

  init(_ rules: Rules<M>?) {
    let labels = rules?.labels ?? []
    targets = rules?.targets.map { $0.read } ?? []
    self.labels = labels.map { $0.read }
    let labelNames = labels.map { $0.name }
    self.labelNames = labelNames
    textIndices = labelNames.indices.map { labelNames.firstIndex(of: labelNames[$0]) ?? $0 }
    labelTexts = labelNames.map { _ in LabelTexts() }
    covers = rules?.covers.map { $0.isMet } ?? []
    isCovered = Array(repeating: false, count: covers.count)
  }

  /// `false` where no declaration is left to evaluate: each `Sometimes` is satisfied, and there is no `Target`, `Classify` or
  /// `Cover`.
  @usableFromInline private(set) var needsEvaluation = false

  /// - Parameter unmet: The indices of the goals that no earlier round has satisfied.
  mutating func beginRound(_ goals: [WorldFunction<Bool>], highestScores: [Double], unmet: [Int]) {
    (unmetGoals, indicesOfGoals, highestScoresBeforeRound) = (unmet.map { goals[$0] }, unmet, highestScores)
    updateNeedsEvaluation()
    forgetFindings()
  }

  private mutating func updateNeedsEvaluation() {
    needsEvaluation = !unmetGoals.isEmpty || !targets.isEmpty || !labels.isEmpty || !covers.isEmpty
  }

  /// Forgets the findings of the last run. To be called at the beginning of a round, and before a run that follows one with
  /// findings.
  mutating func forgetFindings() {
    runStamp += 1
    highestScores = highestScoresBeforeRound
    metTexts.removeAll(keepingCapacity: true)
    for index in isCovered.indices { isCovered[index] = false }
  }

  /// Records that the current run has satisfied the goal at an index of ``unmetGoals``, which is removed from there.
  @usableFromInline
  mutating func meetGoal(_ index: Int) {
    metGoals.insert(indicesOfGoals[index])
    unmetGoals.remove(at: index)
    indicesOfGoals.remove(at: index)
    updateNeedsEvaluation()
  }

  mutating func recordText(_ number: Int, ofLabel label: Int) { metTexts.append((label, number)) }

  /// - Parameter index: The index of the goal in ``unmetGoals``.
  @usableFromInline
  mutating func recordError(_ error: any Error, ofGoal index: Int) {
    let goal = indicesOfGoals[index]
    if errorsOfGoals[goal] == nil { errorsOfGoals[goal] = literal(error) }
  }

  @usableFromInline
  mutating func recordError(_ error: any Error) {
    if thrownText == nil { thrownText = "\(error)" }
  }

  /// The name and the text of each label that the current run has met.
  var metLabels: [[String]] {
    metTexts.map { [labelNames[$0.label], labelTexts[textIndices[$0.label]].texts[$0.text]] }
  }

  /// The indices of the `Cover` declarations that the current run has met.
  var metCovers: [Int] { isCovered.indices.filter { isCovered[$0] } }
}

/// The texts of all labels of one name that a worker's runs have met, numbered from 0.
///
/// A text that equals the last text of the run is recognised without hashing.
@usableFromInline
struct LabelTexts {
  private var numbers: [String: Int] = [:]
  @usableFromInline var texts: [String] = []
  /// For each text, the ``RunMeasures/runStamp`` of the last run that met it.
  @usableFromInline var lastRunStamps: [Int] = []
  /// The number of the text that was met last.
  @usableFromInline var lastNumber = 0

  /// - Parameter run: The ``RunMeasures/runStamp`` of the run.
  /// - Returns: The number of the text; `nil` where the run has met it before.
  @inlinable
  mutating func meet(_ text: String, in run: Int) -> Int? {
    if lastNumber < texts.count, lastRunStamps[lastNumber] == run, texts[lastNumber] == text { return nil }
    return record(text, in: run)
  }

  /// The slow path of ``meet(_:in:)``.
  @usableFromInline
  mutating func record(_ text: String, in run: Int) -> Int? {
    if let number = numbers[text] {
      lastNumber = number
      if lastRunStamps[number] == run { return nil }
      lastRunStamps[number] = run
    } else {
      lastNumber = texts.count
      numbers[text] = lastNumber
      texts.append(text)
      lastRunStamps.append(run)
    }
    return lastNumber
  }
}
