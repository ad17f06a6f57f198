internal import TEARuntime

/// A difference between two models that are equal by their `==`.
struct HiddenDifference {
  var text: String
  /// The models differ only in values of system types that are equal by their own `==` and stored in two ways.
  var isOnlyInStorage: Bool
}

extension HiddenDifference {
  /// `nil` where both models store the same.
  init?<Model>(_ before: Model, _ after: Model) {
    let found = differences(before, after, trustingEquality: false)
    guard let text = found.text else { return nil }
    self.init(text: text, isOnlyInStorage: found.allSatisfy(\.isOnlyInStorage))
  }
}
