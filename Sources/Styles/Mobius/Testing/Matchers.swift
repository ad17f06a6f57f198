internal import TEARuntime

/// Expects this model.
public func hasModel<Outcome: LoopOutcome>(
  _ expected: Outcome.Model, file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  { outcome in
    guard let model = outcome.proposedModel else {
      return .failure(message: "Expected the model \(literal(expected)), got no model", file: file, line: line)
    }
    return result(file, line) {
      try areEqual(model, expected) ? nil : mismatch(model, expected: expected)
    }
  }
}

/// Expects no model: it stays as it is.
public func hasNoModel<Model, Effect>(
  file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Next<Model, Effect>> {
  { next in
    result(file, line) { next.model.map { "Expected no model, got \(literal($0))" } }
  }
}

/// Expects at least these effects, in any order, each as often as it is listed.
public func hasEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  { outcome in
    result(file, line) {
      let (missing, surplus) = try compare(outcome.effects, expected)
      return missing.isEmpty ? nil : message("Expected the effects", expected, outcome.effects, missing, surplus)
    }
  }
}

/// Expects no effects but these, in any order, each at most as often as it is listed.
public func hasOnlyEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  { outcome in
    result(file, line) {
      let (missing, surplus) = try compare(outcome.effects, expected)
      return surplus.isEmpty
        ? nil : message("Expected no effects but", expected, outcome.effects, missing, surplus, isMissingAllowed: true)
    }
  }
}

/// Expects these effects and no others, in any order, each exactly as often as it is listed.
public func hasExactlyEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  { outcome in
    result(file, line) {
      let (missing, surplus) = try compare(outcome.effects, expected)
      return missing.isEmpty && surplus.isEmpty
        ? nil : message("Expected exactly the effects", expected, outcome.effects, missing, surplus)
    }
  }
}

/// Expects no effects.
public func hasNoEffects<Outcome: LoopOutcome>(
  file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  { outcome in
    result(file, line) { outcome.effects.isEmpty ? nil : "Expected no effects, got \(literal(outcome.effects))" }
  }
}

/// Expects neither a model nor effects.
public func hasNothing<Model, Effect>(
  file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Next<Model, Effect>> {
  { next in
    result(file, line) {
      guard next.model != nil || !next.effects.isEmpty else { return nil }
      return "Expected nothing, got \(next.model.map { "the model \(literal($0))" } ?? "no model") and "
        + "\(next.effects.isEmpty ? "no effects" : "the effects \(literal(next.effects))")"
    }
  }
}

private func result(_ file: StaticString, _ line: UInt, _ failure: () throws -> String?) -> PredicateResult {
  do {
    guard let message = try failure() else { return .success }
    return .failure(message: message, file: file, line: line)
  } catch {
    return .failure(message: "The values cannot be compared: \(error)", file: file, line: line)
  }
}

/// By `==` where the type has it, else by structure.
private func areEqual<Value>(_ value: Value, _ other: Value) throws -> Bool {
  func isEqual<Equal: Equatable>(_ value: Equal) -> Bool? { (other as? Equal).map { $0 == value } }
  if let value = value as? any Equatable, let result = isEqual(value) { return result }
  return try StructuralValue(value) == StructuralValue(other)
}

/// Returns the expected effects that are missing, and the effects beside them; each counts as often as it is listed.
private func compare<Effect>(
  _ effects: [Effect], _ expected: [Effect]
) throws -> (missing: [Effect], surplus: [Effect]) {
  var missing = expected
  var surplus: [Effect] = []
  for effect in effects {
    if let index = try missing.firstIndex(where: { try areEqual($0, effect) }) {
      missing.remove(at: index)
    } else {
      surplus.append(effect)
    }
  }
  return (missing, surplus)
}

private func message<Effect>(
  _ beginning: String, _ expected: [Effect], _ effects: [Effect], _ missing: [Effect], _ surplus: [Effect],
  isMissingAllowed: Bool = false
) -> String {
  var text = "\(beginning) \(literal(expected)), got \(literal(effects))"
  for effect in missing where !isMissingAllowed { text += "\n  missing: \(literal(effect))" }
  for effect in surplus { text += "\n  not expected: \(literal(effect))" }
  if missing.count == 1, surplus.count == 1 {
    for difference in Difference.between(missing[0], and: surplus[0]) where !difference.path.isEmpty {
      text += "\n  \(difference.path): expected \(difference.before), got \(difference.after)"
    }
  }
  return text
}
