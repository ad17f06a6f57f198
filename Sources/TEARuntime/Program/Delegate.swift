/// The outside of a ``Program``: it shows views, carries out commands and receives failures.
///
/// A program calls its delegate in the program's isolation domain.
public protocol Delegate<Module>: AnyObject {
  /// The module of the programs that this delegate serves.
  associatedtype Module: TEARuntime.Module

  /// Shows a view: when the delegate is attached, and after every step.
  func program(_ program: Program<Module>, didUpdate view: Module.View)

  /// Carries out a command, and sends messages by its reply.
  ///
  /// Messages by the reply of a cancelled effect are dropped. The effect runs until ``Reply/finish()`` is called, or
  /// the last copy of the reply is released. It is not called for a program with a handler of commands.
  ///
  /// The default calls ``program(_:didEmit:)`` and releases the reply. For a command with an identity it traps with a
  /// report, because the end of the effect and the origin of its messages would be unknown.
  func program(
    _ program: Program<Module>, didEmit command: Module.Command, reply: Reply<Module.Message>)

  /// Carries out a command with the policy ``EffectPolicy/all``, whose messages are dispatched.
  ///
  /// It is called by the default of ``program(_:didEmit:reply:)``. The default traps, and reports that nobody carries
  /// out the command.
  func program(_ program: Program<Module>, didEmit command: Module.Command)

  /// Receives a cancelled command that the delegate carries out. Further messages by its reply are dropped.
  ///
  /// The default does nothing.
  func program(_ program: Program<Module>, didCancel command: Module.Command)

  /// Begins a subscription.
  ///
  /// The default traps, and reports that nobody serves the subscription.
  func program(_ program: Program<Module>, didSubscribe subscription: Module.Subscription)

  /// Ends a subscription.
  ///
  /// The default does nothing.
  func program(_ program: Program<Module>, didUnsubscribe subscription: Module.Subscription)

  /// Receives the failure of a step, which did not happen: the model is as before.
  ///
  /// The default traps, and reports the message, the model and the failure.
  func program(
    _ program: Program<Module>, didFail failure: any Error, for message: Module.Message)

  /// Receives the error of a handler of commands that becomes no message.
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
      preconditionFailure(
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
    preconditionFailure(
      "\(Module.self) performs \(literal(command)), and \(type(of: self)) does not implement program(_:didEmit:)")
  }

  public func program(_ program: Program<Module>, didSubscribe subscription: Module.Subscription) {
    preconditionFailure(
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
