@testable import TEASupport
import Testing

@testable import TEACheck

/// A search without a bound of its own ends where a large list or text grows with the depth.
@Suite struct EndlessGrowthTests {
  private static let text =
    "the search ended at depth 1 024, because lines.count grew from 0 to 1 024 and may have no end; "
    + "stop it by Messages or Precondition, or go on with --depth or --states"

  /// A chat in which there is always one more line: one world at each depth.
  private enum Chat: Module {
    enum Message: Hashable { case send }
    struct Model: Hashable { var lines: [Int] = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.lines.append(model.lines.count)
    }
  }

  private static let chat = Specification(of: Chat.self) {}.check()

  private func expectEnd(_ result: CheckResult, _ sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(result.verdict == .inconclusive && result.message == Self.text, sourceLocation: sourceLocation)
    let counts = [result.states, result.transitions, result.depth]
    #expect(counts == [1_025, 1_024, 1_024], sourceLocation: sourceLocation)
  }

  @Test(arguments: [1, 2], [false, true])
  func `a search ends where a list grows without an end`(_ workers: Int, _ isCompact: Bool) {
    let result = Self.chat.exploration(workers: workers) { $0.isCompact = isCompact }
    expectEnd(result)
    #expect(result.coverage == .bounded(depth: 1_024, beyond: 1))
    let notes = result.notes.filter { $0.contains("grows") }
    #expect(notes == [])
  }

  @Test func `random runs follow a search that ends by growth`() {
    let result = Self.chat.exploration { ($0.engine, $0.cases) = (.automatic, 10) }
    expectEnd(result)
    guard case .boundedAndSampled(depth: 1_024, beyond: 1, runs: 10, steps: _)? = result.coverage else {
      Issue.record("\(String(describing: result.coverage))")
      return
    }
  }

  @Test func `a search by canonical forms ends by growth`() {
    let result = Specification(of: Chat.self) { Symmetric { $0 } }.check().exploration()
    expectEnd(result)
  }

  @Test func `a search with a bound of its own goes on to the bound`() {
    let toDepth = Self.chat.exploration { $0.depth = 1_030 }
    #expect(toDepth.verdict == .passed && toDepth.coverage == .bounded(depth: 1_030, beyond: 1))
    let declared = Specification(of: Chat.self) {}.check(depth: 1_031).exploration()
    #expect(declared.verdict == .passed && declared.coverage == .bounded(depth: 1_031, beyond: 1))
    let toWorlds = Self.chat.exploration { $0.states = 1_032 }
    #expect(toWorlds.message == "there are more worlds than 1 032; allow more with --states, or set a --depth")
  }

  /// The second search begins at depth 699. The third one ends as soon as it has read its checkpoint.
  @Test(arguments: [false, true])
  func `a search that goes on from a checkpoint ends where a whole search ends`(_ isCompact: Bool) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/chat"
    func search(_ change: (inout CheckSettings) -> Void) -> CheckResult {
      Self.chat.exploration(workers: 2) { settings in
        (settings.checkpoint, settings.isCompact) = (path, isCompact)
        change(&settings)
      }
    }
    let first = search { $0.states = 700 }
    #expect(first.states == 700)
    for _ in 0..<2 {
      let ended = search { _ in }
      #expect(ended.message == "\(Self.text); --checkpoint \(path) goes on from here")
      let counts = [ended.states, ended.transitions, ended.depth]
      #expect(counts == [1_025, 1_024, 1_024])
    }
    let longer = search { $0.depth = 1_030 }
    #expect(longer.verdict == .passed && longer.coverage == .bounded(depth: 1_030, beyond: 1))
  }

  /// A basket that is emptied for good when it holds 1 100 things.
  private enum Basket: Module {
    enum Message: Hashable { case add }
    struct Model: Hashable { var things: [Int] = [], isClosed = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if model.isClosed { return }
      model.things.append(0)
      if model.things.count > 1_100 { model = Model(isClosed: true) }
    }
  }

  /// Worlds with up to 1 100 things, and one without, which comes last.
  @Test func `a list that grows and comes to an end needs a bound`() {
    let check = Specification(of: Basket.self) {}.check()
    let result = check.exploration()
    #expect(result.verdict == .inconclusive && result.depth == 1_024)
    #expect(result.message?.contains("because things.count grew from 0 to 1 024 and may have no end") == true)
    let whole = check.exploration { $0.states = 2_000 }
    #expect(whole.verdict == .passed && whole.coverage == .complete && whole.states == 1_102)
  }

  /// A counter to 2 100. Its first step loads a list.
  private enum Counter: Module {
    enum Message: Hashable { case next }
    struct Model: Hashable { var count = 0, items: [Int] = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if model.items.isEmpty { model.items = Array(repeating: 0, count: 1_500) }
      model.count = min(2_100, model.count + 1)
    }
  }

  @Test(arguments: [false, true]) func `a number that grows, and a large list that does not, end no search`(
    _ isCompact: Bool
  ) {
    let result = Specification(of: Counter.self) {}.check().exploration { $0.isCompact = isCompact }
    #expect(result.verdict == .passed && result.states == 2_101 && result.depth == 2_100)
    #expect(result.coverage == .complete || isCompact)
  }

  /// A list that grows until it is cleared for good. From then on, steps are counted.
  private enum Journal: Module {
    enum Message: Hashable { case add, clear }
    struct Model: Hashable { var lines: [Int] = [], stepsSinceClear: Int? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if let steps = model.stepsSinceClear {
        model.stepsSinceClear = steps + 1
      } else if message == .add {
        model.lines.append(0)
      } else {
        model = Model(stepsSinceClear: 0)
      }
    }
  }

  /// From the first level on, one world has a list, and the last one has none.
  @Test(arguments: [false, true]) func `a list that grows in one of the last worlds is found`(_ isCompact: Bool) {
    let result = Specification(of: Journal.self) {}.check().exploration { $0.isCompact = isCompact }
    #expect(result.verdict == .inconclusive && result.depth == 1_024 && result.states == 2_049)
    #expect(result.message?.contains("because lines.count grew from 0 to 1 024 and may have no end") == true)
  }

  private struct Page {
    var rest: [Int]
    var count: Int
    var text: String
  }

  @Test func `sizes that fall do not grow, a property of the name count is no size, and texts have one`() {
    var finder = GrowthFinder()
    for stage in 0...8 {
      let rest = Array(repeating: 0, count: 2_000 - 100 * stage)
      finder.add(
        Page(rest: rest, count: 1_000 * stage, text: String(repeating: "x", count: 200 * stage)), stage: stage)
    }
    #expect(finder.growing(upToStage: 8) == ["count (0 to 8 000)", "text.utf8.count (0 to 1 600)"])
    #expect(finder.growth(upToStage: 8) == Growth(path: "text.utf8.count", sizes: 0...1_600))
  }
}
