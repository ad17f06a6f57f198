import ElementarySeed
import TEACheck

/// The state and the update function of a stopwatch.
protocol Watch: SendableMetatype {
  associatedtype State: Hashable
  static var initial: State { get }
  static func update(_ state: inout State, _ action: StopwatchAction)
  static func seconds(_ state: State) -> Int
}

enum SimpleWatch: Watch {
  static var initial: Int { 0 }
  static func update(_ state: inout Int, _ action: StopwatchAction) { updateStopwatch(state: &state, action: action) }
  static func seconds(_ state: Int) -> Int { state }
}

enum CarefulWatch: Watch {
  static var initial: StopwatchState { StopwatchState() }
  static func update(_ state: inout StopwatchState, _ action: StopwatchAction) {
    updateCarefulStopwatch(state: &state, action: action)
  }
  static func seconds(_ state: StopwatchState) -> Int { state.seconds }
}

/// A stopwatch with the timer of its effect; the timer's increments wait in a queue before they arrive.
enum StopwatchModule<W: Watch>: Module {
  struct Model: Hashable {
    var watch = W.initial
    var isTicking = false
    /// The number of increments that were dispatched and have not arrived yet.
    var queued = 0
  }

  enum Message: Hashable {
    case tap(StopwatchAction)
    case timerFires
    case incrementArrives
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .tap(let action):
      W.update(&model.watch, action)
      model.isTicking = action == .start
    case .timerFires: model.queued += 1
    case .incrementArrives:
      model.queued -= 1
      W.update(&model.watch, .increment)
    }
  }

  /// The person starts, stops and resets the watch, for three seconds at most.
  static var counting: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        var messages: [Message] = [.tap(.start), .tap(.stop), .tap(.reset)]
        if model.isTicking, W.seconds(model.watch) + model.queued < 3 { messages.append(.timerFires) }
        if model.queued > 0 { messages.append(.incrementArrives) }
        return messages
      }
      Step("a stopped watch stands still") { step in
        step.before.isTicking || step.message == .tap(.reset)
          || W.seconds(step.after.watch) == W.seconds(step.before.watch)
      }
      Step("a reset sets the watch back") { step in
        step.message != .tap(.reset) || W.seconds(step.after.watch) == 0
      }
      Sometimes("three seconds are counted") { W.seconds($0.watch) == 3 }
    }
  }
}
