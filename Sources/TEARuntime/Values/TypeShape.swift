/// The structure of a type, read from the metadata that the compiler emits for it.
///
/// The layout is the stable ABI of Swift 5 and later (*TypeMetadata.rst* and *MetadataValues.h* of the Swift project).
package enum TypeShape {
  case structure([Field])
  case enumeration([Case])
  case tuple([Field])
  /// Any other type, such as a class, a function or an existential. The text names the kind of type.
  case other(String)

  package struct Field {
    package var name: String
    package var type: Any.Type
    /// The distance from the start of the value, in bytes.
    package var offset: Int
  }

  package struct Case {
    package var name: String
    /// The payload as one value; several associated values are a tuple. `nil` for a case without a payload.
    package var payload: Any.Type?
    /// `true` if the payload is in a box.
    package var isIndirect: Bool

    /// The offset of the payload in its box in bytes, after the header of an object; `nil` for a payload outside of a box.
    package var offsetInBox: Int? {
      isIndirect ? payload.map { ValueWitnesses(of: $0).offsetInBox } : nil
    }
  }

  package init(of type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch MetadataKind.of(type) {
    case MetadataKind.structure:
      self = NominalType(metadata).map { .structure($0.fields()) } ?? .other("a foreign type")
    case MetadataKind.enumeration, MetadataKind.optional:
      self = NominalType(metadata).map { .enumeration($0.cases()) } ?? .other("a foreign type")
    case MetadataKind.foreignClass: self = .other("a foreign class")
    case MetadataKind.builtin: self = .other("an opaque type of the compiler")
    case MetadataKind.tuple: self = .tuple(Self.tupleElements(metadata))
    case MetadataKind.function: self = .other("a function")
    case MetadataKind.existential, MetadataKind.constrainedExistential: self = .other("an existential type (any …)")
    case MetadataKind.metatype, MetadataKind.existentialMetatype: self = .other("a metatype")
    case MetadataKind.fixedArray:
      self = Self.fields(ofFixedArray: type).map { .tuple($0) } ?? .other("a long inline array")
    default: self = .other("a class")
    }
  }

  /// The name of the module that declares a struct or enum; `nil` for other types, and where the metadata does not have it.
  package static func moduleName(of type: Any.Type) -> String? {
    guard (MetadataKind.structure...MetadataKind.optional).contains(MetadataKind.of(type)) else { return nil }
    return NominalType(unsafeBitCast(type, to: UnsafeRawPointer.self))?.moduleName
  }

  package static func isFunction(_ type: Any.Type) -> Bool { MetadataKind.of(type) == MetadataKind.function }

  package static func tupleElements(of type: Any.Type) -> [Field] {
    MetadataKind.of(type) == MetadataKind.tuple ? tupleElements(unsafeBitCast(type, to: UnsafeRawPointer.self)) : []
  }

  /// `false` for a struct whose fields the reflection metadata lacks.
  package static func hasKnownFields(_ type: Any.Type) -> Bool {
    guard let nominal = NominalType(unsafeBitCast(type, to: UnsafeRawPointer.self)) else { return false }
    return nominal.fields().count == nominal.fieldCount
  }

  /// `false` for an enum whose cases or payloads the reflection metadata lacks.
  package static func hasKnownCases(_ type: Any.Type) -> Bool {
    NominalType(unsafeBitCast(type, to: UnsafeRawPointer.self))?.hasKnownCases ?? false
  }

  /// The case at an index in the reflection metadata of an enum, from 0; `nil` where the metadata lacks the case or its
  /// payload.
  ///
  /// - Complexity: O(1) in the number of cases.
  package static func knownCase(_ number: Int, of type: Any.Type) -> Case? {
    NominalType(unsafeBitCast(type, to: UnsafeRawPointer.self))?.knownCase(number)
  }

  /// Looks the type up in a list, because a search for a conformance is slow.
  package static func isIntegerOrBool(_ type: Any.Type) -> Bool { integerAndBoolTypes.contains(ObjectIdentifier(type)) }

  private static let integerAndBoolTypes: Set<ObjectIdentifier> = Set(
    [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self,
    ].map { (type: Any.Type) in ObjectIdentifier(type) })

  package static func isStruct(_ type: Any.Type) -> Bool { MetadataKind.of(type) == MetadataKind.structure }

  /// `true` for a struct or an enum that is declared in none of the ``closedModules``.
  package static func isOfUser(_ type: Any.Type) -> Bool {
    moduleName(of: type).map { !closedModules.contains($0) } ?? false
  }

  package static func isOfSystem(_ type: Any.Type) -> Bool {
    moduleName(of: type).map(closedModules.contains) ?? false
  }

  static func isOfFoundation(_ type: Any.Type) -> Bool {
    let module = moduleName(of: type)
    return module == "Foundation" || module == "FoundationEssentials"
  }

  /// The modules of the standard library and of the system, whose types guard invariants that their
  /// structure does not show.
  package static let closedModules: Set<String> = [
    "Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "RegexBuilder", "Synchronization", "Observation",
    "Distributed", "Dispatch", "__C", "__C_Synthesized", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "CoreFoundation", "System",
  ]

  /// `true` for the types of swift-collections, which guard invariants that their structure does not show.
  package static func isOfCollectionLibrary(_ type: Any.Type) -> Bool {
    moduleName(of: type).map { collectionModules.contains($0) } ?? false
  }

  /// `true` for the types of the system and of swift-collections.
  package static func isOfLibrary(_ type: Any.Type) -> Bool { isOfSystem(type) || isOfCollectionLibrary(type) }

  /// `true` for the unordered sets and dictionaries of swift-collections; those of other libraries are not recognised.
  static func hasUnorderedElements(_ type: Any.Type) -> Bool { moduleName(of: type) == "HashTreeCollections" }

  private static let collectionModules: Set<String> = [
    "DequeModule", "OrderedCollections", "HashTreeCollections", "HeapModule", "BitCollections", "SortedCollections",
    "_RopeModule",
  ]

  package struct UnnamedBytes {
    package var range: Range<Int>
    /// `true` where the range is short enough to be padding before the next field; it may still hold bit-fields.
    package var mayBePadding: Bool
  }

  /// The ranges of bytes that no field of a C structure covers: its unions and bit-fields have no fields in Swift. Empty for
  /// other types.
  package static func unnamedBytes(of type: Any.Type, _ fields: [Field]) -> [UnnamedBytes] {
    guard moduleName(of: type).map({ $0 == "__C" || $0 == "__C_Synthesized" }) ?? false else { return [] }
    let typeLayout = ValueWitnesses(of: type)
    var (endOfFields, unnamedRanges) = (0, [UnnamedBytes]())
    func add(upTo offset: Int, alignment: Int) {
      guard offset > endOfFields else { return }
      unnamedRanges.append(UnnamedBytes(range: endOfFields..<offset, mayBePadding: offset - endOfFields < alignment))
    }
    for field in fields.sorted(by: { $0.offset < $1.offset }) {
      let fieldLayout = ValueWitnesses(of: field.type)
      add(upTo: field.offset, alignment: fieldLayout.alignment)
      endOfFields = max(endOfFields, field.offset + fieldLayout.size)
    }
    add(upTo: typeLayout.size, alignment: typeLayout.alignment)
    return unnamedRanges
  }

  /// The type and the number of the elements of the builtin array that an `InlineArray` stores; `nil` for other types, such as
  /// the `InlineArray` itself.
  package static func elementsOfFixedArray(_ type: Any.Type) -> (element: Any.Type, count: Int)? {
    guard MetadataKind.of(type) == MetadataKind.fixedArray else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let element = unsafeBitCast(metadata.load(fromByteOffset: 16, as: UnsafeRawPointer.self), to: Any.Type.self)
    return (element, max(0, metadata.load(fromByteOffset: 8, as: Int.self)))
  }

  /// The elements of the builtin array that an `InlineArray` stores, each as a field.
  ///
  /// - Returns: `nil` for other types, and for more than 1 024 elements, which would be too many fields for a shape.
  private static func fields(ofFixedArray type: Any.Type) -> [Field]? {
    guard let (element, count) = elementsOfFixedArray(type), count <= 1_024 else { return nil }
    let elementStride = ValueWitnesses(of: element).stride
    return (0..<count).map { Field(name: "\($0)", type: element, offset: $0 * elementStride) }
  }

  /// The only value of a metatype, a type that is no class; `nil` for the metatype of a class, and for other types.
  ///
  /// A field or payload of such a metatype takes no memory, unless its type is a parameter of a generic type.
  private static func constant(ofMetatype type: Any.Type) -> Any.Type? {
    guard MetadataKind.of(type) == MetadataKind.metatype else { return nil }
    let instance = unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 8, as: Any.Type.self)
    let isConstant =
      MetadataKind.of(instance) == MetadataKind.metatype
      ? constant(ofMetatype: instance) != nil : !(instance is AnyObject.Type)
    return isConstant ? instance : nil
  }

  /// The type with the layout of a field or payload: ``ConstantType`` stands in it for each metatype that takes no memory.
  ///
  /// - Returns: `nil` for a tuple that holds such a metatype, because no tuple can be made with another type in its place. Where
  ///   the metatype is the only element, it is returned without its label.
  fileprivate static func stored(_ type: Any.Type) -> Any.Type? {
    func constantType<Instance>(_ type: Instance.Type) -> Any.Type { ConstantType<Instance>.self }
    func optional<Wrapped>(_ type: Wrapped.Type) -> Any.Type { Wrapped?.self }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch MetadataKind.of(type) {
    case MetadataKind.metatype: return constant(ofMetatype: type).map { _openExistential($0, do: constantType) } ?? type
    case MetadataKind.optional:
      let wrapped = metadata.load(fromByteOffset: 16, as: Any.Type.self)
      return stored(wrapped).map { $0 == wrapped ? type : _openExistential($0, do: optional) }
    case MetadataKind.tuple:
      let count = metadata.load(fromByteOffset: 8, as: Int.self)
      let elements = (0..<count).map { metadata.load(fromByteOffset: 24 + $0 * 16, as: Any.Type.self) }
      return elements.allSatisfy { stored($0) == $0 } ? type : count == 1 ? stored(elements[0]) : nil
    default: return type
    }
  }

  private static func tupleElements(_ metadata: UnsafeRawPointer) -> [Field] {
    let count = metadata.load(fromByteOffset: 8, as: Int.self)
    let labels = metadata.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self)
    let names = labels.map { String(cString: $0).split(separator: " ", omittingEmptySubsequences: false) } ?? []
    return (0..<count).map { index in
      // The elements follow three words: the kind, the number and the labels. An element has two words: type and offset.
      let element = metadata + 24 + index * 16
      let name = index < names.count && !names[index].isEmpty ? String(names[index]) : "\(index)"
      return Field(
        name: name, type: unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self),
        // Only four of these eight bytes are defined on every platform.
        offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)))
    }
  }
}

/// The metadata of a struct or enum (of one specialisation, where the type is generic), and its context descriptor.
private struct NominalType {
  let metadata: UnsafeRawPointer
  let descriptor: UnsafeRawPointer

  init?(_ metadata: UnsafeRawPointer) {
    guard let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self) else { return nil }
    self.metadata = metadata
    self.descriptor = descriptor
  }

  /// Valid only for a struct.
  var fieldCount: Int { Int((descriptor + 20).load(as: UInt32.self)) }

  func fields() -> [TypeShape.Field] {
    // The descriptor has the position, in words, at which the metadata has the vector of the fields' offsets.
    let vectorOffset = Int((descriptor + 24).load(as: UInt32.self)) * 8
    return records().enumerated().compactMap { index, record in
      guard let type = record.type else { return nil }
      let offset = metadata.load(fromByteOffset: vectorOffset + index * 4, as: UInt32.self)
      return TypeShape.Field(name: record.name, type: type, offset: Int(offset))
    }
  }

  func cases() -> [TypeShape.Case] { records().map(\.typeCase) }

  /// Valid only for an enum.
  private var caseCount: Int {
    // The upper eight bits are the position of the payload's size.
    let payloadCaseCount = Int((descriptor + 20).load(as: UInt32.self) & 0xFF_FFFF)
    return payloadCaseCount + Int((descriptor + 24).load(as: UInt32.self))
  }

  /// `true` where the records name as many cases as the enum has, and the type of each payload is found.
  var hasKnownCases: Bool { recordCount == caseCount && records().allSatisfy(\.isComplete) }

  /// Valid only for an enum.
  func knownCase(_ number: Int) -> TypeShape.Case? {
    guard recordCount == caseCount, (0..<recordCount).contains(number) else { return nil }
    let record = record(number)
    return record.isComplete ? record.typeCase : nil
  }

  var moduleName: String? {
    var context = descriptor
    // Kind 0 of a context is a module; every context begins with its flags and its parent.
    while context.load(as: UInt32.self) & 0x1F != 0 {
      guard let parent = Self.relativePointer(at: context + 4, mayBeIndirect: true) else { return nil }
      context = parent
    }
    return Self.relativePointer(at: context + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
  }

  private struct Record {
    /// The lowest bit is set for a case whose payload is in a box.
    var flags: UInt32
    var name: String
    /// `true` where the record names a type, found or not.
    var namesType: Bool
    /// `nil` where the record names no type, or the type is not found or is a tuple whose layout is not known. A
    /// ``ConstantType`` stands for each metatype that takes no memory.
    var type: Any.Type?

    var isComplete: Bool { type != nil || !namesType }
    var typeCase: TypeShape.Case { TypeShape.Case(name: name, payload: type, isIndirect: flags & 1 != 0) }
  }

  /// `nil` where a type has no reflection metadata.
  private var fieldDescriptor: UnsafeRawPointer? { Self.relativePointer(at: descriptor + 16) }

  private var recordCount: Int { fieldDescriptor.map { Int(($0 + 12).load(as: UInt32.self)) } ?? 0 }

  /// The fields or cases; none where a type has no reflection metadata.
  private func records() -> [Record] { (0..<recordCount).map(record) }

  /// The index must be below ``recordCount``.
  private func record(_ index: Int) -> Record {
    // The records follow a header of 16 bytes, which has the size of a record at byte 10.
    let header = fieldDescriptor!
    let record = header + 16 + index * Int((header + 10).load(as: UInt16.self))
    let (name, typeName) = (Self.relativePointer(at: record + 8), Self.relativePointer(at: record + 4))
    return Record(
      flags: record.load(as: UInt32.self),
      name: name.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "\(index)",
      namesType: typeName != nil, type: typeName.flatMap(type(mangledAs:)))
  }

  /// The name ends with a byte 0.
  private func type(mangledAs name: UnsafeRawPointer) -> Any.Type? {
    var (endOfName, endOfReference) = (name, name)
    // A symbolic reference is a control byte with an offset of four bytes (0x01 to 0x17) or a pointer of eight (0x18 to
    // 0x1F). The offset or pointer may contain a byte 0, which does not end the name, so the whole reference is skipped.
    while case let byte = endOfName.load(as: UInt8.self), byte != 0 {
      endOfName += byte <= 0x17 ? 5 : byte <= 0x1F ? 9 : 1
      if byte <= 0x1F { endOfReference = endOfName }
    }
    // Weak (Xw), unowned (Xo) and unmanaged (Xu) references do not retain their object, and are not followed.
    if endOfName - name > 2, (endOfName - 2).load(as: UInt8.self) == UInt8(ascii: "X"),
      [UInt8(ascii: "w"), UInt8(ascii: "o"), UInt8(ascii: "u")].contains((endOfName - 1).load(as: UInt8.self))
    {
      return UnretainedReference.self
    }
    // The generic arguments follow the kind and the descriptor in the metadata.
    let isGeneric = descriptor.load(as: UInt32.self) & 0x80 != 0
    let found = _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(endOfName - name),
      genericContext: descriptor, genericArguments: isGeneric ? metadata + 16 : nil)
    guard let type = found, let storedType = TypeShape.stored(type) else { return nil }
    if storedType == type || !isGeneric { return storedType }
    // A metatype takes memory where its type is a parameter, of which the end of a tuple's name says nothing. Each `Sg` at the
    // end makes an optional, and each `m` before them a metatype. Before these, the name of a parameter ends with x or _, and
    // that of a type associated with a parameter with z, Z or _.
    if MetadataKind.of(type) == MetadataKind.tuple { return nil }
    var last = endOfName - 1
    while last > endOfReference, last.load(as: UInt8.self) == UInt8(ascii: "g") { last -= 2 }
    while last > endOfReference, last.load(as: UInt8.self) == UInt8(ascii: "m") { last -= 1 }
    let isOfParameter = last >= endOfReference && "x_zZ".utf8.contains(last.load(as: UInt8.self))
    return isOfParameter ? type : storedType
  }

  /// The address that is stored at a field as a distance from the field itself; `nil` where the distance is 0.
  ///
  /// - Parameter mayBeIndirect: `true` where an odd distance leads to memory that holds the address.
  private static func relativePointer(at field: UnsafeRawPointer, mayBeIndirect: Bool = false) -> UnsafeRawPointer? {
    let offset = Int(field.load(as: Int32.self))
    guard offset != 0 else { return nil }
    guard mayBeIndirect, offset & 1 != 0 else { return field + offset }
    return (field + (offset & ~1)).load(as: UnsafeRawPointer?.self)
  }
}

/// The type of a weak, unowned or unmanaged reference.
package final class UnretainedReference {}
