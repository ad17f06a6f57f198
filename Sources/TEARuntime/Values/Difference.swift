package struct Difference: Sendable, Equatable {
  /// The fields that lead to the difference, joined by dots, with indices and keys in brackets; empty where the whole
  /// values differ.
  package var path: String
  package var before: String
  package var after: String
  /// `true` if the values are of a system type and equal by its `==`, so that only their stored contents differ.
  package var isOnlyInStorage = false

  /// The differences between two values of one type.
  ///
  /// Structs, tuples and objects are compared field by field, unless their own descriptions show the difference. Long arrays
  /// and dictionaries are compared element by element. Long values of one enum case are compared by the parts of their
  /// payloads. Other values are compared as a whole. An entry or element that one side lacks has the text `absent` on that side.
  /// The index in a path is that of the new array, or of the old one where the element is removed or moved.
  ///
  /// - Parameter trustsEquality: `true` compares values of `Hashable` types by their own `==`; `false` compares all values by
  ///   their stored contents.
  package static func between(_ before: Any, and after: Any, trustingEquality trustsEquality: Bool = true)
    -> [Difference]
  {
    var comparison = Comparison(trustsEquality: trustsEquality)
    comparison.compare(before, after, at: "")
    return comparison.differences
  }

  fileprivate func withPath(_ change: (String) -> String) -> Difference {
    var difference = self
    difference.path = change(path)
    return difference
  }
}

private struct Comparison {
  let trustsEquality: Bool
  var differences: [Difference] = []
  /// The number of payloads and objects around the values that are compared.
  var payloadDepth = 0
  /// The differences between pairs of objects, with the paths that follow the object's own. A pair that is still being
  /// compared counts as having none, so that the comparison of a circle of objects ends.
  private var comparedObjects: [[ObjectIdentifier]: [Difference]] = [:]

  init(trustsEquality: Bool) { self.trustsEquality = trustsEquality }

  /// The differences that a copy of this comparison finds.
  private func differences(foundBy compare: (inout Comparison) -> Void) -> [Difference] {
    var comparison = self
    comparison.differences = []
    compare(&comparison)
    return comparison.differences
  }

  private static func pair(_ before: Any, _ after: Any) -> [ObjectIdentifier] {
    [ObjectIdentifier(before as AnyObject), ObjectIdentifier(after as AnyObject)]
  }

  private var criterion: ValueIdentity.Criterion { trustsEquality ? .equality : .stored }

  /// The value in a form that can be compared; `nil` where some part of the value has no equality.
  private func structure(of value: Any) -> StructuralValue? {
    try? StructuralValue(value, by: criterion)
  }

  private func areSame(_ before: Any, _ after: Any, by criterion: ValueIdentity.Criterion) -> Bool {
    guard let before = try? StructuralValue(before, by: criterion) else { return false }
    return before == (try? StructuralValue(after, by: criterion))
  }

  mutating func compare(_ before: Any, _ after: Any, at path: String) {
    if areSame(before, after, by: criterion) { return }
    // A view with a function has no equality. Its text takes a hundred times as long to write as its parts to compare.
    if trustsEquality, areSame(before, after, by: .equalityBesideFunctions) { return }
    let (oldMirror, newMirror) = (Mirror(comparing: before), Mirror(comparing: after))
    guard oldMirror.displayStyle == .class, newMirror.displayStyle == .class else {
      return compareInDetail(before, after, oldMirror, newMirror, at: path)
    }
    let (pair, earlierCount) = (Self.pair(before, after), differences.count)
    if let found = comparedObjects[pair] {
      return differences += found.map { $0.withPath { path + $0 } }
    }
    comparedObjects[pair] = []
    compareInDetail(before, after, oldMirror, newMirror, at: path)
    comparedObjects[pair] = differences[earlierCount...].map { $0.withPath { String($0.dropFirst(path.count)) } }
  }

  private mutating func compareInDetail(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror, at path: String
  ) {
    if oldMirror.displayStyle == .optional, newMirror.displayStyle == .optional,
      let before = oldMirror.children.first?.value, let after = newMirror.children.first?.value
    {
      return compare(before, after, at: path)
    }
    // A collection is described by its elements, which are compared below.
    let isCollection = [.collection, .set, .dictionary].contains(oldMirror.displayStyle)
    let descriptionsDiffer =
      !isCollection && before is any CustomStringConvertible && literal(before) != literal(after)
    if !trustsEquality, !descriptionsDiffer, let text = textOfEqualValues(before, after) {
      let after = "the same, stored in another way"
      return differences.append(Difference(path: path, before: text, after: after, isOnlyInStorage: true))
    }
    let isObject = oldMirror.displayStyle == .class
    if [.struct, .tuple].contains(oldMirror.displayStyle) || isObject && payloadDepth < payloadDepthLimit,
      oldMirror.subjectType == newMirror.subjectType, !descriptionsDiffer, !(before is any InlineElements),
      !(before is String.Index)
    {
      if compareFields(before, after, oldMirror, newMirror, at: path) { return }
    }
    let (oldCut, newCut) = (cutLiteral(before, upTo: shownLength), cutLiteral(after, upTo: shownLength))
    var (oldText, newText) = (oldCut.text, newCut.text)
    let isCut = oldCut.isCut || newCut.isCut
    let isLong = isCut || max(oldText.count, newText.count) > wholeTextLimit
    if isLong, compareParts(before, after, oldMirror, newMirror, at: path, isCut: isCut) { return }
    // Equal texts do not show the difference, so the parts are then shown at any length.
    let wholeLength = oldText == newText ? Int.max : path.count + oldText.count + newText.count
    if !isCut, !descriptionsDiffer, oldText == newText ? structure(of: before) != nil : isLong,
      oldMirror.displayStyle == .enum, payloadDepth < payloadDepthLimit
    {
      payloadDepth += 1
      defer { payloadDepth -= 1 }
      if appendShorter(than: wholeLength, { $0.compareChildren(oldMirror, newMirror, at: path) }) { return }
    }
    if isCollection, !isLong, oldText.count + newText.count > wholeTextLimit,
      appendShorter(
        than: wholeLength, { _ = $0.compareParts(before, after, oldMirror, newMirror, at: path, isCut: false) })
    {
      return
    }
    if isLong, let texts = textsWithoutCommonElements(before, after, oldMirror) {
      (oldText, newText) = texts
    } else if isCut {
      (oldText, newText) = textsAroundDifference(before, after, oldMirror, newMirror, (oldText, newText))
    }
    // Values without equality that have the same text count as unchanged.
    guard oldText != newText || structure(of: before) != nil else { return }
    if oldText == newText, let difference = differenceOfSlices(before, after, at: path) {
      return differences.append(difference)
    }
    differences.append(Difference(path: path, before: oldText, after: newText))
  }

  /// Compares the fields of two structs, tuples or objects, and appends the differences.
  ///
  /// - Returns: `true` if differences were appended.
  private mutating func compareFields(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror, at path: String
  ) -> Bool {
    let isObject = oldMirror.displayStyle == .class
    let earlierCount = differences.count
    var (oldFields, newFields) = (oldMirror.allProperties, newMirror.allProperties)
    if !oldFields.map(\.label).elementsEqual(newFields.map(\.label)) {
      (oldFields, newFields) = (Array(oldMirror.children), Array(newMirror.children))
    }
    payloadDepth += isObject ? 1 : 0
    for (oldField, newField) in zip(oldFields, newFields) {
      let name = oldField.label?.trimmingPrefix(".") ?? ""
      compare(oldField.value, newField.value, at: path.isEmpty ? "\(name)" : "\(path).\(name)")
    }
    payloadDepth -= isObject ? 1 : 0
    return differences.count > earlierCount
  }

  /// One text for two values of a system type that are equal by `==` but stored differently: their private fields say nothing
  /// to a reader.
  ///
  /// - Returns: `nil` for other values, and for collections, which differ in their elements or in their first index.
  private func textOfEqualValues(_ before: Any, _ after: Any) -> String? {
    let type = type(of: before)
    guard type == Swift.type(of: after), TypeShape.isStruct(type), !TypeShape.isOfUser(type),
      !(before is any Collection), let value = before as? any Equatable, isEqual(value, to: after)
    else { return nil }
    let (name, text) = (qualifiedName(of: type), literal(before))
    return before is any CustomStringConvertible ? "\(text) (\(name))" : "a value of \(name)"
  }

  private func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool { other as? Value == value }

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

  /// The length of a text, in characters, up to which a value is compared as a whole: a reader sees the difference at a glance. Two
  /// collections are compared as a whole up to this length of both together, or where their parts take as much room.
  private var wholeTextLimit: Int { 48 }

  private var absent: String { "absent" }

  /// The largest number of differing parts that are listed for a value whose text is cut: all parts may differ.
  private var partLimit: Int { 200 }

  /// Compares arrays with a common element or of one length, or dictionaries with a common key, part by part, and appends the
  /// differences. If the text of a whole value is cut, values of the same enum case are also compared part by part.
  ///
  /// - Returns: `true` if differences were appended.
  private mutating func compareParts(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror, at path: String, isCut: Bool
  ) -> Bool {
    guard oldMirror.displayStyle == newMirror.displayStyle else { return false }
    let earlierCount = differences.count
    switch oldMirror.displayStyle {
    case .collection:
      guard let (old, new, comparison) = lists(before, after, oldMirror, newMirror) else { return false }
      // The cells of a board are changed rather than moved, and each field of a changed struct takes a text of its own.
      let isTakenApart = [.struct, .tuple, .class].contains(
        comparison.old.first.flatMap { Mirror(reflecting: old.part(at: $0)).displayStyle })
      // Of a text that is not cut, each part takes at least one byte. Elements without equality take long to compare.
      guard
        let edits = comparison.edits(
          limit: isCut ? partLimit : shownLength, savedChanges: isTakenApart ? 1 : 3,
          alignmentLimit: structure(of: before) == nil ? 0 : 100)
      else { return false }
      for edit in edits { compare(edit, old, new, at: path) }
    case .dictionary:
      // Without a common key, the whole dictionaries say more than a list of all their entries.
      guard let entries = entries(before, after, oldMirror, newMirror), !isCut || entries.count <= partLimit
      else { return false }
      differences += differencesInOrder(of: entries, at: path)
    case .enum where isCut: compareChildren(oldMirror, newMirror, at: path)
    default: return false
    }
    return differences.count > earlierCount
  }

  private mutating func compare(_ edit: ListEdit, _ old: any ComparedList, _ new: any ComparedList, at path: String) {
    func text(_ list: any ComparedList, _ index: Int) -> String { literal(list.part(at: index), upTo: shownLength) }
    func add(_ index: Int, _ before: String, _ after: String) {
      differences.append(Difference(path: "\(path)[\(index)]", before: before, after: after))
    }
    switch edit {
    case .change(let one, let other): compare(old.part(at: one), new.part(at: other), at: "\(path)[\(other)]")
    case .removal(let index): add(index, text(old, index), absent)
    case .insertion(let index): add(index, absent, text(new, index))
    case .move(let index, let target): add(index, text(old, index), "moved to [\(target)]")
    }
  }

  /// Compares the payloads of enums in pairs, if both values have the same type and the same labels.
  private mutating func compareChildren(_ oldMirror: Mirror, _ newMirror: Mirror, at path: String) {
    let (oldParts, newParts) = (Array(oldMirror.children), Array(newMirror.children))
    guard oldMirror.subjectType == newMirror.subjectType, oldParts.map(\.label) == newParts.map(\.label) else { return }
    for (old, new) in zip(oldParts, newParts) {
      compare(old.value, new.value, at: [path, old.label ?? ""].filter { !$0.isEmpty }.joined(separator: "."))
    }
  }

  /// Bounds the paths and the time where payloads or objects are nested deeply, as in a linked list.
  private var payloadDepthLimit: Int { 8 }

  /// Appends the differences that a comparison of parts finds, if they are shorter than the difference between the whole values.
  ///
  /// - Parameter wholeLength: The length, in characters, of the difference between the whole values.
  /// - Returns: `true` if differences were appended.
  private mutating func appendShorter(than wholeLength: Int, _ compareParts: (inout Comparison) -> Void) -> Bool {
    let found = differences(foundBy: compareParts)
    guard !found.isEmpty, found.map({ $0.path.count + $0.before.count + $0.after.count }).reduce(0, +) < wholeLength
    else { return false }
    differences += found
    return true
  }

  /// Sorts by the keys and then by the differences, because a dictionary's own order differs from process to process.
  private func differencesInOrder(
    of entries: [(key: String, before: Any?, after: Any?)], at path: String
  ) -> [Difference] {
    let differencesOfEntries = entries.map { key, before, after -> (key: String, differences: [Difference]) in
      guard let before, let after else {
        let texts = [before, after].map { $0.map { literal($0, upTo: shownLength) } ?? absent }
        return (key, [Difference(path: "\(path)[\(key)]", before: texts[0], after: texts[1])])
      }
      return (key, differences { $0.compare(before, after, at: "\(path)[\(key)]") })
    }
    func texts(_ differences: [Difference]) -> [String] { differences.flatMap { [$0.path, $0.before, $0.after] } }
    return differencesOfEntries.sorted { one, other in
      one.key == other.key
        ? texts(one.differences).lexicographicallyPrecedes(texts(other.differences))
        : sortKey(ofEntry: one.key) < sortKey(ofEntry: other.key)
    }.flatMap(\.differences)
  }

  /// Returns `nil` for values of different types.
  private func lists(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror
  ) -> (old: any ComparedList, new: any ComparedList, ListComparison)? {
    let old = before as? any ComparedList ?? numbersOfFoundationCollection(before) ?? oldMirror.children.map(\.value)
    let new = after as? any ComparedList ?? numbersOfFoundationCollection(after) ?? newMirror.children.map(\.value)
    guard let areSame = old.comparison(with: new, by: criterion, { haveNoDifference($0, $1) }) else { return nil }
    return (old, new, ListComparison(old.partCount, new.partCount, areSame: areSame))
  }

  /// The entries in which two dictionaries differ, by the texts of their keys; `nil` where they have no common key.
  private func entries(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror
  ) -> [(key: String, before: Any?, after: Any?)]? {
    if let before = before as? any ComparedEntries, type(of: before).canLookUpKeys {
      return before.entries(differingFrom: after, by: criterion) { haveNoDifference($0, $1) }?
        .map { (literal($0.key), $0.before, $0.after) }
    }
    return oldMirror.entriesByText
      .entries(differingFrom: newMirror.entriesByText, by: criterion) { haveNoDifference($0, $1) }?
      .map { (($0.key as? NumberedText)?.text ?? "", $0.before, $0.after) }
  }

  private func haveNoDifference(_ before: Any, _ after: Any) -> Bool {
    differences { $0.compare(before, after, at: "") }.isEmpty
  }

  // MARK: Values that are too large to be shown as a whole

  /// The texts of two large values, which leave out what both have in common.
  ///
  /// - Parameter cutTexts: The beginnings of the texts, which may be the same.
  private func textsAroundDifference(
    _ before: Any, _ after: Any, _ oldMirror: Mirror, _ newMirror: Mirror, _ cutTexts: (String, String)
  ) -> (String, String) {
    if oldMirror.displayStyle == .collection, newMirror.displayStyle == .collection,
      let (old, new, comparison) = lists(before, after, oldMirror, newMirror)
    {
      let (beginningCount, endCount) = (comparison.old.lowerBound, comparison.commonEndCount)
      func listText(_ list: any ComparedList, _ indices: Range<Int>) -> String {
        // No more parts are shown, since each takes at least one byte.
        let parts = literal(indices.prefix(shownLength).map { list.part(at: $0) }, upTo: shownLength)
        return listing(of: [textOfCommon(beginningCount), String(parts.dropFirst().dropLast()), textOfCommon(endCount)])
      }
      return (listText(old, comparison.old), listText(new, comparison.new))
    }
    if oldMirror.displayStyle == .dictionary, newMirror.displayStyle == .dictionary {
      guard cutTexts.0 == cutTexts.1 else { return cutTexts }
      let count = oldMirror.children.count
      let changedCount = entries(before, after, oldMirror, newMirror)?.count ?? count
      if changedCount > 0 { return (cutTexts.0, "[… \(count) entries, \(changedCount) of them changed]") }
    }
    let texts = [literal(before), literal(after)].map { Array($0.utf8) }
    let commonCount = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    // The last 20 bytes or a few more of the common beginning are kept, for orientation. A byte from 0x80 to 0xBF continues a
    // character.
    var start = max(0, commonCount - 20)
    while start > 0, texts[0][start] & 0xC0 == 0x80 { start -= 1 }
    func text(_ bytes: [UInt8]) -> String {
      var end = min(bytes.count, start + shownLength)
      while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return (start > 0 ? "…" : "") + String(decoding: bytes[start..<end], as: UTF8.self)
        + (end < bytes.count ? "…" : "")
    }
    return (text(texts[0]), text(texts[1]))
  }

  /// The texts of two large sets, which leave out the elements that both have.
  ///
  /// - Returns: `nil` for other values, and for sets with the same elements.
  private func textsWithoutCommonElements(_ before: Any, _ after: Any, _ oldMirror: Mirror) -> (String, String)? {
    guard let old = before as? any ComparedElements, let new = after as? any ComparedElements,
      let removed = old.elements(lackingIn: after), let added = new.elements(lackingIn: before),
      !removed.isEmpty || !added.isEmpty
    else { return nil }
    func setText(_ elements: [Any]) -> String {
      // Each element takes at least three bytes, with a comma and a space.
      let parts =
        elements.count > shownLength / 3
        ? "… \(elements.count) others"
        : sortedEntries(elements.map { literal($0, upTo: shownLength) }).joined(separator: ", ")
      return listing(of: [textOfCommon(oldMirror.children.count - removed.count), parts])
    }
    return (setText(removed), setText(added))
  }

  private func listing(of pieces: [String]) -> String {
    "[" + pieces.filter { !$0.isEmpty }.joined(separator: ", ") + "]"
  }

  private func textOfCommon(_ count: Int) -> String { count == 0 ? "" : "… \(count) in common" }
}
