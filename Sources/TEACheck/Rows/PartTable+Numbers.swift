internal import TEAMemory
internal import TEARuntime

// The numbers of values, by the kind of the table.

extension PartTable {
  /// The number of a value, which is added where it is new.
  func number(of value: UnsafeRawPointer, like known: Known? = nil, _ writer: RowWriter) -> UInt32 {
    guard let table = tableNumber, sameMemoryMeansSame, size == 8 || size == 16 else {
      if case .value = kind, holdsConstants { return number(ofConstant: value, known, writer) }
      return uncachedNumber(of: value, known, writer)
    }
    // The writer caches the numbers of values by their words. The table retains the storage that these words refer to, so a
    // change of a copy copies the storage first.
    let first = value.load(as: UInt64.self)
    let second = size > 8 ? value.load(fromByteOffset: 8, as: UInt64.self) : 0
    let slot = writer.slot(of: first, second, inTable: table)
    if slot.pointee.first == first, slot.pointee.second == second, slot.pointee.isTaken { return slot.pointee.number }
    let number = uncachedNumber(of: value, known, writer)
    // A string with the top bit of its second word set is immortal (small, or a literal), so equal words mean equal text.
    if isText && second >> 63 != 0 || isCopied(address(of: Int(number)), in: value) {
      slot.pointee = .init(first: first, second: second, number: number, isTaken: true)
    }
    return number
  }

  /// The number of a value whose words are too many for a slot, such as one of any type. The slot holds their hash, and the
  /// words are compared with those of the stored value. The table retains what they refer to, which does not change.
  @inline(never)
  private func number(ofConstant value: UnsafeRawPointer, _ known: Known?, _ writer: RowWriter) -> UInt32 {
    guard let table = tableNumber else { return uncachedNumber(of: value, known, writer) }
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    var memory = value
    if isOpaqueExistential {
      let copy = writer.allocate(size)
      copy.copyMemory(from: value, byteCount: size)
      OpaqueExistential.clearUnusedBytes(of: copy)
      memory = UnsafeRawPointer(copy)
    }
    if let known, RawMemory.areSame(address(of: Int(known.number)), memory, bytes: size) { return known.number }
    let hash = RawMemory.hash(memory, words: size / 8)
    let slot = writer.slot(of: hash, 0, inTable: table)
    if slot.pointee.isTaken, slot.pointee.first == hash,
      RawMemory.areSame(address(of: Int(slot.pointee.number)), memory, bytes: size)
    {
      return slot.pointee.number
    }
    let number = uncachedNumber(of: value, known, writer)
    slot.pointee = .init(first: hash, second: 0, number: number, isTaken: true)
    return number
  }

  @inline(never)
  private func uncachedNumber(of value: UnsafeRawPointer, _ known: Known?, _ writer: RowWriter) -> UInt32 {
    switch kind {
    case .value(let identity):
      return identity._withUnsafeGuaranteedRef { number(of: value, comparedBy: $0) }
    case .row(let layout):
      return layout._withUnsafeGuaranteedRef { number(of: value, $0, like: known, writer) }
    default: return number(ofCollection: value, like: known, writer)
    }
  }

  @inline(never)
  private func number(of value: UnsafeRawPointer, comparedBy identity: Shared<PartIdentity>) -> UInt32 {
    let hash = identity.value.hash(value)
    return number(of: value, hash, contentHash: hash, value, 0, sameBy: .identity)
  }

  /// The number of a value whose content is one row. Each node of a tree is such a value, so this calls as little as possible.
  @inline(never)
  private func number(
    of value: UnsafeRawPointer, _ layout: RowLayout, like known: Known?, _ writer: RowWriter
  ) -> UInt32 {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let (row, size) = rowContent(of: value, layout, like: known, writer)
    if let known, isSame(value, Int(known.number), row, size) { return known.number }
    return number(
      of: value, RawMemory.hash(row, words: size / 8), contentHash: nil, row, size, sameBy: .equalContent)
  }

  @inline(never)
  private func number(ofCollection value: UnsafeRawPointer, like known: Known?, _ writer: RowWriter) -> UInt32 {
    let mark = writer.mark
    defer { writer.freeAll(since: mark) }
    let (content, size) = content(of: value, like: known, writer)
    // Many updates make a part anew with the same content. Comparing it with the known part is faster than looking it up.
    if let known, isSame(value, Int(known.number), content, size) { return known.number }
    return number(
      of: value, RawMemory.hash(content, words: size / 8), contentHash: nil, content, size, sameBy: .equalContent)
  }
}
