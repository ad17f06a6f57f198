import Foundation
import TEARuntime
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import TEACheck

/// The checker does not look into objects. Where a world can hold one, a check is complete only within its scope.
@Suite struct HeldObjectTests {
  final class Session: Hashable, @unchecked Sendable {
    var count = 0
    static func == (one: Session, other: Session) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A program whose model keeps its start value.
  enum Holding<Value: Hashable & Sendable>: Module {
    enum Message: CaseIterable { case go }
    struct Model: Hashable { var value: Value, count = 0 }
    static func start(with value: Value) -> Model { Model(value: value) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = 1 - model.count
    }
  }

  /// Returns the notes about objects that a check makes if its model holds a value. A check without these notes must be
  /// complete.
  private func notes<Value: Hashable & Sendable>(_ value: Value) -> [String] {
    let result = Specification(of: Holding<Value>.self) { Start(with: [value]) }.check().exploration()
    let notes = result.notes.filter { $0.contains("is not seen") || $0.contains("by its own ==") }
    #expect(result.coverage == (notes.isEmpty ? .complete : .completeWithinScope))
    return notes
  }

  private func noteOfObject(at path: String) -> [String] {
    ["the model holds an object at \(path): what changes inside of it is not seen"]
  }

  struct Deep<Inner: Hashable & Sendable>: Hashable, Sendable { var inner: Inner }
  enum Way: Hashable, Sendable { case none, open(Int, session: Session) }
  indirect enum List: Hashable, Sendable { case end, link(List, Session?) }

  @Test func `an object that the type of the model can hold is noted, even if no model holds one`() {
    #expect(notes(nil as Session?) == noteOfObject(at: "value"))
    #expect(notes([] as [Session]) == noteOfObject(at: "value[…]"))
    #expect(notes(Way.none) == noteOfObject(at: "value.open.session"))
    #expect(notes(List.end) == noteOfObject(at: "value.link.1"))
    #expect(notes([:] as [String: [Session?]]) == noteOfObject(at: "value[…][…]"))
    #expect(notes([] as Set<Session>) == noteOfObject(at: "value[…]"))
    #expect(notes(Result<Int, Failure>.success(1)) == noteOfObject(at: "value.failure.session"))
  }

  struct Failure: Error, Hashable { var session: Session }

  @Test func `an object ten fields deep is noted`() {
    let inside = Deep(inner: Deep(inner: Deep(inner: Deep(inner: nil as Session?))))
    let deep = Deep(inner: Deep(inner: Deep(inner: Deep(inner: Deep(inner: Deep(inner: inside))))))
    #expect(notes(deep) == noteOfObject(at: "value" + String(repeating: ".inner", count: 10)))
  }

  @Test func `values of Foundation do not count as objects`() {
    #expect(notes(URL(string: "https://example.com")!) == [])
    #expect(notes(Date(timeIntervalSince1970: 0)) == [])
    #expect(notes(UUID()) == [])
    #expect(notes(Decimal(1)) == [])
    #expect(notes(Data([1, 2])) == [])
    #expect(notes(Locale(identifier: "en_US")) == [])
    #expect(notes(TimeZone(identifier: "GMT")!) == [])
    #expect(notes(Calendar(identifier: .gregorian)) == [])
    #expect(notes(IndexPath(indexes: [1])) == [])
    #expect(notes(IndexSet(integer: 1)) == [])
    #expect(notes(CharacterSet.letters) == [])
    #expect(notes(DateComponents(year: 1)) == [])
    #expect(notes(URLComponents(string: "a")!) == [])
    #expect(notes([URL(string: "a")!: [Date(timeIntervalSince1970: 0)]]) == [])
    #expect(notes(Notification.Name("a")) == [])
    #expect(notes(NSRange(location: 1, length: 1)) == [])
    #expect(notes(Measurement(value: 1, unit: UnitLength.meters)) == [])
    #expect(notes(DateInterval(start: .distantPast, duration: 1)) == [])
  }

  @Test func `types whose equality may ignore a part count as objects`() {
    #expect(notes(AttributedString("a")) == noteOfObject(at: "value"))
    #expect(notes(SendableBox(URLRequest(url: URL(string: "a")!))) == noteOfObject(at: "value.value"))
    #expect(notes(SendableBox(Notification(name: Notification.Name("a")))) == noteOfObject(at: "value.value"))
    #expect(notes(URLError(.timedOut)) == noteOfObject(at: "value"))
    #expect(notes(SendableBox(Optional<Task<Void, Never>>.none)) == noteOfObject(at: "value.value"))
    #expect(notes(SendableBox(Optional<OpaquePointer>.none)) == noteOfObject(at: "value.value"))
  }

  @Test func `a key path is noted, and is no object`() {
    let note = "the model holds a key path at value.value: what it has captured is compared only by its own =="
    #expect(notes(SendableBox(\Deep<Int>.inner as KeyPath<Deep<Int>, Int>)) == [note])
    #expect(notes(SendableBox(\Deep<Int>.inner as AnyKeyPath)) == [note])
    #expect(TypeContents.of(AnyKeyPath.self).isConstant)
  }

  @Test func `bytes between the fields of a C structure are noted where they may be bit-fields`() {
    var contents = TypeContents.of(Gap.self)
    #expect(contents.notes(of: "the model").isEmpty, "of a structure of Swift, these are padding")
    contents = TypeContents.of([in6_addr].self)
    #expect(contents.notes(of: "the model").isEmpty, "too many to be padding: a union, which is compared")
    #if canImport(Glibc)
      // The last field of `dirent` ends five bytes before the structure does.
      contents = TypeContents.of(Optional<dirent>.self)
      #expect(
        contents.notes(of: "the model").first
          == "the model holds a C structure: the bytes between its fields, which may be bit-fields, are not seen")
    #endif
  }

  struct Gap { var one: Int8, eight: Int64 }

  /// A `Sendable` box for a value of any `Hashable` type.
  struct SendableBox<Value: Hashable>: Hashable, @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  // MARK: Existential types

  /// A program that puts a value with an object into a field of an existential type.
  enum Boxed: Module {
    enum Message: CaseIterable { case put, take }
    struct Model { var value: any Sendable = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.value = message == .put ? Self.held as any Sendable : 0
    }
    static let held = Deep(inner: Session())
  }

  @Test(arguments: [1, 2]) func `the value of an existential field is examined in each world`(workers: Int) {
    let result = Specification(of: Boxed.self) {}.check().exploration(workers: workers)
    #expect(result.states == 2 && result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains(
        "the model holds Deep<Session>, and with it an object: what changes inside of it is not seen"))
  }

  /// A program that puts a key path into a field of an existential type.
  enum Sorting: Module {
    enum Message: CaseIterable { case sort }
    struct Model { var order: (any Sendable)? }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.order = SendableBox(\Deep<Int>.inner as KeyPath<Deep<Int>, Int>)
    }
  }

  @Test func `a key path in an existential field is noted`() {
    let result = Specification(of: Sorting.self) {}.check().exploration()
    #expect(result.states == 2 && result.coverage == .completeWithinScope, "\(result)")
    #expect(result.notes.contains { $0.contains(", and with it a key path: ") }, "\(result.notes)")
  }

  // MARK: Beside the model

  struct Order: Hashable, Sendable { var session: Session? }

  enum Commanding: Module {
    enum Message: CaseIterable { case ask, done }
    typealias Command = Order
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .ask, model == 0 { perform(Order()) }
      model = message == .ask ? 1 : 0
    }
  }

  @Test func `an object that a command can hold is noted`() {
    let result = Specification(of: Commanding.self) {
      Messages { _ in [.ask] }
      Replies { _ in [.done] }
    }.check().exploration()
    #expect(result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains("a command holds an object at session: what changes inside of it is not seen"))
  }

  /// A program with two ways to one model, of which the second leaves a command with an object outstanding.
  enum Sending: Module {
    enum Message: CaseIterable { case open, next, send, sent }
    struct Command: Hashable {
      var id = 1
      var body: any Sendable
      static func == (one: Command, other: Command) -> Bool { one.id == other.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    static let session = Session()
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .send { perform(Command(body: session)) }
      model = message == .open || message == .sent ? 1 : 2
    }
  }

  @Test(arguments: [1, 2]) func `a command in an existential field is examined also where its world has a known model`(
    workers: Int
  ) {
    let result = Specification(of: Sending.self) {
      Messages(of: .model) { [[.open], [.next, .send], []][$0] }
      Replies { _ in [.sent] }
      Always("three is never reached") { $0 != 3 }
    }.check().exploration(workers: workers)
    #expect(result.states == 4 && result.coverage == .completeWithinScope, "\(result)")
    #expect(
      result.notes.contains("a command holds Session, and with it an object: what changes inside of it is not seen"))
  }

  struct Server: Hashable, Sendable { var open: [Session] = [] }

  enum Plain: Module {
    enum Message: CaseIterable { case ask, done }
    enum Command: Hashable { case ask }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message == .ask, model == 0 { perform(.ask) }
      model = message == .ask ? 1 : 0
    }
  }

  @Test func `an object that an environment can hold is noted`() {
    let result = Specification(of: Plain.self) {
      Messages { _ in [.ask] }
      Environment(Server(), replies: { _, _ in [.done] })
    }.check().exploration()
    #expect(result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains("the environment holds an object at open[…]: what changes inside of it is not seen"))
  }

  enum Handed: Module {
    enum Message { case use(Session) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      guard case .use(let session) = message else { return }
      session.count += 1
      model = min(session.count, 3)
    }
  }

  @Test func `a check with an object in a message is not complete`() {
    let session = Session()
    let result = Specification(of: Handed.self) { Messages { _ in [.use(session)] } }.check().exploration()
    #expect(result.coverage != .complete)
  }

  /// A program whose messages may hold anything. It fetches once.
  enum Fetching: Module {
    enum Message: @unchecked Sendable { case fetch, fetched(any Sendable) }
    enum Command: Hashable { case fetch }
    static let session = Session()
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .fetch = message { perform(.fetch) }
      model = if case .fetch = message { 1 } else { 2 }
    }
  }

  private func fetching(@SpecificationBuilder<Fetching> _ parts: () -> [Declaration<Fetching>]) -> CheckResult {
    let parts = parts()
    return Specification(of: Fetching.self) {
      Messages(of: .model) { $0 == 0 ? [.fetch] : [] }
      DeclarationList(declarations: parts)
    }.check().exploration()
  }

  @Test func `a message that is yet to arrive is examined in each world`() {
    let note = "a message holds Session, and with it an object: what changes inside of it is not seen"
    let delayed = fetching { Environment(0, replies: { _, _ in [.fetched(Fetching.session)] }) }
    #expect(delayed.notes.contains(note) && delayed.coverage == .completeWithinScope, "\(delayed.notes)")
    let repeated = fetching {
      Replies { _ in [.fetched(Fetching.session)] }
      RepeatedReplies()
    }
    #expect(repeated.notes.contains(note) && repeated.coverage == .completeWithinScope, "\(repeated.notes)")
    let plain = fetching { Environment(0, replies: { _, _ in [.fetched(1)] }) }
    #expect(plain.coverage == .complete, "\(plain.notes)")
  }

  /// A program whose messages may hold anything, and change nothing but the object in them.
  enum Counting: Module {
    enum Message: @unchecked Sendable { case use(any Sendable) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .use(let session as Session) = message { session.count += 1 }
    }
  }

  @Test func `the message of each step is examined`() {
    func offering(_ value: any Sendable) -> CheckResult {
      Specification(of: Counting.self) { Messages { _ in [.use(value)] } }.check().exploration()
    }
    let note = "a message holds Session, and with it an object: what changes inside of it is not seen"
    let replied = fetching { Replies { _ in [.fetched(Fetching.session)] } }
    let simulated = fetching { Environment<Fetching>(0, replies: { _, _ in [.fetched(Fetching.session)] }).atOnce }
    for result in [offering(Session()), replied, simulated] {
      #expect(result.coverage == .completeWithinScope && result.notes.contains(note), "\(result.notes)")
    }
    #expect(offering(1).coverage == .complete)
  }

  /// A program whose commands and subscriptions may hold anything. Each command waits for the end of its pause.
  enum Pausing: Module {
    struct Box: Hashable, @unchecked Sendable { var value: AnyHashable }
    enum Message: Hashable { case save, saved, tick }
    typealias Command = Box
    typealias Subscription = Box
    struct Model: Hashable { var isPaused = false, subscribes = false }
    static let box = Box(value: Session())
    static func start(with flags: Model) -> Model { flags }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .save { perform(box) }
      model.isPaused = message == .save
    }
    static func policy(for command: Command) -> EffectPolicy<Int> { .debounce(1, .seconds(1)) }
    static func subscriptions(for model: Model) -> [Box] { model.subscribes ? [box] : [] }
  }

  @Test func `a command that waits for the end of its pause and a subscription are examined`() {
    func note(on name: String, _ model: Pausing.Model) -> String? {
      Specification(of: Pausing.self) {
        Start(with: [model])
        Messages(of: .model) { $0.isPaused || $0.subscribes ? [] : [.save] }
        Replies { _ in [.saved] }
        Subscriptions { _ in [.tick] }
      }.check(depth: 1).exploration().notes.first { $0.hasPrefix("\(name) holds ") }
    }
    let end = ", and with it an object: what changes inside of it is not seen"
    #expect(note(on: "a command", Pausing.Model())?.hasSuffix(end) == true)
    #expect(note(on: "a subscription", Pausing.Model(subscribes: true))?.hasSuffix(end) == true)
  }

  // MARK: Functions

  struct Button: Equatable, Sendable {
    var title = ""
    var action: @Sendable () -> Int = { 0 }
    static func == (one: Button, other: Button) -> Bool { one.title == other.title }
  }

  enum Buttons: Module {
    enum Message: CaseIterable { case press, change }
    struct Model: Equatable { var button = Button(), number = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .change: model.button.action = { 1 }
      case .press: model.number = model.button.action()
      }
    }
  }

  @Test func `a check with a function in the model is not complete`() {
    let result = Specification(of: Buttons.self) {}.check().exploration()
    #expect(result.coverage == .completeWithinScope, "\(result)")
    #expect(result.notes.contains("the model holds a function at button.action: what it has captured is not seen"))
  }

  /// Holds an object and a function.
  enum Panel: Module {
    final class Lamp: Equatable, Sendable {
      static func == (one: Lamp, other: Lamp) -> Bool { true }
    }
    enum Message: CaseIterable { case press }
    struct Model: Equatable { var lamp = Lamp(), button = Button() }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {}
  }

  @Test func `an object and a function in one model are both noted`() {
    let result = Specification(of: Panel.self) {}.check().exploration()
    #expect(
      result.notes.filter { $0.hasPrefix("the model holds ") } == [
        "the model holds an object at lamp: what changes inside of it is not seen",
        "the model holds a function at button.action: what it has captured is not seen",
      ])
  }

  final class Delegate {}

  enum Weak: Module {
    enum Message: CaseIterable { case go }
    struct Model: Equatable {
      weak var delegate: Delegate?
      var count = 0
      static func == (one: Model, other: Model) -> Bool { one.count == other.count }
    }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = 1 - model.count
    }
  }

  @Test func `a weak reference counts as an object`() {
    let result = Specification(of: Weak.self) {}.check().exploration()
    #expect(result.states == 2 && result.coverage == .completeWithinScope)
    #expect(
      result.notes.contains("the model holds an object at delegate: what changes inside of it is not seen"))
  }

  /// A program whose model holds an unmanaged reference.
  enum Unretained: Module {
    enum Message: CaseIterable { case go }
    struct Model: Equatable, @unchecked Sendable {
      var delegate: Unmanaged<Delegate>
      var count = 0
      static func == (one: Model, other: Model) -> Bool { one.count == other.count }
    }
    static func start(with address: UInt) -> Model {
      // No object has this address, so the process ends if the reference is retained.
      Model(delegate: .fromOpaque(UnsafeRawPointer(bitPattern: address)!))
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = 1 - model.count
    }
  }

  @Test func `a reference that its model does not retain is never retained`() {
    // An aligned address at which there is no object.
    let result = Specification(of: Unretained.self) { Start(with: [16]) }.check().exploration()
    #expect(result.states == 2 && result.coverage == .completeWithinScope)
  }
}
