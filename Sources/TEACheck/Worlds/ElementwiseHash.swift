/// A collection that is hashed and compared element by element, so that what two of them hold in the same place with the
/// same memory is not looked into: most rows of a large model are those of the model before.
///
/// Its hash is a sum over the elements, and that of a changed collection is the sum with the changed elements exchanged.
protocol ElementwiseHashable: Hashable {
  /// How such a field of a model is hashed and compared.
  ///
  /// - Returns: Nothing where such collections are not laid out as is assumed here.
  static func field(at offset: Int) -> StructuralHash.OtherField?
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

/// The bytes of a dictionary's entries that mean something.
private struct EntryMemory: Sendable {
  var keys: MeaningfulMemory
  var values: MeaningfulMemory

  func isSame(_ one: NativeDictionary.Entry, _ other: NativeDictionary.Entry) -> Bool {
    keys.isSame(one.key, other.key) && values.isSame(one.value, other.value)
  }
}

extension Array: ElementwiseHashable where Element: Hashable {
  static func field(at offset: Int) -> StructuralHash.OtherField? {
    let memory = MeaningfulMemory(of: Element.self, size: MemoryLayout<Element>.size)
    return .init(
      offset: offset, size: MemoryLayout<Self>.size, hash: { sum($0) },
      hashLike: { sum($0, like: $1, whoseSumIs: $2, memory) }, isEqual: { isSame($0, $1, memory) },
      isEqualToItself: { place in elements(place).allSatisfy { $0 == $0 } })
  }

  private static func elements(_ memory: UnsafeRawPointer) -> UnsafeBufferPointer<Element> {
    // The array outlives the call, and nobody changes it.
    memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { $0 }
  }

  private static func sum(_ place: UnsafeRawPointer) -> Int {
    let elements = elements(place)
    guard let first = elements.baseAddress else { return 0 }
    return elements.indices.reduce(0) { $0 &+ summand($1, first[$1].hashValue) }
  }

  private static func sum(
    _ place: UnsafeRawPointer, like other: UnsafeRawPointer, whoseSumIs sum: Int, _ memory: MeaningfulMemory
  ) -> Int {
    let (own, old) = (elements(place), elements(other))
    var sum = sum
    for place in 0..<Swift.max(own.count, old.count) {
      let one = place < own.count ? own.baseAddress.map { $0 + place } : nil
      let two = place < old.count ? old.baseAddress.map { $0 + place } : nil
      if let one, let two, memory.isSame(one, two) { continue }
      if let one { sum &+= summand(place, one.pointee.hashValue) }
      if let two { sum &-= summand(place, two.pointee.hashValue) }
    }
    return sum
  }

  private static func isSame(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ memory: MeaningfulMemory
  ) -> Bool {
    let (own, others) = (elements(one), elements(other))
    guard own.count == others.count else { return false }
    guard let first = own.baseAddress, let second = others.baseAddress, first != second else { return true }
    return own.indices.allSatisfy { place in
      memory.isSame(first + place, second + place)
        || first[place] == second[place]
    }
  }
}

extension Dictionary: ElementwiseHashable where Value: Hashable {
  static func field(at offset: Int) -> StructuralHash.OtherField? {
    guard NativeDictionary.isUnderstood else { return nil }
    let memory = EntryMemory(
      keys: MeaningfulMemory(of: Key.self, size: MemoryLayout<Key>.size),
      values: MeaningfulMemory(of: Value.self, size: MemoryLayout<Value>.size))
    return .init(
      offset: offset, size: MemoryLayout<Self>.size, hash: { sum($0) },
      hashLike: { sum($0, like: $1, whoseSumIs: $2, memory) }, isEqual: { isSame($0, $1, memory) },
      isEqualToItself: { place in
        let native = native(place)
        var isEqual = true
        for word in 0..<native.wordCount {
          native.forEach(in: native.bits(word), of: word) { entry in
            isEqual =
              isEqual && key(entry).pointee == key(entry).pointee
              && value(entry).pointee == value(entry).pointee
          }
        }
        return isEqual
      })
  }

  private static func native(_ memory: UnsafeRawPointer) -> NativeDictionary {
    NativeDictionary(
      memory.load(as: UnsafeRawPointer.self), keyStride: MemoryLayout<Key>.stride,
      valueStride: MemoryLayout<Value>.stride)
  }

  // Pointers, because a value that is returned is copied.

  private static func key(_ entry: NativeDictionary.Entry) -> UnsafePointer<Key> {
    entry.key.assumingMemoryBound(to: Key.self)
  }

  private static func value(_ entry: NativeDictionary.Entry) -> UnsafePointer<Value> {
    entry.value.assumingMemoryBound(to: Value.self)
  }

  private static func summand(_ entry: NativeDictionary.Entry) -> Int {
    TEACheck.summand(key(entry).pointee.hashValue, value(entry).pointee.hashValue)
  }

  private static func sum(_ memory: UnsafeRawPointer) -> Int {
    let native = native(memory)
    var sum = 0
    for word in 0..<native.wordCount {
      native.forEach(in: native.bits(word), of: word) { sum &+= summand($0) }
    }
    return sum
  }

  private static func sum(
    _ place: UnsafeRawPointer, like other: UnsafeRawPointer, whoseSumIs sum: Int, _ memory: EntryMemory
  ) -> Int {
    let (own, old) = (native(place), native(other))
    guard own.isLaidOut(like: old) else { return Self.sum(place) }
    var sum = sum
    for word in 0..<own.wordCount {
      let (now, before) = (own.bits(word), old.bits(word))
      own.forEach(in: now & ~before, of: word) { sum &+= summand($0) }
      old.forEach(in: before & ~now, of: word) { sum &-= summand($0) }
      own.forEach(in: now & before, of: word) { entry in
        let former = old.entry(entry.bucket)
        if !memory.isSame(entry, former) { sum = sum &+ summand(entry) &- summand(former) }
      }
    }
    return sum
  }

  private static func isSame(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ memory: EntryMemory
  ) -> Bool {
    let (first, second) = (native(one), native(other))
    guard first.count == second.count else { return false }
    if first.storage == second.storage { return true }
    // What stands in the same places is compared there; else keys are looked up.
    var (isKnown, isSame) = (first.isLaidOut(like: second), true)
    for word in 0..<(isKnown ? first.wordCount : 0) where isKnown && isSame {
      isKnown = first.bits(word) == second.bits(word)
      guard isKnown else { break }
      first.forEach(in: first.bits(word), of: word) { entry in
        guard isKnown, isSame else { return }
        let other = second.entry(entry.bucket)
        if memory.isSame(entry, other) { return }
        isKnown = key(entry).pointee == key(other).pointee
        if isKnown { isSame = value(entry).pointee == value(other).pointee }
      }
    }
    if isKnown { return isSame }
    let looked = other.assumingMemoryBound(to: Self.self)
    return one.assumingMemoryBound(to: Self.self).pointee.allSatisfy { key, value in
      guard let index = looked.pointee.index(forKey: key) else { return false }
      let other = looked.pointee[index].value
      // The same memory is the same here as above, whatever it is to itself.
      return value == other
        || withUnsafePointer(to: value) { one in withUnsafePointer(to: other) { memory.values.isSame(one, $0) } }
    }
  }
}
