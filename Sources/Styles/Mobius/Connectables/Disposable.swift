/// Something that lasts until it is disposed of.
public protocol Disposable: AnyObject {
  /// Ends it.
  func dispose()
}

/// A disposable made of a function, which is called once.
public final class AnonymousDisposable: Disposable {
  private var disposer: (() -> Void)?

  /// - Parameter disposer: Called when this is disposed of for the first time.
  public init(disposer: @escaping () -> Void) { self.disposer = disposer }

  public func dispose() {
    let disposer = disposer
    self.disposer = nil
    disposer?()
  }
}

/// Several disposables as one.
public final class CompositeDisposable: Disposable {
  private var disposables: [any Disposable]

  /// - Parameter disposables: Disposed of together, in order.
  public init(disposables: [any Disposable]) { self.disposables = disposables }

  public func dispose() {
    let disposables = disposables
    self.disposables = []
    for disposable in disposables { disposable.dispose() }
  }
}
