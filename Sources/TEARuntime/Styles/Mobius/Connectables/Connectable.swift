internal import Synchronization

/// A function that takes a value.
///
/// The consumers that a loop hands out can be called on any thread.
public typealias Consumer<Value> = (Value) -> Void

/// A function that wraps a consumer in another one, such as a consumer that hands events to a queue.
public typealias ConsumerTransformer<Value> = (@escaping Consumer<Value>) -> Consumer<Value>

/// A part that is connected to a loop: an effect handler takes effects and sends events, a view takes models and sends
/// events.
public protocol Connectable<Input, Output> {
  /// The values that the connectable takes.
  associatedtype Input
  /// The values that the connectable sends.
  associatedtype Output

  /// Connects this part to a consumer of its output.
  ///
  /// - Parameter consumer: Takes the values that the part sends; drops them after the loop has ended.
  /// - Returns: The connection that takes the input, until the connection is disposed of.
  func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

/// The input side of a connected ``Connectable``.
public final class Connection<Value>: Disposable {
  private let acceptClosure: (Value) -> Void
  private let disposeClosure: () -> Void
  private let isDisposed = Atomic(false)

  /// Makes a connection of two functions; `disposeClosure` is called at most once.
  public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
    self.acceptClosure = acceptClosure
    self.disposeClosure = disposeClosure
  }

  /// Takes a value; after ``dispose()``, the value is dropped.
  public func accept(_ value: Value) {
    if !isDisposed.load(ordering: .acquiring) { acceptClosure(value) }
  }

  /// Ends the connection; later calls do nothing.
  public func dispose() {
    if !isDisposed.exchange(true, ordering: .acquiringAndReleasing) { disposeClosure() }
  }
}

/// A type-erased connectable.
public struct AnyConnectable<Input, Output>: Connectable {
  private let connectClosure: (@escaping Consumer<Output>) -> Connection<Input>

  /// A connectable made of a function.
  public init(_ connect: @escaping (@escaping Consumer<Output>) -> Connection<Input>) { connectClosure = connect }

  /// A connectable made of another one.
  public init(_ connectable: some Connectable<Input, Output>) { self.init(connectable.connect) }

  /// Connects the wrapped connectable, or calls the wrapped function.
  public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> { connectClosure(consumer) }
}
