/// A difference between two values.
package struct Difference: Sendable, Equatable {
  /// The fields that lead to the difference, joined by points; empty where the whole values differ.
  package var path: String
  package var before: String
  package var after: String

  /// The differences between two values of one type, field by field, in the order of the fields.
  ///
  /// Structs and tuples are compared field by field, unless their descriptions differ. Arrays of equal length, and
  /// dictionaries with equal keys, are compared element by element if the text of one is longer than 48 characters. All
  /// other values are compared as a whole.
  ///
  /// - Parameter trustsEquality: `true` compares `Hashable` values by their own `==`, `false` all values by their
  ///   stored contents.
  package static func between(_ before: Any, and after: Any, trustingEquality trustsEquality: Bool = true)
    -> [Difference]
  {
    var comparison = Comparison(trustsEquality: trustsEquality)
    comparison.compare(before, after, at: "")
    return comparison.differences
  }
}

/// A comparison of two values, with the differences found so far.
private struct Comparison {
  let trustsEquality: Bool
  var differences: [Difference] = []

  private func structure(of value: Any) -> StructuralValue? {
    try? trustsEquality ? StructuralValue(value) : StructuralValue(byStoredContents: value)
  }

  mutating func compare(_ before: Any, _ after: Any, at path: String) {
    if let before = structure(of: before), let after = structure(of: after), before == after { return }
    let (old, new) = (Mirror(comparing: before), Mirror(comparing: after))
    if old.displayStyle == .optional, new.displayStyle == .optional,
      let before = old.children.first?.value, let after = new.children.first?.value
    {
      return compare(before, after, at: path)
    }
    let descriptionsDiffer = before is any CustomStringConvertible && literal(before) != literal(after)
    if [.struct, .tuple].contains(old.displayStyle), old.subjectType == new.subjectType,
      !old.children.isEmpty, !descriptionsDiffer, !(before is any InlineElements)
    {
      let earlierCount = differences.count
      for (oldField, newField) in zip(old.children, new.children) {
        let name = oldField.label?.trimmingPrefix(".") ?? ""
        compare(oldField.value, newField.value, at: path.isEmpty ? "\(name)" : "\(path).\(name)")
      }
      if differences.count > earlierCount { return }
    }
    let (oldText, newText) = (literal(before), literal(after))
    if max(oldText.count, newText.count) > wholeTextLimit, compareParts(old, new, at: path) { return }
    // Values without equality that have the same text count as unchanged.
    guard oldText != newText || structure(of: before) != nil else { return }
    if oldText == newText, let difference = differenceOfSlices(before, after, at: path) {
      return differences.append(difference)
    }
    differences.append(Difference(path: path, before: oldText, after: newText))
  }

  /// The difference between two slices with the same text: in the base of a `Substring`, or in the start index.
  ///
  /// - Returns: `nil` where the values are no slices, or agree in both.
  private func differenceOfSlices(_ before: Any, _ after: Any, at path: String) -> Difference? {
    func startIndex<Slice: Collection>(of slice: Slice) -> String? {
      Slice.SubSequence.self == Slice.self ? literal(slice.startIndex) : nil
    }
    var (name, old, new) = ("startIndex", String?.none, String?.none)
    if let before = before as? Substring, let after = after as? Substring {
      let (oldBase, newBase) = (literal(before.base), literal(after.base))
      if oldBase == newBase {
        (old, new) = (
          "\(before.startIndex.utf16Offset(in: before.base))", "\(after.startIndex.utf16Offset(in: after.base))"
        )
      } else {
        (name, old, new) = ("base", oldBase, newBase)
      }
    } else if let before = before as? any Collection, let after = after as? any Collection {
      (old, new) = (startIndex(of: before), startIndex(of: after))
    }
    guard let old, let new, old != new else { return nil }
    return Difference(path: path.isEmpty ? name : "\(path).\(name)", before: old, after: new)
  }

  /// The length of a collection's text, in characters, up to which the collection is compared as a whole.
  private var wholeTextLimit: Int { 48 }

  /// Compares arrays of equal length, or dictionaries with equal keys, part by part.
  ///
  /// - Returns: `true` where the parts correspond and some of them differ.
  private mutating func compareParts(_ old: Mirror, _ new: Mirror, at path: String) -> Bool {
    guard old.displayStyle == new.displayStyle, old.children.count == new.children.count else { return false }
    var parts: [(name: String, before: Any, after: Any)] = []
    switch old.displayStyle {
    case .collection:
      parts = zip(old.children, new.children).enumerated().map {
        ("\($0.offset)", $0.element.0.value, $0.element.1.value)
      }
    case .dictionary:
      let (before, after) = (entries(old), entries(new))
      guard before.keys == after.keys else { return false }
      parts = before.keys.sorted().map { ($0, before[$0]!, after[$0]!) }
    default: return false
    }
    let earlierCount = differences.count
    for part in parts { compare(part.before, part.after, at: "\(path)[\(part.name)]") }
    return differences.count > earlierCount
  }

  private func entries(_ dictionary: Mirror) -> [String: Any] {
    var entries: [String: Any] = [:]
    for entry in dictionary.children {
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      entries[literal(pair[0])] = pair[1]
    }
    return entries
  }
}
