public import TEARuntime

/// What one worker sees of the worlds of its runs.
///
/// What it compares with is what was known when the round began, so that it does not matter which worker sees what.
@usableFromInline
struct RunObserver<M: Module> {
  /// Room for the commands of a step.
  @usableFromInline var commands: [M.Command] = []
  @usableFromInline var worlds = FingerprintSet()
  @usableFromInline var watch: ClassWatch
  /// Whether anything is to be seen; not in runs that are run again.
  @usableFromInline let isCurious: Bool
  /// Whether declarations are to be asked of every world.
  @usableFromInline var isInquiring = false

  @usableFromInline let structuralHash: StructuralHash?
  /// Where the worker says what comes next.
  @usableFromInline var crumbs = RunCrumbs()
  private let rules: Rules<M>
  private var heights: [Double] = []
  private var unmet: [Int] = []

  /// The `Sometimes` properties that were met.
  private(set) var met: Set<Int> = []
  /// What a declaration threw, when it was asked.
  private(set) var thrown: String?

  // Of the current run:
  private(set) var finds: [Frontier<RunStart<M>>.Find] = []
  private(set) var climbs: [Int: (score: Double, start: RunStart<M>)] = [:]
  private(set) var labels: Set<[String]> = []
  private(set) var covered: Set<Int> = []

  /// Whether the current run has found anything.
  private(set) var hasFound = false

  /// - Parameter features: What to tell worlds apart by; without it, the observer looks away.
  init(_ rules: Rules<M>, _ features: WorldFeatures?) {
    self.rules = rules
    // Where fields are asked for their hashes anyway, the model's own is as good, and specialised.
    structuralHash = rules.structuralHash.flatMap { $0.asksFields ? nil : $0 }
    watch = ClassWatch(features ?? WorldFeatures(readers: []))
    isCurious = features != nil
  }

  /// Begins a round, with what is known by then.
  mutating func beginRound(_ classes: WorldClasses, heights: [Double], unmet: [Int]) {
    worlds.beginRound()
    watch.beginRound(classes)
    self.heights = heights
    self.unmet = unmet
    isInquiring = !unmet.isEmpty || !rules.targets.isEmpty || !rules.labels.isEmpty || !rules.covers.isEmpty
  }

  @usableFromInline
  mutating func beginRun() {
    guard isCurious else { return }
    watch.beginRun()
    guard hasFound else { return }
    hasFound = false
    finds.removeAll()
    climbs.removeAll()
    labels.removeAll()
    covered.removeAll()
  }

  /// Sees a world of the run.
  ///
  /// - Parameter hash: The observer's own, fetched once for many worlds.
  @_alwaysEmitIntoClient
  mutating func see<State: SearchState>(
    _ world: World<M>, as: State.Type, _ steps: Int, _ choices: borrowing Choices, by hash: StructuralHash?
  ) throws where State.M == M {
    guard isCurious else { return }
    worlds.insert(try State.hash(of: world, hash))
    let isNew = withUnsafePointer(to: world.model) { watch.see(UnsafeRawPointer($0)) }
    if isNew { note(world, steps, choices.record) }
    if isInquiring { inquire(world, steps, choices.record) }
  }

  /// Keeps a world in which classes were new.
  @usableFromInline
  mutating func note(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    hasFound = true
    let start = RunStart(world: world, steps: steps, record: record)
    for new in watch.new[finds.count...] {
      finds.append(.init(feature: new.feature, value: new.value, snapshot: start, steps: steps))
    }
  }

  /// Asks the declarations about a world.
  @usableFromInline
  mutating func inquire(_ world: World<M>, _ steps: Int, _ record: [UInt64]) {
    for index in unmet where !met.contains(index) {
      if case .sometimes(let holds) = rules.sometimes[index].kind, (try? holds(world)) == true { met.insert(index) }
    }
    do {
      for (index, target) in rules.targets.enumerated() {
        let score = try target.read(world)
        guard score > max(heights[index], climbs[index]?.score ?? -.infinity) else { continue }
        hasFound = true
        climbs[index] = (score, RunStart(world: world, steps: steps, record: record))
      }
      for (index, label) in rules.labels.enumerated() {
        guard let text = try label.read(world), labels.insert([label.name, text]).inserted else { continue }
        hasFound = true
        if watch.see(text, number: index) { note(world, steps, record) }
      }
      for (index, cover) in rules.covers.enumerated() where !covered.contains(index) {
        guard try cover.isMet(world) else { continue }
        hasFound = true
        covered.insert(index)
      }
    } catch {
      if thrown == nil { thrown = "\(error)" }
    }
  }
}
