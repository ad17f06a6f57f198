import TEACheck

/// Search as you type, whose replies may overtake each other.
enum Race: Module {
  enum Status { case idle, loading, failed }

  struct Flags: Hashable {
    /// The maximum numbers of inputs and of retries.
    var typed: Int, retries: Int
    /// `true` where replies to all inputs except the last are ignored.
    var isFixed: Bool
  }

  enum Message {
    case type, retry
    case succeeded(Int), failed(Int)
  }

  struct Model: Hashable {
    /// The number of inputs so far.
    var typed = 0
    /// The number of the input whose results are shown; 0 for none.
    var shown = 0
    var status = Status.idle
    /// The number of retries so far.
    var retries = 0
    let flags: Flags
  }

  enum Command: Hashable { case request(Int) }

  static func start(with flags: Flags) -> Model { Model(flags: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type:
      model.typed += 1
      model.status = .loading
      perform(.request(model.typed))
    case .retry:
      model.retries += 1
      model.status = .loading
      perform(.request(model.typed))
    case .succeeded(let number) where !model.flags.isFixed || number == model.typed:
      model.shown = number
      model.status = .idle
    case .failed(let number) where !model.flags.isFixed || number == model.typed:
      model.status = .failed
    case .succeeded, .failed: break
    }
  }

  /// The messages that are possible in a model.
  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if model.typed < model.flags.typed { messages.append(.type) }
    if model.status == .failed, model.retries < model.flags.retries { messages.append(.retry) }
    return messages
  }

  static func replies(to command: Command) -> [Message] {
    switch command {
    case .request(let number): [.succeeded(number), .failed(number)]
    }
  }

  /// The search with a bounded number of inputs and retries.
  ///
  /// - Parameters:
  ///   - typed: The maximum number of inputs.
  ///   - retries: The maximum number of retries.
  ///   - isFixed: `true` where replies to all inputs except the last are ignored.
  ///   - settles: `true` where the specification has the property that the results at rest are those of the last input.
  static func specification(
    typed: Int, retries: Int, isFixed: Bool, settles: Bool = false
  ) -> Specification<Race> {
    Specification(of: Race.self) {
      Start(with: [Flags(typed: typed, retries: retries, isFixed: isFixed)])
      Messages(of: .model) { offers($0) }
      Replies { replies(to: $0) }
      if settles {
        Always("what is shown was typed last", of: .world) { world in
          world.model.status != .idle || !world.outstanding.isEmpty || world.model.shown == world.model.typed
        }
      }
    }
  }
}
