/// A connectable to inherit from.
///
/// ```swift
/// class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
///   override func handle(_ input: CounterEffect) { play(input.sound) }
///   override func onDispose() {}
/// }
/// ```
///
/// It is connected to one loop at a time.
open class ConnectableClass<Input, Output>: Connectable {
  private var current: Consumer<Output>?

  public init() {}

  /// Takes what the loop gives. A subclass overrides it.
  open func handle(_ input: Input) {
    preconditionFailure("\(type(of: self)) must override handle(_:)")
  }

  /// Called when the connection ends. The default does nothing.
  open func onDispose() {}

  /// Sends to the loop; while there is no connection, what is sent is dropped.
  public final func send(_ output: Output) { current?(output) }

  /// Sends to the loop of the present connection, from any thread: what works elsewhere captures it.
  public final var consumer: Consumer<Output> { current ?? { _ in } }

  public final func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> {
    precondition(current == nil, "\(type(of: self)) is connected already: a loop needs one of its own")
    current = consumer
    return Connection(
      acceptClosure: { [self] in handle($0) },
      disposeClosure: { [self] in
        current = nil
        onDispose()
      })
  }
}
