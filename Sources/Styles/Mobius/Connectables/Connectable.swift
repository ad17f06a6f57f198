/// Takes what it is given, on any thread.
public typealias Consumer<Value> = @Sendable (Value) -> Void

/// The outside of a loop: an effect handler takes effects and sends events, a view takes models and sends events.
public protocol Connectable<Input, Output> {
  /// The values that it takes.
  associatedtype Input
  /// The values that it sends.
  associatedtype Output

  /// Begins.
  ///
  /// - Parameter consumer: Takes what is sent, from any thread. After the connection was disposed of, it drops it.
  /// - Returns: The way in, until it is disposed of.
  func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input>
}

/// The way to something connected.
public final class Connection<Value>: Disposable {
  private var closures: (accept: (Value) -> Void, dispose: () -> Void)?

  /// - Parameters:
  ///   - acceptClosure: Takes a value.
  ///   - disposeClosure: Called once, when the connection is disposed of.
  public init(acceptClosure: @escaping (Value) -> Void, disposeClosure: @escaping () -> Void) {
    closures = (acceptClosure, disposeClosure)
  }

  /// Takes a value; after the connection was disposed of, it is dropped.
  public func accept(_ value: Value) { closures?.accept(value) }

  public func dispose() {
    let closures = closures
    self.closures = nil
    closures?.dispose()
  }
}

/// A connectable whose type does not matter.
public final class AnyConnectable<Input, Output>: Connectable {
  private let connectClosure: (@escaping Consumer<Output>) -> Connection<Input>

  /// A connectable made of a function.
  public init(_ connect: @escaping (@escaping Consumer<Output>) -> Connection<Input>) { connectClosure = connect }

  /// A connectable made of another one.
  public convenience init(_ connectable: some Connectable<Input, Output>) { self.init(connectable.connect) }

  public func connect(_ consumer: @escaping Consumer<Output>) -> Connection<Input> { connectClosure(consumer) }
}
