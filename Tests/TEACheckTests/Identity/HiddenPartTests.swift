import TEARuntime
import Testing

@testable import TEACheck

/// Values are told apart by all that they store, even by parts that their `==` ignores.
@Suite struct HiddenPartTests {
  /// A name, and a number that `==` ignores.
  struct Hidden: Hashable, Sendable {
    var name = "", value = 0
    static func == (one: Hidden, other: Hidden) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  // MARK: Models

  /// A counter whose model ignores `hidden` in its `==`. `Unused` makes the module generic, and has no other purpose.
  enum Counting<Unused: Sendable>: Module {
    enum Message: CaseIterable { case add }
    struct Model: Hashable {
      var isOn = false
      var hidden = 0
      static func == (one: Model, other: Model) -> Bool { one.isOn == other.isOn }
      func hash(into hasher: inout Hasher) { hasher.combine(isOn) }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.isOn.toggle()
      model.hidden = min(model.hidden + 1, 5)
    }
  }

  @Test(arguments: [1, 2]) func `a hidden field that breaks an invariant is found`(workers: Int) {
    let result = Specification(of: Counting<Int>.self) { Always("small") { $0.hidden < 4 } }.check()
      .exploration(workers: workers)
    #expect(result.counterexample?.steps.count == 4)
    let whole = Specification(of: Counting<Int>.self) {}.check().exploration(workers: workers)
    #expect(whole.states == 7 && whole.isComplete)
  }

  @Test func `a compact search tells models apart by a hidden field`() {
    let result = Specification(of: Counting<Int>.self) {}.check().exploration { $0.isCompact = true }
    #expect(result.states == 7)
  }

  /// Explores a module from generic code, where only its conformance to `Module` is known.
  private func exploreGenerically<M: Module>(_ module: M.Type, _ limit: @escaping @Sendable (M.Model) -> Bool)
    -> CheckResult
  {
    Specification(of: module) { Always("limit", limit) }.check().exploration()
  }

  enum Switches: Module {
    enum Message: CaseIterable { case first, second, third }
    struct Model: Hashable { var on: Set<Int> = [] }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let number = Message.allCases.firstIndex(of: message)!
      if model.on.remove(number) == nil { model.on.insert(number) }
    }
  }

  @Test func `generic code explores a module like code that names its type`() {
    let concrete = Specification(of: Switches.self) { Always("limit") { _ in true } }.check().exploration()
    let generic = exploreGenerically(Switches.self) { _ in true }
    #expect(concrete.states == 8 && concrete.isComplete)
    #expect(
      [generic.states, generic.transitions, generic.depth] == [concrete.states, concrete.transitions, concrete.depth])
    #expect(generic.notes == concrete.notes && generic.coverage == concrete.coverage)
    #expect(exploreGenerically(Counting<Int>.self) { $0.hidden < 4 }.counterexample?.steps.count == 4)
  }

  // MARK: Commands

  /// A program whose command carries the number to save.
  enum Saving<Order: NumberCarrier>: Module {
    enum Message { case save(Int), saved(Int) }
    typealias Command = Order
    struct Model: Hashable { var isSaving = false, saved = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .save(let value) where !model.isSaving:
        model.isSaving = true
        perform(Order(value))
      case .save: break
      case .saved(let value): model.saved = value
      }
    }
  }

  /// A command that carries a number, in a part that `==` or a mirror may hide.
  protocol NumberCarrier: Sendable {
    init(_ value: Int)
    var number: Int { get }
  }

  struct Named: NumberCarrier, Hashable {
    var hidden: Hidden
    init(_ value: Int) { hidden = Hidden(name: "a", value: value) }
    var number: Int { hidden.value }
  }

  /// A command without an `==`.
  struct Loose: NumberCarrier {
    var hidden: [Hidden]
    init(_ value: Int) { hidden = [Hidden(name: "a", value: value)] }
    var number: Int { hidden[0].value }
  }

  /// The numbers 1 and 2 as a zero with a plus and a zero with a minus, which are equal.
  enum Signed: NumberCarrier, Hashable {
    case number(Double)
    init(_ value: Int) { self = .number(value == 1 ? 0 : -0.0) }
    var number: Int { if case .number(let number) = self { number.sign == .plus ? 1 : 2 } else { 0 } }
  }

  /// The number 1 as an é in one scalar, and 2 as an é in two scalars; the texts are equal.
  struct Written: NumberCarrier, Hashable {
    var text: String
    init(_ value: Int) { text = value == 1 ? "\u{E9}" : "e\u{301}" }
    var number: Int { text.unicodeScalars.count }
  }

  /// A command whose mirror shows nothing.
  struct Shy: NumberCarrier, CustomReflectable {
    var number: Int
    init(_ value: Int) { number = value }
    var customMirror: Mirror { Mirror(self, children: [:]) }
  }

  /// The counterexamples to “two is never saved” that three searches find, as messages: plain, with surroundings, and compact.
  /// A search that finds none has its verdict instead.
  private func counterexamples<Order: NumberCarrier>(with order: Order.Type) -> [String] {
    let plain = Specification(of: Saving<Order>.self) {
      Messages(of: .model) { _ in [.save(1), .save(2)] }
      Replies { [.saved($0.number)] }
      Always("two is never saved") { $0.saved != 2 }
    }.check().exploration()
    // Lost replies make worlds have surroundings, for which a search takes steps in another way.
    let surrounded = Specification(of: Saving<Order>.self) {
      Messages(of: .model) { _ in [.save(1), .save(2)] }
      Replies { [.saved($0.number)] }
      LostReplies { _ in true }
      Always("two is never saved") { $0.saved != 2 }
    }.check().exploration()
    let compact = Specification(of: Saving<Order>.self) {
      Messages(of: .model) { _ in [.save(1), .save(2)] }
      Replies { [.saved($0.number)] }
      Always("two is never saved") { $0.saved != 2 }
    }.check().exploration { $0.isCompact = true }
    return [plain, surrounded, compact].map { result in
      result.counterexample?.steps.map(\.message).joined(separator: " ") ?? "\(result.verdict)"
    }
  }

  @Test func `commands are told apart by a hidden part`() {
    let expected = Array(repeating: "save(2) saved(2)", count: 3)
    #expect(counterexamples(with: Named.self) == expected)
    #expect(counterexamples(with: Loose.self) == expected)
    #expect(counterexamples(with: Signed.self) == expected)
    #expect(counterexamples(with: Written.self) == expected)
    #expect(counterexamples(with: Shy.self) == expected)
  }

  /// A program that performs two commands at once, which are equal by `==`.
  enum Queueing: Module {
    enum Message { case ask, answered(Int) }
    struct Model: Hashable { var asked = 0, last = 0 }
    typealias Command = Hidden
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask where model.asked == 0:
        model.asked = 1
        perform(Hidden(name: "a", value: 1))
        perform(Hidden(name: "a", value: 2))
      case .ask: break
      case .answered(let value): model.last = value
      }
    }
  }

  @Test func `a command is answered although an equal one was performed before it`() {
    let result = Specification(of: Queueing.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { [.answered($0.value)] }
      Always("one comes first") { $0.last != 2 }
    }.check().exploration()
    #expect(result.counterexample?.steps.map(\.message) == ["ask", "answered(2)"])
  }

  // MARK: Environments and faults

  enum Asking: Module {
    enum Message { case ask(Int), answered(Int) }
    enum Command: Hashable { case ask(Int) }
    struct Model: Hashable { var answered = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask(let number): perform(.ask(number))
      case .answered(let number): model.answered = number
      }
    }
  }

  @Test func `states of an environment are told apart by a hidden part`() {
    let result = Specification(of: Asking.self) {
      Messages(of: .world) { $0.outstanding.isEmpty ? [.ask(0), .ask(1)] : [] }
      Environment(
        Hidden(name: "server"),
        performing: { server, command in if case .ask(1) = command { server.value += server.value < 3 ? 1 : 0 } },
        replies: { server, _ in [.answered(server.value)] })
      Always("never three") { $0.answered != 3 }
    }.check().exploration()
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.filter { $0.message == "ask(1)" }.count == 3)
  }

  /// The state of a server: a number and a function, both of which its `==` ignores.
  struct Answering: Hashable, Sendable {
    var value = 0
    var answer: @Sendable (Int) -> Int = { $0 }
    static func == (one: Answering, other: Answering) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test func `states of an environment that hold a function are told apart by a hidden part`() {
    let result = Specification(of: Asking.self) {
      Messages(of: .world) { $0.outstanding.isEmpty ? [.ask(0), .ask(1)] : [] }
      Environment(
        Answering(),
        performing: { server, command in if case .ask(1) = command { server.value = min(server.value + 1, 3) } },
        replies: { server, _ in [.answered(server.answer(server.value))] })
      Always("never three") { $0.answered != 3 }
    }.check().exploration()
    #expect(result.counterexample?.steps.filter { $0.message == "ask(1)" }.count == 3)
  }

  /// A program whose subscription carries a number that `==` ignores.
  enum Listening: Module {
    enum Message { case count, heard(Int) }
    typealias Subscription = Hidden
    struct Model: Hashable { var count = 0, heard: Int? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .count: model.count = min(model.count + 1, 2)
      case .heard(let value): model.heard = value
      }
    }
    static func subscriptions(for model: Model) -> [Hidden] { [Hidden(name: "radio", value: model.count)] }
  }

  @Test func `a running subscription keeps its hidden part, though the model now asks for another`() {
    let result = Specification(of: Listening.self) {
      Messages { _ in [.count] }
      Subscriptions { subscription in [.heard(subscription.value)] }
      Always("as it began") { [nil, 0].contains($0.heard) }
    }.check().exploration()
    #expect(result.verdict == .passed && result.isComplete)
  }

  enum Echoing: Module {
    enum Message { case ask, answered(Hidden) }
    enum Command: Hashable { case ask }
    struct Model: Hashable { var hasAsked = false, sum = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .ask where !model.hasAsked:
        model.hasAsked = true
        perform(.ask)
      case .ask: break
      // A number that comes twice in a row counts as ten more: 2 and 2 give 12.
      case .answered(let hidden): model.sum = hidden.value == model.sum ? 10 + hidden.value : hidden.value
      }
    }
  }

  @Test func `repeated replies are told apart by a hidden part`() {
    let result = Specification(of: Echoing.self) {
      Messages(of: .model) { _ in [.ask] }
      Replies { _ in [.answered(Hidden(name: "a", value: 1)), .answered(Hidden(name: "a", value: 2))] }
      RepeatedReplies { _ in true }
      Always("never the second twice") { $0.sum != 12 }
    }.check().exploration()
    #expect(result.verdict == .violated)
  }

  // MARK: Honesty

  enum Real: Module {
    enum Message: CaseIterable { case negate }
    struct Model: Hashable { var value = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.value = -model.value
    }
  }

  enum Writing: Module {
    enum Message: CaseIterable { case compose, decompose }
    struct Model: Hashable { var text = "\u{E9}" }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.text = message == .compose ? "\u{E9}" : "e\u{301}"
    }
  }

  @Test func `worlds are told apart by the sign of a zero and the scalars of a character`() {
    let sign = Specification(of: Real.self) { Always("plus") { $0.value.sign == .plus } }.check().exploration()
    #expect(sign.counterexample?.steps.count == 1)
    let form = Specification(of: Writing.self) { Always("one scalar") { $0.text.unicodeScalars.count == 1 } }.check()
      .exploration()
    #expect(form.counterexample?.steps.map(\.message) == ["decompose"])
  }

  @Test func `an equality that ignores the sign of a zero or the scalars of a character is not honest`() {
    let sign = Specification(of: Real.self) { Laws(.honestEquality) }.check().exploration()
    #expect(sign.counterexample?.property == "== is honest")
    #expect(
      sign.counterexample?.detail
        == "by its ==, the model equals that before the step, and differs: value: 0.0 → -0.0")
    let form = Specification(of: Writing.self) { Laws(.honestEquality) }.check().exploration()
    #expect(form.counterexample?.property == "== is honest")
  }

  @Test func `an equality of commands that leaves something out is not honest`() {
    let result = Specification(of: Saving<Named>.self) {
      Messages(of: .model) { _ in [.save(1), .save(2)] }
      Replies { [.saved($0.number)] }
      Laws(.honestEquality)
    }.check().exploration()
    #expect(result.counterexample?.property == "== is honest")
    #expect(
      result.counterexample?.detail
        == "by its ==, a command equals one that was performed before, and differs: hidden.value: 1 → 2")
    #expect(result.counterexample?.steps.map(\.message) == ["save(2)"])
  }
}
