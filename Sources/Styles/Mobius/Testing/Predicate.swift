/// The common part of a ``Next`` and a ``First``: perhaps a model, and effects.
public protocol LoopOutcome<Model, Effect> {
  /// The loop's models.
  associatedtype Model
  /// The loop's effects.
  associatedtype Effect

  /// The model, where there is one.
  var proposedModel: Model? { get }
  /// The effects, in order.
  var effects: [Effect] { get }
}

extension Next: LoopOutcome {
  /// The model, where there is one.
  public var proposedModel: Model? { model }
}

extension First: LoopOutcome {
  /// The model.
  public var proposedModel: Model? { model }
}

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

/// Reports a failure with its text, file and line; `XCTFail` has this shape.
public typealias AssertionFailure = (String, StaticString, UInt) -> Void

/// Reports each predicate that does not hold.
package func verify<Value>(
  _ predicates: [Predicate<Value>], of value: Value, prefix: String = "", _ report: AssertionFailure
) {
  for predicate in predicates {
    if case .failure(let message, let file, let line) = predicate(value) { report(prefix + message, file, line) }
  }
}
