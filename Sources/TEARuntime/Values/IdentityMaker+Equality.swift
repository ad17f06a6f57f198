// Comparison by the `==` of a type.

/// A reference to an object in which a value keeps its elements. Its `==` compares addresses, and not the elements.
protocol StorageReference {}

extension ManagedBufferPointer: StorageReference {}

extension IdentityMaker {
  /// Makes the identity of a type by its own `==`; without one, its values are incomparable.
  mutating func makeLeaf<Value>(_ identity: ValueIdentity, of type: Value.Type) {
    // `identity(of:)` does not count a part of a recursive type, so the part is counted here, where its functions are set.
    defer { count(identity) }
    guard let equatable = type as? any Equatable.Type else { return setIncomparable(identity) }
    identity.functions = Self.ownEquality(of: equatable)
    // Values with the same bytes are the same, even if `==` is not reflexive, as for a `Notification` with an object.
    let (isEqual, bytes) = (identity.functions.isSame, MaskedBytes(Self.allBytes(of: type)))
    if let collection = type as? any Collection.Type, let haveSameStart = Self.startIndexComparison(of: collection) {
      identity.functions.isSame = { bytes.isSame($0, $1) || isEqual($0, $1) && haveSameStart($0, $1) }
    } else {
      identity.functions.isSame = { bytes.isSame($0, $1) || isEqual($0, $1) }
    }
  }

  /// Makes the identity of a type whose values are incomparable.
  mutating func makeIncomparable(_ identity: ValueIdentity) {
    setIncomparable(identity)
    count(identity)
  }

  private func setIncomparable(_ identity: ValueIdentity) {
    let type = identity.type
    identity.functions = .init(isSame: { _, _ in true }, hash: { _, _ in })
    identity.functions.incomparable = { _ in ValueIdentity.IncomparablePart(path: [], type: type) }
  }

  /// Returns a comparison of the first indices of two slices, because code may depend on them, as for slices of `Data`.
  ///
  /// - Returns: `nil` for a collection whose slices are of another type.
  private static func startIndexComparison<Slice: Collection>(
    of type: Slice.Type
  ) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    guard Slice.SubSequence.self == Slice.self else { return nil }
    return { one, other in
      one.assumingMemoryBound(to: type).pointee.startIndex == other.assumingMemoryBound(to: type).pointee.startIndex
    }
  }

  /// The functions that compare values by the `==` of their type. Their hash is constant where the type is not `Hashable`.
  static func ownEquality<Value: Equatable>(of type: Value.Type) -> ValueIdentity.Functions {
    let isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool = {
      $0.assumingMemoryBound(to: type).pointee == $1.assumingMemoryBound(to: type).pointee
    }
    let hash = (type as? any Hashable.Type).map { ownHash(of: $0) }
    return .init(isSame: isEqual, hash: hash ?? { _, _ in }, isEqualToItself: isEqualToItself(type))
  }

  private static func ownHash<Value: Hashable>(of type: Value.Type) -> (UnsafeRawPointer, inout IdentityHasher) -> Void
  {
    { value, hasher in
      let value = value.assumingMemoryBound(to: type)
      // Some errors of Foundation trap in `hash(into:)`.
      if type is any Error.Type || type is AnyObject.Type, let error = value.pointee as? any Error {
        return hasher.combine(error._code)
      }
      var standardHasher = Hasher()
      value.pointee.hash(into: &standardHasher)
      hasher.combine(standardHasher.finalize())
    }
  }

  static func isEqualToItself<Value: Equatable>(_ type: Value.Type) -> (UnsafeRawPointer) -> Bool {
    { memory in
      let value = memory.assumingMemoryBound(to: type)
      return value.pointee == value.pointee
    }
  }

  // MARK: Types with an incomparable part

  /// Makes values with an incomparable part comparable, where their type has an `==`.
  ///
  /// A derived `==` would not compile beside such a part, so the author of the type wrote it and knows how to compare the part.
  ///
  /// Types that contain themselves are left as they are: their `==` would be evaluated again at each level of a value.
  func requireEquality(_ identity: ValueIdentity) {
    guard criterion == .stored, TypeShape.isOfUser(identity.type), let type = identity.type as? any Equatable.Type
    else { return }
    let (parts, own) = (identity.functions, Self.ownEquality(of: type))
    (identity.requiresEquality, identity.isCheap) = (true, false)
    if let collection = type as? any Collection.Type {
      // The other parts of a collection may be a capacity, or a number that changes with every mutation.
      identity.isMadeOfParts = false
      identity.functions = own
      if let ordered = collection as? any RandomAccessCollection.Type {
        let elements = Self.elementFunctions(of: ordered)
        identity.functions.isSame = { elements.isSame($0, $1) && own.isSame($0, $1) }
        identity.functions.hash = elements.hash
      }
    } else {
      identity.functions = .init(
        isSame: { parts.isSame($0, $1) && own.isSame($0, $1) },
        hash: { value, hasher in
          parts.hash(value, &hasher)
          own.hash(value, &hasher)
        }, isEqualToItself: parts.isEqualToItself)
    }
  }

  /// The functions that compare collections by their elements in order, which may store more than their `==` compares.
  private static func elementFunctions<Elements: RandomAccessCollection>(
    of type: Elements.Type
  ) -> ValueIdentity.Functions {
    let stride = MemoryLayout<Elements.Element>.stride
    return .init(
      isSame: { one, other in
        let identity = ValueIdentity.of(Elements.Element.self)
        let (one, other) = (one.assumingMemoryBound(to: type), other.assumingMemoryBound(to: type))
        let areSameInPlace = one.pointee.withContiguousStorageIfAvailable { one in
          other.pointee.withContiguousStorageIfAvailable { other in
            guard one.count == other.count else { return false }
            guard let first = UnsafeRawPointer(one.baseAddress), let second = UnsafeRawPointer(other.baseAddress)
            else { return true }
            var offset = 0
            while offset < one.count * stride {
              if !identity.isSame(first + offset, second + offset) { return false }
              offset += stride
            }
            return true
          }
        }
        if let areSame = areSameInPlace ?? nil { return areSame }
        return one.pointee.elementsEqual(other.pointee) { one, other in
          withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { identity.isSame(one, $0) } }
        }
      },
      hash: { value, hasher in
        let identity = ValueIdentity.of(Elements.Element.self)
        let value = value.assumingMemoryBound(to: type)
        let elementHasher = hasher
        let hashInPlace = value.pointee.withContiguousStorageIfAvailable { elements in
          var hasher = elementHasher
          if let first = UnsafeRawPointer(elements.baseAddress) {
            for index in elements.indices { identity.functions.hash(first + index * stride, &hasher) }
          }
          return hasher
        }
        if let hashInPlace { return hasher = hashInPlace }
        for element in value.pointee { withUnsafePointer(to: element) { identity.functions.hash($0, &hasher) } }
      })
  }
}
