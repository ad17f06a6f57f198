/// The outside of a ``Program``: it shows views, carries out commands and receives failures.
///
/// A program calls its delegate in the isolation domain in which the program was made.
public protocol Delegate<Module>: AnyObject {
  /// The module of the programs that this delegate serves.
  associatedtype Module: TEARuntime.Module

  /// Shows a view: on attaching, and after every step.
  func program(_ program: Program<Module>, didUpdate view: Module.View)

  /// Carries out a command. What it brings is dispatched as a message.
  ///
  /// Where the program has a handler of commands, it is not called. The default reports that the command has nobody to
  /// carry it out, and traps.
  func program(_ program: Program<Module>, didEmit command: Module.Command)

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
