internal import TEAGenerators
internal import TEARuntime

// Messages and starts that are read from text, and that no list contains. The functions tell if a generator still makes such a
// value. They return `nil` where the generator makes too many values to look through, and some of these are of the same case.

extension Rules {
  /// Returns whether a declared generator of messages makes the message.
  func isGenerated(_ message: M.Message, in world: World<M>) throws -> Bool? {
    var isRuledOut = true
    for generator in generatorsBesidesLists {
      guard let generator = try generator(world) else { continue }
      switch generator.makes({ areAlike($0, message) }, orOfCase: { enumCase(of: $0) == enumCase(of: message) }) {
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
    let text = Self.script(start)
    return startGenerator.makes(
      { Self.script($0) == text },
      orOfCase: {
        switch ($0, start) {
        case (.flags(let one), .flags(let other)): enumCase(of: one) == enumCase(of: other)
        case (.model(let one), .model(let other)): enumCase(of: one) == enumCase(of: other)
        default: false
        }
      })
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
    case let type as any CaseIterable.Type: return Self.isListed(value, in: type)
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
    return type.generator.makes(
      { structuralLiteral($0) == text }, orOfCase: { enumCase(of: $0) == enumCase(of: value) })
  }

  private static func isListed<Finite: CaseIterable>(_ value: Any, in type: Finite.Type) -> Bool {
    let text = structuralLiteral(value)
    return type.allCases.contains { structuralLiteral($0) == text }
  }
}

extension Gen {
  fileprivate func makes(_ isValue: (Value) -> Bool, orOfCase isOfCase: (Value) -> Bool) -> Bool? {
    let smallest = smallest(1_000, attempts: 10_000)
    if smallest.values.contains(where: isValue) { return true }
    if smallest.exhaustsGenerator { return false }
    // A case that occurs neither in the 1,000 smallest values nor in 200 random ones counts as never made.
    let samples = (0..<200).compactMap { try? sample(seed: $0) }
    if samples.contains(where: isValue) { return true }
    return (smallest.values + samples).contains(where: isOfCase) ? nil : false
  }
}
