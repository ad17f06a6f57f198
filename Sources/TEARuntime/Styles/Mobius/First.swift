/// The start of a loop: a model, and effects.
public struct First<Model, Effect> {
  /// The first model.
  public let model: Model

  /// The effects of the start, in order.
  public let effects: [Effect]

  /// Makes a start of a model and effects.
  public init(model: Model, effects: [Effect] = []) {
    self.model = model
    self.effects = effects
  }
}

extension First: Equatable where Model: Equatable, Effect: Equatable {}
extension First: Hashable where Model: Hashable, Effect: Hashable {}
extension First: Sendable where Model: Sendable, Effect: Sendable {}
