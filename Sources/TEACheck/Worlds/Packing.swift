/// How models are kept that are a little plain memory and a few arrays of it: what counts of their own memory, and then
/// the elements of their arrays, one after the other.
///
/// All such models are of one shape: their arrays are as long as those of the one that it was made for. Whoever makes it
/// calls ``deallocate()`` once.
@usableFromInline
struct Packing {
  /// The most bytes that a model may take.
  private static var limit: Int { 512 }

  @usableFromInline
  struct Word {
    @usableFromInline var offset: Int
    @usableFromInline var mask: UInt64
  }

  @usableFromInline
  struct Elements {
    @usableFromInline var array: StructuralHash.ArrayField
    @usableFromInline var count: Int
    @usableFromInline var size: Int
  }

  @usableFromInline let words: UnsafeBufferPointer<Word>
  @usableFromInline let elements: UnsafeBufferPointer<Elements>

  /// How many bytes a model takes: a multiple of eight.
  @usableFromInline let size: Int

  /// How many of the bytes tell models apart: a multiple of eight.
  @usableFromInline let comparedSize: Int

  /// - Returns: Nothing where models hold anything else elsewhere than elements of arrays, or much.
  @usableFromInline
  init?(like model: UnsafeRawPointer, _ structure: StructuralHash) {
    guard structure.arrays.count != 0, structure.sets.count == 0, structure.others.count == 0 else { return nil }
    let elements = structure.arrays.map { array in
      let count = StructuralHash.count(of: StructuralHash.pointer(model + array.offset))
      return Elements(array: array, count: count, size: count * array.stride)
    }
    // Whatever holds an array is at least as large as a word.
    let words = structure.masks.enumerated().filter { $1 != 0 }.map { index, mask in
      Word(offset: min(8 * index, structure.size - 8), mask: mask)
    }
    size = 8 * words.count + elements.reduce(0) { $0 + ($1.size + 7) & ~7 }
    comparedSize = size
    guard size <= Self.limit else { return nil }
    self.words = StructuralHash.copy(words)
    self.elements = StructuralHash.copy(elements)
  }

  /// How models are kept as rows, which these write and read.
  @usableFromInline
  init(_ rows: ModelRows) {
    (size, comparedSize) = (rows.size, rows.size)
    words = StructuralHash.copy([])
    elements = StructuralHash.copy([])
  }

  /// How worlds are kept as numbers, which whoever interns them writes and reads.
  @usableFromInline
  init(_ layout: InternedLayout) {
    (size, comparedSize) = (layout.size, layout.comparedSize)
    words = StructuralHash.copy([])
    elements = StructuralHash.copy([])
  }

  @usableFromInline
  func deallocate() {
    words.deallocate()
    elements.deallocate()
  }

  /// Whether a model is of the shape.
  @inlinable
  func fits(_ model: UnsafeRawPointer) -> Bool {
    for part in elements
    where StructuralHash.count(of: StructuralHash.pointer(model + part.array.offset)) != part.count { return false }
    return true
  }

  /// Writes a model that ``fits(_:)``.
  @inlinable
  func pack(_ model: UnsafeRawPointer, into bytes: UnsafeMutableRawPointer) {
    var bytes = bytes
    for word in words {
      bytes.storeBytes(
        of: model.loadUnaligned(fromByteOffset: word.offset, as: UInt64.self) & word.mask, as: UInt64.self)
      bytes += 8
    }
    for part in elements {
      let source = StructuralHash.pointer(model + part.array.offset) + 32
      // Behind the last element are zeros.
      if part.size & 7 != 0 { bytes.storeBytes(of: 0, toByteOffset: part.size & ~7, as: UInt64.self) }
      bytes.copyMemory(from: source, byteCount: part.size)
      bytes += (part.size + 7) & ~7
    }
  }

  /// Makes a model that ``fits(_:)`` be the one that was written, in the memory of its arrays unless others hold them too.
  @inlinable
  func unpack(_ bytes: UnsafeRawPointer, over model: UnsafeMutableRawPointer) {
    var bytes = bytes
    for word in words {
      let rest = model.loadUnaligned(fromByteOffset: word.offset, as: UInt64.self) & ~word.mask
      model.storeBytes(of: rest | bytes.load(as: UInt64.self), toByteOffset: word.offset, as: UInt64.self)
      bytes += 8
    }
    for part in elements where part.size != 0 {
      let place = model + part.array.offset
      if !isKnownUniquelyReferenced(&place.assumingMemoryBound(to: AnyObject.self).pointee) {
        part.array.type.own(place)
      }
      place.load(as: UnsafeMutableRawPointer.self).advanced(by: 32).copyMemory(from: bytes, byteCount: part.size)
      bytes += (part.size + 7) & ~7
    }
  }

  /// The hash of the model that was written: the one that ``StructuralHash`` gives it.
  @inlinable
  func hash(_ bytes: UnsafeRawPointer) -> UInt64 {
    var (hash, bytes) = (StructuralHash.seed, bytes)
    for _ in words.indices {
      StructuralHash.mix(&hash, bytes.load(as: UInt64.self))
      bytes += 8
    }
    StructuralHash.part(&hash)
    for part in elements {
      StructuralHash.mix(&hash, StructuralHash.hash(ofElements: bytes, count: part.count, size: part.size))
      bytes += (part.size + 7) & ~7
    }
    return hash
  }
}

/// An array of whatever elements, in memory.
@usableFromInline
protocol ArrayStorage {
  /// Makes an array the only one to hold its elements.
  static func own(_ memory: UnsafeMutableRawPointer)
}

extension Array: ArrayStorage {
  @usableFromInline
  static func own(_ memory: UnsafeMutableRawPointer) {
    memory.assumingMemoryBound(to: [Element].self).pointee.withUnsafeMutableBytes { _ in }
  }
}
