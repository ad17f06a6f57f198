internal import Synchronization

/// A base class of connectables.
///
/// ```swift
/// class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
///   override func handle(_ input: CounterEffect) { play(input.sound) }
///   override func onDispose() {}
/// }
/// ```
///
/// An object is connected to at most one loop at a time.
open class ConnectableClass<Input, Output>: Connectable {
  /// `nil` while there is no connection.
  private let currentConsumer = Mutex<Unchecked<Consumer<Output>>?>(nil)

  /// A connectable without a connection.
  public init() {}

  /// Takes the values of the loop; the default drops them.
  open func handle(_ input: Input) {}

  /// Called when the connection has begun and values can be sent; the default does nothing.
  open func onConnect() {}

  /// Called when the connection has ended and values are dropped; the default does nothing.
  open func onDispose() {}

  /// Sends a value to the loop; while there is no connection, the value is dropped.
  public final func send(_ output: Output) { currentConsumer.withLock { $0 }?.value(output) }

  /// Connects this object to a loop; a second connection at the same time is an error, which ``MobiusHooks`` reports.
  public final func connect(_ consumer: @escaping (Output) -> Void) -> Connection<Input> {
    let consumer = Unchecked(consumer)
    let wasUnconnected = currentConsumer.withLock { currentConsumer in
      guard currentConsumer == nil else { return false }
      currentConsumer = consumer
      return true
    }
    guard wasUnconnected else {
      MobiusHooks.fail("\(type(of: self)) is connected already: a loop needs one of its own")
    }
    onConnect()
    return Connection(
      acceptClosure: { [self] in handle($0) },
      disposeClosure: { [self] in
        let formerConsumer = currentConsumer.withLock { exchange(&$0, with: nil) }
        onDispose()
        // Released outside of the lock: freeing a user's closure may run code that calls `send`.
        withExtendedLifetime(formerConsumer) {}
      })
  }
}
