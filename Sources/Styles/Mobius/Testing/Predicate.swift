/// Something expected of a value.
public typealias Predicate<Value> = (Value) -> PredicateResult

/// Something expected of the result of an event.
public typealias NextPredicate<Model, Effect> = Predicate<Next<Model, Effect>>

/// Something expected of the start of a loop.
public typealias FirstPredicate<Model, Effect> = Predicate<First<Model, Effect>>

/// An assertion about the start of a loop.
public typealias AssertFirst<Model, Effect> = (First<Model, Effect>) -> Void

/// The outcome of an expectation: it holds, or it does not.
public enum PredicateResult {
  /// It holds.
  case success
  /// It does not: why, and where it was expected.
  case failure(message: String, file: StaticString, line: UInt)
}
