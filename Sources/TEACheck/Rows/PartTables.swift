internal import TEARuntime

/// The tables of all types whose values are stored once and written as numbers (hash-consing; the collapse of SPIN).
final class PartTables {
  private var tables: [ObjectIdentifier: PartTable] = [:]
  /// All tables, by their numbers.
  private(set) var all: [PartTable] = []

  /// The number of values in all tables.
  var count: Int { all.reduce(0) { $0 + $1.count } }

  /// The table of a type, made at the first call.
  func table(of type: Any.Type) -> PartTable {
    if let known = tables[ObjectIdentifier(type)] { return known }
    let table = PartTable(of: type, number: all.count, .text)
    tables[ObjectIdentifier(type)] = table
    all.append(table)
    let isOfUser = TypeShape.isOfUser(type)
    if !isOfUser, type is any RowText.Type { return table }
    let identity = ValueIdentity.of(type)
    let collection = isOfUser ? nil : type as? any RowCollection.Type
    table.kind =
      collection.flatMap { NativeArray.isGuaranteed ? $0.kind(self) : nil }
      ?? .value(PartIdentity(isSame: identity.isSame, hash: identity.hash))
    return table
  }

  /// Makes another table for a type whose values are compared as wholes, because they may contain functions or other
  /// incomparable parts.
  func table(ofWhole type: Any.Type) -> PartTable {
    let table = PartTable(of: type, number: all.count, .value(PartIdentity.of(type)))
    all.append(table)
    return table
  }
}

/// A text that is written as its code units.
protocol RowText {}

extension String: RowText {}

/// A collection that is written as its elements.
protocol RowCollection {
  /// The structure of the values; `nil` where their storage has a layout that cannot be read.
  static func kind(_ tables: PartTables) -> PartTable.Kind?
}

/// An array whose elements may be plain.
protocol RowArray: RowCollection {
  /// The stride of an element in bytes; `nil` where elements are not plain memory without gaps.
  static var solidStride: Int? { get }
  /// Initialises memory with an array of `count` plain elements.
  static func initialize(_ memory: UnsafeMutableRawPointer, _ elements: UnsafeRawPointer, _ count: Int)
}

extension Array: RowArray {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    solidStride.map { .solidArray($0) } ?? .array(PartTable.Elements(Element.self, tables))
  }

  static var solidStride: Int? {
    guard let mask = ValueIdentity.of(Element.self).mask, !mask.isEmpty, mask.allSatisfy({ $0 == 0xFF }),
      mask.count == MemoryLayout<Element>.stride, MemoryLayout<Element>.alignment <= 16
    else { return nil }
    return mask.count
  }

  static func initialize(_ memory: UnsafeMutableRawPointer, _ elements: UnsafeRawPointer, _ count: Int) {
    let array = [Element](unsafeUninitializedCapacity: count) { buffer, filled in
      if let first = buffer.baseAddress {
        UnsafeMutableRawPointer(first).copyMemory(from: elements, byteCount: count * MemoryLayout<Element>.stride)
      }
      filled = count
    }
    memory.initializeMemory(as: [Element].self, to: array)
  }
}

extension Set: RowCollection {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    guard NativeHashTable.isUnderstood else { return nil }
    return .hashTable(keys: PartTable.Elements(Element.self, tables), values: nil)
  }
}

extension Dictionary: RowCollection {
  static func kind(_ tables: PartTables) -> PartTable.Kind? {
    guard NativeHashTable.isUnderstood else { return nil }
    return .hashTable(keys: PartTable.Elements(Key.self, tables), values: PartTable.Elements(Value.self, tables))
  }
}
