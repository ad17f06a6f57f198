internal import TEARuntime

/// Hashes and compares models by all that they store, most of it by their memory.
///
/// Whatever a model calls equal, and whatever it shows of itself, two models are one where they store the same: see
/// ``ValueIdentity``. `Hasher` costs more than all the rest of a search. Whole numbers, Booleans, enums of these, and arrays
/// and small sets of all these are read from memory, without padding; every other field is asked for its identity, arrays
/// and dictionaries element by element. A field whose memory is that of the same field of another model is not looked into,
/// nor such an element: most of a large model does not change in a step.
@usableFromInline
final class StructuralHash: @unchecked Sendable {
  // What it holds never changes.

  @usableFromInline
  struct ArrayField {
    @usableFromInline var offset: Int
    @usableFromInline var stride: Int
  }

  @usableFromInline
  struct SetField {
    @usableFromInline var offset: Int
    @usableFromInline var size: Int
    @usableFromInline var stride: Int
  }

  @usableFromInline
  struct OtherField {
    @usableFromInline var offset: Int
    @usableFromInline var size: Int
    @usableFromInline var hash: (UnsafeRawPointer) -> Int
    /// The hash of a field beside another one, whose hash is given.
    @usableFromInline var hashLike: (UnsafeRawPointer, UnsafeRawPointer, Int) -> Int
    @usableFromInline var isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    /// Whether a field is equal to itself by its own meaning, which what holds no number is not.
    @usableFromInline var isEqualToItself: (UnsafeRawPointer) -> Bool
    /// Whether there are values that are not.
    @usableFromInline var mayDifferFromItself: Bool
  }

  /// The size of a model, in bytes.
  @usableFromInline let size: Int
  /// What counts in each word of the model's own memory.
  @usableFromInline let masks: UnsafeBufferPointer<UInt64>
  @usableFromInline let arrays: UnsafeBufferPointer<ArrayField>
  @usableFromInline let sets: UnsafeBufferPointer<SetField>
  @usableFromInline let others: UnsafeBufferPointer<OtherField>

  /// What tells commands apart.
  @usableFromInline let commands: CommandIdentity
  /// Whether nothing of a model or of a command is hidden: what is the same here is the same.
  @usableFromInline let seesAll: Bool
  /// Finds what cannot be told apart in a model, where no equality of its own tells.
  private let firstUnseen: (@Sendable (UnsafeRawPointer) -> IncomparableValue?)?
  /// Whether models or commands may hold what cannot be told apart.
  @usableFromInline let mayBeIncomparable: Bool
  /// Whether to compare models costs little more than to read them.
  let isCheap: Bool

  init(
    size: Int, masks: [UInt64], arrays: [ArrayField], sets: [SetField], others: [OtherField], commands: CommandIdentity,
    seesAll: Bool, isCheap: Bool, firstUnseen: (@Sendable (UnsafeRawPointer) -> IncomparableValue?)?
  ) {
    self.firstUnseen = firstUnseen
    mayBeIncomparable = firstUnseen != nil || commands.mayBeIncomparable
    self.commands = commands
    self.seesAll = seesAll
    self.isCheap = isCheap
    self.size = size
    self.masks = Self.copy(masks)
    self.arrays = Self.copy(arrays)
    self.sets = Self.copy(sets)
    self.others = Self.copy(others)
    mayDifferFromItself = others.contains(where: \.mayDifferFromItself)
  }

  /// - Throws: ``IncomparableValue`` where the world holds what cannot be told apart.
  @inlinable
  func checkComparable<M: Module>(_ world: World<M>) throws {
    if mayBeIncomparable { try checkParts(of: world) }
  }

  @usableFromInline
  func checkParts<M: Module>(of world: World<M>) throws {
    if let found = withUnsafePointer(to: world.model, { firstUnseen?($0) }) { throw found }
    for command in world.outstanding { if let found = commands.firstUnseen(in: command) { throw found } }
  }

  static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  deinit {
    masks.deallocate()
    arrays.deallocate()
    sets.deallocate()
    UnsafeMutableBufferPointer(mutating: others).deinitialize()
    others.deallocate()
  }

  /// Whether all that counts of a model is eight bytes of its own memory, or fewer.
  @inlinable
  var fitsWord: Bool { masks.count == 1 && fieldCount == 0 }

  /// A hash that no other model has, of one that fits a word: the finaliser of *MurmurHash3* (Austin Appleby) maps words
  /// one to one.
  @inlinable
  func exactHash(_ model: UnsafeRawPointer) -> UInt64 {
    var word = Self.word(0, of: model, size) & masks[0]
    word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
    word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return word ^ word >> 33
  }

  /// How many fields have memory elsewhere.
  @inlinable
  var fieldCount: Int { arrays.count + sets.count + others.count }

  /// Whether a model may be unequal to itself by its own meaning.
  @usableFromInline let mayDifferFromItself: Bool

  /// Whether all fields of a model are equal to themselves by their own meaning.
  @inlinable
  func isEqualToItself(_ model: UnsafeRawPointer) -> Bool {
    others.allSatisfy { !$0.mayDifferFromItself || $0.isEqualToItself(model + $0.offset) }
  }

  /// Whether fields are asked whether they are equal, which costs more than the hash of what changed of them.
  @inlinable
  var asksFields: Bool { others.count != 0 }

  /// Reads a little of what the arrays and sets of a model point to.
  @usableFromInline
  func touchFarMemory(of model: UnsafeRawPointer) -> UInt64 {
    var touched: UInt64 = 0
    for array in arrays {
      touched &+= UInt64(Self.pointer(model + array.offset).load(fromByteOffset: 16, as: UInt8.self))
    }
    for set in sets {
      // Its count, and the bits of its buckets or, where there are none, its last bytes.
      let storage = Self.pointer(model + set.offset)
      touched &+= UInt64(storage.load(fromByteOffset: 16, as: UInt8.self))
      touched &+= UInt64(storage.load(fromByteOffset: 56, as: UInt8.self))
    }
    return touched
  }

  /// The hash of a model in memory.
  @inlinable
  func callAsFunction(_ model: UnsafeRawPointer) -> UInt64 {
    var hash = hashOfOwnMemory(model)
    for array in arrays { Self.mix(&hash, Self.hash(of: array, model)) }
    for set in sets { Self.mix(&hash, Self.hash(of: set, model)) }
    for other in others { Self.mix(&hash, Self.hash(of: other, model)) }
    return hash
  }

  /// The hash of a model in memory, which shares much with another one.
  ///
  /// - Parameter hashes: Those of the other model's fields: see ``hashFields(of:into:)``.
  @inlinable
  func callAsFunction(
    _ model: UnsafeRawPointer, like other: UnsafeRawPointer, whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> UInt64 {
    var hash = hashOfOwnMemory(model)
    var hashes = hashes
    for array in arrays {
      let isShared = Self.pointer(model + array.offset) == Self.pointer(other + array.offset)
      Self.mix(&hash, isShared ? hashes.pointee : Self.hash(of: array, model))
      hashes += 1
    }
    for set in sets {
      let isShared = Self.pointer(model + set.offset) == Self.pointer(other + set.offset)
      Self.mix(&hash, isShared ? hashes.pointee : Self.hash(of: set, model))
      hashes += 1
    }
    for field in others {
      let isShared = Self.isSame(model + field.offset, other + field.offset, field.size)
      Self.mix(&hash, isShared ? hashes.pointee : Self.hash(of: field, model, like: other, hashes.pointee))
      hashes += 1
    }
    return hash
  }

  /// Computes the hashes of the fields that have memory elsewhere.
  @inlinable
  func hashFields(of model: UnsafeRawPointer, into hashes: UnsafeMutablePointer<UInt64>) {
    var hashes = hashes
    for array in arrays {
      hashes.pointee = Self.hash(of: array, model)
      hashes += 1
    }
    for set in sets {
      hashes.pointee = Self.hash(of: set, model)
      hashes += 1
    }
    for other in others {
      hashes.pointee = Self.hash(of: other, model)
      hashes += 1
    }
  }

  /// Whether two models in memory are equal.
  @inlinable
  func isSame(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer) -> Bool {
    for index in masks.indices
    where (Self.word(index, of: one, size) ^ Self.word(index, of: two, size)) & masks[index] != 0 { return false }
    for array in arrays {
      let (first, second) = (Self.pointer(one + array.offset), Self.pointer(two + array.offset))
      if first != second, !Self.isSameArray(first, second, array.stride) { return false }
    }
    for set in sets {
      let (first, second) = (Self.pointer(one + set.offset), Self.pointer(two + set.offset))
      if first != second, !NativeSet(first, set).isSame(as: NativeSet(second, set)) { return false }
    }
    for other in others {
      let (first, second) = (one + other.offset, two + other.offset)
      if !Self.isSame(first, second, other.size), !other.isEqual(first, second) { return false }
    }
    return true
  }
}

extension StructuralHash {
  @inlinable
  func hashOfOwnMemory(_ model: UnsafeRawPointer) -> UInt64 {
    var hash = Self.seed
    for index in masks.indices where masks[index] != 0 {
      Self.mix(&hash, Self.word(index, of: model, size) & masks[index])
    }
    if fieldCount != 0 { Self.part(&hash) }
    return hash
  }

  /// Mixes once more between a model's own memory and its fields, whose hashes are products of the same factor: a small
  /// difference here could undo one there.
  @inlinable
  static func part(_ hash: inout UInt64) { mix(&hash, 0) }

  /// Adds the hash of a part to that of what it is a part of.
  ///
  /// Both may be products of the same factor, and mixing exclusive-ors them: if the part were not mixed by another one
  /// before, a small difference in it could undo one that was hashed already, and what stores the same could change places.
  @inlinable
  static func add(_ part: UInt64, to hash: inout UInt64) { mix(&hash, RandomNumbers.mix(part)) }

  @inlinable static var seed: UInt64 { 0x9E37_79B9_7F4A_7C15 }

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

  @inlinable
  static func pointer(_ memory: UnsafeRawPointer) -> UnsafeRawPointer { memory.load(as: UnsafeRawPointer.self) }

  @inlinable
  static func isSame(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ size: Int) -> Bool {
    for index in 0..<((size + 7) / 8) where word(index, of: one, size) != word(index, of: two, size) { return false }
    return true
  }

  /// The number of elements of an array whose storage is native: it follows the two words of an object.
  @inlinable
  static func count(of storage: UnsafeRawPointer) -> Int { storage.load(fromByteOffset: 16, as: Int.self) }

  /// The elements of an array whose storage is native begin after four words.
  @inlinable
  static func hash(of array: ArrayField, _ model: UnsafeRawPointer) -> UInt64 {
    let storage = pointer(model + array.offset)
    let count = count(of: storage)
    return hash(ofElements: storage + 32, count: count, size: count * array.stride)
  }

  @inlinable
  static func hash(ofElements elements: UnsafeRawPointer, count: Int, size: Int) -> UInt64 {
    // Spread, so that a short array of one number is no longer one of zeros: [3] and [0, 0].
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    for index in 0..<((size + 7) / 8) { mix(&hash, word(index, of: elements, size)) }
    return hash
  }

  @inlinable
  static func isSameArray(_ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ stride: Int) -> Bool {
    let count = count(of: one)
    return count == Self.count(of: two) && isSame(one + 32, two + 32, count * stride)
  }

  @inlinable
  static func hash(of set: SetField, _ model: UnsafeRawPointer) -> UInt64 {
    NativeSet(pointer(model + set.offset), set).hash
  }

  @inlinable
  static func hash(of field: OtherField, _ model: UnsafeRawPointer) -> UInt64 {
    UInt64(truncatingIfNeeded: field.hash(model + field.offset))
  }

  @inlinable
  static func hash(
    of field: OtherField, _ model: UnsafeRawPointer, like other: UnsafeRawPointer, _ hash: UInt64
  ) -> UInt64 {
    UInt64(
      truncatingIfNeeded: field.hashLike(
        model + field.offset, other + field.offset, Int(truncatingIfNeeded: hash)))
  }
}
