/// The common part of a ``Next`` and a ``First``: perhaps a model, and effects.
public protocol LoopOutcome<Model, Effect> {
  /// The loop's models.
  associatedtype Model
  /// The loop's effects.
  associatedtype Effect

  /// The model, if any; not named `model`, because that of a ``First`` is not optional.
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
