internal import TEARuntime

/// Hashes models by their memory, where their own `hash(into:)` is found to look at just that.
///
/// `Hasher` costs more than all the rest of a search. A struct whose hash is the one that the compiler derives feeds it
/// every field in order; then equal models have equal fields, and any hash of the fields will do. Whether it is so
/// cannot be read off a type, so it is tried: on many variants of a model, the model's hash must be what the fields in
/// order give. Whole numbers, Booleans, enums without payloads, and arrays of these are read from memory, without
/// padding; every other field is asked for its own hash.
@usableFromInline
struct StructuralHash: @unchecked Sendable {
  // What it holds never changes.

  @usableFromInline
  struct ArrayField {
    @usableFromInline var offset: Int
    @usableFromInline var stride: Int
  }

  @usableFromInline let size: Int
  /// What counts in each word of the model's own memory.
  @usableFromInline let masks: [UInt64]
  @usableFromInline let arrays: [ArrayField]
  @usableFromInline let others: [@Sendable (UnsafeRawPointer) -> Int]

  /// The hash of a model in memory.
  @inlinable
  func callAsFunction(_ model: UnsafeRawPointer) -> UInt64 {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in masks.indices { Self.mix(&hash, Self.word(index, of: model, size) & masks[index]) }
    for array in arrays { Self.mixArray(&hash, (model + array.offset).load(as: UnsafeRawPointer.self), array.stride) }
    for other in others { Self.mix(&hash, UInt64(bitPattern: Int64(other(model)))) }
    return hash
  }

  /// The high and the low half of a product, folded (Wang Yi: *wyhash*).
  @inlinable
  static func mix(_ hash: inout UInt64, _ word: UInt64) {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    hash = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
  }

  /// A word of some memory; the last one overlaps the one before it, where the size is no multiple of eight.
  @inlinable
  static func word(_ index: Int, of memory: UnsafeRawPointer, _ size: Int) -> UInt64 {
    if size >= 8 { return memory.loadUnaligned(fromByteOffset: min(8 * index, size - 8), as: UInt64.self) }
    if size >= 4 {
      return UInt64(memory.loadUnaligned(as: UInt32.self))
        | UInt64(memory.loadUnaligned(fromByteOffset: size - 4, as: UInt32.self)) << 32
    }
    if size >= 2 {
      return UInt64(memory.loadUnaligned(as: UInt16.self))
        | UInt64(memory.loadUnaligned(fromByteOffset: size - 2, as: UInt16.self)) << 16
    }
    return size == 1 ? UInt64(memory.load(as: UInt8.self)) : 0
  }

  /// The elements of an array whose storage is native: the count follows the two words of an object, and the elements
  /// begin after four words.
  @inlinable
  static func mixArray(_ hash: inout UInt64, _ storage: UnsafeRawPointer, _ stride: Int) {
    let count = storage.load(fromByteOffset: 16, as: Int.self)
    mix(&hash, UInt64(truncatingIfNeeded: count))
    let size = count * stride
    let elements = storage + 32
    for index in 0..<((size + 7) / 8) { mix(&hash, word(index, of: elements, size)) }
  }
}

extension StructuralHash {
  /// - Returns: Nothing where the model's hash is its own affair, or nothing would be gained.
  init?<Model>(like model: Model) {
    #if _runtime(_ObjC)
      // Arrays may be objects of another kind there.
      return nil
    #else
      guard let hashable = model as? any Hashable else { return nil }
      self.init(hashable: hashable)
    #endif
  }

  private init?<Model: Hashable>(hashable model: Model) {
    var fields = Fields()
    guard case .structure(let parts) = TypeShape(of: Model.self), fields.collect(parts, at: 0), !fields.isIdle else {
      return nil
    }
    size = MemoryLayout<Model>.size
    let mask = fields.mask(size: size)
    masks = mask.withUnsafeBytes { [size] bytes in
      (0..<((size + 7) / 8)).map { Self.word($0, of: bytes.baseAddress!, size) }
    }
    arrays = fields.arrays
    others = fields.others
    guard Self.isDerived(fields, model) else { return nil }
  }

  /// How many variants of a model are tried.
  private static var variants: Int { 100 }

  /// Whether a model's hash is that of its fields in order.
  private static func isDerived<Model: Hashable>(_ fields: Fields, _ model: Model) -> Bool {
    var random = RandomNumbers(seed: 1)
    for variant in 0..<variants {
      var model = model
      let isSame = withUnsafeMutablePointer(to: &model) { memory -> Bool in
        let memory = UnsafeMutableRawPointer(memory)
        if variant > 0 { for leaf in fields.leaves { leaf.vary(memory, &random) } }
        var (own, derived) = (Hasher(), Hasher())
        memory.assumingMemoryBound(to: Model.self).pointee.hash(into: &own)
        for leaf in fields.leaves { leaf.hash(memory, &derived) }
        return own.finalize() == derived.finalize()
      }
      guard isSame else { return false }
    }
    return true
  }
}

/// The fields of a model, down to what is read from memory or asked.
private struct Fields {
  struct Leaf {
    var hash: (UnsafeRawPointer, inout Hasher) -> Void
    /// Puts another value in its place.
    var vary: (UnsafeMutableRawPointer, inout RandomNumbers) -> Void = { _, _ in }
  }

  var leaves: [Leaf] = []
  var arrays: [StructuralHash.ArrayField] = []
  var others: [@Sendable (UnsafeRawPointer) -> Int] = []
  private var plain: [(offset: Int, mask: [UInt8])] = []

  /// Whether nothing would be read from memory.
  var isIdle: Bool { plain.isEmpty && arrays.isEmpty }

  func mask(size: Int) -> [UInt8] {
    var mask = [UInt8](repeating: 0, count: size)
    for (offset, bytes) in plain { mask.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    return mask
  }

  /// - Returns: Whether all fields have a hash.
  mutating func collect(_ fields: [TypeShape.Field], at base: Int) -> Bool {
    for field in fields {
      let offset = base + field.offset
      if let plain = PlainType.of(field.type) {
        self.plain.append((offset, plain.mask))
        leaves.append(
          Leaf(hash: { plain.hash($0 + offset, &$1) }, vary: { plain.vary($0 + offset, &$1) }))
      } else if let array = field.type as? any PlainArray.Type, let stride = array.stride {
        arrays.append(.init(offset: offset, stride: stride))
        leaves.append(Leaf(hash: { array.hash($0 + offset, &$1) }, vary: { array.vary($0 + offset, &$1) }))
      } else if case .structure(let parts) = TypeShape(of: field.type), TypeShape.isOfUser(field.type) {
        guard collect(parts, at: offset) else { return false }
      } else if let hashable = field.type as? any (Hashable & SendableMetatype).Type {
        add(hashable, at: offset)
      } else {
        return false
      }
    }
    return true
  }

  private mutating func add<Other: Hashable & SendableMetatype>(_ type: Other.Type, at offset: Int) {
    nonisolated(unsafe) let read = { (memory: UnsafeRawPointer) in
      (memory + offset).assumingMemoryBound(to: Other.self).pointee
    }
    others.append { read($0).hashValue }
    leaves.append(Leaf(hash: { $1.combine(read($0)) }))
  }
}

/// A type whose values are the bits that count of their memory.
private struct PlainType {
  let mask: [UInt8]
  let hash: (UnsafeRawPointer, inout Hasher) -> Void
  let vary: (UnsafeMutableRawPointer, inout RandomNumbers) -> Void

  static func of(_ type: Any.Type) -> PlainType? {
    if let number = type as? any (FixedWidthInteger & StandardType).Type { return PlainType(number: number) }
    if type == Bool.self { return PlainType() }
    guard let hashable = type as? any Hashable.Type, case .enumeration(let cases) = TypeShape(of: type),
      (2...256).contains(cases.count), cases.allSatisfy({ $0.payload == nil })
    else { return nil }
    return PlainType(cases: cases.count, of: hashable)
  }

  private init() {
    mask = [1]
    hash = { $1.combine($0.load(as: Bool.self)) }
    vary = { $0.storeBytes(of: $1.next() & 1 == 1, as: Bool.self) }
  }

  private init<Number: FixedWidthInteger>(number: Number.Type) {
    mask = Array(repeating: 0xFF, count: MemoryLayout<Number>.size)
    hash = { $1.combine($0.loadUnaligned(as: Number.self)) }
    vary = { memory, random in
      let bits = random.next()
      let number = bits & 1 == 0 ? Number(truncatingIfNeeded: bits >> 60) : Number(truncatingIfNeeded: bits >> 1)
      memory.assumingMemoryBound(to: Number.self).pointee = number
    }
  }

  /// An enum without payloads, whose cases have hashes of their own.
  private init?<Simple: Hashable>(cases: Int, of type: Simple.Type) {
    guard MemoryLayout<Simple>.size == 1 else { return nil }
    let witnesses = ValueWitnesses(of: type)
    mask = [0xFF]
    hash = { $1.combine($0.assumingMemoryBound(to: Simple.self).pointee) }
    vary = { witnesses.injectEnumTag(Int($1.next(through: UInt64(cases - 1))), into: $0) }
    let memory = UnsafeMutablePointer<Simple>.allocate(capacity: 1)
    defer { memory.deallocate() }
    var hashes: Set<Int> = []
    for tag in 0..<cases {
      witnesses.injectEnumTag(tag, into: memory)
      hashes.insert(memory.pointee.hashValue)
    }
    guard hashes.count == cases else { return nil }
  }
}

/// An array whose elements may be plain.
private protocol PlainArray {
  /// The size of an element, if it is plain.
  static var stride: Int? { get }
  static func hash(_ memory: UnsafeRawPointer, _ hasher: inout Hasher)
  static func vary(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers)
}

extension Array: PlainArray {
  static var stride: Int? {
    guard let plain = PlainType.of(Element.self), plain.mask.allSatisfy({ $0 == 0xFF }) || Element.self == Bool.self,
      plain.mask.count == MemoryLayout<Element>.stride
    else { return nil }
    return plain.mask.count
  }

  static func hash(_ memory: UnsafeRawPointer, _ hasher: inout Hasher) {
    guard let plain = PlainType.of(Element.self) else { return }
    let array = memory.assumingMemoryBound(to: [Element].self).pointee
    hasher.combine(array.count)
    array.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for index in array.indices { plain.hash(start + index * MemoryLayout<Element>.stride, &hasher) }
    }
  }

  static func vary(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers) {
    guard let plain = PlainType.of(Element.self) else { return }
    memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      for index in 0..<(bytes.count / MemoryLayout<Element>.stride) {
        plain.vary(start + index * MemoryLayout<Element>.stride, &random)
      }
    }
  }
}
