import Foundation
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

  /// Performs one of four commands: five worlds, which are the start and one with each command.
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

  /// The numbers of worlds of an exact search and of a compact one, first with models of a type and then with commands of this
  /// type; -1 for a search that is refused.
  private func worldCounts<Part: MadeOfNumber>(of type: Part.Type) -> [Int] {
    checks(of: type).flatMap { check in
      [false, true].map { isCompact in
        let result = check.exploration { $0.isCompact = isCompact }
        return result.verdict == .error ? -1 : result.states
      }
    }
  }

  struct Plain: Hashable, MadeOfNumber {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  final class Box: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// A number in an object. Only the `==` of this type compares the number.
  struct Boxed: Hashable, MadeOfNumber {
    var box: Box
    init(_ number: Int) { box = Box(number) }
    var number: Int { box.number }
    static func == (one: Boxed, other: Boxed) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// A number that a function returns. The `==` of this type calls the function.
  struct WithFunction: Hashable, MadeOfNumber {
    var function: @Sendable () -> Int
    init(_ number: Int) { function = { number } }
    var number: Int { function() }
    static func == (one: WithFunction, other: WithFunction) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// A type that contains itself, and a number in an object. Its `==` compares the number.
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

  /// A list of one element, always 0, with a limit in an object. Its `==` compares the limit, and it has no hash.
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

  /// A slice with the first character of a text. The rest of the text is the number.
  struct Cut: Hashable, MadeOfNumber {
    var text: Substring
    init(_ number: Int) { text = "a\(number)".prefix(1) }
    var number: Int { Int(text.base.dropFirst()) ?? -1 }
  }

  /// A byte that is the same for each number, in a slice that begins at the number.
  struct Slice: Hashable, MadeOfNumber {
    var data: Data
    init(_ number: Int) { data = Data(repeating: 7, count: 100)[number..<number + 1] }
    var number: Int { data.startIndex }
  }

  /// Data that ends with the number. The hash of `Data` is that of its first 80 bytes.
  struct File: Hashable, MadeOfNumber {
    var data: Data
    init(_ number: Int) { data = Data(repeating: 7, count: 199) + [UInt8(number)] }
    var number: Int { data.last.map { Int($0) } ?? -1 }
  }

  /// One of four selected rows. Foundation hashes the first two alike.
  struct Selection: Hashable, MadeOfNumber {
    static let selections = [[0, 2, 3], [0, 1, 3], [], [1]].map { IndexSet($0) }
    var rows: IndexSet
    init(_ number: Int) { rows = Self.selections[number] }
    var number: Int { Self.selections.firstIndex(of: rows) ?? -1 }
  }

  /// Data in a field of type `any Sendable`, so that the type of a model or command does not show it.
  struct Erased: MadeOfNumber {
    var value: any Sendable
    init(_ number: Int) { value = ["file": File(number).data] }
    var number: Int { (value as? [String: Data]).flatMap { $0["file"]?.last.map { Int($0) } } ?? -1 }
  }

  @Test func `collections of Foundation are told apart by all of their elements`() {
    #expect(worldCounts(of: File.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: Selection.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: Erased.self) == [4, 4, 5, 5])
    let identity = ValueIdentity.of(IndexSet.self)
    let hashes = (0..<32).map { bits in
      identity.hash(ofValue: IndexSet((0..<5).filter { bits & 1 << $0 != 0 }), isFingerprint: true)
    }
    #expect(Set(hashes).count == 32)
    #expect(identity.hash(ofValue: IndexSet(integersIn: 0..<1_000_000_000_000), isFingerprint: true) != hashes[0])
  }

  /// A digit in a set of characters. Foundation keeps the set in an object with a hash of its own.
  struct Digit: Hashable, MadeOfNumber {
    var characters: CharacterSet
    init(_ number: Int) { characters = CharacterSet(charactersIn: "\(number)") }
    var number: Int { (0..<4).first { characters == Digit($0).characters } ?? -1 }
  }

  @Test func `the odds of a hash collision depend on the hash of an object inside of a value of Foundation`() {
    let result = checks(of: Digit.self)[0].exploration { $0.isCompact = true }
    #expect(result.notes.contains { $0.hasSuffix(", if every hash(into:) looks at all that == looks at") })
  }

  /// An error that is an object. Swift gives all errors of one class the same code, the `code` of an `NSError`.
  final class Fault: Error, Hashable, MadeOfNumber {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Fault, other: Fault) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  /// An error whose own `==` compares the number in the box.
  struct BoxedFault: Error, Hashable, MadeOfNumber {
    var box: Box
    init(_ number: Int) { box = Box(number) }
    var number: Int { box.number }
    static func == (one: BoxedFault, other: BoxedFault) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `slices are told apart by what surrounds them`() {
    #expect(worldCounts(of: Cut.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: Slice.self) == [4, 4, 5, 5])
  }

  @Test func `errors of one code are told apart by their own ==`() {
    #expect(worldCounts(of: Fault.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: BoxedFault.self) == [4, 4, 5, 5])
  }

  /// An object whose hash leaves out all that its `==` compares.
  final class Card: Hashable, MadeOfNumber {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (one: Card, other: Card) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) {}
  }

  /// An object whose hash leaves out its class, which its `==` compares.
  class Figure: Hashable, @unchecked Sendable {
    let name = "a"
    static func == (one: Figure, other: Figure) -> Bool { type(of: one) == type(of: other) && one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
  final class Dot: Figure, @unchecked Sendable {}

  /// The bits of the number: a dot for 1.
  struct Drawing: Hashable, MadeOfNumber {
    var figures: [Figure]
    init(_ number: Int) { figures = [1, 2].map { number & $0 == 0 ? Figure() : Dot() } }
    var number: Int { (figures[0] is Dot ? 1 : 0) + (figures[1] is Dot ? 2 : 0) }
  }

  @Test func `values are told apart whose hash leaves out what their == compares`() {
    #expect(worldCounts(of: Card.self) == [4, 4, 5, 5])
    #expect(worldCounts(of: Drawing.self) == [4, 4, 5, 5])
  }

  /// A book with a card that is carried to the last page and dropped there; another one is then carried from the first page on.
  enum CardBook: Module {
    enum Message { case turnPage, changeCard }
    struct Model: Hashable {
      var page = 0 { didSet { text = "this is what stands on page \(page)" } }
      var text = "this is what stands on page 0"
      var card: Card? = Card(0)
    }
    static let lastPage = 60
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .turnPage: model.page += model.card == nil ? -1 : 1
      case .changeCard: model.card = model.card == nil ? Card(1) : nil
      }
    }
    static func offers(_ model: Model) -> [Message] {
      if model.card == nil { return [model.page > 0 ? .turnPage : .changeCard] }
      return model.page < lastPage ? [.turnPage] : model.card == Card(0) ? [.changeCard] : []
    }
  }

  /// No world of the frontier has the first card any more when the second one comes.
  @Test func `values of one hash are told apart also where one of them could have been freed`() throws {
    var explorer = try compactExplorer(
      of: Specification(of: CardBook.self) { Messages(of: .model) { CardBook.offers($0) } }, maxUnfreedPartCount: 20)
    #expect(explorer.exploreAll().progress.states == 3 * (CardBook.lastPage + 1))
  }

  /// An error that Foundation declares.
  struct Problem: Hashable, MadeOfNumber {
    var error: NSError
    init(_ number: Int) { error = NSError(domain: "\(number)", code: 1) }
    var number: Int { Int(error.domain) ?? -1 }
  }

  /// The same error in an existential, so that only the value tells the type.
  struct AnyProblem: MadeOfNumber {
    var error: any Error
    init(_ number: Int) { error = Problem(number).error }
    var number: Int { Int((error as NSError).domain) ?? -1 }
  }

  @Test func `errors of Foundation are refused`() {
    #expect(worldCounts(of: Problem.self) == [4, -1, 5, -1])
    #expect(worldCounts(of: AnyProblem.self) == [4, -1, 5, -1])
    let messages = (checks(of: Problem.self) + checks(of: AnyProblem.self)).map { check in
      check.exploration { $0.isCompact = true }.message ?? ""
    }
    #expect(
      messages
        == ["the model's error", "a command's error", "NSError in the model", "NSError in a command"].map {
          "--compact tells worlds apart by hashes, and the hash of \($0) leaves out some of what its == compares; leave "
            + "--compact out"
        })
  }

  /// Asks an environment for an answer.
  enum Waiting<Part: MadeOfNumber>: Module {
    enum Message { case ask, answered(Part) }
    enum Command: Hashable { case ask }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if case .ask = message { perform(.ask) }
      model = true
    }
  }

  /// An environment that stores nothing but a part.
  struct Server<Part: MadeOfNumber>: Hashable, Sendable {
    var part = Part(0)
    static func == (one: Server, other: Server) -> Bool { one.part.number == other.part.number }
    func hash(into hasher: inout Hasher) { hasher.combine(part.number) }
  }

  /// The results of an exact search and of a compact one, first with a part in each of four replies that are yet to arrive, and
  /// then with a part in the environment.
  private func resultsInSurroundings<Part: MadeOfNumber>(of type: Part.Type) -> [CheckResult] {
    let checks = [
      Specification(of: Waiting<Part>.self) {
        Messages(of: .model) { $0 ? [] : [.ask] }
        Environment(0, replies: { _, _ in (0..<4).map { .answered(Part($0)) } })
      }.check(),
      Specification(of: Waiting<Plain>.self) {
        Messages(of: .model) { $0 ? [] : [.ask] }
        Environment(
          Server<Part>(),
          events: { server, _ in [EnvironmentEvent("next") { $0.part = Part((server.part.number + 1) % 4) }] }
        ).atOnce
      }.check(),
    ]
    return checks.flatMap { check in [false, true].map { isCompact in check.exploration { $0.isCompact = isCompact } } }
  }

  @Test func `replies that are yet to arrive and environments are told apart`() {
    func expectToldApart<Part: MadeOfNumber>(_ type: Part.Type) {
      let results = resultsInSurroundings(of: type)
      #expect(results.allSatisfy { $0.verdict == .passed }, "\(type): \(results)")
      // The start, the command performed, the command in effect, each of its four replies on the way, and the command answered.
      #expect(results.prefix(2).map(\.states) == [8, 8], "\(type)")
      // Four environments, each before the command and after it. Nothing answers the command.
      #expect(results.suffix(2).map(\.states) == [8, 8], "\(type)")
    }
    expectToldApart(Plain.self)
    expectToldApart(Cut.self)
    expectToldApart(Fault.self)
    expectToldApart(Card.self)
    expectToldApart(BoxedFault.self)
    expectToldApart(Boxed.self)
    expectToldApart(WithFunction.self)
    expectToldApart(Tree.self)
  }

  @Test func `replies that are yet to arrive and environments are refused where no hash fits their ==`() {
    func messages<Part: MadeOfNumber>(of type: Part.Type) -> [String?] {
      let results = resultsInSurroundings(of: type)
      #expect(results.map(\.verdict) == [.passed, .error, .passed, .error], "\(type)")
      return [results[1], results[3]].map { result in
        result.message.map {
          String($0.dropFirst("--compact tells worlds apart by hashes, and ".count).prefix { $0 != ";" })
        }
      }
    }
    #expect(
      messages(of: UnhashedList.self)
        == ["a message's answered", "the environment's part"].map { "\($0) has an == and no hash" })
    #expect(
      messages(of: Problem.self)
        == ["a message's answered.error", "the environment's part.error"].map {
          "the hash of \($0) leaves out some of what its == compares"
        })
    #expect(
      messages(of: AnyProblem.self)
        == ["NSError in a message", "NSError in the environment"].map {
          "the hash of \($0) leaves out some of what its == compares"
        })
  }
}
