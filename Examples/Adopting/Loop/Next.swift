/// What a loop does next: stands in for the type of the user's library.
struct Next<Model, Effect> {
  /// The next model, unless it stays as it is.
  var model: Model?
  var effects: [Effect]

  static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }
  static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
  static var noChange: Next { Next(model: nil, effects: []) }
}
