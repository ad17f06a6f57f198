internal import TEARuntime

/// The tables of all types whose values are stored once and written as numbers (hash-consing; the collapse of SPIN).
final class PartTables {
  /// Worlds with equal hashes are taken for the same (hash compaction).
  private let hashesAreFingerprints: Bool
  private var tables: [ObjectIdentifier: PartTable] = [:]
  private(set) var allTables: [PartTable] = []
  /// The tables of values that are compared in one piece.
  private var tablesWithoutContent: [PartTable] = []

  /// All values so far are constant: no part of them can change as long as they are retained.
  var holdConstants: Bool { tablesWithoutContent.allSatisfy(\.holdsConstants) }
  /// No value so far has an incomparable part, so values that store the same are the same.
  private var holdComparables: Bool { tablesWithoutContent.allSatisfy(\.holdsComparables) }

  /// The number of nested calls of ``table(of:)``: for a type, its part, the part of this part, and so on.
  private var nestingDepth = 0

  /// The nesting depth from which on values are compared in one piece: a generic type may contain ever larger instances of
  /// itself.
  private static var maxNestingDepth: Int { 64 }
  /// The number of tables from which on values are compared in one piece: the instances of a generic type may become too many
  /// at a small nesting depth.
  private static var maxDividedCount: Int { 250 }

  init(hashesAreFingerprints: Bool = false) { self.hashesAreFingerprints = hashesAreFingerprints }

  var count: Int { allTables.reduce(0) { $0 + $1.count } }

  func table(of type: Any.Type) -> PartTable {
    if let cached = tables[ObjectIdentifier(type)] { return cached }
    // The table is entered before its kind is made, because a type may contain itself.
    let table = PartTable(of: type, number: allTables.count, .text)
    tables[ObjectIdentifier(type)] = table
    allTables.append(table)
    if type == String.self { return table }
    let collection = TypeShape.isOfUser(type) ? nil : type as? any RowCollection.Type
    nestingDepth += 1
    defer { nestingDepth -= 1 }
    var kind: PartTable.Kind?
    if nestingDepth < Self.maxNestingDepth, allTables.count < Self.maxDividedCount {
      kind =
        collection.flatMap { NativeArray.hasKnownLayout ? $0.kind(self) : nil }
        ?? RowLayoutMaker.layout(ofIndirect: type, self).map { .row($0) }
    }
    table.kind = kind ?? .value(.ofPart(type, hashesAreFingerprints: hashesAreFingerprints))
    if kind == nil { tablesWithoutContent.append(table) }
    return table
  }
}

extension PartTables {
  /// Makes a table for whole models, commands or messages, whose parts are in the tables of this instance.
  ///
  /// Values that may have incomparable parts must also be equal by their `==`. In a search with hash compaction, their content
  /// hashes include what the `==` compares.
  func table(ofWhole type: Any.Type, _ layout: RowLayout? = nil) -> PartTable {
    let equality = PartIdentity.equality(of: type)
    return PartTable(
      of: type, .row(layout ?? RowLayoutMaker.layout(ofWhole: type, self)),
      areEqual: equality.map { areEqual in { self.holdComparables || areEqual($0, $1) } },
      fingerprint: hashesAreFingerprints ? PartIdentity.fingerprint(of: type) : nil)
  }
}

/// A collection that is written as its elements.
protocol RowCollection {
  /// The structure of the values; `nil` where their storage has a layout that cannot be read.
  static func kind(_ tables: PartTables) -> PartTable.Kind?
}

protocol RowArray: RowCollection {
  associatedtype Element

  init(
    unsafeUninitializedCapacity capacity: Int,
    initializingWith initializer: (inout UnsafeMutableBufferPointer<Element>, inout Int) throws -> Void) rethrows
}

extension Array: RowArray {}
extension ContiguousArray: RowArray {}

extension RowArray {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    if let plainMask, plainMask.allSatisfy({ $0 == 0xFF }) { return .solidArray(plainMask.count) }
    return .array(PartTable.Elements(Element.self, tables))
  }

  /// The form in which a row can hold the elements; `nil` where it cannot be read back.
  static func form(of table: PartTable) -> RowLayoutMaker.ElementForm? {
    if let plainMask { return .plain(plainMask) }
    guard case .array(let elements) = table.kind, TypeContents.storesAllBitsInRows(Element.self) else { return nil }
    return .rows(elements)
  }

  /// The bits of an element that are compared, by byte of its stride; `nil` where elements are not plain memory, hold bits
  /// beside padding that are not compared, or need an alignment of more than 16 bytes.
  static var plainMask: [UInt8]? {
    guard let mask = ValueIdentity.of(Element.self).mask, !mask.isEmpty, MemoryLayout<Element>.alignment <= 16,
      TypeContents.storesAllBitsInRows(Element.self)
    else { return nil }
    return mask + Array(repeating: 0, count: MemoryLayout<Element>.stride - mask.count)
  }

  /// Initialises memory with an array of `count` elements, which a function initialises.
  static func initialize(
    _ memory: UnsafeMutableRawPointer, _ count: Int, elements: (_ first: UnsafeMutableRawPointer) -> Void
  ) {
    let array = Self(unsafeUninitializedCapacity: count) { buffer, filled in
      if let first = buffer.baseAddress { elements(UnsafeMutableRawPointer(first)) }
      filled = count
    }
    memory.initializeMemory(as: Self.self, to: array)
  }
}

extension Set: RowCollection {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    guard NativeHashTable.hasKnownLayout else { return nil }
    return .hashTable(keys: PartTable.Elements(Element.self, tables), values: nil)
  }
}

extension Dictionary: RowCollection {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    guard NativeHashTable.hasKnownLayout else { return nil }
    return .hashTable(keys: PartTable.Elements(Key.self, tables), values: PartTable.Elements(Value.self, tables))
  }
}
