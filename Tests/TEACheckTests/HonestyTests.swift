import Testing

@testable import TEACheck

/// A pass never claims more than was explored.
@Suite struct HonestyTests {
  func run<M>(_ specification: Specification<M>) -> CheckResult {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  indirect enum Chain: Hashable { case end, link(Chain) }

  enum Recursive: Module {
    enum Message { case set(Chain) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      guard case .set(var chain) = message else { return }
      model = 0
      while case .link(let next) = chain { (chain, model) = (next, model + 1) }
    }
  }

  @Test func `a check of recursive payloads is complete only within its scope`() {
    #expect(run(Specification(of: Recursive.self) {}).coverage == .completeWithinScope)
  }

  enum Erroneous: Module {
    enum Message { case loaded(Result<Bool, any Error>) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a check of arbitrary errors is complete only within its scope`() {
    #expect(run(Specification(of: Erroneous.self) {}).coverage == .completeWithinScope)
  }

  struct Item: Hashable {
    var id: Bool
    var isDeleted: Bool
    static func == (one: Item, other: Item) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  enum Selecting: Module {
    enum Message { case select(Item) }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if case .select(let item) = message { model = item.isDeleted }
    }
  }

  @Test func `payloads that are equal by their own == are all tried`() {
    let result = run(Specification(of: Selecting.self) { Always("never deleted") { !$0 } })
    #expect(result.verdict == .violated)
  }

  enum Late: Module {
    enum Message { case fetch, online, loaded }
    struct Model: Hashable { var isOnline = false, isLoaded = false }
    enum Command: Hashable { case load }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .fetch: perform(.load)
      case .online: model.isOnline = true
      case .loaded: model.isLoaded = true
      }
    }
  }

  @Test func `a command that cannot be answered yet is answered later`() {
    let result = run(
      Specification(of: Late.self) {
        Messages(of: .model) { $0.isOnline ? [] : [.fetch, .online] }
        Replies { (_: Late.Command, model: Late.Model) in model.isOnline ? [.loaded] : [] }
        Always("never loaded") { !$0.isLoaded }
      })
    #expect(result.counterexample?.steps.map(\.message) == ["fetch", "online", "loaded"])
  }

  @Test func `a check of commands without replies is complete only within its scope`() {
    let result = run(Specification(of: Late.self) { Messages(of: .model) { _ in [.fetch, .online] } })
    #expect(result.coverage == .completeWithinScope)
    #expect(
      TextReport.lines(of: result).dropLast().last
        == "  note: commands are performed and nothing says what they bring: load; write Replies { command in … }")
  }

  /// A signal is a subscription that is no timer.
  enum Listening: Module {
    enum Message { case pushed }
    enum Subscription { case signals }
    struct Model: Hashable { var isPushed = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.isPushed = true }
    static func subscriptions(for model: Model) -> [Subscription] { [.signals] }
  }

  @Test func `a check of subscriptions that nothing declares is complete only within its scope`() {
    let undeclared = run(Specification(of: Listening.self) { Messages(of: .model) { _ in [] } })
    let note =
      "subscriptions begin that are no timers, and nothing says what they send; write Subscriptions { subscription in … }"
    #expect(undeclared.notes.contains(note) && undeclared.coverage == .completeWithinScope)
    let declared = run(
      Specification(of: Listening.self) {
        Messages(of: .model) { _ in [] }
        Subscriptions { _ in [.pushed] }
      })
    #expect(!declared.notes.contains(note) && declared.coverage == .complete)
    #expect(declared.states == 2)
  }

  /// A keypad with twenty keys, each a message.
  enum Keypad: Module {
    enum Message: Int, CaseIterable { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t }
    struct Model: Hashable { var last = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.last = message.rawValue
    }
  }

  @Test func `all cases of a CaseIterable message are listed`() {
    let result = run(Specification(of: Keypad.self) { Always("not the last key") { $0.last < 19 } })
    #expect(result.counterexample?.steps.map(\.message) == ["t"])
    let passed = run(Specification(of: Keypad.self) { Always("a key") { $0.last < 20 } })
    #expect(passed.coverage == .complete && passed.states == 20)
  }

  /// A keyboard whose keys are a payload.
  enum Keyboard: Module {
    // The enum is not `CaseIterable`. Its cases are found without this conformance.
    enum Key: Int { case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t }
    enum Message { case pressed(Key, isShifted: Bool), swapped(Key, Key) }
    struct Model: Hashable { var last = 0, isShifted = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .pressed(let key, let isShifted): model = Model(last: key.rawValue, isShifted: isShifted)
      case .swapped(let one, let other): model.last = one == .c && other == .c ? 100 : model.last
      }
    }
  }

  @Test func `all plain cases of a payload are listed, where a message case has few values`() {
    let result = run(Specification(of: Keyboard.self) { Always("not the last key") { $0.last != 19 || !$0.isShifted } })
    #expect(result.counterexample?.steps.map(\.message) == ["pressed(t, isShifted: true)"])
    // The 400 pairs of keys are too many, so three keys are listed for each place; one pair sets `last` to 100. So there are 21
    // values of `last`, each with two of `isShifted`.
    let bounded = run(Specification(of: Keyboard.self) { Always("a key or a pair") { $0.last < 20 || $0.last == 100 } })
    #expect(bounded.coverage == .completeWithinScope && bounded.states == 42)
    #expect(bounded.notes.contains("payloads were cut to the listed values; look at more of them with --scope"))
  }

  @Test func `a bound on outstanding commands is noted`() {
    let result = run(
      Specification(of: Late.self) {
        Replies { _ in [.loaded] }
      })
    #expect(result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains(
        "steps that would leave more than 16 commands outstanding were not taken; bound them "
          + "in the specification, as Precondition(of: .world) { world, _ in world.outstanding.count < 4 } does, or allow more "
          + "with --outstanding"))
    #expect(result.notes.contains("messages that only the world sends: loaded"))
  }

  enum WithObject: Module {
    final class Box: Hashable {
      var count = 0
      static func == (one: Box, other: Box) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    enum Message: CaseIterable { case add }
    struct Model: Hashable { var box = Box() }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.box.count += 1 }
  }

  @Test func `a note names an object in the model`() {
    let result = run(Specification(of: WithObject.self) {})
    #expect(result.coverage == .completeWithinScope)
    #expect(result.notes.contains("the model holds an object at box: what changes inside of it is not seen"))
  }

  enum Boxed: Module {
    enum Message: CaseIterable { case change }
    struct Model { var value: any Sendable = 1 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.value = 1.0 }
  }

  @Test func `an integer and a floating-point number of the same value are different`() {
    #expect(run(Specification(of: Boxed.self) { Always("integer") { $0.value is Int } }).verdict == .violated)
  }

  enum NotANumber: Module {
    enum Message: CaseIterable { case change }
    struct Model: Hashable { var value = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.value = .nan }
  }

  @Test func `a model that is not equal to itself violates reflexivity and not determinism`() {
    #expect(run(Specification(of: NotANumber.self) {}).counterexample?.property == "the model equals itself")
  }

  /// Divides a number. Zero by zero is a NaN, which is not equal to itself; the program can also start with a NaN.
  enum Ratio: Module {
    enum Message: Hashable { case halve, divide(Double) }
    struct Model: Hashable { var value = 0.0 }
    static func start(with value: Double) -> Model { Model(value: value) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .halve: model.value /= 2
      case .divide(let divisor): model.value /= divisor
      }
    }
  }

  @Test(arguments: [CheckSettings.Engine.explore, .sample])
  func `a model that is not equal to itself is found at the start and after a step`(_ engine: CheckSettings.Engine) {
    func property(startingWith value: Double) -> String? {
      var settings = CheckSettings()
      (settings.engine, settings.cases) = (engine, 200)
      let specification = Specification(of: Ratio.self) {
        Start(with: [value])
        Messages { _ in [.halve, .divide(0)] }
      }
      return specification.check(depth: 3).outcome(settings) { _ in }.result.counterexample?.property
    }
    #expect(property(startingWith: .nan) == "the model equals itself")
    #expect(property(startingWith: 0) == "the model equals itself")
  }

  /// A value with an `==` and no hash. ``Tagged`` stores it as `any Sendable`, so that the type of the model does not show it.
  struct Tag: Equatable, Sendable {
    var name: String
    let function: @Sendable () -> Int = { 0 }
    static func == (one: Tag, other: Tag) -> Bool { one.name == other.name }
  }

  enum Tagged: Module {
    enum Message: Hashable { case tag(String) }
    struct Model { var values: [any Sendable] = [] }
    static func start(with values: [any Sendable]) -> Model { Model(values: values) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if case .tag(let name) = message { model.values = [Tag(name: name)] }
    }
  }

  @Test(arguments: [true, false]) func `a compact search refuses a value without a hash that only a world shows`(
    startsWithTag: Bool
  ) {
    let specification = Specification(of: Tagged.self) {
      Start(with: [startsWithTag ? [Tag(name: "a")] : []])
      Messages { _ in [.tag("a"), .tag("b")] }
    }
    #expect(specification.check().exploration().states == (startsWithTag ? 2 : 3))
    let result = specification.check().exploration { $0.isCompact = true }
    #expect(result.verdict == .error)
    #expect(
      result.message
        == "--compact tells worlds apart by hashes, and Tag in the model has an == and no hash; make its type Hashable, or "
        + "leave --compact out")
  }

  final class Session: Hashable, Sendable {
    static func == (one: Session, other: Session) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func `an object that only the start shows is noted`() {
    let result = Specification(of: Tagged.self) {
      Start(with: [[Session()]])
      Messages { _ in [] }
    }.check().exploration()
    #expect(result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains("the model holds Session, and with it an object: what changes inside of it is not seen"))
  }

  /// Types that contain each other, so that each of them leads to all others in many ways.
  indirect enum Tangle<One, Other>: Hashable where One: Hashable, Other: Hashable {
    case end
    case next(Tangle<Other, One>), pair(Tangle<One, One>), other(Tangle<Other, Other>)
  }
  indirect enum Growing<Value: Hashable>: Hashable { case end, deeper(Growing<[Value]>) }

  @Test func `the search for unordered parts ends in types that contain each other, or ever larger ones`() {
    #expect(!Reordering.mayHoldUnordered(Tangle<Int, String>.self))
    // A type that leads to ever larger ones may hold anything.
    #expect(Reordering.mayHoldUnordered(Growing<Int>.self))
  }

  /// Puts an existential value itself into an `Any`. The operator `as` would put in the value that the existential holds.
  private func asAny<Value>(_ value: Value) -> Any { value }

  @Test func `an existential inside of another is read as its value`() {
    struct Fault: Error { var number: Int }
    let identity = ValueIdentity.of(Any.self)
    func wrapped(_ number: Int) -> Any { asAny(Fault(number: number) as any Error) }
    withUnsafePointer(to: wrapped(1)) { one in
      withUnsafePointer(to: Fault(number: 1) as Any) { #expect(identity.isSame(one, $0)) }
      withUnsafePointer(to: wrapped(2)) { #expect(!identity.isSame(one, $0)) }
    }
  }

  enum WithoutEquality: Module {
    enum Message: CaseIterable { case nothing, payload, one }
    struct Model { var value = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .nothing: model.value = .nan
      case .payload: model.value = Double(nan: 7, signaling: false)
      case .one: model.value = 1
      }
    }
  }

  @Test func `in a model without ==, NaNs are compared by their bits`() {
    let result = run(Specification(of: WithoutEquality.self) {})
    #expect(result.verdict == .passed && result.states == 4)
  }

  enum Signed: Module {
    enum Message: CaseIterable { case change }
    struct Model: Hashable { var value = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) { model.value = -0.0 }
  }

  @Test func `a step shows a change that == ignores`() {
    let result = run(Specification(of: Signed.self) { Always("a plus") { $0.value.sign == .plus } })
    let change = result.counterexample?.steps.last?.changes.first
    #expect(change?.path == "value" && change?.before == "0.0" && change?.after == "-0.0")
  }

  @Test func `a violation by a model that is not equal to itself is stored`() throws {
    let folder = try TemporaryFolder()
    var settings = CheckSettings()
    settings.store = folder.path
    let outcome = Specification(of: NotANumber.self) {}.check().outcome(settings, onProgress: { _ in })
    withExtendedLifetime(folder) { #expect(outcome.result.file != nil, "\(outcome.result.notes)") }
  }

  struct Oops: Error {}

  @Test func `the report names the error that a Sometimes threw`() {
    let result = run(Specification(of: WithObject.self) { Sometimes("some") { _ in throw Oops() } })
    #expect(result.message?.contains("“some”, which threw Oops()") == true)
  }

  @Test func `the report of random runs and of a shard names the error that a Sometimes threw`() {
    let check = Specification(of: Described.self) { Sometimes("some") { _ in throw Oops() } }.check()
    let engines: [(CheckSettings.Engine, Int, Shard?)] = [
      (.sample, 9, nil), (.automatic, 2, nil), (.automatic, 9, Shard("2/2")),
    ]
    for (engine, states, shard) in engines {
      let result = check.exploration {
        ($0.engine, $0.states, $0.cases, $0.shard) = (engine, states, 64, shard)
      }
      #expect(
        result.message?.contains("no world that was looked at satisfies “some”, which threw Oops(); ") == true,
        "\(result.message ?? "")")
    }
  }

  struct Node: Hashable { var kids: [Node] }

  enum Tree: Module {
    enum Message { case plant(Node), never(Never), outcome(Result<Bool, Never>) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `derived trees are finite, and cases without values are left out`() {
    var settings = CheckSettings()
    settings.engine = .sample
    settings.cases = 200
    let result = Specification(of: Tree.self) {}.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .passed)
    #expect(result.notes.first?.contains("never") == false)
  }

  @Test func `a check whose known issue violates another property fails`() {
    let check = Specification(of: Selecting.self) { Always("never deleted") { !$0 } }.check()
      .knownIssue("deleted items show", property: "something else")
    let failure = #expect(throws: CheckFailure.self) { try check.run() }
    #expect(
      failure?.result.message == "the known issue was found with “never deleted” violated, and not “something else”")
  }

  enum Described: Module {
    enum Message: CustomStringConvertible {
      case first, second(Int)
      var description: String { "a message" }
    }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .second(let number) = message { model = number }
    }
  }

  @Test func `messages are named by their case even if they have a description`() {
    let result = run(Specification(of: Described.self) { Always("not one") { $0 != 1 } })
    #expect(result.counterexample?.steps.map(\.message) == ["second(1)"])
    #expect(result.notes.first == "messages (derived, any at any time): first, second(0), second(1), second(-1)")
  }

  enum Typewriter: Module {
    enum Message: Hashable { case type(Character) }
    static func start(with flags: Void) -> String { "" }
    static func update(for message: Message, model: inout String, perform: (Command) -> Void) {
      if case .type(let character) = message { model = String(character) }
    }
  }

  @Test func `the advice about examples names --scope only where a larger scope lists more of them`() {
    let specification = Specification(of: Typewriter.self) { Recovers("a star") { $0 == "★" } }
    for (scope, advice) in [(3, "list more with --scope, or write Messages"), (200, "write Messages")] {
      let result = specification.check(scope: scope).exploration()
      #expect(result.verdict == .inconclusive)
      #expect(result.message?.hasSuffix("and others may lead on: \(advice)") == true, "\(result.message ?? "")")
    }
  }
}
