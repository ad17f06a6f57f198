internal import TEAMemory
internal import TEASupport
internal import Synchronization
internal import TEARuntime

/// The comparison and the hash of the values of one type, in one piece and not by rows: see ``ValueIdentity``.
///
/// ``ofWhole(_:)`` is for values that stand alone, such as models and messages, and may also require the type's `==`.
/// ``ofPart(_:hashesAreFingerprints:)`` is for their parts, and compares just as ``ValueIdentity`` does.
struct PartIdentity: @unchecked Sendable {
  // Unchecked: the functions read only their arguments.

  let isSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  let hash: (UnsafeRawPointer) -> UInt64
  /// Returns the first part of a value that cannot be compared. `nil` for the identity of parts, and for types with an `==` or
  /// without such parts.
  private(set) var firstIncomparable: ((UnsafeRawPointer) -> IncomparableValue?)?

  /// The identity of values that stand alone. Values that may have incomparable parts must also be equal by the type's `==`,
  /// because the `==` may compare those parts.
  private static func makeWhole(_ type: Any.Type) -> PartIdentity {
    var whole = ofPart(type)
    guard TypeContents.of(type).mayHoldIncomparable else { return whole }
    if let areEqual = equality(of: type) {
      return PartIdentity(isSame: { [areSame = whole.isSame] in areSame($0, $1) && areEqual($0, $1) }, hash: whole.hash)
    }
    let identity = ValueIdentity.of(type)
    whole.firstIncomparable = { identity.firstIncomparable(in: $0) }
    return whole
  }

  /// The identity of values that are parts of models, commands or messages.
  ///
  /// - Parameter hashesAreFingerprints: Worlds with equal hashes are taken for the same.
  static func ofPart(_ type: Any.Type, hashesAreFingerprints: Bool = false) -> PartIdentity {
    let (identity, size) = (ValueIdentity.of(type), ValueWitnesses(of: type).size)
    // The bytes decide first, because most values are copies of a value in a `PartTable`.
    return PartIdentity(
      isSame: { RawMemory.areSame($0, $1, bytes: size) || identity.isSame($0, $1) },
      hash: { identity.hash($0, isFingerprint: hashesAreFingerprints) })
  }

  /// The `==` by which values that stand alone must be equal, in addition to storing the same; `nil` for types without
  /// incomparable parts or without an `==`.
  static func equality(of type: Any.Type) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    guard TypeContents.of(type).mayHoldIncomparable, let areEqual = TEASupport.equality(of: type) else { return nil }
    // Copies of a value in a `PartTable` are equal to it, unless a part may be unequal to itself, as a NaN is.
    let (identity, size) = (ValueIdentity.of(type), ValueWitnesses(of: type).size)
    let copiesAreEqual = !identity.mayDifferFromItself
    if identity.requiresEquality, type is any RandomAccessCollection.Type {
      // The identity compares the elements by all that they store, which may be more than the `==` compares.
      return {
        copiesAreEqual && RawMemory.areSame($0, $1, bytes: size) || areEqual($0, $1) && identity.isSame($0, $1)
      }
    }
    return { copiesAreEqual && RawMemory.areSame($0, $1, bytes: size) || areEqual($0, $1) }
  }

  /// A hash to add to that of the content in a search with hash compaction, where the `==` of ``equality(of:)`` may compare
  /// more than the content; `nil` without such an `==`, or without a hash that fits it.
  static func fingerprint(of type: Any.Type) -> ((UnsafeRawPointer) -> UInt64)? {
    guard equality(of: type) != nil else { return nil }
    let identity = ValueIdentity.of(type)
    if identity.requiresEquality { return { identity.hash($0, isFingerprint: true) } }
    // The identity's hash leaves incomparable parts out, as for a type that contains itself, so the type's own hash is added.
    func ownHash<Value: Hashable>(of type: Value.Type) -> (UnsafeRawPointer) -> UInt64 {
      { value in
        if identity.firstIncomparable(in: value) == nil { return 0 }
        return UInt64(truncatingIfNeeded: value.assumingMemoryBound(to: type).pointee.hashValue)
      }
    }
    return (type as? any Hashable.Type).map { ownHash(of: $0) }
  }

  private static let identities = Mutex<[ObjectIdentifier: PartIdentity]>([:])

  /// The identity of values that stand alone; cached for each type.
  static func ofWhole(_ type: Any.Type) -> PartIdentity {
    let key = ObjectIdentifier(type)
    if let cached = identities.withLock({ $0[key] }) { return cached }
    let identity = makeWhole(type)
    identities.withLock { $0[key] = identity }
    return identity
  }
}

extension PartIdentity {
  func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { isSame(one, $0) } }
  }

  /// Returns whether the value at an index also occurs at a smaller index.
  func isDuplicate<Value>(_ index: Int, in values: [Value]) -> Bool {
    values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return false }
      return (0..<index).contains { isSame(first + $0, first + index) }
    }
  }

  /// Returns whether two lists hold the same values equally often, in any order.
  func isSameBag<Value>(_ one: [Value], _ other: [Value]) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        guard let first = one.baseAddress, let second = other.baseAddress, first != second else { return true }
        if one.indices.allSatisfy({ isSame(first + $0, second + $0) }) { return true }
        var unmatchedIndices = Array(other.indices)
        for index in one.indices {
          guard let position = unmatchedIndices.firstIndex(where: { isSame(first + index, second + $0) }) else {
            return false
          }
          unmatchedIndices.remove(at: position)
        }
        return true
      }
    }
  }

  /// A hash of a list that does not depend on the order of its values.
  func bagHash<Value>(_ values: [Value]) -> UInt64 {
    values.reduce(UInt64(truncatingIfNeeded: values.count)) { sum, value in
      sum &+ withUnsafePointer(to: value) { RandomNumbers.mix(hash($0)) }
    }
  }
}
