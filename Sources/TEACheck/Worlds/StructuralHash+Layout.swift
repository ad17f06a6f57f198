internal import TEARuntime

extension StructuralHash {
  /// - Returns: Nothing where the model's hash is its own affair, or nothing would be gained.
  convenience init?<Model>(like model: Model) {
    #if _runtime(_ObjC)
      // Arrays may be objects of another kind there.
      return nil
    #else
      guard let hashable = model as? any Hashable else { return nil }
      self.init(hashable: hashable)
    #endif
  }

  private convenience init?<Model: Hashable>(hashable model: Model) {
    var fields = Fields()
    guard case .structure(let parts) = TypeShape(of: Model.self),
      fields.collect(parts, at: 0), !fields.isIdle
    else { return nil }
    let size = MemoryLayout<Model>.size
    let masks = fields.mask(size: size).withUnsafeBytes { bytes in
      (0..<((size + 7) / 8)).map { Self.word($0, of: bytes.baseAddress!, size) }
    }
    guard Self.isDerived(fields, model) else { return nil }
    self.init(
      size: size, masks: masks, arrays: fields.arrays, sets: fields.sets, others: fields.others,
      isDerived: { [fields] in Self.isDerived(fields, at: $0, as: Model.self) })
  }

  /// How many variants of a model are tried.
  private static var variants: Int { 100 }

  /// Whether the hash of a model in memory is that of its fields in order.
  private static func isDerived<Model: Hashable>(
    _ fields: Fields, at memory: UnsafeRawPointer, as type: Model.Type
  ) -> Bool {
    var (own, derived) = (Hasher(), Hasher())
    memory.assumingMemoryBound(to: Model.self).pointee.hash(into: &own)
    for leaf in fields.leaves { leaf.hash(memory, &derived) }
    return own.finalize() == derived.finalize()
  }

  /// Whether a model's hash is that of its fields in order, as far as trying shows.
  private static func isDerived<Model: Hashable>(_ fields: Fields, _ model: Model) -> Bool {
    var random = RandomNumbers(seed: 1)
    for variant in 0..<variants {
      var model = model
      let isSame = withUnsafeMutablePointer(to: &model) { memory -> Bool in
        let memory = UnsafeMutableRawPointer(memory)
        // A hash of its own may trust that a list is as long as other fields say.
        for leaf in fields.leaves where variant > 0 {
          if variant % 2 == 0 { leaf.vary(memory, &random) } else { leaf.resize(memory, &random) }
        }
        return isDerived(fields, at: memory, as: Model.self)
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
    /// Puts a value with more or fewer elements in its place.
    var resize: (UnsafeMutableRawPointer, inout RandomNumbers) -> Void = { _, _ in }
  }

  var leaves: [Leaf] = []
  var arrays: [StructuralHash.ArrayField] = []
  var sets: [StructuralHash.SetField] = []
  var others: [StructuralHash.OtherField] = []
  private var plain: [(offset: Int, mask: [UInt8])] = []

  /// Whether every field is asked for its hash.
  private(set) var isIdle = true

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
        isIdle = false
        self.plain.append((offset, plain.mask))
        leaves.append(
          Leaf(hash: { plain.hash($0 + offset, &$1) }, vary: { plain.vary($0 + offset, &$1) }))
      } else if let array = field.type as? any PlainArray.Type, let stride = array.stride {
        isIdle = false
        arrays.append(.init(offset: offset, stride: stride, type: array))
        leaves.append(
          Leaf(
            hash: { array.hash($0 + offset, &$1) }, vary: { array.vary($0 + offset, &$1) },
            resize: { array.resize($0 + offset, &$1) }))
      } else if let set = field.type as? any PlainSet.Type, NativeSet.isUnderstood, let element = set.element {
        isIdle = false
        sets.append(.init(offset: offset, size: element.size, stride: element.stride))
        leaves.append(
          Leaf(
            hash: { set.hash($0 + offset, &$1) }, vary: { set.vary($0 + offset, &$1) },
            resize: { set.vary($0 + offset, &$1) }))
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
    func read(_ memory: UnsafeRawPointer) -> Other { memory.assumingMemoryBound(to: Other.self).pointee }
    if let field = (type as? any ElementwiseHashable.Type)?.field(at: offset) {
      isIdle = false
      others.append(field)
    } else {
      others.append(
        .init(
          offset: offset, size: MemoryLayout<Other>.size, hash: { read($0).hashValue },
          hashLike: { field, _, _ in read(field).hashValue }, isEqual: { read($0) == read($1) },
          isEqualToItself: { read($0) == read($0) }))
    }
    leaves.append(Leaf(hash: { $1.combine(read($0 + offset)) }))
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
      (2...256).contains(cases.count)
    else { return nil }
    return cases.allSatisfy({ $0.payload == nil })
      ? PlainType(cases: cases.count, of: hashable) : PlainType(cases, of: hashable)
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
      // Small ones and large ones of both signs.
      let (bits, kind) = (Int64(truncatingIfNeeded: random.next()), random.next() & 1)
      memory.assumingMemoryBound(to: Number.self).pointee = Number(truncatingIfNeeded: kind == 0 ? bits >> 60 : bits)
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

extension PlainType {
  /// An enum with payloads that are plain and fill their memory, if its hash is the one that the compiler derives: that
  /// of a number for each case, and of the payload.
  fileprivate init?<Value: Hashable>(_ cases: [TypeShape.Case], of type: Value.Type) {
    var payloads: [PlainType?] = []
    for one in cases {
      guard let payload = one.payload else {
        payloads.append(nil)
        continue
      }
      guard !one.isIndirect, let plain = PlainType.of(payload), plain.mask.allSatisfy({ $0 == 0xFF }) else {
        return nil
      }
      payloads.append(plain)
    }
    let size = MemoryLayout<Value>.size
    let witnesses = ValueWitnesses(of: type)
    func make(_ tag: Int, _ random: inout RandomNumbers, in memory: UnsafeMutableRawPointer) {
      payloads[tag]?.vary(memory, &random)
      witnesses.injectEnumTag(tag, into: memory)
    }
    mask = Array(repeating: 0xFF, count: size)
    hash = { $1.combine($0.assumingMemoryBound(to: Value.self).pointee) }
    vary = { memory, random in make(Int(random.next(through: UInt64(payloads.count - 1))), &random, in: memory) }
    // Whatever was in the memory before, a value must fill it alike.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * MemoryLayout<Value>.stride, alignment: 16)
    defer { memory.deallocate() }
    let other = memory + MemoryLayout<Value>.stride
    var numbers: Set<Int> = []
    var random = RandomNumbers(seed: 1)
    for tag in cases.indices {
      // As whole numbers, or as the bytes of Optional.
      var candidates = Array(0..<2 * cases.count)
      for _ in 0..<64 {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.stride)
        other.initializeMemory(as: UInt8.self, repeating: 0xFF, count: MemoryLayout<Value>.stride)
        // The payload is hashed before the tag is put into its memory.
        payloads[tag]?.vary(memory, &random)
        let hashes = candidates.map { number -> Int in
          var hasher = Hasher()
          if number < cases.count { hasher.combine(number) } else { hasher.combine(UInt8(number - cases.count)) }
          payloads[tag]?.hash(memory, &hasher)
          return hasher.finalize()
        }
        if let payload = payloads[tag] { other.copyMemory(from: memory, byteCount: payload.mask.count) }
        witnesses.injectEnumTag(tag, into: memory)
        witnesses.injectEnumTag(tag, into: other)
        let isSame = StructuralHash.isSame(memory, other, size)
        let hash = memory.assumingMemoryBound(to: Value.self).pointee.hashValue
        candidates = candidates.indices.filter { hashes[$0] == hash }.map { candidates[$0] }
        guard isSame, !candidates.isEmpty else { return nil }
      }
      guard candidates.count == 1, numbers.insert(candidates[0]).inserted else { return nil }
    }
  }
}

/// A set whose elements may be plain.
private protocol PlainSet {
  /// The size and the stride of an element, if it is plain.
  static var element: (size: Int, stride: Int)? { get }
  static func hash(_ memory: UnsafeRawPointer, _ hasher: inout Hasher)
  static func vary(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers)
}

extension Set: PlainSet {
  static var element: (size: Int, stride: Int)? {
    guard let plain = PlainType.of(Element.self), plain.mask.allSatisfy({ $0 == 0xFF }) else { return nil }
    return (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
  }

  static func hash(_ memory: UnsafeRawPointer, _ hasher: inout Hasher) {
    hasher.combine(memory.assumingMemoryBound(to: Set<Element>.self).pointee)
  }

  static func vary(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers) {
    guard let plain = PlainType.of(Element.self) else { return }
    let element = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    defer { element.deallocate() }
    memory.assumingMemoryBound(to: Set<Element>.self).pointee = []
    for _ in 0...random.next(through: 2) {
      plain.vary(UnsafeMutableRawPointer(element), &random)
      memory.assumingMemoryBound(to: Set<Element>.self).pointee.insert(element.pointee)
    }
  }
}

/// An array whose elements may be plain.
private protocol PlainArray: ArrayStorage {
  /// The size of an element, if it is plain.
  static var stride: Int? { get }
  static func hash(_ memory: UnsafeRawPointer, _ hasher: inout Hasher)
  static func vary(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers)
  static func resize(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers)
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

  static func resize(_ memory: UnsafeMutableRawPointer, _ random: inout RandomNumbers) {
    guard let plain = PlainType.of(Element.self) else { return }
    let array = memory.assumingMemoryBound(to: [Element].self)
    if random.next() & 1 == 0 { _ = array.pointee.popLast() }
    for _ in 0..<random.next(through: 3) {
      withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { element in
        plain.vary(UnsafeMutableRawPointer(element.baseAddress!), &random)
        array.pointee.append(element[0])
      }
    }
  }
}
