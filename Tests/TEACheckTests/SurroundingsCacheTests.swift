import Synchronization
import Testing

@testable import TEACheck

/// The replies, events and changes of surroundings that a search lists and keeps by numbers.
@Suite struct SurroundingsCacheTests {
  /// How much a search keeps.
  enum Room { case none, little, plenty }

  /// The worlds, steps and depth of a complete search.
  private func search(_ specification: Specification<Shelf>, _ room: Room, workers: Int = 1) throws -> [Int] {
    var rules = try Rules(specification, scope: 4)
    rules.mayCacheReactions = room != .none
    var explorer = Explorer(
      rules, ModuleFunctions(of: Shelf.self), bounds: ExplorationBounds(), workers: workers
    ) { _ in }
    for worker in 0..<workers where room == .little {
      explorer.expansions[worker].surroundings.maxStepCount = 20
      explorer.expansions[worker].surroundings.changes.maxCount = 32
    }
    let exploration = explorer.explore().exploration
    guard case .exhausted = exploration.end else { throw Unfinished() }
    return [exploration.progress.states, exploration.progress.transitions, exploration.progress.depth]
  }

  @Test func `lists and changes that are forgotten are made again`() throws {
    let specification = Shelf.specification(.all) {
      Messages(of: .model) { _ in [.toggle] }
      Environment(
        0,
        events: { number, _ in
          number < 300 ? [EnvironmentEvent("next") { $0 += 1 }, EnvironmentEvent("the last") { $0 = 300 }] : []
        })
    }
    for room in [Room.little, .plenty] {
      // Each number is met with the shelf open and closed, and two events lead from each but the last.
      #expect(try search(specification, room) == [602, 602 + 2 * 600, 300])
    }
  }

  @Test(
    arguments: [
      EffectPolicy<Int>.all, .latest(0), .first(0), .debounce(0, .seconds(1)), .throttle(0, .seconds(2)),
    ])
  func `worlds, steps and depth are those of a search that keeps nothing`(policy: EffectPolicy<Int>) throws {
    let specifications = [
      Shelf.specification(policy) {
        Shelf.puts
        Replies { [.stored($0.book), .lost] }
      },
      Shelf.specification(policy) {
        Shelf.puts
        Replies { $1.books.contains($0.book) ? [.stored($0.book)] : [.lost] }
      },
      Shelf.specification(policy) {
        Shelf.puts
        Replies { [.stored($0.book)] }
        InterimReplies { _, model in model.books.count == 1 ? [.lost] : nil }
        RacyCancellation()
      },
      Shelf.specification(policy) {
        Shelf.puts
        Replies { [.stored($0.book)] }
        LostReplies()
        RepeatedReplies()
        StaleViews()
      },
      Shelf.specification(policy) {
        Shelf.puts
        Environment(
          [Int](), performing: { $0 = ($0 + [$1.book]).suffix(2) },
          replies: { stored, command in [.stored(stored.last ?? command.book), .lost] })
      },
    ]
    for (number, specification) in specifications.enumerated() {
      let expected = try search(specification, .none)
      #expect(expected[0] > 10, "specification \(number)")
      for (room, workers) in [(Room.plenty, 1), (.little, 1), (.plenty, 2), (.little, 2)] {
        #expect(try search(specification, room, workers: workers) == expected, "specification \(number), \(room)")
      }
    }
  }

  @Test func `an environment that acts differently each time is nondeterministic`() {
    let calls = Mutex(0)
    let result = Shelf.specification(.all) {
      Shelf.puts
      Environment(
        0,
        performing: { number, _ in
          number = calls.withLock { count in
            count += 1
            return count
          }
        }, replies: { _, command in [.stored(command.book)] })
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
  }
}

private struct Unfinished: Error {}

/// A shelf whose books are stored by requests with a policy.
private enum Shelf: Module {
  enum Message: Hashable { case put(Int), stored(Int), lost, toggle }

  struct Command: Hashable {
    var book: Int
    var policy: EffectPolicy<Int>
  }

  struct Model: Hashable {
    var policy: EffectPolicy<Int>
    var requestCount = 0
    var books: Set<Int> = []
    var isOpen = false
  }

  static func start(with policy: EffectPolicy<Int>) -> Model { Model(policy: policy) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .put(let book):
      model.requestCount += 1
      perform(Command(book: book, policy: model.policy))
    case .stored(let book): model.books.insert(book)
    case .lost: model.books = []
    case .toggle: model.isOpen.toggle()
    }
  }

  static func policy(for command: Command) -> EffectPolicy<Int> { command.policy }

  /// Up to two requests.
  static var puts: Messages<Self> {
    Messages(of: .model) { $0.requestCount < 2 ? [.put(1), .put(2), .toggle] : [.toggle] }
  }

  static func specification(
    _ policy: EffectPolicy<Int>, @SpecificationBuilder<Self> _ declarations: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    let declarations = declarations()
    return Specification(of: Self.self) {
      Start(with: [policy])
      DeclarationList(declarations: declarations)
    }
  }
}
