import TEARuntime
import Testing

@testable import TEACheck

/// A compact search, which compares hashes alone, tells apart all that an exact search tells apart, or is refused.
@Suite struct CompactIdentityTests {
  /// A value that is made of a number.
  protocol MadeOfNumber: Sendable {
    init(_ number: Int)
    var number: Int { get }
  }

  /// Counts to three and begins anew: four worlds.
  enum Counting<Model: MadeOfNumber>: Module {
    enum Message: CaseIterable { case add }
    static func start(with flags: Void) -> Model { Model(0) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model = Model((model.number + 1) % 4)
    }
  }

  /// Performs one of four commands: the start, and a world with each command.
  enum Asking<Command: MadeOfNumber>: Module {
    enum Message { case ask(Int) }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if case .ask(let number) = message { perform(Command(number)) }
      model = true
    }
  }

  private func checks<Part: MadeOfNumber>(of type: Part.Type) -> [Check] {
    [
      Specification(of: Counting<Part>.self) {}.check(),
      Specification(of: Asking<Part>.self) {
        Messages(of: .model) { $0 ? [] : (0..<4).map { .ask($0) } }
        Replies { _ in [] }
      }.check(),
    ]
  }

  /// The numbers of worlds of an exact search and of a compact one, first for models of a type and then for commands of it.
  private func worldCounts<Part: MadeOfNumber>(of type: Part.Type) -> [Int] {
    checks(of: type).flatMap { check in
      [false, true].map { isCompact in
        let result = check.exploration { $0.isCompact = isCompact }
        return result.verdict == .error ? -1 : result.states
      }
    }
  }

  final class Box: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Only its own `==` compares the number in the box.
  struct Boxed: Hashable, MadeOfNumber {
    var box: Box
    init(_ number: Int) { box = Box(number) }
    var number: Int { box.number }
    static func == (one: Boxed, other: Boxed) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// Its own `==` calls the function.
  struct WithFunction: Hashable, MadeOfNumber {
    var function: @Sendable () -> Int
    init(_ number: Int) { function = { number } }
    var number: Int { function() }
    static func == (one: WithFunction, other: WithFunction) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// A type that contains itself, with an object that its own `==` compares.
  struct Tree: Hashable, MadeOfNumber {
    var box: Box
    var trees: [Tree] = []
    init(_ number: Int) { box = Box(number) }
    var number: Int { box.number }
    static func == (one: Tree, other: Tree) -> Bool { (one.number, one.trees) == (other.number, other.trees) }
    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      hasher.combine(trees)
    }
  }

  @Test func `whole models and commands are told apart by their own ==`() {
    #expect(worldCounts(of: Boxed.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: WithFunction.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: Tree.self) == [4, 4, 5, 5])
  }

  @Test(arguments: [false, true]) func `an invariant of what only the model's own == compares is violated`(
    isCompact: Bool
  ) {
    let result = Specification(of: Counting<Boxed>.self) { Always("small") { $0.number < 3 } }.check()
      .exploration { $0.isCompact = isCompact }
    #expect(result.counterexample?.steps.count == 3)
  }

  /// Like ``Tree``, without a hash.
  struct UnhashedTree: Equatable, MadeOfNumber {
    var box: Box
    var trees: [UnhashedTree] = []
    init(_ number: Int) { box = Box(number) }
    var number: Int { box.number }
    static func == (one: UnhashedTree, other: UnhashedTree) -> Bool {
      (one.number, one.trees) == (other.number, other.trees)
    }
  }

  /// A list in an object, whose `==` compares more than its elements, and which has no hash.
  struct UnhashedList: RandomAccessCollection, Equatable, MadeOfNumber {
    var limit: Box
    init(_ number: Int) { limit = Box(number) }
    var number: Int { limit.number }
    var startIndex: Int { 0 }
    var endIndex: Int { 1 }
    subscript(index: Int) -> Int { index }
    static func == (one: UnhashedList, other: UnhashedList) -> Bool { one.number == other.number }
  }

  @Test func `an == without a hash is refused in types that contain themselves and in collections`() {
    #expect(worldCounts(of: UnhashedTree.self) == [4, -1, 5, -1])
    #expect(worldCounts(of: UnhashedList.self) == [4, -1, 5, -1])
    #expect(
      checks(of: UnhashedList.self).map { check in check.exploration { $0.isCompact = true }.message ?? "" }
        == ["the model", "a command"].map {
          "--compact tells worlds apart by hashes, and \($0) has an == and no hash; make its type Hashable, or leave "
            + "--compact out"
        })
  }
}
