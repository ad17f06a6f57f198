/// An array whose element type the caller does not know.
protocol ComparedList {
  var partCount: Int { get }
  func part(at index: Int) -> Any
  /// A function that compares the elements of both lists at two indices.
  ///
  /// - Parameter areSame: Compares elements that may hold a part without equality.
  /// - Returns: `nil` where the other value is no list of the same type.
  func comparison(
    with other: Any, by criterion: ValueIdentity.Criterion, _ areSame: @escaping (Any, Any) -> Bool
  ) -> ((_ index: Int, _ otherIndex: Int) -> Bool)?
}

extension ComparedList where Self: RandomAccessCollection {
  var partCount: Int { count }
  func part(at index: Int) -> Any { self[self.index(startIndex, offsetBy: index)] }

  func comparison(
    with other: Any, by criterion: ValueIdentity.Criterion, _ areSame: @escaping (Any, Any) -> Bool
  ) -> ((Int, Int) -> Bool)? {
    guard let other = other as? Self else { return nil }
    let identity = ValueIdentity.of(Element.self, by: criterion)
    if identity.mayHoldIncomparable { return { areSame(self.part(at: $0), other.part(at: $1)) } }
    return { index, otherIndex in
      identity.areSame(
        self[self.index(self.startIndex, offsetBy: index)], other[other.index(other.startIndex, offsetBy: otherIndex)])
    }
  }
}

extension Array: ComparedList {}
extension ContiguousArray: ComparedList {}
extension ArraySlice: ComparedList {}

/// The numbers in a collection of Foundation, such as `Data`, or the ranges of an index set; `nil` for other values.
///
/// The descriptions of these types have only the number of elements, and the mirror of `Data` has an address.
func numbersOfFoundationCollection(_ value: Any) -> (any ComparedList)? {
  func list<Numbers: BidirectionalCollection>(_ numbers: Numbers) -> (any ComparedList)? {
    guard TypeShape.isIntegerOrBool(Numbers.Element.self) else { return nil }
    // An index set may have too many elements to be listed.
    for case ("ranges"?, let ranges as [Range<Int>]) in Mirror(reflecting: numbers).children {
      return ranges.map { $0.count == 1 ? $0.lowerBound as Any : $0 }
    }
    return Array(numbers)
  }
  guard TypeShape.isOfFoundation(type(of: value)), let numbers = value as? any BidirectionalCollection else {
    return nil
  }
  return list(numbers)
}

/// A dictionary whose key and value types the caller does not know.
protocol ComparedEntries {
  /// `false` where a key may be unequal to itself, as a NaN is: such a key cannot be looked up.
  static var canLookUpKeys: Bool { get }
  /// The entries in which two dictionaries differ; `nil` where they have no common key or are of different types.
  ///
  /// - Parameter areSame: Compares values that may hold a part without equality.
  func entries(
    differingFrom other: Any, by criterion: ValueIdentity.Criterion, _ areSame: (Any, Any) -> Bool
  ) -> [(key: Any, before: Any?, after: Any?)]?
}

extension Dictionary: ComparedEntries {
  static var canLookUpKeys: Bool { !ValueIdentity.of(Key.self).mayDifferFromItself }

  func entries(
    differingFrom other: Any, by criterion: ValueIdentity.Criterion, _ areSame: (Any, Any) -> Bool
  ) -> [(key: Any, before: Any?, after: Any?)]? {
    guard let other = other as? Self else { return nil }
    let identity = ValueIdentity.of(Value.self, by: criterion)
    var (entries, commonCount) = ([(key: Any, before: Any?, after: Any?)](), 0)
    for (key, value) in self {
      guard let otherValue = other[key] else {
        entries.append((key, value, nil))
        continue
      }
      commonCount += 1
      let isSame =
        identity.mayHoldIncomparable ? areSame(value, otherValue) : identity.areSame(value, otherValue)
      if !isSame { entries.append((key, value, otherValue)) }
    }
    if commonCount == 0 { return nil }
    if commonCount < other.count {
      for (key, value) in other where self[key] == nil { entries.append((key, nil, value)) }
    }
    return entries
  }
}

/// A set whose element type the caller does not know.
protocol ComparedElements {
  /// The elements that the other set lacks; `nil` where the sets are of different types.
  func elements(lackingIn other: Any) -> [Any]?
}

extension Set: ComparedElements {
  func elements(lackingIn other: Any) -> [Any]? {
    guard let other = other as? Self else { return nil }
    return filter { !other.contains($0) }.map { $0 as Any }
  }
}

/// The text of a key, with a number because several keys of one dictionary may have this text.
struct NumberedText: Hashable {
  var text: String
  var number: Int
}

extension Mirror {
  /// The values of a dictionary by the texts of their keys. Keys with the same text are numbered from 0, in the order of the
  /// texts of their values.
  var entriesByText: [NumberedText: Any] {
    let pairs = children.map { Mirror(reflecting: $0.value).children.map(\.value) }
    var entries: [NumberedText: Any] = [:]
    for (text, pairs) in Dictionary(grouping: pairs, by: { literal($0[0]) }) {
      let values = pairs.map { $0[1] }.sorted { literal($0) < literal($1) }
      for (number, value) in values.enumerated() { entries[NumberedText(text: text, number: number)] = value }
    }
    return entries
  }
}
