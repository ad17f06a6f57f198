import ElmButtonStyle
import TEARuntime
import Testing

/// A name that is typed in a field until it is locked, and a name that is asked for by an alert.
private struct Naming: Hashable {
  var name = "tea"
  var saved: [String] = []
  var isLocked = false

  enum Message: Hashable { case typed(String?), ended(String?), ask, answered(String?), note, lock }

  mutating func update(_ message: Message) -> [Command<Message>] {
    switch message {
    case .typed(let name): self.name = name ?? ""
    case .ended(let name): saved.append("ended \(name ?? "nil")")
    case .ask:
      return [
        .modalTextAlert(
          title: "Name", accept: "OK", cancel: "Cancel", placeholder: "a name", submit: { .answered($0) })
      ]
    case .answered(let name): saved.append("answered \(name ?? "nil")")
    case .note: return [.modalAlert(title: "Well done", accept: "Thanks"), .modalAlert(title: "Really", accept: "Yes")]
    case .lock: isLocked = true
    }
    return []
  }

  var viewController: ViewController<Message> {
    .viewController(
      .stackView(views: [
        .label(text: saved.last ?? "nothing"),
        isLocked ? .label(text: name) : .textField(text: name, onChange: { .typed($0) }, onEnd: { .ended($0) }),
        .button(text: "ask", onTap: .ask), .button(text: "lock", onTap: .lock),
      ]))
  }
}

extension Naming: Application {}

@Suite struct ElmButtonScreenTests {
  private typealias Event = ScreenEvent<Naming.Message>

  private let program = Naming().makeScreen(store: MemoryStore(), notifications: NotificationCenter())

  private func send(_ message: Naming.Message) { program.dispatch(.application(.message(message))) }

  private func screen(_ focus: Int? = nil) -> [String]? { program.view.lines(width: 40, focus: focus) }

  /// Passes a key to the focus, and dispatches the event, as the terminal does.
  private func pressKey(_ focus: inout Focus, _ key: (inout Focus, ViewTree<Event>) -> Event?) throws {
    let view = program.view
    let event = key(&focus, view)
    program.dispatch(try #require(event))
    focus.viewDidUpdate()
  }

  private func type(_ text: String, _ focus: inout Focus) throws {
    for key in text { try pressKey(&focus) { $0.type(key, in: $1) } }
  }

  @Test func `a typed text reaches update, key by key`() throws {
    var focus = Focus()
    try type("s!", &focus)
    #expect(program.model.state.name == "teas!")
    #expect(screen(focus.index(in: program.view)) == ["nothing", "{>teas!_<}", "[ ask ]", "[ lock ]"])
    try pressKey(&focus) { $0.press(in: $1) }
    #expect(program.model.state.saved == ["ended teas!"])
  }

  @Test func `a field offers examples of texts to checks`() {
    #expect(
      program.view.messages.prefix(3).map { $0 } == [
        .application(.ended(field: 0, text: "tea")), .application(.changed(field: 0, text: "")),
        .application(.changed(field: 0, text: "a")),
      ])
    send(.typed("a"))
    #expect(
      program.view.messages.prefix(2).map { $0 } == [
        .application(.ended(field: 0, text: "a")), .application(.changed(field: 0, text: "")),
      ])
  }

  @Test func `a text for a field that is gone is dropped`() {
    send(.lock)
    program.dispatch(.application(.changed(field: 0, text: "late")))
    program.dispatch(.application(.ended(field: -1, text: "late")))
    var expected = Naming()
    expected.isLocked = true
    #expect(program.model.state == expected)
  }

  @Test func `fields are numbered in reading order`() {
    let view = View<String>.stackView(views: [
      .textField(text: "a", onChange: { "1 \($0!)" }),
      .stackView(views: [.textField(text: "b"), .textField(text: "c", onEnd: { "3 \($0!)" })], axis: .horizontal),
    ])
    #expect(view.tree.lines(width: 40) == ["{ a }", "{ b } { c }"])
    #expect(view.messages == ["1 a", "1 ", "3 c", "3 ", "3 a"])
    #expect(view.stops == [0, 2])
    #expect(view.map { $0 + "!" }.messages == ["1 a!", "1 !", "3 c!", "3 !", "3 a!"])
  }

  @Test func `an alert stands before the view, and its text becomes a message`() throws {
    send(.ask)
    #expect(screen() == ["Name", "", "{ a name }", "", "[ Cancel ] [ OK ]"])
    var focus = Focus()
    try type("mi", &focus)
    #expect(screen(0) == ["Name", "", "{>mi_<}", "", "[ Cancel ] [ OK ]"])
    #expect(program.view.messages == [.accepted("mi"), .typed(""), .typed("a"), .cancelled, .accepted("mi")])
    try pressKey(&focus) { $0.press(in: $1) }
    #expect(program.model.alerts == [])
    #expect(program.model.state.saved == ["answered mi"])
  }

  @Test func `a cancelled alert answers nil`() {
    send(.ask)
    program.dispatch(.typed("x"), .cancelled)
    #expect(program.model.state.saved == ["answered nil"])
    // Nothing is asked any more.
    program.dispatch(.cancelled, .accepted("late"), .typed("late"))
    #expect(program.model.state.saved == ["answered nil"])
    #expect(program.model.alerts == [])
  }

  @Test func `an alert is cancelled after a text was typed`() throws {
    send(.ask)
    var focus = Focus()
    try type("x", &focus)
    #expect(focus.leave(program.view) == nil)
    focus.moveForward(in: program.view)
    try pressKey(&focus) { $0.press(in: $1) }
    #expect(program.model.state.saved == ["answered nil"])
  }

  @Test func `alerts wait for each other`() {
    send(.note)
    #expect(screen() == ["Well done", "", "[ Thanks ]"])
    send(.ask)
    program.dispatch(.accepted(""))
    #expect(screen() == ["Really", "", "[ Yes ]"])
    program.dispatch(.accepted(""))
    #expect(screen()?.first == "Name")
    #expect(program.model.alerts.map(\.title) == ["Name"])
    #expect(program.model.state.saved == [])
  }

  @Test func `only an event that holds a text takes another text`() {
    #expect(Event.typed("a").carrying("b") == .typed("b"))
    #expect(Event.accepted("a").carrying("b") == .accepted("b"))
    #expect(Event.cancelled.carrying("b") == .cancelled)
    #expect(Event.application(.ended(field: 2, text: "a")).carrying("b") == .application(.ended(field: 2, text: "b")))
    #expect(Event.application(.message(.ask)).carrying("b") == .application(.message(.ask)))
  }
}

@Suite struct ElmButtonDriverTests {
  /// A value without any conformance.
  private struct Tally {
    var count = 0
    var heard: [Int] = []

    enum Message { case more, save, load, loaded(Int), told(Int?) }

    mutating func update(_ message: Message) -> [Command<Message>] {
      switch message {
      case .more: count += 1
      case .save: return [.save(value: count)]
      case .load: return [.load(available: { .loaded($0) })]
      case .loaded(let value): count = value
      case .told(let value): heard.append(value ?? -1)
      }
      return []
    }

    var viewController: ViewController<Message> {
      .viewController(.stackView(views: [.label(text: "\(count)"), .button(text: "more", onTap: .more)]))
    }

    var subscriptions: [Subscription<Message>] {
      [.notification(name: NotificationName("tally")) { .told($0.object as? Int) }]
    }
  }

  private let notifications = NotificationCenter()

  private func driver(_ initialCommands: [Command<Tally.Message>] = []) -> Driver<Tally, Tally.Message> {
    Driver(
      Tally(), update: { state, message in state.update(message) }, view: { $0.viewController },
      subscriptions: { $0.subscriptions }, initialCommands: initialCommands, notifications: notifications)
  }

  @Test func `a driver runs a value that conforms to nothing`() {
    let driver = driver()
    driver.run(action: .more)
    driver.asyncSend(action: .more)
    driver.run(message: .more)
    driver.run(action: .save)
    driver.asyncSend(message: .more)
    #expect(driver.model.count == 4)
    driver.run(action: .load)
    driver.program.receive()
    #expect(driver.model.count == 3)
    #expect(driver.viewController.tree.lines(width: 20) == ["3", "[ more ]"])
    #expect(driver.program.view.lines(width: 20) == ["3", "[ more ]"])
  }

  @Test func `a driver begins with its initial commands, and shows alerts`() {
    let driver = driver([.load(available: { .loaded($0 + 7) }), .modalAlert(title: "hello", accept: "hi")])
    driver.program.receive()
    #expect(driver.model.count == 7)
    #expect(driver.program.view.lines(width: 20) == ["hello", "", "[ hi ]"])
    driver.program.dispatch(.accepted(""))
    #expect(driver.program.view.lines(width: 20) == ["7", "[ more ]"])
  }

  /// A manager that records its subscriptions, and sends messages for the test.
  private final class Manager: SubscriptionManaging {
    var subscriptionLists: [[Int]] = []
    let send: (Tally.Message) -> Void

    init(_ send: @escaping (Tally.Message) -> Void) { self.send = send }

    func update(subscriptions: [Int]) { subscriptionLists.append(subscriptions) }
  }

  private func managedDriver(
    _ initialCommands: [Command<Tally.Message>] = []
  ) throws -> (Driver<Tally, Tally.Message>, Manager) {
    var manager: Manager?
    let driver = Driver<Tally, Tally.Message>(
      Tally(), update: { $0.update($1) }, view: { $0.viewController }, subscriptions: { [$0.count] },
      manager: {
        let made = Manager($0)
        manager = made
        return made
      }, initialCommands: initialCommands)
    return (driver, try #require(manager))
  }

  @Test func `an app's own manager is told the subscriptions at the start and after each step, and may send`() throws {
    let (driver, manager) = try managedDriver()
    driver.run(action: .more)
    manager.send(.more)
    #expect(driver.model.count == 2)
    #expect(manager.subscriptionLists == [[0], [1], [2]])
  }

  @Test func `an app's own manager is told the subscriptions before an initial command is answered`() throws {
    let (driver, manager) = try managedDriver([.load(available: { .loaded($0 + 7) })])
    driver.program.receive()
    #expect(driver.model.count == 7)
    #expect(manager.subscriptionLists == [[0], [7]])
  }

  /// A manager that sends a message while it is told its first subscriptions.
  private final class EagerManager: SubscriptionManaging {
    var live: [Int] = []
    private let send: (Tally.Message) -> Void
    private var hasSent = false

    init(_ send: @escaping (Tally.Message) -> Void) { self.send = send }

    func update(subscriptions: [Int]) {
      if !hasSent {
        hasSent = true
        send(.more)
      }
      live = subscriptions
    }
  }

  @Test func `a manager that sends while it is told the first subscriptions is told the next ones afterwards`() throws {
    var manager: EagerManager?
    let driver = Driver<Tally, Tally.Message>(
      Tally(), update: { $0.update($1) }, view: { $0.viewController }, subscriptions: { [$0.count] },
      manager: {
        let made = EagerManager($0)
        manager = made
        return made
      })
    driver.program.receive()
    #expect(driver.model.count == 1)
    #expect(try #require(manager).live == [1])
  }

  @Test func `a manager may send messages after its driver is released`() throws {
    var manager: Manager?
    weak var program: Program<ScreenModule<Driven<Tally, Tally.Message>>>?
    do {
      let driver = Driver<Tally, Tally.Message>(
        Tally(), update: { $0.update($1) }, view: { $0.viewController }, subscriptions: { _ in [] },
        manager: {
          let made = Manager($0)
          manager = made
          return made
        })
      program = driver.program
    }
    try #require(manager).send(.more)
    #expect(program == nil)
  }

  @Test func `notifications bring their objects, which count for equality`() {
    let driver = driver()
    notifications.post(NotificationName("tally"), object: 5)
    notifications.post(NotificationName("tally"))
    notifications.post(NotificationName("other"), object: 6)
    driver.program.receive()
    #expect(driver.model.heard == [5, -1])
    let name = NotificationName("n")
    #expect(AppNotification(name: name, object: 1) == AppNotification(name: name, object: 1))
    #expect(AppNotification(name: name, object: 1) != AppNotification(name: name, object: "1"))
    #expect(AppNotification(name: name) != AppNotification(name: name, object: 1))
    #expect(Set([AppNotification(name: name, object: 1), AppNotification(name: name, object: 1)]).count == 1)
  }
}
