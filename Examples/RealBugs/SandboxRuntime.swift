import TEACheck

/// The loop of a runtime: each message makes a new model, which the main thread writes later.
///
/// It is wrong on purpose: a message that comes before the write is applied to the old model.
enum SandboxRuntime: Module {
  enum Message {
    case send
    /// The main thread writes the first model that waits; in the fixed loop, it makes the first update that waits.
    case flush
  }

  struct Model: Hashable {
    /// The model of the program, to which each update adds one.
    var model = 0
    /// The models that wait to be written.
    var writes: [Int] = []
    /// The number of messages that were sent so far.
    var sent = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .send:
      model.sent += 1
      model.writes.append(model.model + 1)
    case .flush:
      model.model = model.writes.removeFirst()
    }
  }
}

/// The same loop, where the update itself waits for the main thread.
enum FixedSandboxRuntime: Module {
  typealias Message = SandboxRuntime.Message

  struct Model: Hashable {
    var model = 0
    /// The number of updates that wait to be made.
    var updatesWaiting = 0
    var sent = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .send:
      model.sent += 1
      model.updatesWaiting += 1
    case .flush:
      model.updatesWaiting -= 1
      model.model += 1
    }
  }
}
