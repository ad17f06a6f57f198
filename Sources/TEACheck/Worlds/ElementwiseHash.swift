internal import TEARuntime

/// A collection that is hashed and compared element by element, so that what two of them hold in the same place with the
/// same memory is not looked into: most rows of a large model are those of the model before.
///
/// Its hash is a sum over the elements, and that of a changed collection is the sum with the changed elements exchanged.
protocol ElementwiseHashable {
  /// How such a field of a model is hashed and compared.
  ///
  /// - Returns: Nothing where such collections are not laid out as is assumed here.
  static func field(at offset: Int) -> StructuralHash.OtherField?
}

/// What tells the elements of a collection apart.
private struct ElementIdentity<Element>: Sendable {
  private let memory = MeaningfulMemory(of: Element.self, size: MemoryLayout<Element>.size)
  private let identity = ValueIdentity.of(Element.self)

  func hash(_ element: UnsafeRawPointer) -> Int { Int(truncatingIfNeeded: identity.hash(element)) }

  /// Whether two elements are the same to the byte.
  func isUnchanged(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool { memory.isSame(one, other) }

  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    memory.isSame(one, other) || identity.isSame(one, other)
  }

  /// Whether an element is equal to itself by its own meaning.
  func isEqualToItself(_ element: UnsafeRawPointer) -> Bool {
    let element = element.assumingMemoryBound(to: Element.self)
    return areEqual(element.pointee, element.pointee) ?? true
  }
}

/// The bytes of a type's values that mean something.
final class MeaningfulMemory: Sendable {
  private let size: Int
  private let words: [UInt64]

  init(of type: Any.Type, size: Int) {
    var bytes = [UInt8](repeating: 0, count: size)
    Self.mark(type, at: 0, in: &bytes)
    self.size = size
    words = bytes.withUnsafeBytes { bytes in
      (0..<((size + 7) / 8)).map { StructuralHash.word($0, of: bytes.baseAddress!, size) }
    }
  }

  /// Padding is known between the fields of structs; all else counts.
  private static func mark(_ type: Any.Type, at offset: Int, in bytes: inout [UInt8]) {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    if case .structure(let fields) = TypeShape(of: type), TypeShape.isOfUser(type), TypeShape.isKnown(type) {
      for field in fields { mark(field.type, at: offset + field.offset, in: &bytes) }
    } else {
      let end = offset + _openExistential(type, do: size)
      for place in offset..<end { bytes[place] = 0xFF }
    }
  }

  /// Whether the memory of two values is the same, as far as it means something.
  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    for index in words.indices
    where (StructuralHash.word(index, of: one, size) ^ StructuralHash.word(index, of: other, size)) & words[index] != 0
    {
      return false
    }
    return true
  }
}

/// What an element adds to the hash of its collection.
private func summand(_ place: Int, _ element: Int) -> Int {
  var hash: UInt64 = 0x2545_F491_4F6C_DD1D
  StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: place))
  StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: element))
  // Sums of what was mixed by the same factor collide for small numbers.
  return Int(truncatingIfNeeded: RandomNumbers.mix(hash))
}

extension Array: ElementwiseHashable {
  static func field(at offset: Int) -> StructuralHash.OtherField? {
    let element = ElementIdentity<Element>()
    return .init(
      offset: offset, size: MemoryLayout<Self>.size, hash: { sum($0, element) },
      hashLike: { sum($0, like: $1, whoseSumIs: $2, element) }, isEqual: { isSame($0, $1, element) },
      isEqualToItself: { place in
        let elements = elements(place)
        guard let first = elements.baseAddress else { return true }
        return elements.indices.allSatisfy { element.isEqualToItself(first + $0) }
      }, mayDifferFromItself: ValueIdentity.of(Self.self).mayDifferFromItself)
  }

  private static func elements(_ memory: UnsafeRawPointer) -> UnsafeBufferPointer<Element> {
    // The array outlives the call, and nobody changes it.
    memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { $0 }
  }

  private static func sum(_ place: UnsafeRawPointer, _ element: ElementIdentity<Element>) -> Int {
    let elements = elements(place)
    guard let first = elements.baseAddress else { return 0 }
    return elements.indices.reduce(0) { $0 &+ summand($1, element.hash(first + $1)) }
  }

  private static func sum(
    _ place: UnsafeRawPointer, like other: UnsafeRawPointer, whoseSumIs sum: Int, _ element: ElementIdentity<Element>
  ) -> Int {
    let (own, old) = (elements(place), elements(other))
    var sum = sum
    for place in 0..<Swift.max(own.count, old.count) {
      let one = place < own.count ? own.baseAddress.map { $0 + place } : nil
      let two = place < old.count ? old.baseAddress.map { $0 + place } : nil
      if let one, let two, element.isUnchanged(one, two) { continue }
      if let one { sum &+= summand(place, element.hash(one)) }
      if let two { sum &-= summand(place, element.hash(two)) }
    }
    return sum
  }

  private static func isSame(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ element: ElementIdentity<Element>
  ) -> Bool {
    let (own, others) = (elements(one), elements(other))
    guard own.count == others.count else { return false }
    guard let first = own.baseAddress, let second = others.baseAddress, first != second else { return true }
    return own.indices.allSatisfy { element.isSame(first + $0, second + $0) }
  }
}

/// What tells the entries of a dictionary apart.
private struct EntryIdentity<Key, Value>: Sendable {
  let key = ElementIdentity<Key>()
  let value = ElementIdentity<Value>()

  func summand(_ entry: NativeDictionary.Entry) -> Int {
    TEACheck.summand(key.hash(entry.key), value.hash(entry.value))
  }

  func isUnchanged(_ one: NativeDictionary.Entry, _ other: NativeDictionary.Entry) -> Bool {
    key.isUnchanged(one.key, other.key) && value.isUnchanged(one.value, other.value)
  }
}

extension Dictionary: ElementwiseHashable {
  static func field(at offset: Int) -> StructuralHash.OtherField? {
    guard NativeDictionary.isUnderstood else { return nil }
    let (entry, whole) = (EntryIdentity<Key, Value>(), ValueIdentity.of(Self.self))
    return .init(
      offset: offset, size: MemoryLayout<Self>.size, hash: { sum($0, entry) },
      hashLike: { sum($0, like: $1, whoseSumIs: $2, entry) }, isEqual: { isSame($0, $1, entry, whole) },
      isEqualToItself: { place in
        let native = native(place)
        var isEqual = true
        for word in 0..<native.wordCount {
          native.forEach(in: native.bits(word), of: word) { one in
            isEqual = isEqual && entry.key.isEqualToItself(one.key) && entry.value.isEqualToItself(one.value)
          }
        }
        return isEqual
      }, mayDifferFromItself: whole.mayDifferFromItself)
  }

  private static func native(_ memory: UnsafeRawPointer) -> NativeDictionary {
    NativeDictionary(
      memory.load(as: UnsafeRawPointer.self), keyStride: MemoryLayout<Key>.stride,
      valueStride: MemoryLayout<Value>.stride)
  }

  private static func sum(_ memory: UnsafeRawPointer, _ entry: EntryIdentity<Key, Value>) -> Int {
    let native = native(memory)
    var sum = 0
    for word in 0..<native.wordCount {
      native.forEach(in: native.bits(word), of: word) { sum &+= entry.summand($0) }
    }
    return sum
  }

  private static func sum(
    _ place: UnsafeRawPointer, like other: UnsafeRawPointer, whoseSumIs sum: Int, _ entry: EntryIdentity<Key, Value>
  ) -> Int {
    let (own, old) = (native(place), native(other))
    guard own.isLaidOut(like: old) else { return Self.sum(place, entry) }
    var sum = sum
    for word in 0..<own.wordCount {
      let (now, before) = (own.bits(word), old.bits(word))
      own.forEach(in: now & ~before, of: word) { sum &+= entry.summand($0) }
      old.forEach(in: before & ~now, of: word) { sum &-= entry.summand($0) }
      own.forEach(in: now & before, of: word) { one in
        let former = old.entry(one.bucket)
        if !entry.isUnchanged(one, former) { sum = sum &+ entry.summand(one) &- entry.summand(former) }
      }
    }
    return sum
  }

  private static func isSame(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ entry: EntryIdentity<Key, Value>, _ whole: ValueIdentity
  ) -> Bool {
    let (first, second) = (native(one), native(other))
    guard first.count == second.count else { return false }
    if first.storage == second.storage { return true }
    // What stands in the same places is compared there; else keys are looked up.
    var (isKnown, isSame) = (first.isLaidOut(like: second), true)
    for word in 0..<(isKnown ? first.wordCount : 0) where isKnown && isSame {
      isKnown = first.bits(word) == second.bits(word)
      guard isKnown else { break }
      first.forEach(in: first.bits(word), of: word) { one in
        guard isKnown, isSame else { return }
        let other = second.entry(one.bucket)
        isKnown = entry.key.isSame(one.key, other.key)
        if isKnown { isSame = entry.value.isSame(one.value, other.value) }
      }
    }
    return isKnown ? isSame : whole.isSame(one, other)
  }
}
