/// A difference between two values.
package struct Difference: Sendable, Equatable {
  /// The fields that lead to the difference, joined by dots, with indices and keys in brackets; empty where the whole
  /// values differ.
  package var path: String
  package var before: String
  package var after: String
  /// The values are of the system and equal by their `==`, and are stored in two ways.
  package var isOnlyInStorage = false

  /// The differences between two values of one type.
  ///
  /// Structs and tuples are compared field by field, unless their own descriptions show the difference; long arrays and
  /// dictionaries are compared element by element, and other values as a whole. The text of an entry that one of two
  /// dictionaries lacks is `absent`.
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

private struct Comparison {
  let trustsEquality: Bool
  var differences: [Difference] = []

  /// `nil` where the value has no equality.
  private func structure(of value: Any) -> StructuralValue? {
    try? trustsEquality ? StructuralValue(value) : StructuralValue(byStoredContents: value)
  }

  mutating func compare(_ before: Any, _ after: Any, at path: String) {
    if let before = structure(of: before), let after = structure(of: after), before == after { return }
    let (oldMirror, newMirror) = (Mirror(comparing: before), Mirror(comparing: after))
    if oldMirror.displayStyle == .optional, newMirror.displayStyle == .optional,
      let before = oldMirror.children.first?.value, let after = newMirror.children.first?.value
    {
      return compare(before, after, at: path)
    }
    let descriptionsDiffer = before is any CustomStringConvertible && literal(before) != literal(after)
    if !trustsEquality, !descriptionsDiffer, let text = textOfEqualValues(before, after) {
      let after = "the same, stored in another way"
      return differences.append(Difference(path: path, before: text, after: after, isOnlyInStorage: true))
    }
    if [.struct, .tuple].contains(oldMirror.displayStyle), oldMirror.subjectType == newMirror.subjectType,
      !oldMirror.children.isEmpty, !descriptionsDiffer, !(before is any InlineElements), !(before is String.Index)
    {
      let earlierCount = differences.count
      for (oldField, newField) in zip(oldMirror.children, newMirror.children) {
        let name = oldField.label?.trimmingPrefix(".") ?? ""
        compare(oldField.value, newField.value, at: path.isEmpty ? "\(name)" : "\(path).\(name)")
      }
      if differences.count > earlierCount { return }
    }
    let (oldText, newText) = (literal(before), literal(after))
    if max(oldText.count, newText.count) > wholeTextLimit, compareParts(oldMirror, newMirror, at: path) { return }
    // Values without equality that have the same text count as unchanged.
    guard oldText != newText || structure(of: before) != nil else { return }
    if oldText == newText, let difference = differenceOfSlices(before, after, at: path) {
      return differences.append(difference)
    }
    differences.append(Difference(path: path, before: oldText, after: newText))
  }

  /// The text of two values of a system type that are equal by its `==` but stored differently. It stands for their private
  /// fields, which say nothing to a reader.
  ///
  /// - Returns: `nil` for other values, and for collections, which differ in their elements or in their first index.
  private func textOfEqualValues(_ before: Any, _ after: Any) -> String? {
    let type = type(of: before)
    guard type == Swift.type(of: after), TypeShape.isStruct(type), !TypeShape.isOfUser(type),
      !(before is any Collection), let value = before as? any Equatable, isEqual(value, to: after)
    else { return nil }
    let (name, text) = (ownName(of: type), literal(before))
    return before is any CustomStringConvertible ? "\(text) (\(name))" : "a value of \(name)"
  }

  private func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool { other as? Value == value }

  /// The name of a type with the types around it, and without its module: `String.Index`. For a generic type, only its short
  /// name.
  private func ownName(of type: Any.Type) -> String {
    let name = String(reflecting: type)
    return name.contains("<") ? shortName(of: type) : name.split(separator: ".").dropFirst().joined(separator: ".")
  }

  /// The difference between two slices with the same text: in the base of a `Substring`, or in the start index.
  ///
  /// - Returns: `nil` where the values are no slices, or agree in both.
  private func differenceOfSlices(_ before: Any, _ after: Any, at path: String) -> Difference? {
    func startIndex<Slice: Collection>(of slice: Slice) -> String? {
      Slice.SubSequence.self == Slice.self ? literal(slice.startIndex) : nil
    }
    var (name, oldText, newText) = ("startIndex", String?.none, String?.none)
    if let before = before as? Substring, let after = after as? Substring {
      let (oldBase, newBase) = (literal(before.base), literal(after.base))
      if oldBase == newBase {
        (oldText, newText) = (
          "\(before.startIndex.utf16Offset(in: before.base))", "\(after.startIndex.utf16Offset(in: after.base))"
        )
      } else {
        (name, oldText, newText) = ("base", oldBase, newBase)
      }
    } else if let before = before as? any Collection, let after = after as? any Collection {
      (oldText, newText) = (startIndex(of: before), startIndex(of: after))
    }
    guard let oldText, let newText, oldText != newText else { return nil }
    return Difference(path: path.isEmpty ? name : "\(path).\(name)", before: oldText, after: newText)
  }

  /// The length of a collection's text, in characters, up to which the collection is compared as a whole.
  private var wholeTextLimit: Int { 48 }

  private var absent: String { "absent" }

  /// Compares arrays of equal length, or dictionaries with a common key, part by part, and appends the differences.
  ///
  /// - Returns: `true` where the parts correspond and some of them differ.
  private mutating func compareParts(_ oldMirror: Mirror, _ newMirror: Mirror, at path: String) -> Bool {
    guard oldMirror.displayStyle == newMirror.displayStyle else { return false }
    var parts: [(name: String, before: Any, after: Any)] = []
    let earlierCount = differences.count
    switch oldMirror.displayStyle {
    case .collection:
      guard oldMirror.children.count == newMirror.children.count else { return false }
      parts = zip(oldMirror.children, newMirror.children).enumerated().map {
        ("\($0.offset)", $0.element.0.value, $0.element.1.value)
      }
    case .dictionary:
      let (oldEntries, newEntries) = (entries(oldMirror), entries(newMirror))
      // Without a common key, the whole dictionaries say more than a list of all their entries.
      guard oldEntries.keys.contains(where: { newEntries[$0] != nil }) else { return false }
      for key in Set(oldEntries.keys).union(newEntries.keys).sorted() {
        switch (oldEntries[key], newEntries[key]) {
        case (let before?, let after?): parts.append((key, before, after))
        case (let before, let after):
          differences.append(
            Difference(
              path: "\(path)[\(key)]", before: before.map { literal($0) } ?? absent,
              after: after.map { literal($0) } ?? absent))
        }
      }
    default: return false
    }
    for part in parts { compare(part.before, part.after, at: "\(path)[\(part.name)]") }
    return differences.count > earlierCount
  }

  /// The values of a dictionary by the texts of their keys.
  private func entries(_ dictionary: Mirror) -> [String: Any] {
    var entries: [String: Any] = [:]
    for entry in dictionary.children {
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      entries[literal(pair[0])] = pair[1]
    }
    return entries
  }
}
