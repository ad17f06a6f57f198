/// An expectation of a value.
public typealias Predicate<Value> = (Value) -> PredicateResult

/// An expectation of the result of an event.
public typealias NextPredicate<Model, Effect> = Predicate<Next<Model, Effect>>

/// An expectation of the start of a loop.
public typealias FirstPredicate<Model, Effect> = Predicate<First<Model, Effect>>

/// An assertion about the start of a loop.
public typealias AssertFirst<Model, Effect> = (First<Model, Effect>) -> Void

/// The outcome of an expectation: it holds, or it does not.
public enum PredicateResult {
  /// The expectation holds.
  case success
  /// The expectation does not hold: the reason, and the place of the expectation.
  case failure(message: String, file: StaticString, line: UInt)
}
