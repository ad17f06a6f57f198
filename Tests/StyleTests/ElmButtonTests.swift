import ElmButtonStyle
import ElmButtonsApp
import Foundation
import TEARuntime
import Testing

@Suite struct ElmButtonTests {
  private let notifications = ElmButtonStyle.NotificationCenter()

  private func program(_ store: BreakableStore) -> Program<ApplicationModule<AppState>> {
    AppState().makeProgram(store: store, notifications: notifications)
  }

  @Test func `the buttons are below each other, and send their messages`() {
    let view = AppState().viewController
    #expect(view.tree.lines(width: 20, focus: 1) == ["[ - ]", "0", "[>+<]", "[ save ]", "[ load ]"])
    #expect(view.messages == [.decrement, .increment, .save, .load])
  }

  @Test func `update returns the commands`() {
    var state = AppState()
    #expect(state.update(.increment) == [])
    #expect(state.update(.increment) == [])
    #expect(state.update(.decrement) == [])
    #expect(state.update(.save) == [.save(value: 1)])
    #expect(state.update(.load) == [.load(available: { .loaded($0) })])
    #expect(state.update(.loaded(7)) == [])
    #expect(state.value == 7)
  }

  @Test func `what is saved is loaded, by hand and when the app becomes active`() {
    let store = BreakableStore()
    let program = program(store)
    for message in [AppState.Message.increment, .save, .increment] { program.dispatch(.message(message)) }
    #expect(store.value == 1)
    program.dispatch(.message(.load))
    #expect(program.model.value == 1)
    program.dispatch(.message(.increment))
    notifications.post(UIApplication.willResignActiveNotification)
    program.receive()
    #expect(program.model.value == 2)
    notifications.post(UIApplication.didBecomeActiveNotification)
    program.receive()
    #expect(program.model.value == 1)
  }

  @Test func `a stopped program misses notifications, and a resumed program hears later ones`() throws {
    let store = BreakableStore()
    store.value = 5
    let program = program(store)
    program.stop()
    notifications.post(UIApplication.didBecomeActiveNotification)
    program.receive()
    #expect(program.model.value == 0)
    try program.resume()
    program.receive()
    #expect(program.model.value == 0)
    notifications.post(UIApplication.didBecomeActiveNotification)
    program.receive()
    #expect(program.model.value == 5)
  }

  @Test func `the present subscriptions make the message of a notification`() {
    let program = Fickle().makeProgram(store: MemoryStore(), notifications: notifications)
    for _ in 0..<3 {
      notifications.post(UIApplication.didBecomeActiveNotification)
      program.receive()
    }
    #expect(program.model.heard == ["0", "1", "2"])
    program.dispatch(.message("enough"))
    notifications.post(UIApplication.didBecomeActiveNotification)
    program.receive()
    #expect(program.model.heard == ["0", "1", "2", "enough"])
  }

  @Test func `what the store throws reaches the delegate`() {
    let store = BreakableStore()
    store.isBroken = true
    let program = program(store)
    let listener = FailureListener()
    program.setDelegate(listener)
    program.dispatch(.message(.load))
    program.dispatch(.message(.save))
    #expect(listener.failures == ["broken", "broken"])
    #expect(program.model.value == 0)
  }

  @Test func `loads, saves and subscriptions inside a parent bring the parent's messages`() {
    let load = Command<Int>.load(available: { $0 * 2 })
    #expect(load.map { "\($0)" } == .load(available: { "\($0 * 2)" }))
    #expect(load.map { "\($0)" } != .load(available: { "\($0)" }))
    #expect(load != .load(available: { $0 }))
    #expect(Command<Int>.save(value: 1).map { "\($0)" } == .save(value: 1))
    let subscription = Subscription<Int>.notification(name: NotificationName("n")) { $0.name.rawValue.count }
    #expect(subscription.map { "\($0)" }.message(for: AppNotification(name: NotificationName("abc"))) == "3")
  }
}

@Suite struct FileStoreTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("file-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder.appendingPathComponent("value").path }

  @Test func `a store loads what it saved last, and 0 at first`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileStore(path: path)
    #expect(try store.load() == 0)
    for value in [1, -20, Int.min, 3] {
      try store.save(value)
      #expect(try store.load() == value)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["value"])
  }

  @Test func `saves at the same time do not disturb each other`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = FileStore(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for value in 0..<200 { group.addTask { try store.save(value) } }
      try await group.waitForAll()
    }
    #expect(try (0..<200).contains(store.load()))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["value"])
  }

  @Test func `a file that holds no number is reported, and stays`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("seven\n".utf8).write(to: URL(fileURLWithPath: path))
    let problem = try #require(throws: FileStore.Problem.self) { try FileStore(path: path).load() }
    #expect(problem.description == "\(path) holds no number; remove it, or save a value")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "seven\n")
  }

  @Test func `a path that cannot be written is reported`() throws {
    try FileManager.default.removeItem(at: folder)
    let problem = try #require(throws: FileStore.Problem.self) { try FileStore(path: path).save(1) }
    #expect(problem.description == "cannot write \(path): No such file or directory")
  }
}

/// An application whose subscription sends the number of messages so far, and ends after four messages.
private struct Fickle: Application {
  var heard: [String] = []

  mutating func update(_ message: String) -> [Command<String>] {
    heard.append(message)
    return []
  }

  var subscriptions: [Subscription<String>] {
    let count = heard.count
    guard count < 4 else { return [] }
    return [.notification(name: UIApplication.didBecomeActiveNotification) { _ in "\(count)" }]
  }

  var viewController: ViewController<String> { ._viewController(.label(text: heard.joined())) }
}

/// A store that throws while it is broken.
private final class BreakableStore: Store {
  struct Broken: Error {}

  var value = 0
  var isBroken = false

  func save(_ value: Int) throws {
    guard !isBroken else { throw Broken() }
    self.value = value
  }

  func load() throws -> Int {
    guard !isBroken else { throw Broken() }
    return value
  }
}

private final class FailureListener: Delegate {
  typealias Module = ApplicationModule<AppState>

  var failures: [String] = []

  func program(_ program: Program<Module>, didUpdate view: Module.View) {}

  func program(_ program: Program<Module>, didFail failure: any Error, performing command: Module.Command) {
    failures.append(failure is BreakableStore.Broken ? "broken" : "\(failure)")
  }
}
