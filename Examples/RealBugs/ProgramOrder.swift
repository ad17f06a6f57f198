import TEACheck

/// The loop of a runtime, which processes messages, shows views and carries out commands.
///
/// It is wrong on purpose: a command is carried out before the view is shown, and its message overtakes messages that wait.
enum ProgramOrder: Module {
  /// The messages of the program; each question has a command that answers it.
  enum Letter { case note, question, answer }

  enum Event: Hashable {
    case view(Int)
    case command(Int)
  }

  enum Message { case dispatch([Letter]) }

  struct Model: Hashable {
    /// All messages so far, in the order of dispatch.
    var dispatched: [Letter] = []
    /// The messages that were processed, in order; the number of a message is its position here, from 1.
    var processed: [Letter] = []
    /// The messages that wait, in the fixed loop.
    var queue: [Letter] = []
    var isRunning = false
    /// The views that were shown and the commands that were carried out, by the numbers of their messages.
    var events: [Event] = []
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .dispatch(let letters): dispatch(letters, &model)
    }
  }

  private static func dispatch(_ letters: [Letter], _ model: inout Model) {
    model.dispatched += letters
    for letter in letters {
      model.processed.append(letter)
      let number = model.processed.count
      if letter == .question {
        model.events.append(.command(number))
        dispatch([.answer], &model)
      }
      model.events.append(.view(number))
    }
  }
}

/// The same loop, with a queue, and the view before the commands.
enum FixedProgramOrder: Module {
  typealias Message = ProgramOrder.Message
  typealias Model = ProgramOrder.Model

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .dispatch(let letters): dispatch(letters, &model)
    }
  }

  private static func dispatch(_ letters: [ProgramOrder.Letter], _ model: inout Model) {
    model.dispatched += letters
    model.queue += letters
    guard !model.isRunning else { return }
    model.isRunning = true
    while !model.queue.isEmpty {
      let letter = model.queue.removeFirst()
      model.processed.append(letter)
      let number = model.processed.count
      model.events.append(.view(number))
      if letter == .question {
        model.events.append(.command(number))
        dispatch([.answer], &model)
      }
    }
    model.isRunning = false
  }
}
