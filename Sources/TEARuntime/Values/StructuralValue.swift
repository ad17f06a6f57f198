/// A value of a type that need not be `Equatable`. Values are compared by all that they store, or by the `==` of the `Hashable`
/// types in them.
package struct StructuralValue: Hashable {
  private let value: Any
  private let type: Any.Type
  private let identity: ValueIdentity
  private let hash: UInt64

  /// Values of a `Hashable` type are compared by `==`, and other values by all that they store.
  ///
  /// - Throws: ``IncomparableValue`` when the value contains, outside of `Hashable` types, a part that has no comparison.
  package init(_ value: Any) throws(IncomparableValue) { try self.init(value, by: .equality) }

  /// Values are compared by all that they store; see ``ValueIdentity``.
  ///
  /// - Throws: ``IncomparableValue`` when the value contains an incomparable part.
  package init(byStoredContents value: Any) throws(IncomparableValue) { try self.init(value, by: .stored) }

  private init(_ value: Any, by criterion: ValueIdentity.Criterion) throws(IncomparableValue) {
    let type = Swift.type(of: value)
    let identity = ValueIdentity.of(type, by: criterion)
    if identity.mayHoldIncomparable, let part = withValue(value, as: type, { identity.firstIncomparable(in: $0) }) {
      throw IncomparableValue(part)
    }
    self.value = value
    self.type = type
    self.identity = identity
    // With the criterion `equality`, all values of a type have the same hash, because a type's own `hash(into:)` may
    // trap, as that of `NSError` does.
    hash = criterion == .stored ? withValue(value, as: type) { identity.hash($0) } : 0
  }

  /// The hash of a value that is compared by its stored contents, for searches that compare nothing but hashes.
  package var fingerprint: UInt64 {
    var hasher = IdentityHasher()
    hasher.isFingerprint = true
    hasher.combine(ObjectIdentifier(type).hashValue)
    withValue(value, as: type) { identity.functions.hash($0, &hasher) }
    return hasher.state
  }

  package static func == (one: StructuralValue, other: StructuralValue) -> Bool {
    guard one.identity === other.identity, one.hash == other.hash else { return false }
    return withValue(one.value, as: one.type) { oneMemory in
      withValue(other.value, as: one.type) { one.identity.isSame(oneMemory, $0) }
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(hash)
  }
}

/// A part of a value for which there is no equality.
package struct IncomparableValue: Error, CustomStringConvertible {
  /// The fields and cases that lead to the part.
  package var path: [String]
  package var type: Any.Type

  package init(_ part: ValueIdentity.IncomparablePart) { (path, type) = (part.path, part.type) }

  package var description: String {
    let place = path.isEmpty ? "the value itself" : path.joined(separator: ".")
    if type == UnretainedReference.self {
      return "\(place) is a weak, unowned or unmanaged reference, which has no equality: keep it elsewhere"
    }
    // Functions cannot conform to Hashable.
    return if case .other("a function") = TypeShape(of: type) {
      "\(place) is of type \(type), which has no equality: hold a value that says what to do, or keep it elsewhere"
    } else {
      "\(place) is of type \(type), which has no equality: make the type Hashable, or keep it elsewhere"
    }
  }
}
