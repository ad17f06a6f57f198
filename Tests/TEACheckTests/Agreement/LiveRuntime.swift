import TEARuntime

/// A runtime that a schedule can drive. It logs views, failures, and the commands it performs and cancels.
protocol LiveRuntime {
  init(_ behaviour: Machine.Behaviour) throws
  var model: Machine.Model { get }
  /// A line for each view, failure and command, in order: `show`, `fail`, `perform` or `cancel`, and a text.
  var log: [String] { get }
  /// The timers, debounced commands and throttles with their remaining time, in the order in which they began to wait.
  var waitingItems: [String] { get }
  /// The commands that were carried out, and whose effects have not ended.
  var runningCommands: [Machine.Command] { get }
  /// The live subscriptions that are not timers.
  var subscriptions: [Machine.Subscription] { get }
  func dispatch(_ messages: [Machine.Message])
  /// Sends the last reply of a command, which then ends. The reply of a command that was cancelled or has ended is dropped.
  func reply(to command: Machine.Command)
  /// Sends an interim reply of a command. The reply of a command that was cancelled or has ended is dropped.
  func sendInterim(of command: Machine.Command)
  /// Ends a command that sends no message.
  func end(_ command: Machine.Command)
  /// Sends a message of a subscription. The message of a subscription that is not live is dropped.
  func send(_ message: Machine.Message, from subscription: Machine.Subscription)
  func advance(by duration: Duration)
}

/// A `Program` of the library, with a clock that the schedule advances.
final class LiveProgram: LiveRuntime {
  private let program: Program<Machine>
  private let outside = Outside()

  init(_ behaviour: Machine.Behaviour) throws {
    program = try Program(Machine.self, flags: behaviour, time: .manual)
    let commands = Handler<Machine.Command, Machine.Message>.cancellable { [outside] command, reply in
      outside.log.append("perform \(command)")
      outside.replies[command.serial] = reply
      outside.runningCommands.append(command)
      if command.isAnsweredAtOnce { outside.finish(command, with: Machine.reply(to: command)) }
      return {
        outside.log.append("cancel \(command)")
        outside.runningCommands.removeAll { $0 == command }
      }
    }
    let subscriptions = Handler<Machine.Subscription, Machine.Message>.cancellable { [outside] subscription, reply in
      outside.senders[subscription] = reply
      outside.subscriptions.append(subscription)
      return { outside.subscriptions.removeAll { $0 == subscription } }
    }
    program.setDelegate(outside, commands: commands, subscriptions: subscriptions)
  }

  var model: Machine.Model { program.model }
  var log: [String] { outside.log }
  var waitingItems: [String] { program.agenda.entries.map { "\($0.item) in \($0.remaining)" } }
  var runningCommands: [Machine.Command] { outside.runningCommands }
  var subscriptions: [Machine.Subscription] { outside.subscriptions }

  func dispatch(_ messages: [Machine.Message]) {
    // A schedule dispatches one message or two at once.
    switch messages.count {
    case 1: program.dispatch(messages[0])
    default: program.dispatch(messages[0], messages[1])
    }
  }

  func reply(to command: Machine.Command) {
    outside.finish(command, with: Machine.reply(to: command))
    program.receive()
  }

  func end(_ command: Machine.Command) {
    outside.replies[command.serial]?.finish()
    outside.runningCommands.removeAll { $0 == command }
    program.receive()
  }

  func sendInterim(of command: Machine.Command) {
    outside.replies[command.serial]?(Machine.interimReply(to: command))
    program.receive()
  }

  func send(_ message: Machine.Message, from subscription: Machine.Subscription) {
    outside.senders[subscription]?(message)
    program.receive()
  }

  func advance(by duration: Duration) { program.advance(by: duration) }

  /// The delegate, with the log and the replies of all effects that were started.
  private final class Outside: Delegate {
    var log: [String] = []
    /// The reply of each command, by the command's serial number.
    var replies: [Int: Reply<Machine.Message>] = [:]
    /// The reply of each subscription, also of those that have ended.
    var senders: [Machine.Subscription: Reply<Machine.Message>] = [:]
    var runningCommands: [Machine.Command] = []
    var subscriptions: [Machine.Subscription] = []

    func finish(_ command: Machine.Command, with message: Machine.Message) {
      replies[command.serial]?.finish(with: message)
      runningCommands.removeAll { $0 == command }
    }

    func program(_ program: Program<Machine>, didUpdate view: String) { log.append("show \(view)") }

    func program(_ program: Program<Machine>, didFail failure: any Error, for message: Machine.Message) {
      log.append("fail \(message)")
    }
  }
}
