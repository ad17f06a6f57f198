import TEAGenerators
import TEARuntime
import Testing

@testable import TEACheck

/// Lists of payloads claim to be all values only where they are.
@Suite struct ListedPayloadTests {
  enum Filter: Hashable, CaseIterable {
    case all, search(String)
    static var allCases: [Filter] { [.all, .search("")] }
  }

  struct Shade: Hashable, CaseIterable {
    var level: Int
    static var allCases: [Shade] { [Shade(level: 0), Shade(level: 9)] }
  }

  enum Partial: CaseIterable {
    case on, off, broken
    static var allCases: [Partial] { [.on, .off] }
  }

  enum Whole: CaseIterable { case on, off, broken }

  /// A program that stores what its messages carry.
  enum Storing<Payload: Hashable & Sendable>: Module {
    enum Message: Hashable { case set(Payload) }
    static func start(with flags: Void) -> Payload? { nil }
    static func update(for message: Message, model: inout Payload?, perform: (Command) -> Void) {
      if case .set(let payload) = message { model = payload }
    }
  }

  private func coverage<Payload: Hashable & Sendable>(_ type: Payload.Type, scope: Int = 3) -> CheckResult.Coverage? {
    let result = Specification(of: Storing<Payload>.self) {}.check(scope: scope).exploration()
    #expect(result.verdict == .passed)
    return result.coverage
  }

  @Test func `a list of cases that somebody wrote does not count as all values`() {
    #expect(coverage(Filter.self) == .completeWithinScope)
    #expect(coverage(Shade.self) == .completeWithinScope)
    #expect(coverage(Partial.self) == .completeWithinScope)
    #expect(coverage(Whole.self) == .complete)
    let result = Specification(of: Storing<Filter>.self) { Always("no search") { $0 != .search("x") } }.check()
      .exploration()
    #expect(result.verdict == .passed && result.coverage == .completeWithinScope)
  }

  enum Key: Hashable, CaseIterable {
    case clear, digit(Int)
    static var allCases: [Key] { [.clear] + (0..<30).map { .digit($0) } }
  }

  enum Pad: Module {
    typealias Message = Key
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Key, model: inout Int, perform: (Command) -> Void) {
      if case .digit(let digit) = message { model = digit } else { model = 0 }
    }
  }

  @Test func `every listed case of a message type is explored`() {
    let result = Specification(of: Pad.self) {}.check().exploration()
    #expect(result.states == 30 && result.coverage == .completeWithinScope)
  }

  enum Single: Hashable { case only }

  /// Derived arrays have at most 100 elements. A scope of 101 lists them all, from the empty array on.
  @Test func `arrays that are longer than the derived ones are noted at a large scope`() {
    #expect(coverage([Single].self, scope: 100) == .completeWithinScope)
    #expect(coverage([Single].self, scope: 101) == .completeWithinScope)
    #expect(coverage([Single].self, scope: 200) == .completeWithinScope)
    #expect(coverage([Single: Single].self, scope: 200) == .complete)
    #expect(coverage(Set<Single>.self, scope: 200) == .complete)
  }

  enum Digit: Hashable { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p }
  enum Dial: Hashable { case set(Digit, Digit, Digit, Digit), turned(Digit, Digit, Digit) }
  enum Flags: Hashable {
    case set(Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool)
  }

  @Test func `associated values with too many combinations are cut to the scope, and further where that is not enough`()
    throws
  {
    let dials = try Derivation(root: Dial.self).listedValues(of: Dial.self, scope: 3)
    // All combinations of digits for `turned`, and 3⁴ combinations for `set`: three digits in each place.
    #expect(dials.values.count == 16 * 16 * 16 + 81)
    #expect(Set(dials.values).count == dials.values.count && !dials.isExhaustive && !dials.exhaustsGenerator)
    let flags = try Derivation(root: Flags.self).listedValues(of: Flags.self, scope: 3)
    #expect(flags.values.count == 1 << 13 && !flags.isExhaustive && !flags.exhaustsGenerator)
  }

  enum Lamps: Module {
    typealias Message = ListedPayloadTests.Flags
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }
  enum Safe: Module {
    typealias Message = Dial
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a larger scope is advised only where it lists more combinations`() {
    func notes<M: Module>(_ module: M.Type) -> String {
      Specification(of: M.self) {}.check().exploration().notes.joined(separator: "\n")
    }
    #expect(notes(Safe.self).contains("payloads were cut to the listed values; look at more of them with --scope"))
    #expect(notes(Lamps.self).contains("payloads were cut to the listed values"))
    #expect(!notes(Lamps.self).contains("look at more of them"))
  }

  enum Editor: Module {
    enum Message: Hashable { case typed(String), moved(to: Int), cleared, saved, closed, pasted(String) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .pasted = message { model = 1 }
    }
  }

  enum Window: Module {
    enum Message: Hashable { case opened, editor(Editor.Message), tab(Int, Editor.Message) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .opened: break
      case .editor(let message): Editor.update(for: message, model: &model, perform: perform)
      case .tab(let number, .closed): model = number
      case .tab: break
      }
    }
  }

  indirect enum Tree: Hashable { case leaf, node(Tree, Tree), named(String), numbered(Int) }
  enum Forest: Hashable { case planted(Tree) }
  enum Large: Hashable { case chosen(Int, Int, Int, Editor.Message) }

  @Test func `the message of a child is listed case by case, as where the child is checked alone`() throws {
    let alone = try Derivation(root: Editor.Message.self).listedValues(of: Editor.Message.self, scope: 3)
    let window = try Derivation(root: Window.Message.self).listedValues(of: Window.Message.self, scope: 3)
    #expect(alone.values.count == 3 + 3 * 3)
    let ofEditor = window.values.compactMap { if case .editor(let message) = $0 { message } else { nil } }
    #expect(ofEditor == alone.values)
    #expect(window.values.count == 1 + 12 + 3 * 12 && Set(window.values).count == window.values.count)
    #expect(!window.isExhaustive && window.canGrow)
    let result = Specification(of: Window.self) { Always("nothing is pasted") { $0 != 1 } }.check().exploration()
    #expect(result.counterexample?.steps.count == 1)
  }

  @Test func `each case of a child's message has a value where all values are too many`() throws {
    let large = try Derivation(root: Large.self).listedValues(of: Large.self, scope: 3)
    let messages = large.values.map { value in
      switch value {
      case .chosen(_, _, _, let message): message
      }
    }
    #expect(large.values.count == 27 * 6 && Set(messages).count == 6 && !large.isExhaustive)
    for scope in [4, 6, 7, 16, 40] {
      let values = try Derivation(root: Large.self).listedValues(of: Large.self, scope: scope).values
      let cases = values.map { value in
        switch value {
        case .chosen(_, _, _, let message): "\(message)".prefix { $0 != "(" }
        }
      }
      #expect(Set(cases).count == 6, "\(scope)")
    }
  }

  indirect enum Natural: Hashable { case zero, successor(Natural) }
  enum Setting: Hashable { case set(Natural, Bool) }

  @Test func `a value that is too deep inside of its own type is not listed as another`() throws {
    let values = try Derivation(root: Setting.self).listedValues(of: Setting.self, scope: 3).values
    #expect(values.count == 7 * 2 && Set(values).count == values.count)
  }

  @Test func `each case of an enum inside of itself has a value, whose parts are the smallest`() throws {
    let forest = try Derivation(root: Forest.self).listedValues(of: Forest.self, scope: 3)
    let trees = forest.values.map { value in
      switch value {
      case .planted(let tree): tree
      }
    }
    // A leaf, three names, three numbers, and the pairs of the three smallest trees.
    #expect(trees.count == 1 + 3 + 3 + 3 * 3 && Set(trees).count == trees.count && !forest.isExhaustive)
    #expect(trees.contains(.node(.leaf, .leaf)) && trees.contains(.named("")) && trees.contains(.numbered(0)))
  }

  private func list<Value>(_ type: Value.Type) throws -> Gen<Value>.SmallestValues {
    try Derivation(root: type).generator(for: type).fewSmallest(3, attempts: 1_000)
  }

  @Test func `all sets and dictionaries of a small type are listed, each once`() throws {
    let flags = try list(Set<Bool>.self)
    #expect(flags.values == [[], [false], [true], [false, true]] && flags.isExhaustive)
    let states = try list(Set<Whole>.self)
    #expect(states.values.count == 8 && Set(states.values).count == 8 && states.isExhaustive)
    let settings = try list([Bool: Bool].self)
    #expect(settings.values.count == 9 && Set(settings.values).count == 9 && settings.isExhaustive)
    let numbers = try list([Whole: Int].self)
    #expect(numbers.values == [[:], [.on: 0], [.off: 0]] && !numbers.isExhaustive)
    let examples = try list(Set<Shade>.self)
    #expect(!examples.isExhaustive)
  }

  indirect enum Group: Hashable { case empty, all(Set<Group>), named([Bool: Group]) }

  @Test func `sets and dictionaries of a recursive type are derived`() throws {
    let generator = try Derivation(root: Group.self).generator(for: Group.self)
    #expect(generator.enumerate(2).count == 2)
    for seed in 1...50 as ClosedRange<UInt64> { _ = try generator.sample(seed: seed) }
  }
}
