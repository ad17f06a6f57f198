internal import TEAStateSpace
internal import TEARuntime

/// Collects the parts of a type from its metadata, and makes a ``RowLayout`` of them.
struct RowLayoutMaker {
  /// A word of plain memory: its offset in the value, its width in bytes and its mask.
  typealias Word = (offset: Int, width: Int, mask: UInt64)

  /// The form in which the elements of an array are written in place.
  enum ElementForm {
    /// Their memory, under the mask of one element, by byte.
    case plain([UInt8])
    /// Their rows.
    case rows(PartTable.Elements)

    /// The size of one element, in bytes.
    var size: Int {
      switch self {
      case .plain(let mask): mask.count
      case .rows(let elements): elements.layout._withUnsafeGuaranteedRef(\.size)
      }
    }
  }

  var words: [Word] = []
  var parts: [(offset: Int, table: PartTable)] = []
  /// The arrays that are written in place.
  var arrays: [(offset: Int, count: Int, form: ElementForm, table: PartTable)] = []
  var enums: [RowLayout.EnumPart] = []
  /// A value whose arrays are expected to be as long as the arrays of other values; `nil` to write arrays as numbers.
  private let example: UnsafeRawPointer?
  private let tables: PartTables

  /// The largest size of an array's elements, in bytes, that is written in place. All rows have room for them, also those of
  /// values whose arrays have another length.
  private static var maxArrayBytesInPlace: Int { 256 }

  /// The layout of a type whose values are parts of other values; all arrays are written as numbers.
  static func layout(of type: Any.Type, _ tables: PartTables) -> RowLayout {
    var maker = RowLayoutMaker(tables: tables, example: nil)
    maker.add(type, at: 0)
    return RowLayout(maker)
  }

  /// The layout of a whole model, command or message.
  ///
  /// Where the whole type requires its `==`, rows do not follow it, and a table made by ``PartTables/table(ofWhole:_:)`` also
  /// compares the values by it.
  static func layout(
    ofWhole type: Any.Type, _ tables: PartTables, like example: UnsafeRawPointer? = nil
  ) -> RowLayout {
    var maker = RowLayoutMaker(tables: tables, example: example)
    if ValueIdentity.of(type).requiresEquality {
      maker.addParts(of: type, ValueIdentity.of(type), at: 0)
    } else {
      maker.add(type, at: 0)
    }
    return RowLayout(maker)
  }

  /// The layout of an enum with indirect cases, for the content of a value in a ``PartTable``. Rows of this layout cannot be
  /// read back, because reading makes no box.
  ///
  /// - Returns: `nil` for other types.
  static func layout(ofIndirect type: Any.Type, _ tables: PartTables) -> RowLayout? {
    let identity = ValueIdentity.of(type)
    guard identity.isMadeOfParts, !identity.requiresEquality, case .enumeration(let cases) = TypeShape(of: type),
      cases.contains(where: \.isIndirect)
    else { return nil }
    var maker = RowLayoutMaker(tables: tables, example: nil)
    maker.add(cases, of: type, at: 0)
    return RowLayout(maker)
  }

  private init(tables: PartTables, example: UnsafeRawPointer?) {
    self.tables = tables
    self.example = example
  }

  private mutating func add(_ type: Any.Type, at offset: Int) {
    let identity = ValueIdentity.of(type)
    if let mask = identity.mask { return add(mask, at: offset) }
    if identity.requiresEquality { return parts.append((offset, tables.table(of: type))) }
    if TypeShape.isOfUser(type) || !TypeShape.isStruct(type) { return addParts(of: type, identity, at: offset) }
    if type == String.self { return parts.append((offset, tables.table(of: type))) }
    if type is any RowCollection.Type, NativeArray.hasKnownLayout {
      let table = tables.table(of: type)
      if let example, let form = (type as? any RowArray.Type)?.form(of: table) {
        let count = NativeStorage.count(of: NativeStorage.of(example + offset))
        if count > 0, count * form.size <= Self.maxArrayBytesInPlace {
          return arrays.append((offset, count, form, table))
        }
      }
      return parts.append((offset, table))
    }
    addParts(of: type, identity, at: offset)
  }

  private mutating func addParts(of type: Any.Type, _ identity: ValueIdentity, at offset: Int) {
    switch TypeShape(of: type) {
    case .structure(let fields) where identity.isMadeOfParts, .tuple(let fields):
      for field in fields { add(field.type, at: offset + field.offset) }
    case .enumeration(let cases)
    where identity.isMadeOfParts && !cases.contains(where: \.isIndirect) && TypeContents.storesAllBitsInRows(type):
      // Some rows leave out bits of a value. A structure is read into the memory of another value, whose bits stay there; an
      // enum is made anew, and would lack these bits.
      add(cases, of: type, at: offset)
    case .structure, .enumeration, .other:
      parts.append((offset, tables.table(of: type)))
    }
  }

  /// - Parameter mask: The bits that are compared, by byte.
  private mutating func add(_ mask: [UInt8], at offset: Int) {
    var position = 0
    while position < mask.count {
      guard mask[position] != 0 else {
        position += 1
        continue
      }
      let width = [8, 4, 2, 1].first { position + $0 <= mask.count } ?? 1
      var wordMask: UInt64 = 0
      for byte in (0..<width).reversed() { wordMask = wordMask << 8 | UInt64(mask[position + byte]) }
      words.append((offset + position, width, wordMask))
      position += width
    }
  }

  private mutating func add(_ cases: [TypeShape.Case], of type: Any.Type, at offset: Int) {
    let witnesses = ValueWitnesses(of: type)
    let layouts = cases.map { $0.payload.map { Self.layout(of: $0, tables) } }
    let payloads = zip(cases, layouts).map { enumCase, layout in
      layout.map { RowLayout.Payload(layout: .passRetained($0), offsetInBox: enumCase.offsetInBox) }
    }
    enums.append(
      RowLayout.EnumPart(
        offset: offset, rowOffset: 0, largestPayloadRowSize: layouts.reduce(0) { max($0, $1?.size ?? 0) },
        size: witnesses.size, witnesses: witnesses, payloads: WordMemory.copy(payloads),
        isInPlace: cases.count { $0.payload != nil } == 1 && !cases.contains(where: \.isIndirect),
        sameMemoryMeansSame: layouts.allSatisfy { $0?.sameMemoryMeansSame ?? true },
        addressMask: cases.contains(where: \.isIndirect) ? Self.addressMask(witnesses) : 0))
  }

  /// The bits of an enum's first word that projecting its payload leaves as they are: it clears those of the tag.
  private static func addressMask(_ witnesses: ValueWitnesses) -> UInt {
    withUnsafeTemporaryAllocation(byteCount: max(witnesses.size, 8), alignment: max(witnesses.alignment, 8)) { memory in
      _ = memory.initializeMemory(as: UInt8.self, repeating: 0xFF)
      let enumMemory = memory.baseAddress!
      witnesses.projectPayload(of: enumMemory)
      return enumMemory.load(as: UInt.self)
    }
  }
}
