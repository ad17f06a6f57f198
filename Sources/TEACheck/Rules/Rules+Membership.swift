internal import TEAGenerators
internal import TEARuntime

// Messages and starts that are read from text, and that no list contains. The functions tell if a generator still makes such a
// value. They return `nil` where the generator makes too many values to look through.

extension Rules {
  /// Returns whether a declared generator of messages makes the message.
  func isGenerated(_ message: M.Message, in world: World<M>) throws -> Bool? {
    let text = structuralLiteral(message)
    var isRuledOut = true
    for generator in messageGenerators {
      guard let generator = try generator(world) else { continue }
      switch generator.makes({ areAlike($0, message) || structuralLiteral($0) == text }) {
      case true?: return true
      case false?: continue
      case nil: isRuledOut = false
      }
    }
    return isRuledOut ? false : nil
  }

  /// Returns whether the start is derived, or made by a declared generator.
  func isGenerated(_ start: Start<M>.Value) -> Bool? {
    if derivesFlags, case .flags(let flags) = start { return isDerivable(flags) }
    guard let startGenerator else { return false }
    let isModel = { (start: Start<M>.Value) in if case .model = start { true } else { false } }
    // A declaration makes starts of one kind, and several declarations take turns.
    let isOfOtherKind = (UInt64(0)..<200).allSatisfy { seed in
      (try? startGenerator.sample(seed: seed)).map(isModel) == !isModel(start)
    }
    if isOfOtherKind { return false }
    let text = Self.script(start)
    return startGenerator.makes { Self.script($0) == text }
  }

  private static func script(_ start: Start<M>.Value) -> String {
    switch start {
    case .flags(let flags): "with flags \(structuralLiteral(flags))"
    case .model(let model): StartRepetition<M>.text(of: model)
    }
  }

  /// Returns whether a derived generator makes a value. It makes all values of a type, unless the type registers a generator
  /// or has `allCases`.
  func isDerivable(_ value: Any) -> Bool? {
    switch type(of: value) {
    case let type as any Generatable.Type: return Self.isMade(value, by: type)
    case let type as any CaseIterable.Type:
      let text = structuralLiteral(value)
      return type.allCases.contains { structuralLiteral($0) == text }
    default:
      var isSure = true
      for child in Mirror(reflecting: value).children {
        let isDerivable = isDerivable(child.value)
        if isDerivable == false { return false }
        if isDerivable == nil { isSure = false }
      }
      return isSure ? true : nil
    }
  }

  // Values are compared by their texts, because an object that is made again may not be equal to itself.

  private static func isMade<Registered: Generatable>(_ value: Any, by type: Registered.Type) -> Bool? {
    guard let value = value as? Registered else { return nil }
    let text = structuralLiteral(value)
    return type.generator.makes { structuralLiteral($0) == text }
  }
}

extension Gen {
  /// Returns `false` only where all values were looked at: a value that is neither small nor frequent may still be made.
  fileprivate func makes(_ isValue: (Value) -> Bool) -> Bool? {
    let smallest = smallest(1_000, attempts: 10_000)
    if smallest.values.contains(where: isValue) { return true }
    if smallest.exhaustsGenerator { return false }
    return (UInt64(0)..<200).contains { seed in (try? sample(seed: seed)).map(isValue) == true } ? true : nil
  }
}
