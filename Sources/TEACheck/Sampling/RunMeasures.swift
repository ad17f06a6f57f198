public import TEARuntime

/// The declarations that are evaluated in every world of a worker's runs: `Sometimes`, `Target`, `Classify` and
/// `Cover`.
///
/// They are kept as functions, read once a round, because they are called in every step.
@usableFromInline
struct RunMeasures<M: Module> {
  @usableFromInline typealias Reading<Value> = @Sendable (World<M>) throws -> Value

  /// The `Sometimes` properties that no run has satisfied, by their indices.
  @usableFromInline var goals: [Reading<Bool>] = []
  private var numbersOfGoals: [Int] = []
  /// The `Sometimes` properties that were satisfied in this round.
  private(set) var met: Set<Int> = []

  @usableFromInline let targets: [Reading<Double>]
  /// The highest score of each target so far.
  @usableFromInline var heights: [Double] = []
  private var heightsOfRound: [Double] = []

  @usableFromInline let labels: [Reading<String?>]
  @usableFromInline var texts: [LabelTexts]
  /// The index of the first label with the same name, whose texts a label shares.
  @usableFromInline let sharing: [Int]
  private let names: [String]
  /// The texts that the current run has met, by label and text.
  private var metTexts: [(label: Int, text: Int)] = []

  @usableFromInline let covers: [Reading<Bool>]
  @usableFromInline var isCovered: [Bool]

  /// The first error of a declaration.
  private(set) var thrown: String?
  /// The number of the current run, among those of the worker.
  @usableFromInline var run = 0

  /// - Parameter rules: The rules whose declarations are evaluated; `nil` for none.
  init(_ rules: Rules<M>?) {
    let labels = rules?.labels ?? []
    targets = rules?.targets.map { $0.read } ?? []
    self.labels = labels.map { $0.read }
    let names = labels.map { $0.name }
    self.names = names
    sharing = names.indices.map { names.firstIndex(of: names[$0]) ?? $0 }
    texts = names.map { _ in LabelTexts() }
    covers = rules?.covers.map { $0.isMet } ?? []
    isCovered = Array(repeating: false, count: covers.count)
  }

  /// There is a declaration to evaluate.
  @usableFromInline private(set) var isOpen = false

  mutating func beginRound(_ goals: [Reading<Bool>], heights: [Double], unmet: [Int]) {
    (self.goals, numbersOfGoals, heightsOfRound) = (unmet.map { goals[$0] }, unmet, heights)
    updateIsOpen()
    beginRun()
  }

  private mutating func updateIsOpen() {
    isOpen = !goals.isEmpty || !targets.isEmpty || !labels.isEmpty || !covers.isEmpty
  }

  mutating func beginRun() {
    run += 1
    heights = heightsOfRound
    metTexts.removeAll(keepingCapacity: true)
    for index in isCovered.indices { isCovered[index] = false }
  }

  @usableFromInline
  mutating func meetGoal(_ index: Int) {
    met.insert(numbersOfGoals[index])
    goals.remove(at: index)
    numbersOfGoals.remove(at: index)
    updateIsOpen()
  }

  @usableFromInline
  mutating func meet(_ text: Int, of label: Int) { metTexts.append((label, text)) }

  @usableFromInline
  mutating func recordError(_ error: any Error) {
    if thrown == nil { thrown = "\(error)" }
  }

  /// The labels that the current run has met: their names and texts.
  var metLabels: [[String]] {
    metTexts.map { [names[$0.label], texts[sharing[$0.label]][$0.text]] }
  }

  /// The `Cover`s that the current run has met.
  var metCovers: [Int] { isCovered.indices.filter { isCovered[$0] } }
}

/// The texts of a label that a worker's runs have met, by number, so that an unchanged text is not hashed again.
@usableFromInline
struct LabelTexts {
  private var numbers: [String: Int] = [:]
  @usableFromInline var texts: [String] = []
  /// The last run that met each text.
  @usableFromInline var runs: [Int] = []
  @usableFromInline var last = 0

  subscript(number: Int) -> String { texts[number] }

  /// Records a text of a run.
  ///
  /// - Returns: The number of the text; `nil` where the run has met it before.
  @inlinable
  mutating func meet(_ text: String, in run: Int) -> Int? {
    if last < texts.count, runs[last] == run, texts[last] == text { return nil }
    return look(up: text, in: run)
  }

  @usableFromInline
  mutating func look(up text: String, in run: Int) -> Int? {
    if let number = numbers[text] {
      last = number
      if runs[number] == run { return nil }
      runs[number] = run
    } else {
      last = texts.count
      numbers[text] = last
      texts.append(text)
      runs.append(run)
    }
    return last
  }
}
