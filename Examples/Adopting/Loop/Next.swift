/// The result of an update: a stand-in for the type of the user's library.
struct Next<Model, Effect> {
  /// The next model; `nil` if the model stays as it is.
  var model: Model?
  var effects: [Effect]

  static func next(_ model: Model, effects: [Effect] = []) -> Next { Next(model: model, effects: effects) }
  static func dispatchEffects(_ effects: [Effect]) -> Next { Next(model: nil, effects: effects) }
  static var noChange: Next { Next(model: nil, effects: []) }
}
