/// Shows the views of a ``Program``, carries out its commands, serves its subscriptions and receives its failures.
///
/// A program calls its delegate in the program's isolation domain.
public protocol Delegate<Module>: AnyObject {
  /// The module of the programs that this delegate serves.
  associatedtype Module: TEARuntime.Module

  /// Shows a view: after every step, and when the delegate is attached, a handler is set, or the program is resumed.
  func program(_ program: Program<Module>, didUpdate view: Module.View)

  /// Carries out a command, and sends messages through the reply.
  ///
  /// The effect runs until ``Reply/finish()`` is called, or the last copy of the reply is released; messages of a
  /// cancelled effect are dropped. A program with a handler of commands does not call this method.
  ///
  /// The default calls ``program(_:didEmit:)`` and releases the reply. For a command with an identity, the default traps with
  /// a report: the end of the effect and the origin of its messages would be unknown.
  func program(
    _ program: Program<Module>, didEmit command: Module.Command, reply: Reply<Module.Message>)

  /// Carries out a command with the policy ``EffectPolicy/all``, and dispatches the messages of its effect to the program.
  ///
  /// The default of ``program(_:didEmit:reply:)`` calls this method. The default of this method traps, and reports that
  /// nobody carries out the command.
  func program(_ program: Program<Module>, didEmit command: Module.Command)

  /// Receives the cancellation of a command that the delegate carries out.
  ///
  /// Messages that are sent through the command's reply from now on are dropped. The default does nothing.
  func program(_ program: Program<Module>, didCancel command: Module.Command)

  /// Begins a subscription that is not a timer, and sends its messages through the reply.
  ///
  /// Messages that are sent through the reply after the subscription has ended, or after another delegate was attached, are
  /// dropped. The end of the reply does not end the subscription. A program with a handler of subscriptions does not call this
  /// method.
  ///
  /// The default calls ``program(_:didSubscribe:)`` and releases the reply.
  func program(
    _ program: Program<Module>, didSubscribe subscription: Module.Subscription, reply: Reply<Module.Message>)

  /// Begins a subscription that is not a timer, and dispatches its messages to the program.
  ///
  /// A dispatched message that still waits when the subscription ends is processed all the same. Implement
  /// ``program(_:didSubscribe:reply:)`` where that matters, as with messages from other threads.
  ///
  /// The default of ``program(_:didSubscribe:reply:)`` calls this method. The default of this method traps, and reports that
  /// nobody serves the subscription.
  func program(_ program: Program<Module>, didSubscribe subscription: Module.Subscription)

  /// Ends a subscription.
  ///
  /// The default does nothing.
  func program(_ program: Program<Module>, didUnsubscribe subscription: Module.Subscription)

  /// Receives the failure of a step; the step did not happen, and the model is as before.
  ///
  /// The default traps, and reports the message, the model and the failure.
  func program(
    _ program: Program<Module>, didFail failure: any Error, for message: Module.Message)

  /// Receives the failure of an effect that ended with an error instead of a message.
  ///
  /// The default traps, and reports the command and the failure.
  func program(
    _ program: Program<Module>, didFail failure: any Error, performing command: Module.Command)
}

extension Delegate {
  public func program(
    _ program: Program<Module>, didEmit command: Module.Command, reply: Reply<Module.Message>
  ) {
    let policy = Module.policy(for: command)
    guard policy.id == nil else {
      fatalError(
        """
        \(Module.self) performs \(literal(command)) with the policy \(literal(policy)), and \(type(of: self)) would \
        carry it out without a reply: nobody would know when its effect ends, nor what it sends after it was cancelled
        Implement program(_:didEmit:reply:) in the delegate, or give the program a handler with handleCommands(_:).
        """)
    }
    self.program(program, didEmit: command)
  }

  public func program(_ program: Program<Module>, didCancel command: Module.Command) {}

  public func program(_ program: Program<Module>, didEmit command: Module.Command) {
    fatalError(
      "\(Module.self) performs \(literal(command)), and \(type(of: self)) does not implement program(_:didEmit:)")
  }

  public func program(
    _ program: Program<Module>, didSubscribe subscription: Module.Subscription, reply: Reply<Module.Message>
  ) {
    self.program(program, didSubscribe: subscription)
  }

  public func program(_ program: Program<Module>, didSubscribe subscription: Module.Subscription) {
    fatalError(
      "\(Module.self) subscribes to \(literal(subscription)), and \(type(of: self)) does not implement "
        + "program(_:didSubscribe:)")
  }

  public func program(_ program: Program<Module>, didUnsubscribe subscription: Module.Subscription) {}

  public func program(
    _ program: Program<Module>, didFail failure: any Error, for message: Module.Message
  ) {
    program.trap(on: failure, for: message)
  }

  public func program(
    _ program: Program<Module>, didFail failure: any Error, performing command: Module.Command
  ) {
    program.trap(on: failure, performing: command)
  }
}
