/// The common part of a ``Next`` and a ``First``: perhaps a model, and effects.
public protocol LoopOutcome<Model, Effect> {
  /// The loop's models.
  associatedtype Model
  /// The loop's effects.
  associatedtype Effect

  /// The model; `nil` for none.
  ///
  /// The name is not `model`, because the `model` of a ``First`` is not optional.
  var proposedModel: Model? { get }
  /// The effects, in order.
  var effects: [Effect] { get }
}

extension Next: LoopOutcome {
  /// The new model; `nil` for none.
  public var proposedModel: Model? { model }
}

extension First: LoopOutcome {
  /// The model.
  public var proposedModel: Model? { model }
}
