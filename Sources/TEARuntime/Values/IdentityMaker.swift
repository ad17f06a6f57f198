/// Makes the identities of a type and of all types inside of it.
struct IdentityMaker {
  let criterion: ValueIdentity.Criterion
  /// The identities that were made so far, and those that are still being made.
  var knownIdentities: [ValueIdentity.Key: ValueIdentity]
  private var depth = 0
  /// The nesting depth of each incomplete type: a type whose identity is being made, or a type that contains such a type.
  ///
  /// Once the functions of an incomplete type are made, its depth is the smallest one of the incomplete types that it contains
  /// (the *lowlink* of Tarjan's algorithm).
  private var incompleteDepths: [ValueIdentity.Key: Int] = [:]
  /// The keys of `incompleteDepths`, in the order in which their identities were begun.
  private var begunKeys: [ValueIdentity.Key] = []
  /// The smallest depth of the incomplete identities that were met inside of the one that is being made; `Int.max` for none.
  private var lowestDepth = Int.max
  /// The number of types found so far with values that may be unequal to themselves, and of types with values that may be
  /// incomparable.
  private var foundCounts = (irreflexive: 0, incomparable: 0)

  /// The nesting depth up to which identities are made at once. Deeper ones are made when a value is compared, because a
  /// generic type may contain ever larger instances of itself.
  private static var depthLimit: Int { 64 }

  private var madeCount = 0
  /// The number of types up to which identities are made at once. Further ones are made when a value is compared. The
  /// ``depthLimit`` alone is no bound, because the number of types may grow exponentially with the depth.
  private static var madeLimit: Int { 500 }

  init(criterion: ValueIdentity.Criterion, knownIdentities: [ValueIdentity.Key: ValueIdentity]) {
    self.criterion = criterion
    self.knownIdentities = knownIdentities
  }

  mutating func identity(of type: Any.Type) -> ValueIdentity {
    let key = ValueIdentity.Key(type: ObjectIdentifier(type), criterion: criterion)
    if let identity = knownIdentities[key] {
      if let depth = incompleteDepths[key] { lowestDepth = min(lowestDepth, depth) } else { addToFoundCounts(identity) }
      return identity
    }
    let identity = ValueIdentity(type: type, by: criterion)
    guard depth < Self.depthLimit, madeCount < Self.madeLimit else {
      identity.functions = deferredFunctions(for: type)
      addToFoundCounts(identity)
      return identity
    }
    knownIdentities[key] = identity
    madeCount += 1
    depth += 1
    defer { depth -= 1 }
    // A part of a recursive type may copy the functions of this identity before they are made. So these placeholders call
    // the functions that the identity has at the time of the call.
    identity.functions.isSame = { [unowned identity] in identity.functions.isSame($0, $1) }
    identity.functions.isEqualToItself = { [unowned identity] in identity.functions.isEqualToItself?($0) ?? true }
    identity.functions.findIncomparable = { [unowned identity] in identity.functions.findIncomparable?($0) }
    let (outerLowestDepth, countsBefore, begunIndex) = (lowestDepth, foundCounts, begunKeys.count)
    (lowestDepth, incompleteDepths[key]) = (.max, depth)
    begunKeys.append(key)
    func open<Value>(_ type: Value.Type) { make(identity, of: type) }
    _openExistential(type, do: open)
    if lowestDepth < depth {
      // This type is a part of a recursive type around it, whose identity is still being made.
      incompleteDepths[key] = lowestDepth
      lowestDepth = min(lowestDepth, outerLowestDepth)
    } else {
      for key in begunKeys[begunIndex...] { incompleteDepths[key] = nil }
      if lowestDepth == depth {
        completeRecursion(of: begunKeys[begunIndex...], countsBefore)
      } else if identity.functions.findIncomparable != nil, identity.isMadeOfParts {
        if requireEquality(identity) { foundCounts.incomparable = countsBefore.incomparable }
      }
      begunKeys.removeSubrange(begunIndex...)
      lowestDepth = outerLowestDepth
      addToFoundCounts(identity)
    }
    return identity
  }

  /// Completes the identities of types that contain each other (a strongly connected component, found as by Robert Tarjan:
  /// *Depth-first search and linear graph algorithms*, 1972).
  ///
  /// All other types inside of these types are complete now. So `isEqualToItself` and `findIncomparable` stay only if a part
  /// that needs them was found since `countsBefore` was taken.
  private func completeRecursion(
    of keys: ArraySlice<ValueIdentity.Key>, _ countsBefore: (irreflexive: Int, incomparable: Int)
  ) {
    for key in keys {
      if foundCounts.irreflexive == countsBefore.irreflexive { knownIdentities[key]?.functions.isEqualToItself = nil }
      if foundCounts.incomparable == countsBefore.incomparable {
        knownIdentities[key]?.functions.findIncomparable = nil
      }
    }
  }

  mutating func addToFoundCounts(_ identity: ValueIdentity) {
    if identity.functions.isEqualToItself != nil { foundCounts.irreflexive += 1 }
    if identity.functions.findIncomparable != nil { foundCounts.incomparable += 1 }
  }

  func deferredFunctions(for type: Any.Type) -> ValueIdentity.Functions {
    let criterion = criterion
    return .init(
      isSame: { ValueIdentity.of(type, by: criterion).functions.isSame($0, $1) },
      hash: { ValueIdentity.of(type, by: criterion).functions.hash($0, &$1) },
      isEqualToItself: { ValueIdentity.of(type, by: criterion).isEqualToItself($0) },
      findIncomparable: { ValueIdentity.of(type, by: criterion).functions.findIncomparable?($0) })
  }

  private mutating func make<Value>(_ identity: ValueIdentity, of type: Value.Type) {
    if TypeShape.isIntegerOrBool(type) { return makePlain(identity, Self.allBytes(of: type)) }
    if TypeShape.isIgnoredInComparison(type) { return makePlain(identity, []) }
    if criterion != .stored, let hashable = type as? any Hashable.Type {
      identity.functions = Self.ownEquality(of: hashable)
      return
    }
    // A search for a missing conformance is slow, and types of the user, enums and tuples have none of the conformances that
    // `makeStandard` looks for.
    if TypeShape.isStruct(type), !TypeShape.isOfUser(type), makeStandard(identity, of: type) { return }
    if criterion == .equalityBesideFunctions {
      if TypeShape.isFunction(type) { return makePlain(identity, []) }
      let describesItself = type is any CustomStringConvertible.Type || type is any CustomReflectable.Type
      if TypeShape.isOfUser(type), describesItself { return makeIncomparable(identity) }
    }
    let shape = TypeShape(of: type)
    switch shape {
    case .structure(let fields): makeStructure(identity, of: type, fields)
    case .tuple(let parts):
      makeCombined(identity, of: type, parts.map { ($0.name, $0.offset, self.identity(of: $0.type)) })
    case .enumeration where !TypeShape.hasKnownCases(type):
      if _isPOD(type), !(type is any Equatable.Type) { return makePlain(identity, Self.allBytes(of: type)) }
      makeByOwnEquality(identity, of: type)
    case .enumeration(let cases):
      if TypeShape.isOfUser(type) || TypeShape.moduleName(of: type) == "Swift" || !(type is any Hashable.Type) {
        identity.functions = enumFunctions(of: type, cases, filling: identity)
        identity.isMadeOfParts = true
      } else {
        makeByOwnEquality(identity, of: type)
      }
    case .other: makeOther(identity, of: type)
    }
  }

  /// Makes the identity of a collection or a text of the standard library, of a floating-point number or of a vector.
  ///
  /// - Returns: `false` for other types.
  private mutating func makeStandard<Value>(_ identity: ValueIdentity, of type: Value.Type) -> Bool {
    if let collection = type as? any StoredCollection.Type {
      identity.functions = collection.functions(&self, identity)
    } else if let text = type as? any StoredText.Type {
      identity.functions = text.functions
      identity.isCheap = true
    } else if let number = type as? any BinaryFloatingPoint.Type {
      // An 80-bit number has ten bytes in memory of 16 bytes; the other six are undefined.
      let size = MemoryLayout<Value>.size
      makePlain(identity, (0..<size).map { size == 16 && $0 >= 10 ? 0 : 0xFF })
      identity.functions.isEqualToItself = Self.reflexivityTest(of: number)
    } else if let vector = type as? any SIMD.Type {
      makeVector(identity, of: vector)
    } else {
      return false
    }
    return true
  }

  private mutating func makeStructure<Value>(
    _ identity: ValueIdentity, of type: Value.Type, _ fields: [TypeShape.Field]
  ) {
    let isOfUser = TypeShape.isOfUser(type)
    let isAlwaysTakenApart = isOfUser || _isPOD(type) || type is any StoredByFields.Type
    if !isOfUser, type is any StorageReference.Type { return makeIncomparable(identity) }
    guard TypeShape.hasKnownFields(type) else {
      if _isPOD(type) { return makePlain(identity, Self.allBytes(of: type)) }
      return makeByOwnEquality(identity, of: type)
    }
    let countsBefore = foundCounts
    let parts = fields.map { ($0.name, $0.offset, self.identity(of: $0.type)) }
    if TypeShape.isOfCollectionLibrary(type), let collection = type as? any Collection.Type,
      parts.contains(where: { $2.mayHoldIncomparable })
    {
      foundCounts = countsBefore
      return makeByElements(identity, of: collection, fields, areOrdered: !TypeShape.hasUnorderedElements(type))
    }
    let unnamedRanges = TypeShape.unnamedBytes(of: type, fields).filter { !$0.mayBePadding }
    guard unnamedRanges.isEmpty else {
      // The bytes of unions and bit-fields of C structures, which have no fields in Swift.
      return makeCombined(
        identity, of: type,
        parts + unnamedRanges.map { ("", $0.range.lowerBound, identityOfBytes($0.range.count)) })
    }
    // Fields are preferred to `==`, which may equate values that are stored differently, such as measurements in two
    // units. The `==` of a struct of the system serves only where a field is incomparable.
    if !isAlwaysTakenApart, type is any Equatable.Type, parts.contains(where: { $2.mayHoldIncomparable }) {
      return makeByOwnEquality(identity, of: type)
    }
    identity.isMadeOfParts = true
    makeCombined(identity, of: type, parts)
  }

  private mutating func makeOther<Value>(_ identity: ValueIdentity, of type: Value.Type) {
    switch MetadataKind.of(type) {
    case MetadataKind.existential, MetadataKind.constrainedExistential:
      identity.functions = existentialFunctions(of: type)
    // All bytes count, because an existential metatype is a type and the addresses of its witness tables.
    case MetadataKind.metatype, MetadataKind.existentialMetatype: makePlain(identity, Self.allBytes(of: type))
    case MetadataKind.builtin where _isPOD(type): makePlain(identity, Self.allBytes(of: type))
    case MetadataKind.fixedArray: makeFixedArray(identity, of: type)
    default: makeByOwnEquality(identity, of: type)
    }
  }

  private mutating func makeFixedArray<Value>(_ identity: ValueIdentity, of type: Value.Type) {
    guard let (element, count) = TypeShape.elementsOfFixedArray(type) else {
      return makeByOwnEquality(identity, of: type)
    }
    let (elementIdentity, stride) = (self.identity(of: element), ValueWitnesses(of: element).stride)
    if let mask = elementIdentity.mask {
      // Without a part for each element: there may be millions.
      let paddedMask = mask + Array(repeating: 0, count: stride - mask.count)
      return makePlain(
        identity, Array(repeatElement(paddedMask, count: count).joined().prefix(MemoryLayout<Value>.size)))
    }
    makeCombined(identity, of: type, (0..<count).map { ("[\($0)]", $0 * stride, elementIdentity) })
  }

  static func allBytes<Value>(of type: Value.Type) -> [UInt8] {
    Array(repeating: 0xFF, count: MemoryLayout<Value>.size)
  }

  private func identityOfBytes(_ count: Int) -> ValueIdentity {
    let identity = ValueIdentity(type: UInt8.self, by: criterion)
    makePlain(identity, Array(repeating: 0xFF, count: count))
    return identity
  }
}

// MARK: Plain bytes, and values made of parts

extension IdentityMaker {
  func makePlain(_ identity: ValueIdentity, _ mask: [UInt8]) {
    let bytes = MaskedBits(mask)
    identity.mask = mask
    identity.isCheap = true
    identity.functions = .init(isSame: { bytes.isSame($0, $1) }, hash: { bytes.hash($0, &$1) })
  }

  /// Makes the identity of a type whose values have parts at fixed offsets, in bytes.
  func makeCombined<Value>(
    _ identity: ValueIdentity, of type: Value.Type, _ parts: [(name: String, offset: Int, identity: ValueIdentity)]
  ) {
    let size = MemoryLayout<Value>.size
    var mask: [UInt8]? = Array(repeating: 0, count: size)
    for part in parts {
      guard let partMask = part.identity.mask, part.offset + partMask.count <= size else {
        mask = nil
        break
      }
      mask?.replaceSubrange(part.offset..<part.offset + partMask.count, with: partMask)
    }
    let isEqualToItself = Self.reflexivityTest(of: type, withParts: parts.map { ($0.offset, $0.identity) })
    if let mask {
      makePlain(identity, mask)
      identity.functions.isEqualToItself = isEqualToItself
      return
    }
    identity.isCheap = parts.allSatisfy(\.identity.isCheap)
    // Plain bytes are compared together, and first, because that is fastest.
    var plainMask = [UInt8](repeating: 0, count: size)
    identity.parts = parts.map(\.identity)
    // Unretained, because counting references to the identities would take longer than most comparisons.
    var otherParts: [(offset: Int, identity: Unmanaged<ValueIdentity>)] = []
    for part in parts {
      if let partMask = part.identity.mask {
        plainMask.replaceSubrange(part.offset..<part.offset + partMask.count, with: partMask)
      } else {
        otherParts.append((part.offset, .passUnretained(part.identity)))
      }
    }
    let bytes = MaskedBits(plainMask)
    let partsToSearch = parts.filter { $0.identity.mask == nil && $0.identity.functions.findIncomparable != nil }
    identity.functions = .init(
      isSame: { one, other in
        guard bytes.isSame(one, other) else { return false }
        return otherParts.withUnsafeBufferPointer { otherParts in
          otherParts.indices.allSatisfy { index in
            let offset = otherParts[index].offset
            return otherParts[index].identity._withUnsafeGuaranteedRef {
              $0.functions.isSame(one + offset, other + offset)
            }
          }
        }
      },
      hash: { value, hasher in
        bytes.hash(value, &hasher)
        otherParts.withUnsafeBufferPointer { otherParts in
          for index in otherParts.indices {
            let offset = otherParts[index].offset
            otherParts[index].identity._withUnsafeGuaranteedRef { $0.functions.hash(value + offset, &hasher) }
          }
        }
      },
      isEqualToItself: isEqualToItself,
      findIncomparable: partsToSearch.isEmpty
        ? nil
        : { value in
          for part in partsToSearch {
            if let foundPart = part.identity.functions.findIncomparable?(value + part.offset) {
              return foundPart.inside(part.name)
            }
          }
          return nil
        })
  }
}
