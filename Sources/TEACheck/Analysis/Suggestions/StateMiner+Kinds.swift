/// The signs that two numbers count or measure the same. Without any, that one is at most the other is mostly an accident.
extension StateMiner {
  /// The factor of the score of an order without exceptions, of two numbers that no sign relates.
  static var factorOfUnrelatedNumbers: Double { 0.25 }

  /// The least number of values at which numbers must meet, or one must take on the other's, to be related: one or two values,
  /// such as 0 at the start, are common to most numbers.
  private static var leastMeetingValueCount: Int { 3 }

  /// Returns whether two numbers are of one kind: by their names, by a type of their own, or by the steps that change them.
  func areOfOneKind(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (worlds.observations[one], worlds.observations[other])
    if first.isIdentifier, second.isIdentifier { return true }
    if let type = first.numberType, type == second.numberType { return true }
    return !FieldName.topics(of: first.access.lastName).isDisjoint(with: FieldName.topics(of: second.access.lastName))
      || moveTogether(one, other) || takesOn(one, valuesOf: other) || takesOn(other, valuesOf: one)
  }

  /// Returns whether two numbers are equal or, with a `gap` of 1, next to each other, at several values: an order that holds by
  /// accident is seldom that close, and not for more than one value.
  func isMetOften(_ one: Int, _ other: Int, gap: Int) -> Bool {
    var values: Set<Int32> = []
    for row in 0..<worlds.rowCount where values.count < Self.leastMeetingValueCount {
      let (value, otherValue) = (worlds.value(one, of: row), worlds.value(other, of: row))
      guard value != ObservedWorlds.absent, otherValue != ObservedWorlds.absent else { continue }
      if abs(Int(value) - Int(otherValue)) == gap { values.insert(value) }
    }
    return values.count >= Self.leastMeetingValueCount
  }

  /// The values of a number before and after a kind of step.
  private func values(_ number: Int, _ kind: ObservedSteps.Kind) -> (before: Int32, after: Int32) {
    (worlds.value(number, of: Int(kind.before)), worlds.value(number, of: Int(kind.after)))
  }

  /// Returns whether at least half of the kinds of steps that change one of two numbers change both by the same amount.
  private func moveTogether(_ one: Int, _ other: Int) -> Bool {
    var (changes, sharedChanges) = (0, 0)
    for kind in steps?.kinds ?? [] {
      let (first, second) = (values(one, kind), values(other, kind))
      if first.before == first.after, second.before == second.after { continue }
      changes += 1
      guard ![first.before, first.after, second.before, second.after].contains(ObservedWorlds.absent) else { continue }
      if Int(first.after) - Int(first.before) == Int(second.after) - Int(second.before) { sharedChanges += 1 }
    }
    return sharedChanges > 1 && 2 * sharedChanges >= changes
  }

  /// Returns whether each step that changes a number gives it the other number's value, before or after the step.
  private func takesOn(_ number: Int, valuesOf other: Int) -> Bool {
    var taken: Set<Int32> = []
    for kind in steps?.kinds ?? [] {
      let (value, otherValue) = (values(number, kind), values(other, kind))
      if value.before == value.after || value.after == ObservedWorlds.absent { continue }
      guard value.after == otherValue.before || value.after == otherValue.after else { return false }
      taken.insert(value.after)
    }
    return taken.count >= Self.leastMeetingValueCount
  }
}
