/// A reference to an object in which a value keeps its elements. The `==` of such references compares addresses, and not
/// the elements.
protocol StorageReference {}

extension ManagedBufferPointer: StorageReference {}

extension IdentityMaker {
  mutating func makeByOwnEquality<Value>(_ identity: ValueIdentity, of type: Value.Type) {
    // `identity(of:)` does not count a type that contains a type whose identity is still being made. So this type is counted
    // here, once its functions are set.
    defer { addToFoundCounts(identity) }
    guard let equatable = type as? any Equatable.Type else { return setIncomparable(identity) }
    identity.functions = Self.ownEquality(of: equatable)
    identity.hashesItself = equatable is any Hashable.Type
    identity.isHashedInPart = Self.hashesErrorsByCode(type)
    // Values with the same bytes are the same, even if `==` is not reflexive, as for a `Notification` with an object.
    let (isEqual, bytes) = (identity.functions.isSame, MaskedBits(Self.allBytes(of: type)))
    if let collection = type as? any Collection.Type,
      let (haveSameStart, hashStart) = Self.startIndexFunctions(of: collection)
    {
      let hash = identity.functions.hash
      identity.functions.isSame = { bytes.isSame($0, $1) || isEqual($0, $1) && haveSameStart($0, $1) }
      identity.functions.hash = { value, hasher in
        hash(value, &hasher)
        if hasher.isFingerprint { hashStart(value, &hasher) }
      }
    } else {
      identity.functions.isSame = { bytes.isSame($0, $1) || isEqual($0, $1) }
    }
  }

  mutating func makeIncomparable(_ identity: ValueIdentity) {
    setIncomparable(identity)
    addToFoundCounts(identity)
  }

  private func setIncomparable(_ identity: ValueIdentity) {
    let type = identity.type
    identity.functions = .init(isSame: { _, _ in true }, hash: { $1.hasMetIncomparable = true })
    identity.functions.findIncomparable = { _ in IncomparableValue(path: [], type: type) }
  }

  /// The comparison and the hash of the start indices of slices, because code may depend on them, as with slices of `Data`;
  /// `nil` for a collection whose slices are of another type.
  private static func startIndexFunctions<Slice: Collection>(
    of type: Slice.Type
  ) -> (
    areSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool, hash: (UnsafeRawPointer, inout IdentityHasher) -> Void
  )? {
    guard Slice.SubSequence.self == Slice.self else { return nil }
    func startIndex(_ slice: UnsafeRawPointer) -> Slice.Index { slice.assumingMemoryBound(to: type).pointee.startIndex }
    return (
      { startIndex($0) == startIndex($1) },
      { if let index = startIndex($0) as? any Hashable { $1.combine(index.hashValue) } }
    )
  }

  /// `true` for a type whose errors are hashed by their code alone, because some errors of Foundation trap in `hash(into:)`.
  ///
  /// These types are the errors of the ``TypeShape/closedModules``, the error classes that inherit from a class of Foundation,
  /// and `NSObject`, which may be an error.
  private static func hashesErrorsByCode(_ type: Any.Type) -> Bool {
    if TypeShape.isOfUser(type) { return false }
    guard var superclass = type as? AnyClass else { return type is any Error.Type }
    let name = String(reflecting: superclass)
    if name == "Foundation.NSObject" { return true }
    guard type is any Error.Type else { return false }
    while let next = _getSuperclass(superclass) { superclass = next }
    return String(reflecting: superclass).hasPrefix("Foundation.")
  }

  /// The comparison by `==` and the hash by `hash(into:)`; the hash is constant where the type is not `Hashable`.
  static func ownEquality<Value: Equatable>(of type: Value.Type) -> ValueIdentity.Functions {
    let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool = {
      $0.assumingMemoryBound(to: type).pointee == $1.assumingMemoryBound(to: type).pointee
    }
    let hash = (type as? any Hashable.Type).map { ownHash(of: $0) }
    return .init(isSame: isEqual, hash: hash ?? { _, _ in }, isEqualToItself: reflexivityTest(of: type))
  }

  private static func ownHash<Value: Hashable>(of type: Value.Type) -> (UnsafeRawPointer, inout IdentityHasher) -> Void
  {
    // Outside of Apple's platforms, equal objects of `NSNull`, of `Unit` or of a subclass of `Unit` have different hashes.
    let name = String(reflecting: type)
    if name == "Foundation.NSNull" { return { _, _ in } }
    if name == "Foundation.Dimension" || name.hasPrefix("Foundation.Unit") {
      return { value, hasher in
        // Equal units have equal symbols. Reading a symbol from a mirror takes microseconds, so the symbol is hashed only for
        // a fingerprint, after which no comparison follows.
        guard hasher.isFingerprint else { return }
        var mirror = Optional(Mirror(reflecting: value.assumingMemoryBound(to: type).pointee))
        while let part = mirror {
          for case ("symbol"?, let symbol as String) in part.children { hasher.combine(symbol.hashValue) }
          mirror = part.superclassMirror
        }
      }
    }
    let usesErrorCode = hashesErrorsByCode(type)
    let hashContent =
      TypeShape.isOfFoundation(type) ? (type as? any BidirectionalCollection.Type).flatMap { contentHash(of: $0) } : nil
    return { value, hasher in
      hashContent?(value, &hasher)
      let value = value.assumingMemoryBound(to: type)
      if usesErrorCode, let error = value.pointee as? any Error { return hasher.combine(error._code) }
      var standardHasher = Hasher()
      value.pointee.hash(into: &standardHasher)
      hasher.combine(standardHasher.finalize())
    }
  }

  /// The hash of all elements of a collection of Foundation; `nil` where the elements are no numbers.
  ///
  /// `Data` itself hashes only its first 80 bytes, and many index sets have one hash: a search would compare each new value with
  /// all others.
  private static func contentHash<Elements: BidirectionalCollection>(
    of type: Elements.Type
  ) -> ((UnsafeRawPointer, inout IdentityHasher) -> Void)? {
    guard TypeShape.isIntegerOrBool(Elements.Element.self) else { return nil }
    return { value, hasher in
      let value = value.assumingMemoryBound(to: type)
      let isHashed: Void? = value.pointee.withContiguousStorageIfAvailable {
        if hasher.isFingerprint || $0.count > 80 { hasher.combine(UnsafeRawBufferPointer($0)) }
      }
      if isHashed != nil { return }
      // An index set may have too many elements to be hashed one by one. It encodes its ranges. Its mirror has them too, which
      // takes less time, and suffices where a comparison follows.
      if !hasher.isFingerprint {
        for case ("ranges"?, let ranges as [Range<Int>]) in Mirror(reflecting: value.pointee).children {
          ranges.withUnsafeBytes { hasher.combine($0) }
        }
      } else if var text = encodedText(of: value.pointee) {
        text.withUTF8 { hasher.combine(UnsafeRawBufferPointer($0)) }
      }
    }
  }

  static func reflexivityTest<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer) -> Bool {
    { memory in
      let value = memory.assumingMemoryBound(to: type)
      return value.pointee == value.pointee
    }
  }

  /// Returns a function that tests if a value is equal to itself; `nil` where every value is.
  ///
  /// A user's `==` may hold although a field, such as a NaN, is unequal to itself. Such an `==` overrules only fields of plain
  /// bytes. It does not overrule a collection, whose `==` may hold without a look at the elements.
  static func reflexivityTest<Value>(
    of type: Value.Type, withParts parts: [(offset: Int, identity: ValueIdentity)]
  ) -> ((UnsafeRawPointer) -> Bool)? {
    let irreflexiveParts = parts.filter { $0.identity.mayDifferFromItself }
    if irreflexiveParts.isEmpty { return nil }
    let (plainParts, otherParts) = (
      irreflexiveParts.filter { $0.identity.mask != nil }, irreflexiveParts.filter { $0.identity.mask == nil }
    )
    let ownEqualityHolds =
      TypeShape.isOfUser(type) ? (type as? any Equatable.Type).map { reflexivityTest(of: $0) } : nil
    return { value in
      otherParts.allSatisfy { $0.identity.isEqualToItself(value + $0.offset) }
        && (plainParts.allSatisfy { $0.identity.isEqualToItself(value + $0.offset) }
          || ownEqualityHolds?(value) ?? false)
    }
  }

  // MARK: Types with an incomparable part

  /// Makes values with an incomparable part comparable, where their type has an `==`.
  ///
  /// The compiler derives no `==` for such a type. So the author of the type wrote the `==`, and knows how to compare the part.
  /// The caller leaves out types that contain themselves: their `==` would be evaluated again at each level of a value.
  ///
  /// - Returns: `false` where the identity is left as it is.
  func requireEquality(_ identity: ValueIdentity) -> Bool {
    guard criterion == .stored, TypeShape.isOfUser(identity.type), let type = identity.type as? any Equatable.Type
    else { return false }
    let (functionsByParts, functionsByEquality) = (identity.functions, Self.ownEquality(of: type))
    (identity.requiresEquality, identity.isCheap, identity.hashesItself) = (true, false, true)
    if let functionRanges = bytesOfFunctions(in: identity.type) {
      // All incomparable parts are functions at fixed offsets, so only values with different functions need `==`.
      let functionBytes = MaskedBits(
        (0..<ValueWitnesses(of: type).size).map { byte in functionRanges.contains { $0.contains(byte) } ? 0xFF : 0 })
      // Two values that are unequal to themselves, such as NaNs, count as alike: their `==` says nothing about their functions.
      // The code after this `if` makes no such exception, because an incomparable object may hold the whole difference.
      let areEqual = functionsByEquality.isSame
      let areAlike = { areEqual($0, $1) || !areEqual($0, $0) && !areEqual($1, $1) }
      identity.functions = .init(
        isSame: { functionsByParts.isSame($0, $1) && (functionBytes.isSame($0, $1) || areAlike($0, $1)) },
        hash: { value, hasher in
          let hadMetIncomparable = hasher.hasMetIncomparable
          functionsByParts.hash(value, &hasher)
          // Few values differ only in their functions, so the type's own hash is needed only for a fingerprint, after which no
          // comparison follows.
          if hasher.isFingerprint { functionsByEquality.hash(value, &hasher) }
          hasher.hasMetIncomparable = hadMetIncomparable
        }, isEqualToItself: functionsByParts.isEqualToItself)
      return true
    }
    // The elements of a collection are compared by all that they store, which may be more than their `==` compares.
    let functionsByElements = (type as? any RandomAccessCollection.Type).map { elementFunctions(of: $0) }
    identity.functions = .init(
      isSame: { one, other in
        guard functionsByParts.isSame(one, other) else { return false }
        // The comparable parts are the same here, so `other` holds an incomparable part only if `one` does.
        if functionsByParts.findIncomparable?(one) == nil { return true }
        return functionsByEquality.isSame(one, other) && functionsByElements?.isSame(one, other) ?? true
      },
      hash: { value, hasher in
        let hadMetIncomparable = hasher.hasMetIncomparable
        hasher.hasMetIncomparable = false
        functionsByParts.hash(value, &hasher)
        if hasher.hasMetIncomparable {
          functionsByElements?.hash(value, &hasher)
          // Few collections differ in anything but their elements, so the type's own hash is needed only for a fingerprint,
          // after which no comparison follows.
          if functionsByElements == nil || hasher.isFingerprint { functionsByEquality.hash(value, &hasher) }
        }
        hasher.hasMetIncomparable = hadMetIncomparable
      }, isEqualToItself: functionsByParts.isEqualToItself)
    return true
  }

  /// The ranges of bytes of the functions in each value of a type.
  ///
  /// - Returns: `nil` where another part is incomparable, or a function is in a collection or the payload of an enum.
  private func bytesOfFunctions(in type: Any.Type) -> [Range<Int>]? {
    let key = ValueIdentity.Key(type: ObjectIdentifier(type), criterion: criterion)
    guard let identity = knownIdentities[key] else { return nil }
    if !identity.mayHoldIncomparable { return [] }
    switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields):
      var ranges: [Range<Int>] = []
      for field in fields {
        guard let fieldRanges = bytesOfFunctions(in: field.type) else { return nil }
        ranges += fieldRanges.map { field.offset + $0.lowerBound..<field.offset + $0.upperBound }
      }
      return ranges
    case .other where TypeShape.isFunction(type): return [0..<ValueWitnesses(of: type).size]
    case .enumeration, .other: return nil
    }
  }

  private func elementFunctions<Elements: RandomAccessCollection>(of type: Elements.Type) -> ValueIdentity.Functions {
    let elementIdentity = ValueIdentity(type: Elements.Element.self, by: criterion)
    elementIdentity.functions = deferredFunctions(for: Elements.Element.self)
    return elementwiseFunctions(elementIdentity, ElementReader(of: type))
  }
}

// MARK: Collections of libraries

extension IdentityMaker {
  /// Makes the identity of a collection by its elements alone: its other parts may be a capacity, or a number that changes with
  /// every mutation.
  mutating func makeByElements<Elements: Collection>(
    _ identity: ValueIdentity, of type: Elements.Type, _ fields: [TypeShape.Field], areOrdered: Bool
  ) {
    identity.isMadeOfElements = true
    if areOrdered, let field = fields.first(where: { $0.type == ContiguousArray<Elements.Element>.self }) {
      // An ordered set keeps its elements in an array, beside a hash table.
      return makeCombined(identity, of: type, [("", field.offset, self.identity(of: field.type))])
    }
    let elementIdentity = self.identity(of: Elements.Element.self)
    identity.functions = elementwiseFunctions(elementIdentity, ElementReader(of: type))
    if !areOrdered { Self.makeUnordered(&identity.functions, of: type, elementIdentity) }
  }

  private static func makeUnordered<Elements: Collection>(
    _ functions: inout ValueIdentity.Functions, of type: Elements.Type, _ elementIdentity: ValueIdentity
  ) {
    functions.isSame = { one, other in
      let (one, other) = (one.assumingMemoryBound(to: type).pointee, other.assumingMemoryBound(to: type).pointee)
      guard one.count == other.count else { return false }
      // Equal sets or dictionaries of swift-collections nearly always have their elements in the same order.
      return one.elementsEqual(other, by: elementIdentity.areSame)
        || areSameInAnyOrder(one, other, elementIdentity.areSame)
    }
    functions.hash = { value, hasher in
      var sum: UInt64 = 0
      for part in value.assumingMemoryBound(to: type).pointee {
        withUnsafePointer(to: part) { part in
          sum &+= hasher.hashOfElement { elementIdentity.functions.hash(part, &$0) }
        }
      }
      hasher.combine(sum)
    }
  }

  /// The collections must have the same length. The time is quadratic in this length.
  static func areSameInAnyOrder<Elements: Collection>(
    _ one: Elements, _ other: Elements, _ areSame: (Elements.Element, Elements.Element) -> Bool
  ) -> Bool {
    var unmatchedElements = Array(other)
    return one.allSatisfy { element in
      guard let matchIndex = unmatchedElements.firstIndex(where: { areSame(element, $0) }) else { return false }
      unmatchedElements.swapAt(matchIndex, unmatchedElements.count - 1)
      unmatchedElements.removeLast()
      return true
    }
  }
}
