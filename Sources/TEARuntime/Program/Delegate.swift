/// The outside of a ``Program``: it shows views, carries out commands and receives failures.
///
/// A program calls its delegate in the isolation domain in which the program was made.
public protocol Delegate<Module>: AnyObject {
  /// The module of the programs that this delegate serves.
  associatedtype Module: TEARuntime.Module

  /// Shows a view: on attaching, and after every step.
  func program(_ program: Program<Module>, didUpdate view: Module.View)

  /// Carries out a command, and answers it by its reply.
  ///
  /// A message that is sent by the reply of an effect that was cancelled is dropped. The effect runs until
  /// ``Reply/finish()`` is called, or the last copy of the reply is gone. Where the program has a handler of commands, it
  /// is not called.
  ///
  /// The default calls ``program(_:didEmit:)`` and drops the reply. A command with an identity it does not take so: it
  /// reports that nobody would know when its effect ends, or whose the messages are that are dispatched, and traps.
  func program(
    _ program: Program<Module>, didEmit command: Module.Command, reply: Reply<Module.Message>)

  /// Carries out a command with the policy ``EffectPolicy/all``. What it brings is dispatched as a message.
  ///
  /// It is called by the default of ``program(_:didEmit:reply:)``. The default reports that the command has nobody to
  /// carry it out, and traps.
  func program(_ program: Program<Module>, didEmit command: Module.Command)

  /// Learns that a command was cancelled that it carries out: what is still sent by its reply is dropped.
  ///
  /// The default does nothing.
  func program(_ program: Program<Module>, didCancel command: Module.Command)

  /// Begins a subscription.
  ///
  /// The default reports that the subscription has nobody to serve it, and traps.
  func program(_ program: Program<Module>, didSubscribe subscription: Module.Subscription)

  /// Ends a subscription.
  ///
  /// The default does nothing.
  func program(_ program: Program<Module>, didUnsubscribe subscription: Module.Subscription)

  /// Receives the failure of a step that did not happen: the model is as it was before.
  ///
  /// The default reports the message, the model and the failure, and traps.
  func program(
    _ program: Program<Module>, didFail failure: any Error, for message: Module.Message)

  /// Receives what a handler of commands threw, where it does not become a message.
  ///
  /// The default reports the command and the failure, and traps.
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
