internal import TEASupport
internal import TEARuntime

/// The differences between two values as text, such as `count: 1 → 2`; `nil` where both store the same or count as the same.
///
/// - Parameter trustsEquality: `true` where `Hashable` values that are equal by their own `==` count as the same.
package func textOfDifference<Value>(
  _ before: Value, _ after: Value, trustingEquality trustsEquality: Bool = true
) -> String? {
  differences(before, after, trustingEquality: trustsEquality).text
}

extension [Difference] {
  /// The differences in one line; `nil` where there are none.
  var text: String? {
    guard !isEmpty else { return nil }
    return map { difference in
      (difference.path.isEmpty ? "" : difference.path + ": ") + "\(difference.before) → \(difference.after)"
    }.joined(separator: ", ")
  }
}

/// The differences between two values; empty where both store the same or count as the same.
func differences<Value>(
  _ before: Value, _ after: Value, trustingEquality trustsEquality: Bool
) -> [Difference] {
  // Comparing what both values store is many times as fast as describing it.
  if !trustsEquality, !TypeContents.of(Value.self).mayHoldIncomparable {
    let identity = ValueIdentity.of(Value.self)
    let areSame = withUnsafePointer(to: before) { one in withUnsafePointer(to: after) { identity.isSame(one, $0) } }
    if areSame { return [] }
  }
  // The `==` of a `Hashable` type is many times as fast as describing what both values store.
  if trustsEquality, before is any Hashable, areEqual(before, after) == true { return [] }
  let differences = Difference.between(before, and: after, trustingEquality: trustsEquality)
  // A NaN differs from itself by `==`, and yet both values store the same.
  return differences.isEmpty || storeTheSame(before, after) ? [] : differences
}

/// `false` where a part of the values cannot be compared.
private func storeTheSame(_ one: Any, _ other: Any) -> Bool {
  guard let one = try? StructuralValue(one, by: .stored), let other = try? StructuralValue(other, by: .stored)
  else { return false }
  return one == other
}
