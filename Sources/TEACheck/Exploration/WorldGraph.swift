internal import TEARuntime

/// All worlds that an exploration found, and the steps between them.
///
/// The steps of a world are adjacent and in the order of exploration. A world from ``expandedCount`` on has none or some of its
/// steps. Worlds and steps are stored as numbers, and made when they are asked for.
struct WorldGraph<M: Module> {
  var worldCount = 0
  /// The worlds to start from have the smallest numbers.
  var startCount = 0
  /// The worlds from this index on are the frontier.
  var expandedCount = 0
  /// The index of the first step of each world, and at the end the number of steps.
  var firstSteps: [Int] = [0]
  /// The world that each step leads to. For a step of a world from ``expandedCount`` on, the number may be ``worldCount`` or
  /// larger: the graph does not have this world.
  var targets: [UInt32] = []
  /// The number of each step among all steps that are possible in its world.
  var stepNumbers: [UInt32] = []
  /// The worlds of which steps were left out, because they would leave too many commands outstanding.
  var worldsWithStepsLeftOut: [UInt32] = []
  /// `nil` before ``close(_:worlds:expanded:)``.
  var maker: WorldMaker<M>?

  /// - Parameter count: The number of steps for which memory is reserved; `nil` to reserve none.
  init(reservingSteps count: Int? = nil) {
    guard let count else { return }
    targets.reserveCapacity(count)
    stepNumbers.reserveCapacity(count)
  }

  /// In the order of discovery.
  var worlds: [World<M>] { maker?.worlds ?? [] }

  /// In the order of ``targets``.
  var steps: [WorldStep<M>] { maker?.steps(of: self) ?? [] }

  /// The indices in ``targets`` and ``stepNumbers`` of the steps of a world.
  func edges(of world: Int) -> Range<Int> { firstSteps[world]..<firstSteps[world + 1] }

  /// Makes one world without making all ``worlds``; `nil` before ``close(_:worlds:expanded:)``.
  func world(_ number: Int) -> World<M>? { maker?.makeWorld(number) }

  /// Makes one step without making all ``steps``; `nil` before ``close(_:worlds:expanded:)``.
  func step(_ edge: Int, of world: Int) -> WorldStep<M>? {
    maker.flatMap { $0.steps([Int(stepNumbers[edge])], of: world, in: $0.makeWorld(world)).first }
  }

  /// Steps must be added in the order of the worlds that they start from.
  ///
  /// - Parameter number: The number of the step among all steps that are possible in its world.
  mutating func add(_ number: Int, from source: Int, to target: Int) {
    while firstSteps.count <= source { firstSteps.append(targets.count) }
    targets.append(UInt32(truncatingIfNeeded: target))
    stepNumbers.append(UInt32(truncatingIfNeeded: number))
  }

  /// To be called after all steps were added.
  mutating func close(_ maker: WorldMaker<M>?, worlds: Int, expanded: Int) {
    self.maker = maker
    worldCount = worlds
    expandedCount = expanded
    while firstSteps.count <= worlds { firstSteps.append(targets.count) }
  }
}

/// Makes the worlds and the steps of a graph, from the rows of the worlds and by the rules of the search.
///
/// An object is used on one thread at a time.
final class WorldMaker<M: Module> {
  private let rules: Rules<M>
  private let worldCount: Int
  let makeWorld: (Int) -> World<M>
  /// The numbers of a world's parts; `nil` where worlds are only models.
  private let numbers: ((Int) -> WorldNumbers)?
  /// Frees the memory from which worlds are made.
  private let release: () -> Void
  /// Some step of the graph, shown in place of a step that a nondeterministic program no longer offers; `nil` without steps.
  private let placeholderStep: WorldStep<M>?
  private(set) lazy var worlds: [World<M>] = (0..<worldCount).map(makeWorld)
  /// All steps of the graph; `nil` until they are asked for.
  private var steps: [WorldStep<M>]?
  /// The replies and events of worlds, by the numbers of the surroundings and of the list of outstanding commands; empty where
  /// replies and events depend on the model too.
  private var repliesAndEvents: [UInt64: [WorldStep<M>]] = [:]
  /// The number of kept replies and events; above 65,536, all are forgotten before more are kept.
  private var keptStepCount = 0

  init(
    of worldCount: Int, _ rules: Rules<M>, placeholderStep: WorldStep<M>?, makeWorld: @escaping (Int) -> World<M>,
    numbers: ((Int) -> WorldNumbers)?, release: @escaping () -> Void
  ) {
    (self.worldCount, self.rules, self.placeholderStep) = (worldCount, rules, placeholderStep)
    (self.makeWorld, self.numbers, self.release) = (makeWorld, numbers, release)
  }

  deinit { release() }

  /// A maker for a part of the graph: world *i* of the result is world `chosenWorlds[i]` of this object, which the result keeps
  /// alive.
  func selecting(_ chosenWorlds: [Int]) -> WorldMaker {
    WorldMaker(
      of: chosenWorlds.count, rules, placeholderStep: placeholderStep, makeWorld: { self.makeWorld(chosenWorlds[$0]) },
      numbers: numbers.map { numbers in { numbers(chosenWorlds[$0]) } }, release: {})
  }

  /// The number of a world's model; `nil` where worlds are only models.
  var modelNumber: ((Int) -> UInt32)? { numbers.map { numbers in { numbers($0).model } } }

  /// Empty where a declaration throws.
  private func possibleSteps(of number: Int, in world: World<M>) -> [WorldStep<M>] {
    let steps = try? UserCode.calling(.offer) {
      try rules.messages(in: world).map { WorldStep<M>.message($0) } + stepsBesidesMessages(of: number, in: world)
    }
    return steps ?? []
  }

  /// Replies and events are asked for once for all worlds with the same surroundings and outstanding commands, unless they
  /// depend on the model. Callers must run in ``UserCode/calling(_:_:)``.
  func stepsBesidesMessages(of number: Int, in world: World<M>) throws -> [WorldStep<M>] {
    guard rules.hasSurroundings, !rules.repliesDependOnModel, let parts = numbers?(number) else {
      return try rules.stepsBesidesMessages(in: world)
    }
    let key = UInt64(parts.surroundings) << 32 | UInt64(parts.outstanding)
    if let kept = repliesAndEvents[key] { return kept }
    let found = try rules.stepsBesidesMessages(in: world)
    if keptStepCount > 1 << 16 { (repliesAndEvents, keptStepCount) = ([:], 0) }
    repliesAndEvents[key] = found
    keptStepCount += found.count
    return found
  }

  /// The steps of a world that have the given numbers among all its possible steps; ``placeholderStep`` in place of each step
  /// that is no longer possible.
  func steps(_ stepNumbers: [Int], of number: Int, in world: World<M>) -> [WorldStep<M>] {
    guard !stepNumbers.isEmpty else { return [] }
    let possibleSteps = possibleSteps(of: number, in: world)
    // Nearly always, these are the numbers of all possible steps, in order.
    if stepNumbers.count == possibleSteps.count, stepNumbers.indices.allSatisfy({ stepNumbers[$0] == $0 }) {
      return possibleSteps
    }
    return stepNumbers.compactMap { $0 < possibleSteps.count ? possibleSteps[$0] : placeholderStep }
  }

  func steps(of graph: WorldGraph<M>) -> [WorldStep<M>] {
    if let steps { return steps }
    var allSteps: [WorldStep<M>] = []
    allSteps.reserveCapacity(graph.targets.count)
    for world in 0..<worldCount where !graph.edges(of: world).isEmpty {
      allSteps += steps(graph.edges(of: world).map { Int(graph.stepNumbers[$0]) }, of: world, in: makeWorld(world))
    }
    steps = allSteps
    return allSteps
  }
}
