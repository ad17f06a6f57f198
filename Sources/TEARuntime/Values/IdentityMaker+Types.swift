extension IdentityMaker {
  private struct Variant {
    var name: String
    var payload: ValueIdentity?
    /// See ``TypeShape/Case/offsetInBox``.
    var offsetInBox: Int?
  }

  mutating func enumFunctions<Value>(
    of type: Value.Type, _ cases: [TypeShape.Case], filling identity: ValueIdentity
  ) -> ValueIdentity.Functions {
    let variants = cases.map { caseShape in
      Variant(
        name: caseShape.name, payload: caseShape.payload.map { self.identity(of: $0) },
        offsetInBox: caseShape.offsetInBox)
    }
    let witnesses = ValueWitnesses(of: type)
    let payloadVariants = variants.filter { $0.payload != nil }
    if payloadVariants.isEmpty {
      // Without payloads, the memory of a value is its tag alone.
      identity.isCheap = true
      if MemoryLayout<Value>.size > 0 { identity.mask = Array(repeating: 0xFF, count: MemoryLayout<Value>.size) }
      return .init(
        isSame: { witnesses.enumTag(of: $0) == witnesses.enumTag(of: $1) },
        hash: { $1.combine(witnesses.enumTag(of: $0)) })
    }
    let reader = PayloadReader(
      witnesses, variants.map(\.offsetInBox),
      isInPlace: payloadVariants.count == 1 && payloadVariants[0].offsetInBox == nil)
    identity.parts = payloadVariants.compactMap(\.payload)
    // Unretained, because counting references to the identities would take longer than most comparisons.
    let payloadOfCase = variants.map { $0.payload.map { Unmanaged.passUnretained($0) } }
    let mayDifferFromItself = payloadVariants.contains { $0.payload?.mayDifferFromItself ?? false }
    // A user's `==` may hold although the payload, such as a NaN, is unequal to itself. Where the payload is plain bytes, this
    // `==` then decides, as in `reflexivityTest(of:withParts:)`; elsewhere the payload does.
    let ownEqualityHolds =
      mayDifferFromItself && TypeShape.isOfUser(type)
      ? (type as? any Equatable.Type).map { Self.reflexivityTest(of: $0) } : nil
    let isEqualToItself: ((UnsafeRawPointer) -> Bool)? =
      mayDifferFromItself
      ? { value in
        let tag = witnesses.enumTag(of: value)
        guard let payload = variants[tag].payload, let isEqual = payload.functions.isEqualToItself else { return true }
        var isPayloadEqual = false
        reader.read(value, tag) { isPayloadEqual = isEqual($0) }
        return isPayloadEqual || payload.mask != nil && ownEqualityHolds?(value) ?? false
      } : nil
    if let mask = fullMask(of: type, variants, witnesses) {
      makePlain(identity, mask)
      identity.functions.isEqualToItself = isEqualToItself
      return identity.functions
    }
    let (hasBoxes, bytes) = (payloadVariants.contains { $0.offsetInBox != nil }, MaskedBits(Self.allBytes(of: type)))
    let mayHoldIncomparable = payloadVariants.contains { $0.payload?.functions.findIncomparable != nil }
    return .init(
      isSame: { one, other in
        let tag = witnesses.enumTag(of: one)
        guard tag == witnesses.enumTag(of: other) else { return false }
        guard let payload = payloadOfCase[tag] else { return true }
        // The same bytes mean the same box. Without this test, comparing values that share boxes could take exponential time.
        if hasBoxes, bytes.isSame(one, other) { return true }
        var isSame = false
        reader.read(one, tag) { one in
          reader.read(other, tag) { other in
            isSame = payload._withUnsafeGuaranteedRef { $0.functions.isSame(one, other) }
          }
        }
        return isSame
      },
      hash: { value, hasher in
        let tag = witnesses.enumTag(of: value)
        hasher.combine(tag)
        guard let payload = payloadOfCase[tag] else { return }
        var copy = hasher
        reader.read(value, tag) { value in
          payload._withUnsafeGuaranteedRef { $0.functions.hash(value, &copy) }
        }
        hasher = copy
      },
      isEqualToItself: isEqualToItself,
      findIncomparable: mayHoldIncomparable
        ? { value in
          let tag = witnesses.enumTag(of: value)
          guard let find = variants[tag].payload?.functions.findIncomparable else { return nil }
          var foundPart: IncomparableValue?
          reader.read(value, tag) { foundPart = find($0) }
          return foundPart?.inside(variants[tag].name)
        } : nil)
  }

  /// A mask of ones, where an enum is plain bytes and its case and payload determine every byte of a value; otherwise `nil`.
  private func fullMask<Value>(
    of type: Value.Type, _ variants: [Variant], _ witnesses: ValueWitnesses
  ) -> [UInt8]? {
    let size = MemoryLayout<Value>.size
    guard _isPOD(type), size > 0 else { return nil }
    for variant in variants {
      guard let payload = variant.payload else { continue }
      guard variant.offsetInBox == nil, let mask = payload.mask, mask.allSatisfy({ $0 == 0xFF }) else { return nil }
    }
    return withUnsafeTemporaryAllocation(
      byteCount: 2 * MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      let (zeroedMemory, filledMemory) = (memory.baseAddress!, memory.baseAddress! + MemoryLayout<Value>.stride)
      for (tag, variant) in variants.enumerated() {
        // The two memories differ outside of the payload. A byte that still differs after the tag is set keeps its contents.
        zeroedMemory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        filledMemory.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size)
        if let count = variant.payload?.mask?.count {
          filledMemory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        }
        witnesses.injectEnumTag(tag, into: zeroedMemory)
        witnesses.injectEnumTag(tag, into: filledMemory)
        for byte in 0..<size
        where zeroedMemory.load(fromByteOffset: byte, as: UInt8.self)
          != filledMemory.load(fromByteOffset: byte, as: UInt8.self)
        {
          return nil
        }
      }
      return Array(repeating: 0xFF, count: size)
    }
  }

  func existentialFunctions<Value>(of type: Value.Type) -> ValueIdentity.Functions {
    let (criterion, reader) = (criterion, ExistentialReader(type))
    return .init(
      isSame: { one, other in
        reader.withValue(one) { type, one in
          reader.withValue(other) { otherType, other in
            type == otherType && ValueIdentity.of(type, by: criterion).functions.isSame(one, other)
          }
        }
      },
      hash: { value, hasher in
        reader.withValue(value) { type, value in
          hasher.combine(ObjectIdentifier(type).hashValue)
          if let types = hasher.types, !types.pointee.contains(where: { $0 == type }) { types.pointee.append(type) }
          ValueIdentity.of(type, by: criterion).functions.hash(value, &hasher)
        }
      },
      isEqualToItself: { value in
        reader.withValue(value) { ValueIdentity.of($0, by: criterion).isEqualToItself($1) }
      },
      findIncomparable: { value in
        reader.withValue(value) { ValueIdentity.of($0, by: criterion).functions.findIncomparable?($1) }
      })
  }

  /// Makes the identity of a vector by its lanes, without the padding after them.
  func makeVector<Vector: SIMD>(_ identity: ValueIdentity, of type: Vector.Type) {
    // A lane of a vector of Booleans is as large as a lane of the vectors that it masks.
    let laneStride =
      Vector.Scalar.self == Bool.self
      ? MemoryLayout<Vector.MaskStorage.Scalar>.stride : MemoryLayout<Vector.Scalar>.stride
    let laneBytes = laneStride * Vector.scalarCount
    makePlain(identity, (0..<MemoryLayout<Vector>.size).map { $0 < laneBytes ? 0xFF : 0 })
    if Vector.Scalar.self is any BinaryFloatingPoint.Type {
      identity.functions.isEqualToItself = Self.reflexivityTest(of: type)
    }
  }
}

private struct PayloadReader {
  private let witnesses: ValueWitnesses
  /// For each case, see ``TypeShape/Case/offsetInBox``.
  private let offsetsInBoxes: [Int?]
  /// `true` where only one case has a payload, and the payload is at the start of the value instead of in a box.
  private let isInPlace: Bool
  private let isBitwiseBorrowable: Bool
  /// The size and the alignment of the memory for a copy, at least those of an address.
  private let layout: (size: Int, alignment: Int)

  init(_ witnesses: ValueWitnesses, _ offsetsInBoxes: [Int?], isInPlace: Bool) {
    (self.witnesses, self.offsetsInBoxes, self.isInPlace) = (witnesses, offsetsInBoxes, isInPlace)
    isBitwiseBorrowable = witnesses.isBitwiseBorrowable
    layout = (max(witnesses.size, 8), max(witnesses.alignment, 8))
  }

  /// The case must have a payload, and `body` must not keep the payload's address.
  func read(_ value: UnsafeRawPointer, _ tag: Int, _ body: (UnsafeRawPointer) -> Void) {
    if isInPlace { return body(value) }
    withUnsafeTemporaryAllocation(byteCount: layout.size, alignment: layout.alignment) { memory in
      let copy = memory.baseAddress!
      if let offset = offsetsInBoxes[tag] {
        // The value retains the box, so that this copy need not.
        copy.copyMemory(from: value, byteCount: witnesses.size)
        witnesses.projectPayload(of: copy)
        body(copy.load(as: UnsafeRawPointer.self) + offset)
      } else if isBitwiseBorrowable {
        copy.copyMemory(from: value, byteCount: witnesses.size)
        witnesses.projectPayload(of: copy)
        body(copy)
      } else {
        witnesses.initialize(copy, copying: value)
        witnesses.projectPayload(of: copy)
        body(copy)
        witnesses.injectEnumTag(tag, into: copy)
        witnesses.destroy(copy)
      }
    }
  }
}

/// The type must be the value's dynamic type.
func withAddress<Result>(of value: Any, as type: Any.Type, _ body: (UnsafeRawPointer) -> Result) -> Result {
  func open<Value>(_ type: Value.Type) -> Result {
    withUnsafePointer(to: value as! Value) { body($0) }
  }
  return _openExistential(type, do: open)
}
