import TEARuntime

/// A small runtime that shares no logic with the kernel. Each subclass makes one common mistake.
class NaiveRuntime: LiveRuntime {
  enum Mistake {
    case commandsBeforeView, repliesWithinStep, keepsModelOfFailedUpdate
    /// Admits a command with the policy `first` though its identity is taken.
    case admitsAll
    /// Carries out a command that a later command of the same step cancels, logs the cancellation, and lets the command run on.
    case cancelsInVain
    case cancelsNoRunningCommand, reversesCommands, keepsWaitingCommands, throttlesForEver, deadlinesOutOfOrder
    /// A repeating timer fires once.
    case timersFireOnce
    /// A timer goes on after its subscription has ended.
    case timersGoOn
  }

  /// The mistake of this class; `nil` for none.
  class var mistake: Mistake? { nil }

  /// A timer, a debounced command or a throttle that waits for its deadline. The integers are the identities of policies.
  private enum Waiting: Equatable {
    case timer(Machine.Subscription)
    case command(Machine.Command, Int)
    case throttleEnd(Int)
  }

  private(set) var model: Machine.Model
  private(set) var log: [String] = []
  private(set) var runningCommands: [Machine.Command] = []
  private var liveSubscriptions: [Machine.Subscription] = []
  /// The remaining times are in seconds.
  private var deadlines: [(item: Waiting, remaining: Int)] = []
  private var queue: [() -> Void] = []
  private var isStepping = false

  required init(_ behaviour: Machine.Behaviour) throws {
    var commands: [Machine.Command] = []
    model = Machine.start(with: behaviour) { commands.append($0) }
    commit(commands)
    run()
  }

  var subscriptions: [Machine.Subscription] { liveSubscriptions.filter { Machine.timer(for: $0) == nil } }

  var waitingItems: [String] {
    deadlines.map { item, remaining in
      let agendaItem: Agenda<Machine>.Item =
        switch item {
        case .timer(let subscription): .timer(subscription)
        case .command(let command, let id): .command(command, id)
        case .throttleEnd(let id): .throttleEnd(id)
        }
      return "\(agendaItem) in \(Duration.seconds(remaining))"
    }
  }

  func dispatch(_ messages: [Machine.Message]) {
    queue += messages.map { message in { self.step(message) } }
    run()
  }

  func reply(to command: Machine.Command) {
    queue.append { self.deliverReply(to: command) }
    run()
  }

  func sendInterim(of command: Machine.Command) {
    queue.append { if self.runningCommands.contains(command) { self.step(Machine.interimReply(to: command)) } }
    run()
  }

  func end(_ command: Machine.Command) { runningCommands.removeAll { $0 == command } }

  func send(_ message: Machine.Message, from subscription: Machine.Subscription) {
    queue.append { if self.liveSubscriptions.contains(subscription) { self.step(message) } }
    run()
  }

  func advance(by duration: Duration) {
    for _ in 0..<duration.components.seconds {
      for index in deadlines.indices { deadlines[index].remaining -= 1 }
      func isDue(_ deadline: (item: Waiting, remaining: Int)) -> Bool { deadline.remaining <= 0 }
      while let dueIndex = Self.mistake == .deadlinesOutOfOrder
        ? deadlines.lastIndex(where: isDue) : deadlines.firstIndex(where: isDue)
      {
        fire(deadlines.remove(at: dueIndex).item, at: dueIndex)
        run()
      }
    }
  }

  /// Sends the message of a timer, or carries out a debounced command, when its deadline is due. A repeating timer keeps its
  /// place among the deadlines.
  private func fire(_ item: Waiting, at index: Int) {
    switch item {
    case .throttleEnd: break
    case .command(let command, _): carryOut(command)
    case .timer(let subscription):
      switch Machine.timer(for: subscription) {
      case .every(let interval, let message)?:
        if Self.mistake != .timersFireOnce {
          deadlines.insert((item, Int(interval.components.seconds)), at: index)
        }
        step(message)
      case .after(_, let message)?: step(message)
      case nil: break
      }
    }
  }

  private func run() {
    guard !isStepping else { return }
    isStepping = true
    while !queue.isEmpty { queue.removeFirst()() }
    isStepping = false
  }

  private func deliverReply(to command: Machine.Command) {
    guard runningCommands.contains(command) else { return }
    runningCommands.removeAll { $0 == command }
    step(Machine.reply(to: command))
  }

  private func step(_ message: Machine.Message) {
    var (next, commands) = (model, [Machine.Command]())
    do {
      try Machine.update(for: message, model: &next) { commands.append($0) }
    } catch {
      if Self.mistake == .keepsModelOfFailedUpdate { model = next }
      return log.append("fail \(message)")
    }
    model = next
    commit(commands)
  }

  /// Updates the subscriptions, shows the view and carries out the commands, in this order.
  private func commit(_ commands: [Machine.Command]) {
    let listedSubscriptions = Machine.subscriptions(for: model)
    for subscription in liveSubscriptions
    where !listedSubscriptions.contains(subscription) && Self.mistake != .timersGoOn {
      deadlines.removeAll { $0.item == .timer(subscription) }
    }
    for subscription in listedSubscriptions where !liveSubscriptions.contains(subscription) {
      guard let timer = Machine.timer(for: subscription) else { continue }
      deadlines.append((.timer(subscription), Int(timer.duration.components.seconds)))
    }
    liveSubscriptions = listedSubscriptions
    let acts = actsAfterPolicies(of: Self.mistake == .reversesCommands ? commands.reversed() : commands)
    if Self.mistake != .commandsBeforeView { log.append("show \(Machine.view(for: model))") }
    for act in acts { act() }
    if Self.mistake == .commandsBeforeView { log.append("show \(Machine.view(for: model))") }
  }

  /// Applies the policies to the commands of a step, and returns the executions and cancellations that result, in order.
  private func actsAfterPolicies(of commands: [Machine.Command]) -> [() -> Void] {
    var acts: [(command: Machine.Command, isCancellation: Bool)] = []
    let runningBefore = runningCommands
    /// Cancels the waiting and the running commands of an identity. Commands of this step are not carried out at all.
    func cancel(_ id: Int) {
      if Self.mistake != .keepsWaitingCommands {
        deadlines.removeAll { if case .command(_, id) = $0.item { true } else { false } }
      }
      if Self.mistake == .cancelsNoRunningCommand { return }
      for command in runningCommands where Machine.policy(for: command).id == id {
        if runningBefore.contains(command) || Self.mistake == .cancelsInVain {
          acts.append((command, isCancellation: true))
        } else {
          acts.removeAll { $0.command == command }
        }
      }
      runningCommands.removeAll { Machine.policy(for: $0).id == id }
    }
    /// `true` if a command with this identity runs or waits.
    func isTaken(_ id: Int) -> Bool {
      runningCommands.contains { Machine.policy(for: $0).id == id }
        || deadlines.contains { if case .command(_, id) = $0.item { true } else { false } }
    }
    for command in commands {
      switch Machine.policy(for: command) {
      case .all: break
      case .latest(let id): cancel(id)
      case .first(let id): if Self.mistake != .admitsAll, isTaken(id) { continue }
      case .cancel(let id):
        cancel(id)
        continue
      case .debounce(let id, let duration):
        cancel(id)
        deadlines.append((.command(command, id), Int(duration.components.seconds)))
        continue
      case .throttle(let id, let duration):
        if deadlines.contains(where: { $0.item == .throttleEnd(id) }) { continue }
        // No schedule lasts 1 000 s.
        let seconds = Self.mistake == .throttlesForEver ? 1_000 : Int(duration.components.seconds)
        deadlines.append((.throttleEnd(id), seconds))
      }
      runningCommands.append(command)
      acts.append((command, isCancellation: false))
    }
    return acts.map { command, isCancellation in
      { isCancellation ? self.log.append("cancel \(command)") : self.carryOut(command) }
    }
  }

  private func carryOut(_ command: Machine.Command) {
    log.append("perform \(command)")
    if !runningCommands.contains(command) { runningCommands.append(command) }
    guard command.isAnsweredAtOnce else { return }
    if Self.mistake == .repliesWithinStep {
      deliverReply(to: command)
    } else {
      queue.append { self.deliverReply(to: command) }
    }
  }
}

final class HastyRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .commandsBeforeView }
}

final class RecursiveRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .repliesWithinStep }
}

final class ForgetfulRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .keepsModelOfFailedUpdate }
}

final class GenerousRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .admitsAll }
}

final class DeafRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .cancelsNoRunningCommand }
}

final class EagerRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .cancelsInVain }
}

final class BackwardRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .reversesCommands }
}

final class ImpatientRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .keepsWaitingCommands }
}

final class TiredRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .timersFireOnce }
}

final class TirelessRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .timersGoOn }
}

final class ClosedRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .throttlesForEver }
}

final class UnorderedRuntime: NaiveRuntime {
  override class var mistake: Mistake? { .deadlinesOutOfOrder }
}
