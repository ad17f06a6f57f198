/// The result of an event: perhaps a new model, and effects.
public struct Next<Model, Effect> {
  /// The new model; `nil` if the model stays as it is.
  public let model: Model?

  /// The effects, in order. An effect that is listed twice is handled twice.
  public let effects: [Effect]

  /// Makes a result of a new model (`nil` for none) and effects.
  public init(model: Model?, effects: [Effect]) {
    self.model = model
    self.effects = effects
  }

  /// A new model, and effects.
  public static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }

  /// Effects only: the model does not change, and observers are not notified.
  public static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }

  /// No new model and no effects.
  public static var noChange: Next { Next(model: nil, effects: []) }

  /// Applies this result to a model, and performs the effects.
  ///
  /// Use this method in the `update` of a module that calls an update function of Mobius:
  ///
  /// ```swift
  /// static func update(for event: CounterEvent, model: inout CounterModel, perform: (CounterEffect) -> Void) {
  ///   counterUpdate(model: model, event: event).apply(to: &model, perform: perform)
  /// }
  /// ```
  public func apply(to model: inout Model, perform: (Effect) -> Void) {
    if let nextModel = self.model { model = nextModel }
    effects.forEach(perform)
  }
}

extension Next: Equatable where Model: Equatable, Effect: Equatable {}
extension Next: Hashable where Model: Hashable, Effect: Hashable {}
extension Next: Sendable where Model: Sendable, Effect: Sendable {}

extension Next: CustomDebugStringConvertible {
  /// The model, or `nil`, and the effects, as a pair.
  public var debugDescription: String { "(\(model.map { String(reflecting: $0) } ?? "nil"), \(effects))" }
}
