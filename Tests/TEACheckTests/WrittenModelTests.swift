import Extent
import TEARuntime
import Testing

@testable import TEACheck
@testable import YardstickChecks

/// Models as app developers write them have as many worlds as a breadth-first search over a `Set` of models finds.
///
/// The gate runs both searches to a depth. At night the counts of the whole state space are compared with pinned ones.
@Suite struct WrittenModelTests {
  @Test func `a to-do list has as many worlds as a naive search finds`() throws {
    try compare(
      TodoList.specification, pinned: [19_998, 297_207, 11], depth: 5, from: TodoList.start(with: ()),
      offers: TodoList.offers)
  }

  @Test func `a messenger has as many worlds as a naive search finds`() throws {
    try compare(
      Messenger.specification, pinned: [35_640, 188_646, 17], depth: 7, from: Messenger.start(with: ()),
      offers: Messenger.offers)
  }

  @Test func `two-phase commit with an array of managers has as many worlds as a naive search finds`() throws {
    try compare(
      ListedTwoPhaseCommit.specification(5), pinned: [8_832, 58_145, 16], depth: 6,
      from: ListedTwoPhaseCommit.start(with: 5), offers: ListedTwoPhaseCommit.offers)
  }

  /// The whole state space has so many models that the search gives up caching reactions, which `WorldRowLimitTests` tests as
  /// well.
  @Test(arguments: [1, 2]) func `an outbox with commands has as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      Outbox.specification, pinned: [45_241, 476_067, 14], depth: 4, workers: workers, from: Outbox.start(with: ()),
      offers: Outbox.offers
    ) { command in
      switch command {
      case .save(_, let index): [.saved(index), .failed(index, reason: "The server cannot be reached")]
      }
    }
  }

  @Test(arguments: [1, 2]) func `a calculator with trees has as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      Calculator.specification(5), pinned: [28_609, 57_084, 11], depth: 6, workers: workers,
      from: Calculator.start(with: 5),
      offers: Calculator.offers)
  }

  @Test(arguments: [1, 2]) func `screens over screens have as many worlds as a naive search finds`(workers: Int) throws
  {
    try compare(
      Screens.specification(4), pinned: [204, 608, 10], depth: 8, workers: workers, from: Screens.start(with: 4),
      offers: Screens.offers)
  }

  @Test(arguments: [1, 2]) func `a tree that is made anew has as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      Outline.specification(2), pinned: [64, 512, 6], depth: 6, workers: workers, from: Outline.start(with: 2),
      offers: Outline.offers)
  }

  @Test(arguments: [1, 2]) func `a tree that shares its nodes has as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      Treap.specification(4), pinned: [561, 8_976, 4], depth: 3, workers: workers, from: Treap.start(with: 4),
      offers: Treap.offers)
  }

  @Test(arguments: [1, 2]) func `preferences of any type have as many worlds as a naive search finds`(
    workers: Int
  ) throws {
    try compare(
      Preferences.specification(2), pinned: [864, 7_560, 7], depth: 4, workers: workers,
      from: Preferences.start(with: 2), offers: Preferences.offers)
  }

  @Test(arguments: [1, 2]) func `a path of values of any type has as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      MixedPath.specification(4), pinned: [6_220, 16_576, 14], depth: 5, workers: workers,
      from: MixedPath.start(with: 4),
      offers: MixedPath.offers)
  }

  @Test(arguments: [1, 2]) func `requests with errors of any type have as many worlds as a naive search finds`(
    workers: Int
  )
    throws
  {
    try compare(
      Requests.specification(4), pinned: [1_250, 8_250, 9], depth: 5, workers: workers, from: Requests.start(with: 4),
      offers: Requests.offers)
  }

  @Test(arguments: [1, 2]) func `cards in contiguous arrays have as many worlds as a naive search finds`(workers: Int)
    throws
  {
    try compare(
      Cards.specification(7), pinned: [34_972, 243_578, 20], depth: 6, workers: workers, from: Cards.start(with: 7),
      offers: Cards.offers)
  }

  @Test(arguments: [1, 2]) func `a stopwatch, with two worlds a level, has as many worlds as a naive search finds`(
    workers: Int
  ) throws {
    try compare(
      Stopwatch.specification(40), pinned: [82, 246, 42], depth: 6, workers: workers, from: Stopwatch.start(with: 40),
      offers: { _ in Stopwatch.Message.allCases })
  }

  @Test(arguments: [1, 2]) func `a parking meter, with one world a level, has as many worlds as a naive search finds`(
    workers: Int
  ) throws {
    try compare(
      ParkingMeter.specification(40), pinned: [41, 82, 40], depth: 6, workers: workers,
      from: ParkingMeter.start(with: 40), offers: { _ in ParkingMeter.Message.allCases })
  }

  @Test(arguments: [1, 2]) func `steps that fail lead nowhere, as in a naive search`(workers: Int) throws {
    try compare(
      Savings.specification(20), pinned: [882, 5_292, 28], depth: 6, workers: workers, from: Savings.start(with: 20),
      offers: Savings.offers)
  }

  // The counts of the chat come from `PlainSearch` in Benchmarks. The counts of the two programs after it come from an earlier
  // version of the search, which took each step from a whole world.

  @Test(arguments: [1, 2]) func `a chat with a server has a known number of worlds`(workers: Int) {
    let result = ChatClient.specification(1).check().exploration(workers: workers)
    #expect([result.states, result.transitions, result.depth] == [3_384, 17_902, 14])
  }

  @Test(arguments: [1, 2]) func `a search as the user types has a known number of worlds`(workers: Int) {
    let result = SearchField.specification(1).check().exploration(workers: workers)
    #expect([result.states, result.transitions, result.depth] == [129, 284, 16])
  }

  @Test(arguments: [1, 2]) func `a timer with tasks that are saved has a known number of worlds`(workers: Int) {
    let result = Pomodoro.specification(1).check().exploration(workers: workers)
    #expect([result.states, result.transitions, result.depth] == [777, 3_773, 35])
  }

  /// A value of `any Media.Type` stores a type and the conformance of this type.
  @Test func `a model with a metatype has a world for each type`() throws {
    let result = try Specification(of: Player.self) {
      Messages { _ in [0, 1, 2] }
      Always("the controls are those of the kind of media") { $0.kind.controls == $0.controls }
    }.check("player").run()
    #expect(result.states == 3)
  }

  private protocol Media { static var controls: Int { get } }

  private enum Player: Module {
    enum Song: Media { static let controls = 3 }
    enum Film: Media { static let controls = 5 }
    enum Talk: Media { static let controls = 7 }
    struct Model { var kind: any Media.Type = Song.self, controls = 3 }

    static func start(with flags: Void, perform: (Never) -> Void) -> Model { Model() }

    static func update(for message: Int, model: inout Model, perform: (Never) -> Void) {
      model.kind = ([Song.self, Film.self, Talk.self] as [any Media.Type])[message]
      model.controls = model.kind.controls
    }

    static func view(for model: Model) -> Int { model.controls }
  }

  /// Compares the numbers of worlds and transitions and the depth with those of a naive search, or at night with the pinned
  /// ones of the whole state space.
  private func compare<M: Module>(
    _ specification: Specification<M>, pinned: [Int], depth: Int, workers: Int = 2, from start: M.Model,
    offers: (M.Model) -> [M.Message], replies: (M.Command) -> [M.Message] = { _ in [] },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws where M.Model: Hashable, M.Command: Hashable {
    let bound = Extent.of(gate: depth, night: nil)
    let result = specification.check(depth: bound).exploration(workers: workers)
    let expected =
      try bound.map { try naiveCounts(M.self, $0, from: start, offers: offers, replies: replies) } ?? pinned
    #expect([result.states, result.transitions, result.depth] == expected, sourceLocation: sourceLocation)
  }

  private struct NaiveWorld<Model: Hashable, Command: Hashable>: Hashable {
    var model: Model
    var outstanding: [Command: Int] = [:]
  }

  /// The numbers of worlds and transitions to a depth, and the depth itself.
  private func naiveCounts<M: Module>(
    _ module: M.Type, _ depth: Int, from start: M.Model, offers: (M.Model) -> [M.Message],
    replies: (M.Command) -> [M.Message]
  ) throws -> [Int] where M.Model: Hashable, M.Command: Hashable {
    var seenWorlds: Set = [NaiveWorld<M.Model, M.Command>(model: start)]
    var (frontier, transitions) = (seenWorlds, 0)
    for _ in 0..<depth {
      var next: Set<NaiveWorld<M.Model, M.Command>> = []
      for world in frontier {
        var steps = offers(world.model).map { (world, $0) }
        for (command, count) in world.outstanding {
          var rest = world
          rest.outstanding[command] = count > 1 ? count - 1 : nil
          steps += replies(command).map { (rest, $0) }
        }
        for (before, message) in steps {
          var after = before
          do {
            try M.update(for: message, model: &after.model) { after.outstanding[$0, default: 0] += 1 }
          } catch is M.Failure {
            // A failed update leaves the model as it was.
            continue
          }
          next.insert(after)
        }
        transitions += steps.count
      }
      frontier = next.subtracting(seenWorlds)
      seenWorlds.formUnion(frontier)
    }
    return [seenWorlds.count, transitions, depth]
  }
}
