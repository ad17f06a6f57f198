internal import TEARuntime

/// Expects a model that is equal to this one.
public func hasModel<Outcome: LoopOutcome>(
  _ expected: Outcome.Model, file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  predicate(file, line) { outcome in
    let actual = outcome.proposedModel
    if let actual, try areEqual(actual, expected) { return nil }
    return "Another model than expected (−), got (+):\n\(DumpDifference(expected: expected, actual: actual).text)"
  }
}

/// Expects a new model, with any value.
public func hasModel<Model, Effect>(
  file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
  predicate(file, line) { next in next.model == nil ? "Expected a model. Got: <nil>" : nil }
}

/// Expects no new model.
public func hasNoModel<Model, Effect>(
  file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
  predicate(file, line) { next in
    next.model.map { "Expected no model. Got: <\(String(describing: $0).withoutUnknownContexts)>" }
  }
}

/// Expects each of these effects, in any order and any number of times; other effects are allowed.
public func hasEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  predicate(file, line) { outcome in
    let (missing, surplus) = try compare(outcome.effects, expected)
    guard !missing.isEmpty else { return nil }
    return "Missing \(countText(missing, "expected")) (−), got (+), with \(countText(surplus, "actual")) unmatched:\n"
      + DumpDifference.text(expected: missing, actual: surplus, showsUnmatchedActual: false)
  }
}

/// Expects each of these effects and no others, in any order and any number of times.
public func hasOnlyEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  predicate(file, line) { outcome in
    let (missing, surplus) = try compare(outcome.effects, expected)
    let difference = DumpDifference.text(expected: missing, actual: surplus, showsUnmatchedActual: true)
    return switch (missing.isEmpty, surplus.isEmpty) {
    case (true, true): nil
    case (false, true): "Missing \(countText(missing, "expected")) (−):\n\(difference)"
    case (true, false): "Got \(countText(surplus, "unexpected")) (+):\n\(difference)"
    case (false, false):
      "Missing \(countText(missing, "expected")) (−), got \(countText(surplus, "unexpected")) (+):\n\(difference)"
    }
  }
}

/// Expects these effects and no others, in this order.
public func hasExactlyEffects<Outcome: LoopOutcome>(
  _ expected: [Outcome.Effect], file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  predicate(file, line) { outcome in
    let actual = outcome.effects
    if actual.count == expected.count, try zip(actual, expected).allSatisfy(areEqual) { return nil }
    return "Other effects than expected (−), got (+):\n\(DumpDifference(expected: expected, actual: actual).text)"
  }
}

/// Expects no effects.
public func hasNoEffects<Outcome: LoopOutcome>(
  file: StaticString = #filePath, line: UInt = #line
) -> Predicate<Outcome> {
  predicate(file, line) { outcome in
    outcome.effects.isEmpty
      ? nil : "Expected no effects. Got: <\(String(describing: outcome.effects).withoutUnknownContexts)>"
  }
}

/// Expects neither a model nor effects.
public func hasNothing<Model, Effect>(
  file: StaticString = #filePath, line: UInt = #line
) -> NextPredicate<Model, Effect> {
  { next in
    let resultForModel: PredicateResult = hasNoModel(file: file, line: line)(next)
    if case .failure = resultForModel { return resultForModel }
    return hasNoEffects(file: file, line: line)(next)
  }
}

/// - Parameter failure: Returns `nil` where the predicate holds.
private func predicate<Outcome>(
  _ file: StaticString, _ line: UInt, _ failure: @escaping (Outcome) throws -> String?
) -> Predicate<Outcome> {
  { outcome in
    do {
      guard let message = try failure(outcome) else { return .success }
      return .failure(message: message, file: file, line: line)
    } catch {
      return .failure(message: "The values cannot be compared: \(error)", file: file, line: line)
    }
  }
}

private func areEqual<Value>(_ value: Value, _ other: Value) throws -> Bool {
  func isEqual<Equal: Equatable>(_ value: Equal) -> Bool? { (other as? Equal).map { $0 == value } }
  if let value = value as? any Equatable, let result = isEqual(value) { return result }
  return try StructuralValue(value) == StructuralValue(other)
}

/// Repetitions do not count.
private func compare<Effect>(
  _ effects: [Effect], _ expected: [Effect]
) throws -> (missing: [Effect], surplus: [Effect]) {
  (
    try expected.filter { effect in try !effects.contains { try areEqual($0, effect) } },
    try effects.filter { effect in try !expected.contains { try areEqual($0, effect) } }
  )
}

private func countText<Effect>(_ effects: [Effect], _ adjective: String) -> String {
  "\(effects.count) \(adjective) effect\(effects.count == 1 ? "" : "s")"
}
