@testable import TEACheck
import Synchronization
import TEAResults
import TEARuntime
import Testing

/// Programs against the rules: `update` changes an object of the model in place, or makes a new one each time, or `view`
/// differs at each call.
struct ObjectInModelTests {
  final class Box: Hashable, @unchecked Sendable {
    var names: [Int]
    init(names: [Int] = []) { self.names = names }
    static func == (one: Box, other: Box) -> Bool { one.names == other.names }
    func hash(into hasher: inout Hasher) { hasher.combine(names) }
  }

  /// A program that changes the object of its model in place.
  enum Shared: Module {
    struct Model: Hashable { var box = Box() }
    enum Message: Hashable { case add, clear }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add: if model.box.names.count < 3 { model.box.names.append(1) }
      case .clear: model.box.names = []
      }
    }
  }

  @Test func `every random run begins with an object of its own`() throws {
    var settings = CheckSettings()
    settings.engine = .sample
    let result = Specification(of: Shared.self) { Always("at most two") { $0.box.names.count <= 2 } }.check()
      .outcome(settings, onProgress: { _ in }).result
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.property == "at most two")
    #expect(counterexample.steps.map(\.message) == ["add", "add", "add"])
    #expect(counterexample.start.map(\.after) == ["Box(names: [])"])
  }

  /// A counter that is kept twice, once in an object that each step changes in place.
  enum Twofold: Module {
    struct Model: Hashable {
      var box = Box()
      var count = 0
    }
    enum Message: Hashable { case add, drop }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add:
        model.box.names.append(1)
        model.count += 1
      case .drop where model.count > 0:
        model.box.names.removeLast()
        model.count -= 1
      case .drop: break
      }
    }
  }

  @Test(arguments: [1, 4]) func `no random run continues with an object that another run has changed`(_ workers: Int) {
    let result = Specification(of: Twofold.self) { Always("kept twice") { $0.box.names.count == $0.count } }.check()
      .exploration(workers: workers) { $0.engine = .sample }
    #expect(result.verdict == .passed, "\(result.counterexample?.detail ?? "")")
  }

  @Test(arguments: [1, 4]) func `every random run begins with a model of its own where models are declared`(
    _ workers: Int
  ) {
    let result = Specification(of: Twofold.self) {
      Start(from: [Twofold.Model(), Twofold.Model(box: Box(names: [1]), count: 1)])
      Always("kept twice") { $0.box.names.count == $0.count }
    }.check().exploration(workers: workers) { $0.engine = .sample }
    #expect(result.verdict == .passed, "\(result.counterexample?.detail ?? "")")
  }

  @Test func `every random run begins with a model of its own where some models are generated`() {
    let result = Specification(of: Twofold.self) {
      Start(from: [Twofold.Model(box: Box(names: [1, 2]), count: 2)])
      Start(from: Gen<Int>.integer(in: 0...1_000).map { Twofold.Model(box: Box(names: [$0]), count: 1) })
      Always("kept twice") { $0.box.names.count == $0.count }
    }.check().exploration(workers: 4) { $0.engine = .sample }
    #expect(result.verdict == .passed, "\(result.counterexample?.detail ?? "")")
  }

  private static let sharedStart = Twofold.Model()

  @Test func `a declared model that holds the same object each time is shared by the runs`() throws {
    let specification = Specification(of: Twofold.self) { Start(from: [Self.sharedStart]) }
    #expect(try Rules(specification, scope: 3).sharesObject)
    let otherSpecification = Specification(of: Twofold.self) { Start(from: [Twofold.Model()]) }
    #expect(try !Rules(otherSpecification, scope: 3).sharesObject)
  }

  @Test func `a run from a generated model is shortened from the model as it was`() throws {
    let result = Specification(of: Twofold.self) {
      Start(from: Gen<Int>.integer(in: 0...1_000).map { Twofold.Model(box: Box(names: [$0]), count: 1) })
      Always("at most three") { $0.box.names.count <= 3 }
    }.check().exploration { $0.engine = .sample }
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.property == "at most three")
    #expect(counterexample.steps.map(\.message) == ["add", "add", "add"])
    #expect(counterexample.start.map(\.after).contains("Box(names: [0])"), "\(counterexample.start)")
  }

  /// A program that keeps an object, and changes nothing in it.
  enum Keeping: Module {
    struct Model: Hashable { var ref = Ref(), count = 0 }
    enum Message: Hashable { case next }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = (model.count + 1) % 3
    }
  }

  @Test func `an object that is compared by identity is not made again`() {
    let specification = Specification(of: Keeping.self) {
      Start(from: [Keeping.Model()])
      Always("at most one") { $0.count < 2 }
    }
    let check = specification.check()
    #expect(check.exploration { $0.engine = .sample }.counterexample?.property == "at most one")
    let result = check.exploration()
    #expect(result.counterexample?.property == "at most one" && result.counterexample?.steps.count == 2)
    let sound = Specification(of: Keeping.self) {
      Start(from: [Keeping.Model()])
      Always("at most two") { $0.count < 3 }
    }.check()
    #expect(sound.exploration(workers: 2) { $0.engine = .sample }.verdict == .passed)
    #expect(sound.exploration().states == 3)
  }

  /// The same with an object that only the model itself shows.
  enum HidingRef: Module {
    struct Model {
      var ref: any Hashable & Sendable = Ref()
      var count = 0
    }
    enum Message: Hashable { case next }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = (model.count + 1) % 3
    }
  }

  /// The same with an object whose text is another for each start.
  enum KeepingNumbered: Module {
    struct Model: Hashable { var ref = NumberedRef(), count = 0 }
    enum Message: Hashable { case next }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = (model.count + 1) % 3
    }
  }

  final class NumberedRef: Hashable, @unchecked Sendable {
    private static let count = Atomic(0)
    var number = NumberedRef.count.add(1, ordering: .relaxed).newValue
    static func == (one: NumberedRef, other: NumberedRef) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Counts its steps in an object that is compared by identity.
  enum CountingInRef: Module {
    struct Model: Hashable { var ref = CountingRef(), count = 0 }
    enum Message: Hashable { case next }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.ref.number += 1
      model.count = min(model.count + 1, 10)
    }
  }

  final class CountingRef: Hashable, @unchecked Sendable {
    var number = 0
    static func == (one: CountingRef, other: CountingRef) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func `a start with an object that is compared by identity leads to the violation again`() {
    let result = Specification(of: Keeping.self) { Always("at most one") { $0.count < 2 } }.check().exploration()
    #expect(result.counterexample?.steps.count == 2, "\(result.message ?? "")")
    let other = Specification(of: HidingRef.self) { Always("at most one") { $0.count < 2 } }.check().exploration()
    #expect(other.counterexample?.steps.count == 2, "\(other.message ?? "")")
    let numbered = Specification(of: KeepingNumbered.self) { Always("at most one") { $0.count < 2 } }.check()
    #expect(numbered.exploration().counterexample?.steps.count == 2, "\(numbered.exploration().message ?? "")")
    // The search must not begin with the object that runs have changed.
    let counted = Specification(of: CountingInRef.self) { Always("at most four") { $0.ref.number <= 4 } }.check()
    let sampled = counted.exploration { $0.engine = .sample }
    #expect(sampled.counterexample?.steps.count == 5, "\(sampled.finding ?? "")")
  }

  @Test func `a replay of steps changes the object once in each step`() throws {
    let check = Specification(of: Shared.self) { Always("at most two") { $0.box.names.count <= 2 } }.check()
    try check.replay("add\nadd")
    #expect(throws: CheckFailure.self) { try check.replay("add\nadd\nadd") }
  }

  /// A program whose view differs at each call. A search compares views only where the law of determinism is declared.
  enum Numbered: Module {
    nonisolated(unsafe) static var viewCount = 0
    enum Message: Hashable { case add }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
    static func view(for model: Int) -> Int {
      viewCount += 1
      return viewCount
    }
  }

  @Test func `a replay of steps compares no more than an exploration`() throws {
    let check = Specification(of: Numbered.self) { Always("positive") { $0 >= 0 } }.check(depth: 3)
    #expect(check.exploration().verdict != .violated)
    try check.replay("add\nadd")
  }

  @Test func `an exploration says that update changes the object`() throws {
    let result = Specification(of: Shared.self) { Always("at most three") { $0.box.names.count <= 3 } }.check()
      .exploration()
    let counterexample = try #require(result.counterexample)
    #expect(counterexample.property == Law.deterministic.rawValue)
    #expect(counterexample.start.map(\.after) == ["Box(names: [])"])
    #expect(
      counterexample.detail?.hasSuffix(
        "; the model holds an object at box, and an update that changes it in place, in these steps or in others, changes all "
          + "earlier models: let update copy the object first, or make it a struct") == true)
  }

  /// Keeps an object that only the model itself shows. Each second call of `update` says that it is odd.
  enum Erased: Module {
    struct Model {
      var box: any Hashable & Sendable = Box()
      var count = 0, isOdd = false
    }
    enum Message: Hashable { case plus, minus }
    nonisolated(unsafe) static var callCount = 0
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = message == .plus ? min(20, model.count + 1) : max(0, model.count - 1)
      callCount += 1
      model.isOdd = callCount % 2 == 1
    }
  }

  private static let adviceOnErased =
    "; the model holds an object, and an update that changes it in place, in these steps or in others, changes all earlier "
    + "models: let update copy the object first, or make it a struct"

  @Test func `a difference is explained by an object that only the model itself shows`() throws {
    let rules = try Rules(Specification(of: Erased.self) {}, scope: 3)
    #expect(rules.adviceOnObject(in: Erased.Model(), Erased.Model(count: 1)) == Self.adviceOnErased)
  }

  @Test func `a violation that its steps do not reach again is explained by an object in the model`() {
    let result = Specification(of: Erased.self) { Always("never odd") { !$0.isOdd } }.check()
      .exploration { $0.engine = .automatic }
    #expect(result.verdict == .violated)
    // The steps are found to differ when they are taken again, or when they are told.
    let text = result.message ?? result.counterexample?.detail ?? ""
    #expect(text.hasSuffix(Self.adviceOnErased), "\(text)")
  }

  protocol Holder: Sendable {
    init()
    var box: Box { get }
  }
  struct Holding: Holder { var box = Box() }
  /// Holds an object that only the model itself shows.
  struct Hiding: Holder {
    var held: any Hashable & Sendable = Box()
    var box: Box { (held as? Box) ?? Box() }
  }

  /// Counts the calls of `update` in an object. After the first call, and after each even one from the fourth, the model is marked.
  enum Counting<Held: Holder>: Module {
    struct Model {
      var held = Held()
      var isMarked = false
    }
    enum Message: Hashable { case ask }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.held.box.names.append(1)
      let count = model.held.box.names.count
      model.isMarked = count == 1 || count > 3 && count.isMultiple(of: 2)
    }
  }

  private func expectNoToken<Held: Holder>(_ type: Held.Type) throws {
    let folder = try TemporaryFolder()
    let check = Specification(of: Counting<Held>.self) {}.check()
    let result = check.exploration { $0.store = folder.path }
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.file != nil, "\(result.notes)")
    // The replay of a token, which names no property either, would find nothing.
    try check.replay("ask")
    #expect(result.token == nil)
  }

  @Test func `no token is printed for an object that an update changes in place`() throws {
    try expectNoToken(Holding.self)
    try expectNoToken(Hiding.self)
  }

  /// Changes its object in place once it is open.
  enum Opened: Module {
    struct Model: Hashable { var box = Box(), isOpen = false }
    enum Message: Hashable { case open, add }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .open { model.isOpen = true } else if model.isOpen { model.box.names = [1] }
    }
  }

  @Test func `a note names the step that changes an object in place`() {
    let result = Specification(of: Opened.self) { Always("empty") { $0.box.names.isEmpty } }.check()
      .exploration { $0.engine = .sample }
    #expect(result.counterexample?.steps.map(\.message) == ["open", "add"])
    #expect(result.notes.contains("step 2, 'add', changes an object of the model in place"), "\(result.notes)")
  }

  /// An object that is compared by its identity.
  class Ref: Hashable, @unchecked Sendable {
    var name = "a"
    static func == (one: Ref, other: Ref) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  final class NamedRef: Ref, @unchecked Sendable {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Test func `a model that is an object is shown property by property`() {
    #expect(Counterexample.fields(of: NamedRef(1)).map { "\($0.path): \($0.after)" } == [#"name: "a""#, "number: 1"])
    let changes = Counterexample.changes(from: NamedRef(1), to: NamedRef(2))
    #expect(changes.map { "\($0.path): \($0.before) → \($0.after)" } == ["number: 1 → 2"])
  }

  @Test func `an object that two fields share is told at both`() {
    struct Pair { var first: NamedRef, second: NamedRef }
    let (one, other) = (NamedRef(1), NamedRef(2))
    let changes = Counterexample.changes(from: Pair(first: one, second: one), to: Pair(first: other, second: other))
    let texts = changes.map { "\($0.path): \($0.before) → \($0.after)" }
    #expect(texts == ["first.number: 1 → 2", "second.number: 1 → 2"])
  }

  protocol RefMaker: SendableMetatype { static func make() -> Ref }
  /// Makes objects that hold the same number.
  enum Same: RefMaker { static func make() -> Ref { NamedRef(1) } }
  /// Makes objects that hold different numbers.
  enum Counted: RefMaker {
    nonisolated(unsafe) static var count = 0
    static func make() -> Ref {
      count += 1
      return NamedRef(count)
    }
  }

  /// A program that puts a new object into its model at each `make`.
  enum Made<Maker: RefMaker>: Module {
    struct Page: Hashable { var ref: Ref? }
    struct Model: Hashable { var page = Page(), count = 0 }
    enum Message: Hashable { case make, drop }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.page.ref = message == .make ? Maker.make() : nil
    }
  }

  private func detail<Maker: RefMaker>(_ maker: Maker.Type) throws -> String {
    let result = Specification(of: Made<Maker>.self) { Always("no count") { $0.count == 0 } }.check().exploration()
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    return try #require(result.counterexample?.detail)
  }

  @Test func `an exploration says that update makes an object that is compared by identity`() throws {
    let detail = try detail(Same.self)
    #expect(detail.hasPrefix("update, run again, differs: page.ref: "))
    #expect(
      detail.hasSuffix(
        "; update makes a new NamedRef at page.ref each time, and NamedRef is compared by identity, so no two runs are equal: "
          + "give NamedRef an == of what it holds, or keep a value in its place"), "\(detail)")
  }

  @Test func `the law says that update makes an object that is compared by identity`() throws {
    let result = Specification(of: Made<Same>.self) { Laws(.deterministic) }.check().exploration()
    #expect(result.counterexample?.detail?.contains("; update makes a new NamedRef at page.ref each time") == true)
  }

  /// Makes such an object where a search caches the results of `update`.
  enum Asking: Module {
    enum Message: Hashable { case make }
    enum Command: Hashable { case ask }
    static func start(with flags: Void) -> Made<Same>.Model { Made<Same>.Model() }
    static func update(for message: Message, model: inout Made<Same>.Model, perform: (Command) -> Void) {
      model.page.ref = Same.make()
    }
  }

  @Test func `the law says that a reaction makes an object that is compared by identity`() {
    let result = Specification(of: Asking.self) {
      Messages(of: .model) { _ in [.make] }
      Replies { _ in nil }
      Laws(.deterministic)
    }.check().exploration()
    #expect(result.counterexample?.detail?.contains("; update makes a new NamedRef at page.ref each time") == true)
  }

  @Test func `new objects that hold different values are not said to differ by identity`() throws {
    #expect(try !detail(Counted.self).contains("compared by identity"))
  }

  /// A program that changes objects in the arrays of a dictionary, and then adds to the dictionary.
  enum Listed: Module {
    struct Model: Hashable { var boxes: [Int: [Box]] = [1: [Box()], 2: [Box(names: [5])]] }
    enum Message: Hashable, CaseIterable { case change, add }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .change: for box in model.boxes[1] ?? [] { box.names.append(1) }
      case .add: model.boxes[3] = []
      }
    }
  }

  @Test(arguments: [1, 4]) func `a dictionary whose objects were changed in place is compared as a whole`(
    _ workers: Int
  ) {
    let result = Specification(of: Listed.self) { Always("no fourth") { $0.boxes[4] == nil } }.check()
      .exploration(workers: workers)
    #expect(result.verdict != .error && result.verdict != .trapped, "\(result.message ?? "")")
  }
}
