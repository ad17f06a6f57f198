internal import Synchronization

/// An object that is in use until it is disposed of.
public protocol Disposable: AnyObject {
  /// Ends this object, such as a connection or a subscription.
  func dispose()
}

/// A disposable made of a function, which is called once.
public final class AnonymousDisposable: Disposable {
  private let disposer: Mutex<Unchecked<() -> Void>?>

  /// A disposable that calls a function.
  ///
  /// - Parameter disposer: Called by the first call of ``dispose()``, and then released.
  public init(disposer: @escaping () -> Void) {
    let disposer = Unchecked(disposer)
    self.disposer = Mutex(disposer)
  }

  /// A disposable that disposes of another one, once.
  public convenience init(_ base: some Disposable) { self.init(disposer: base.dispose) }

  /// Calls the function; later calls do nothing.
  public func dispose() {
    let function = disposer.withLock { exchange(&$0, with: nil) }
    function?.value()
  }
}

/// Several disposables as one.
public final class CompositeDisposable: Disposable {
  private let disposable: AnonymousDisposable

  /// A disposable that disposes of others.
  ///
  /// - Parameter disposables: The other disposables, which are disposed of one after the other, in order.
  public init(disposables: [any Disposable]) {
    disposable = AnonymousDisposable { for disposable in disposables { disposable.dispose() } }
  }

  /// Disposes of all disposables; later calls do nothing.
  public func dispose() { disposable.dispose() }
}

/// A disposable that does nothing, for work that need not be cancelled.
public final class EmptyDisposable: Disposable {
  /// Makes a disposable that does nothing.
  public init() {}

  /// Does nothing.
  public func dispose() {}
}

extension Task {
  /// A disposable that cancels the task.
  public var asDisposable: some Disposable { AnonymousDisposable { cancel() } }
}
