public import TEARuntime

/// The declarations that are asked of every world of a worker's runs: `Sometimes`, `Target`, `Classify` and `Cover`.
///
/// It holds them as functions, fetched once a round, because it asks them at every step.
@usableFromInline
struct RunMeasures<M: Module> {
  @usableFromInline typealias Reading<Value> = @Sendable (World<M>) throws -> Value

  /// The `Sometimes` properties that no run has met, by their numbers.
  @usableFromInline var goals: [Reading<Bool>] = []
  private var numbersOfGoals: [Int] = []
  /// Those that were met in this round.
  private(set) var met: Set<Int> = []

  @usableFromInline let targets: [Reading<Double>]
  /// The score of each target that is to be beaten.
  @usableFromInline var heights: [Double] = []
  private var heightsOfRound: [Double] = []

  @usableFromInline let labels: [Reading<String?>]
  @usableFromInline var texts: [LabelTexts]
  /// Labels of one name share their texts: those of the first of them.
  @usableFromInline let sharing: [Int]
  private let names: [String]
  /// The texts that the current run has met, by label and text.
  private var metTexts: [(label: Int, text: Int)] = []

  @usableFromInline let covers: [Reading<Bool>]
  @usableFromInline var isCovered: [Bool]

  /// The first error that a declaration threw, when it was asked.
  private(set) var thrown: String?
  /// The number of the current run, among those of the worker.
  @usableFromInline var run = 0

  /// - Parameter rules: What is asked; without them, nothing is.
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

  /// There is something to ask.
  @usableFromInline private(set) var isOpen = false

  mutating func beginRound(_ goals: [Reading<Bool>], heights: [Double], unmet: [Int]) {
    (self.goals, numbersOfGoals, heightsOfRound) = (unmet.map { goals[$0] }, unmet, heights)
    noteWhetherOpen()
    beginRun()
  }

  private mutating func noteWhetherOpen() {
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
    noteWhetherOpen()
  }

  @usableFromInline
  mutating func meet(_ text: Int, of label: Int) { metTexts.append((label, text)) }

  @usableFromInline
  mutating func object(_ error: any Error) {
    if thrown == nil { thrown = "\(error)" }
  }

  /// The labels that the current run has met: their names and texts.
  var metLabels: [[String]] {
    metTexts.map { [names[$0.label], texts[sharing[$0.label]][$0.text]] }
  }

  /// The `Cover`s that the current run has met.
  var metCovers: [Int] { isCovered.indices.filter { isCovered[$0] } }
}

/// The texts of a label that a worker's runs have met, each with a number, so that a text is hashed where it changes only.
@usableFromInline
struct LabelTexts {
  private var numbers: [String: Int] = [:]
  @usableFromInline var texts: [String] = []
  /// The last run that met each text.
  @usableFromInline var runs: [Int] = []
  @usableFromInline var last = 0

  subscript(number: Int) -> String { texts[number] }

  /// Meets a text in a run.
  ///
  /// - Returns: The number of the text where the run meets it for the first time.
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
