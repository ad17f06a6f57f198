import TEARuntime

/// A runtime that a schedule can drive, and that keeps a log of what reaches the outside.
protocol LiveRuntime {
  init(_ behaviour: Machine.Behaviour) throws
  var model: Machine.Model { get }
  var log: [String] { get }
  var agenda: Agenda<Machine> { get }
  func dispatch(_ messages: [Machine.Message])
  /// An effect sends a message and ends; one that was cancelled, or has ended, only tries to.
  func reply(to command: Machine.Command)
  /// An effect sends a message and goes on; one that was cancelled, or has ended, only tries to.
  func sendInterim(of command: Machine.Command)
  /// A subscription sends a message; one that has ended only tries to.
  func send(_ message: Machine.Message)
  func advance(by duration: Duration)
}

/// The runtime's own program.
final class LiveProgram: LiveRuntime {
  private let program: Program<Machine>
  private let outside = Outside()

  init(_ behaviour: Machine.Behaviour) throws {
    program = try Program(Machine.self, flags: behaviour, time: .manual)
    program.handleCommands(
      .cancellable { [outside] command, reply in
        outside.log.append("perform \(command)")
        outside.replies[command.serial] = reply
        if command.isAnsweredAtOnce {
          reply.finish(with: Machine.reply(to: command))
        }
        return { outside.log.append("cancel \(command)") }
      })
    program.handleSubscriptions(
      .cancellable { [outside] _, reply in
        outside.news = reply
        return {}
      })
    program.setDelegate(outside)
  }

  var model: Machine.Model { program.model }
  var log: [String] { outside.log }
  var agenda: Agenda<Machine> { program.agenda }

  func dispatch(_ messages: [Machine.Message]) {
    switch messages.count {
    case 1: program.dispatch(messages[0])
    default: program.dispatch(messages[0], messages[1])
    }
  }

  func reply(to command: Machine.Command) {
    outside.replies[command.serial]?.finish(with: Machine.reply(to: command))
    program.receive()
  }

  func sendInterim(of command: Machine.Command) {
    outside.replies[command.serial]?(Machine.interimReply(to: command))
    program.receive()
  }

  func send(_ message: Machine.Message) {
    outside.news?(message)
    program.receive()
  }

  func advance(by duration: Duration) { program.advance(by: duration) }

  private final class Outside: Delegate {
    var log: [String] = []
    var replies: [Int: Reply<Machine.Message>] = [:]
    var news: Reply<Machine.Message>?

    func program(_ program: Program<Machine>, didUpdate view: String) { log.append("show \(view)") }

    func program(_ program: Program<Machine>, didFail failure: any Error, for message: Machine.Message) {
      log.append("fail \(message)")
    }
  }
}

/// A runtime of a few lines, with the mistakes that such runtimes have.
class NaiveRuntime: LiveRuntime {
  class var commandsComeBeforeTheView: Bool { false }
  class var repliesRecur: Bool { false }
  class var keepsWhatFailed: Bool { false }

  private var kernel: Kernel<Machine>
  private var running: [(command: Machine.Command, effect: Kernel<Machine>.Effect)] = []
  private var queue: [() -> Void] = []
  private var isRunning = false
  private(set) var log: [String] = []

  required init(_ behaviour: Machine.Behaviour) throws {
    let actions: [Kernel<Machine>.Action]
    (kernel, actions) = try Kernel.start(with: behaviour)
    carryOut(actions)
  }

  var model: Machine.Model { kernel.model }
  var agenda: Agenda<Machine> { kernel.agenda }

  func dispatch(_ messages: [Machine.Message]) {
    queue += messages.map { message in { self.step(message) } }
    run()
  }

  func reply(to command: Machine.Command) {
    queue.append { self.deliverReply(to: command) }
    run()
  }

  func sendInterim(of command: Machine.Command) {
    queue.append {
      let effect = self.running.first { $0.command == command }?.effect
      if let effect, self.kernel.isRunning(effect) { self.step(Machine.interimReply(to: command)) }
    }
    run()
  }

  func send(_ message: Machine.Message) {
    queue.append { if self.kernel.subscriptions.contains(.news) { self.step(message) } }
    run()
  }

  func advance(by duration: Duration) {
    var left = duration
    while let next = kernel.agenda.nextDeadline, next <= left {
      kernel.elapse(next)
      left -= next
      while let due = kernel.agenda.due.first {
        let (message, actions) = kernel.fire(due)
        if let message { step(message) }
        carryOut(actions)
        run()
      }
    }
    kernel.elapse(left)
  }

  private func run() {
    guard !isRunning else { return }
    isRunning = true
    while !queue.isEmpty { queue.removeFirst()() }
    isRunning = false
  }

  private func deliverReply(to command: Machine.Command) {
    guard let index = running.firstIndex(where: { $0.command == command }) else { return }
    let effect = running.remove(at: index).effect
    guard kernel.isRunning(effect) else { return }
    kernel.end(effect)
    step(Machine.reply(to: command))
  }

  private func step(_ message: Machine.Message) {
    do {
      carryOut(try kernel.receive(message))
    } catch {
      log.append("fail \(message)")
      guard Self.keepsWhatFailed else { return }
      var model = kernel.model
      try? Machine.update(for: message, model: &model, perform: { _ in })
      _ = kernel.stop()
      _ = try? kernel.resume(from: model)
    }
  }

  private func carryOut(_ actions: [Kernel<Machine>.Action]) {
    var actions = actions
    if Self.commandsComeBeforeTheView,
      let view = actions.firstIndex(where: { if case .show = $0 { true } else { false } })
    {
      actions.append(actions.remove(at: view))
    }
    for action in actions {
      switch action {
      case .show(let view): log.append("show \(view)")
      case .perform(let command, let effect):
        log.append("perform \(command)")
        running.append((command, effect))
        guard command.isAnsweredAtOnce else { continue }
        if Self.repliesRecur { deliverReply(to: command) } else { queue.append { self.deliverReply(to: command) } }
      case .cancel(let effect):
        let command = running.first { $0.effect == effect }?.command
        log.append("cancel \(command.map { "\($0)" } ?? "")")
      case .subscribe, .unsubscribe: continue
      }
    }
  }
}

final class HastyRuntime: NaiveRuntime {
  override class var commandsComeBeforeTheView: Bool { true }
}

final class RecursiveRuntime: NaiveRuntime {
  override class var repliesRecur: Bool { true }
}

final class ForgetfulRuntime: NaiveRuntime {
  override class var keepsWhatFailed: Bool { true }
}
