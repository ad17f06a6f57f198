/// The common part of a ``Next`` and a ``First``: perhaps a model, and effects.
public protocol LoopOutcome<Model, Effect> {
  associatedtype Model
  associatedtype Effect

  /// The model, where there is one.
  var proposedModel: Model? { get }
  /// The effects, in order.
  var effects: [Effect] { get }
}

extension Next: LoopOutcome {
  public var proposedModel: Model? { model }
}

extension First: LoopOutcome {
  public var proposedModel: Model? { model }
}

/// Something expected of a value.
public typealias Predicate<Value> = (Value) -> PredicateResult

/// The outcome of an expectation: it holds, or it does not.
public enum PredicateResult {
  case success
  /// It does not: why, and where it was expected.
  case failure(message: String, file: StaticString, line: UInt)
}

/// Reports a failure with its text, file and line; `XCTFail` has this shape.
public typealias FailureReporter = (String, StaticString, UInt) -> Void

/// Reports what does not hold.
func verify<Value>(_ predicates: [Predicate<Value>], of value: Value, prefix: String = "", _ report: FailureReporter) {
  for predicate in predicates {
    if case .failure(let message, let file, let line) = predicate(value) { report(prefix + message, file, line) }
  }
}
