/// A value that can be copied and changed in one expression.
///
/// The name comes from MobiusExtras, and hides `Swift.Copyable`.
public protocol Copyable {
  /// A copy with changes; a class must implement this method, because the default would change the object itself.
  func copy(with mutator: (inout Self) -> Void) -> Self
}

extension Copyable {
  /// A copy with changes.
  public func copy(with mutator: (inout Self) -> Void) -> Self {
    var copy = self
    mutator(&copy)
    return copy
  }
}
