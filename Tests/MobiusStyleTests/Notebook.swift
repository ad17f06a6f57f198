import MobiusStyle
import Synchronization

/// A loop whose events tell it what to change and to perform.
enum Notebook {
  enum Event: Hashable, Sendable {
    case write(String)
    /// The result is a new model that is equal to the present model.
    case rewrite
    case perform([Effect])
    case ignore
  }

  enum Effect: Hashable, Sendable {
    case ring
    case save(String)
    case load(name: String)
    case move(from: Int, to: Int)
  }

  typealias Model = [String]

  static func update(_ model: Model, _ event: Event) -> Next<Model, Effect> {
    switch event {
    case .write(let text): .next(model + [text], effects: [.save(text)])
    case .rewrite: .next(model)
    case .perform(let effects): .dispatchEffects(effects)
    case .ignore: .noChange
    }
  }

  typealias Loop = MobiusLoop<Model, Event, Effect>

  static func loop(_ effectHandler: some Connectable<Effect, Event>) -> Mobius.Builder<Model, Event, Effect> {
    Mobius.loop(update: update, effectHandler: effectHandler)
  }
}

/// A log, to which any thread can add lines.
final class Log: Sendable {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func add(_ line: String) { state.withLock { $0.append(line) } }

  /// Removes and returns the lines.
  func take() -> [String] {
    state.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// An effect handler, a view or an event source that logs its calls; the test sets its reaction.
final class LoggingConnectable<Input>: Connectable {
  let name: String
  let log: Log
  /// Called for each input, and with `nil` for each connection.
  var react: (Input?, @escaping Consumer<Notebook.Event>) -> Void = { _, _ in }
  /// The consumers of all connections so far.
  private(set) var consumers: [Consumer<Notebook.Event>] = []

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  func connect(_ consumer: @escaping Consumer<Notebook.Event>) -> Connection<Input> {
    log.add("\(name) connects")
    consumers.append(consumer)
    react(nil, consumer)
    return Connection(
      acceptClosure: { [self] input in
        log.add("\(name) \(input)")
        react(input, consumer)
      },
      disposeClosure: { [log, name] in log.add("\(name) ends") })
  }
}

/// An event source that passes its calls on to a connectable, which logs them and whose reaction the test sets.
final class LoggingEventSource: EventSource {
  let connectable: LoggingConnectable<Never>

  init(_ name: String, _ log: Log) { connectable = LoggingConnectable(name, log) }

  func subscribe(consumer: @escaping Consumer<Notebook.Event>) -> any Disposable { connectable.connect(consumer) }
}
