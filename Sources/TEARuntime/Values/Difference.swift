/// One place in which two values differ.
package struct Difference: Sendable, Equatable {
  /// The fields that lead to the place, joined by points; empty where the values differ as a whole.
  package var path: String
  package var before: String
  package var after: String

  /// The differences between two values of one type, field by field, in the order of the fields.
  ///
  /// Structs and tuples are taken apart, unless they have descriptions that differ; other values differ as a
  /// whole.
  package static func between(_ before: Any, and after: Any) -> [Difference] {
    var differences: [Difference] = []
    compare(before, after, at: "", into: &differences)
    return differences
  }

  private static func compare(
    _ before: Any, _ after: Any, at path: String, into differences: inout [Difference]
  ) {
    if let before = try? StructuralValue(before), let after = try? StructuralValue(after), before == after {
      return
    }
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    if old.displayStyle == .optional, new.displayStyle == .optional,
      let before = old.children.first?.value, let after = new.children.first?.value
    {
      return compare(before, after, at: path, into: &differences)
    }
    let isDescribed = before is any CustomStringConvertible && literal(before) != literal(after)
    if [.struct, .tuple].contains(old.displayStyle), old.subjectType == new.subjectType,
      !old.children.isEmpty, !isDescribed
    {
      let count = differences.count
      for (field, other) in zip(old.children, new.children) {
        let name = field.label?.trimmingPrefix(".") ?? ""
        compare(field.value, other.value, at: path.isEmpty ? "\(name)" : "\(path).\(name)", into: &differences)
      }
      if differences.count > count { return }
    }
    let (oldText, newText) = (literal(before), literal(after))
    // Values without equality that look alike are taken as unchanged.
    guard oldText != newText || (try? StructuralValue(before)) != nil else { return }
    differences.append(Difference(path: path, before: oldText, after: newText))
  }
}
