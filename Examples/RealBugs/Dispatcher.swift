import TEACheck

/// The core of a store, which applies actions to its state and publishes the state to two observers.
///
/// It is wrong on purpose: an action that an observer sends stays in the buffer until the next action comes from outside.
enum Dispatcher: Module {
  enum Action { case note, question, answer }

  enum Message { case send(Action) }

  struct Model: Hashable {
    /// The state: all actions so far.
    var state: [Action] = []
    /// The actions that were sent and not applied yet.
    var buffer: [Action] = []
    var isSending = false
    /// For each observer, the action counts of the states that it saw.
    var seen: [[Int]] = [[], []]
    /// The number of actions that were sent so far.
    var sent = 0

    /// Shows a state to the observers; the first of them answers questions.
    mutating func publish(_ state: [Action], send: (Action, inout Model) -> Void) {
      for observer in seen.indices {
        seen[observer].append(state.count)
        if observer == 0, state.last == .question { send(.answer, &self) }
      }
    }
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .send(let action): send(action, &model)
    }
  }

  private static func send(_ action: Action, _ model: inout Model) {
    model.sent += 1
    model.buffer.append(action)
    guard !model.isSending else { return }
    model.isSending = true
    model.state += model.buffer
    model.buffer = []
    model.publish(model.state, send: send)
    model.isSending = false
  }
}

/// The same store, wrong on purpose: it applies an observer's action at once, before the other observer sees the state.
enum NestedDispatcher: Module {
  typealias Message = Dispatcher.Message
  typealias Model = Dispatcher.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .send(let action): send(action, &model)
    }
  }

  private static func send(_ action: Dispatcher.Action, _ model: inout Model) {
    model.sent += 1
    model.state.append(action)
    model.publish(model.state, send: send)
  }
}

/// The same store, which applies the actions of observers after all observers have seen the state.
enum FixedDispatcher: Module {
  typealias Message = Dispatcher.Message
  typealias Model = Dispatcher.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .send(let action): send(action, &model)
    }
  }

  private static func send(_ action: Dispatcher.Action, _ model: inout Model) {
    model.sent += 1
    model.buffer.append(action)
    guard !model.isSending else { return }
    model.isSending = true
    while !model.buffer.isEmpty {
      model.state.append(model.buffer.removeFirst())
      model.publish(model.state, send: send)
    }
    model.isSending = false
  }
}
