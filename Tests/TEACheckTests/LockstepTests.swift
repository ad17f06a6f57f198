import Testing

@testable import TEACheck

/// Two programs, or a program and a verifier, that take the same steps.
@Suite struct LockstepTests {
  /// The new basket. It begins no second payment while one is outstanding.
  enum Basket: Module {
    enum Message { case add, remove, checkOut, paid }
    struct Model: Hashable { var items = 0, isPaying = false }
    enum Command: Hashable { case pay(Int) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add: if model.items < 3 { model.items += 1 }
      case .remove: model.items = max(0, model.items - 1)
      case .checkOut:
        guard !model.isPaying else { return }
        model.isPaying = true
        perform(.pay(model.items))
      case .paid: model = Model()
      }
    }
  }

  /// The old basket. It begins a payment at each `checkOut`.
  enum OldBasket: Module {
    typealias Message = Basket.Message
    typealias Model = Basket.Model
    typealias Command = Basket.Command
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add: model.items = min(3, model.items + 1)
      case .remove: if model.items > 0 { model.items -= 1 }
      case .checkOut:
        model.isPaying = true
        perform(.pay(model.items))
      case .paid: model = Model()
      }
    }
  }

  /// A simpler model: the number of items alone.
  enum Count: Module {
    typealias Message = Basket.Message
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .add: model = min(model + 1, 3)
      case .remove: model = max(model - 1, 0)
      case .checkOut: break
      case .paid: model = 0
      }
    }
  }

  private func result(_ check: Check) -> CheckResult { check.outcome(CheckSettings(), onProgress: { _ in }).result }

  @Test func `a lockstep is called after its two modules, and chosen by that name or the part before <`() throws {
    let specification = Specification(of: Lockstep<Basket, Count>.self) { Start(with: []) }
    let check = specification.check()
    #expect(check.module == "Lockstep<Basket, Count>" && check.title == check.module)
    #expect(result(check).message?.hasPrefix("Lockstep<Basket, Count> has nothing to start from") == true)
    let candidate = check.listed(by: "S")
    for name in ["Lockstep<Basket, Count>", "Lockstep"] {
      #expect(try CheckSelection.choose([name], filter: nil, among: [candidate]) == [candidate])
    }
    #expect(throws: (any Error).self) { try CheckSelection.choose(["Lock"], filter: nil, among: [candidate]) }
  }

  @Test func `the old and the new basket differ in their commands`() {
    let result = result(
      Specification(of: Lockstep<Basket, OldBasket>.self) {
        Replies { _ in [.paid] }
        Agree("the same models") { $0 == $1 }
        AgreeOnCommands()
      }.check())
    #expect(result.counterexample?.property == "the same commands")
    #expect(result.counterexample?.steps.map(\.message) == ["checkOut", "checkOut"])
    #expect(
      result.counterexample?.detail
        == "the first performs nothing, the second performs pay(0)")
  }

  @Test func `the models of the old and the new basket agree`() {
    let result = result(
      Specification(of: Lockstep<Basket, OldBasket>.self) {
        Replies { _ in [.paid] }
        Agree("the same models") { $0 == $1 }
      }.check())
    #expect(result.isComplete, "\(result)")
  }

  @Test func `a simpler model agrees with the basket`() {
    let result = result(
      Specification(of: Lockstep<Basket, Count>.self) {
        Replies { _ in [.paid] }
        Agree("as many items") { basket, count in basket.items == count }
      }.check())
    #expect(result.isComplete, "\(result)")
  }

  /// A basket that performs a payment at the start.
  enum PrepaidBasket: Module {
    typealias Message = Basket.Message
    typealias Model = Basket.Model
    typealias Command = Basket.Command
    static func start(with flags: Void, perform: (Command) -> Void) -> Model {
      perform(.pay(1))
      return Model()
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      Basket.update(for: message, model: &model, perform: perform)
    }
  }

  @Test func `a command that only one start performs is a difference`() {
    let result = result(
      Specification(of: Lockstep<Basket, PrepaidBasket>.self) {
        Replies { _ in [.paid] }
        AgreeOnCommands()
      }.check())
    #expect(result.counterexample?.steps.map(\.message) == [])
    #expect(result.counterexample?.detail == "the first performs nothing, the second performs pay(1)")
  }

  /// Counts the ticks of a timer until it is stopped.
  enum Clock: Module {
    enum Message { case stop, tick }
    struct Model: Hashable { var isRunning = true, ticks = 0 }
    enum Subscription { case seconds }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .stop: model.isRunning = false
      case .tick: model.ticks = min(3, model.ticks + 1)
      }
    }
    static func subscriptions(for model: Model) -> [Subscription] { model.isRunning ? [.seconds] : [] }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      .every(.seconds(1), .tick)
    }
  }

  @Test func `the timers of the first program run`() {
    let result = result(
      Specification(of: Lockstep<Clock, Clock>.self) {
        Always("never two ticks") { $0.client.ticks < 2 }
      }.check())
    #expect(result.counterexample?.property == "never two ticks")
    #expect(result.counterexample?.steps.map(\.message).filter { $0 == "stop" } == [])
  }

  /// A basket that starts with at most `Limit.most` items, and fails with more.
  enum Limited<Limit: ItemLimit>: Module {
    struct TooMany: Error {}
    typealias Message = Basket.Message
    typealias Model = Basket.Model
    typealias Command = Basket.Command
    typealias Failure = TooMany
    static func start(with items: UInt8) throws -> Model {
      guard items <= Limit.most else { throw TooMany() }
      return Model(items: Int(items))
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      Basket.update(for: message, model: &model, perform: perform)
    }
  }

  protocol ItemLimit: SendableMetatype { static var most: UInt8 { get } }
  enum One: ItemLimit { static var most: UInt8 { 1 } }
  enum Two: ItemLimit { static var most: UInt8 { 2 } }

  private func lockstep<First: ItemLimit, Second: ItemLimit>(
    _ first: First.Type, _ second: Second.Type, _ starts: [UInt8]
  ) -> CheckResult {
    result(
      Specification(of: Lockstep<Limited<First>, Limited<Second>>.self) {
        Start(with: starts)
        Replies { _ in [.paid] }
        AgreeOnCommands()
      }.check())
  }

  @Test func `a start that only one program makes is an error`() {
    let onlySecond = lockstep(One.self, Two.self, [0, 1, 2])
    #expect(onlySecond.verdict == .error)
    #expect(
      onlySecond.message?.contains("with flags 2, only one of the two programs starts: the first fails with TooMany()")
        == true, "\(onlySecond)")
    let onlyFirst = lockstep(Two.self, One.self, [0, 1, 2])
    #expect(onlyFirst.verdict == .error)
    #expect(
      onlyFirst.message?.contains("with flags 2, only one of the two programs starts: the second fails with TooMany()")
        == true, "\(onlyFirst)")
  }

  @Test func `a start that both programs refuse is left out`() {
    #expect(lockstep(Two.self, Two.self, [0, 1, 2, 3]).isComplete)
    #expect(lockstep(One.self, Two.self, [0, 1, 3]).isComplete)
  }

  @Test func `a start that only one program makes is an error in random runs too`() {
    var settings = CheckSettings()
    settings.engine = .sample
    let result = Specification(of: Lockstep<Limited<One>, Limited<Two>>.self) {
      // One of 32 starts has two items, with which only the second program starts.
      Start(with: Gen<UInt8>.element(of: [0, 2] + Array(repeating: 1, count: 30)))
      Replies { _ in [.paid] }
      AgreeOnCommands()
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .error, "\(result)")
    #expect(result.message?.contains("only one of the two programs starts") == true, "\(result)")
  }

  /// A basket that throws where there is nothing to remove.
  enum StrictBasket: Module {
    struct Empty: Error {}
    typealias Message = Basket.Message
    typealias Model = Basket.Model
    typealias Command = Basket.Command
    typealias Failure = Empty
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      if message == .remove, model.items == 0 { throw Empty() }
      Basket.update(for: message, model: &model, perform: perform)
    }
  }

  @Test func `a failure of only one program is a difference`() {
    let result = result(
      Specification(of: Lockstep<StrictBasket, Basket>.self) {
        Replies { _ in [.paid] }
        AgreeOnCommands()
      }.check())
    #expect(result.counterexample?.steps.map(\.message) == ["remove"])
    #expect(result.counterexample?.detail == "the first fails with Empty(), the second performs nothing")
  }

  /// A number in boxes. Each marker makes a type of its own.
  indirect enum Box<Marker>: Hashable, Sendable {
    case box(Box), number(Int)

    static func around(_ number: Int, levels: Int) -> Box {
      (0..<levels).reduce(.number(number)) { box, _ in .box(box) }
    }
  }

  enum Packer: Module {
    enum Message: Hashable { case pack(levels: Int) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Box<Int>) -> Void) {
      if case .pack(let levels) = message { perform(.around(1, levels: levels)) }
    }
  }

  /// A packer that packs another number at 30 levels.
  enum OtherPacker: Module {
    typealias Message = Packer.Message
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Box<String>) -> Void) {
      if case .pack(let levels) = message { perform(.around(levels == 30 ? 2 : 1, levels: levels)) }
    }
  }

  @Test(arguments: [(10, true), (30, false), (500, false)])
  func `commands of two types are compared to a depth, and deeper ones are not taken for the same`(
    levels: Int, areSame: Bool
  ) {
    let result = result(
      Specification(of: Lockstep<Packer, OtherPacker>.self) {
        Messages(of: .model) { _ in [.pack(levels: levels)] }
        Replies { _ in nil }
        AgreeOnCommands()
      }.check())
    #expect(result.verdict == (areSame ? .passed : .violated), "\(result)")
    #expect(result.counterexample?.property == (areSame ? nil : "the same commands"))
  }

  /// A shop that objects to a payment for no items.
  enum Shop: Verifier {
    static func start(with flags: Void) -> Int { 0 }
    static func verify(_ step: Transition<Basket>, state sold: inout Int) throws {
      for case .pay(let items) in step.commands {
        if items == 0 { throw Objection("a payment for no items") }
        sold = min(5, sold + items)
      }
    }
  }

  @Test func `an objection of a verifier is a violation`() {
    let result = result(
      Specification(of: Verified<Shop>.self) {
        Replies { _ in [.paid] }
        Accepts("the shop's rules")
      }.check())
    #expect(result.counterexample?.property == "the shop's rules")
    #expect(result.counterexample?.steps.map(\.message) == ["checkOut"])
    #expect(result.counterexample?.detail == "a payment for no items")
  }

  /// Objects to every reply, and to no other message.
  enum NoReply: Verifier {
    static func start(with flags: Void) -> Int { 0 }
    static func verify(_ step: Transition<Basket>, state: inout Int) throws {
      if let command = step.answering { throw Objection("\(command) is answered") }
    }
  }

  @Test func `a verifier sees which command is answered, in every engine and with every kind of reply`() {
    let replied = Specification(of: Verified<NoReply>.self) {
      Messages(of: .model) { _ in [.checkOut] }
      Replies { _ in [.paid] }
      Accepts("nothing is answered")
    }
    let interim = Specification(of: Verified<NoReply>.self) {
      Messages(of: .model) { _ in [.checkOut] }
      InterimReplies { _ in [.paid] }
      Accepts("nothing is answered")
    }
    let simulated = Specification(of: Verified<NoReply>.self) {
      Messages(of: .model) { _ in [.checkOut] }
      Environment(0, replies: { _, _ in [.paid] })
      Accepts("nothing is answered")
    }
    var settings = CheckSettings()
    for engine in [CheckSettings.Engine.explore, .sample] {
      settings.engine = engine
      for specification in [replied, interim, simulated] {
        let result = specification.check().outcome(settings, onProgress: { _ in }).result
        #expect(result.verdict == .violated)
        #expect(result.counterexample?.detail == "pay(0) is answered")
        #expect(result.counterexample?.steps.count == 2)
      }
    }
  }

  @Test func `a verifier that watches a live program sees which command is answered`() throws {
    let program = try Program(Verified<NoReply>.self, flags: (), time: .manual)
    program.handleCommands(Handler { _, reply in reply.finish(with: .paid) })
    program.dispatch(.checkOut)
    #expect(program.model.objection == "pay(0) is answered")
    program.dispatch(.paid)
    #expect(program.model.objection == nil)
  }
}
