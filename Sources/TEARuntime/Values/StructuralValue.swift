/// A value of a type that need not be `Equatable`. Values are compared by all that they store, or by the `==` of the `Hashable`
/// types in them.
package struct StructuralValue: Hashable {
  private let value: Any
  private let identity: ValueIdentity
  private let hash: UInt64

  /// - Throws: ``IncomparableValue`` when the value contains a part that has no comparison; with the criterion `equality`, only
  ///   when this part is outside of `Hashable` types.
  package init(_ value: Any, by criterion: ValueIdentity.Criterion = .equality) throws(IncomparableValue) {
    let type = Swift.type(of: value)
    let identity = ValueIdentity.of(type, by: criterion)
    if identity.mayHoldIncomparable, let part = withAddress(of: value, as: type, { identity.firstIncomparable(in: $0) })
    {
      throw part
    }
    self.value = value
    self.identity = identity
    // With the criterion `equality`, all values of a type have the same hash, because a type's own `hash(into:)` may
    // trap, as that of `NSError` does.
    hash = criterion == .stored ? identity.hash(ofValue: value) : 0
  }

  /// The hash of a value that is compared by its stored contents, for searches that compare nothing but hashes.
  package var fingerprint: UInt64 {
    var hasher = IdentityHasher()
    hasher.isFingerprint = true
    hasher.combine(ObjectIdentifier(identity.type).hashValue)
    withAddress(of: value, as: identity.type) { identity.functions.hash($0, &hasher) }
    return hasher.state
  }

  package static func == (one: StructuralValue, other: StructuralValue) -> Bool {
    one.identity === other.identity && one.hash == other.hash
      && one.identity.isSame(value: one.value, and: other.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity.type))
    hasher.combine(hash)
  }
}

/// A part of a value for which there is no equality.
package struct IncomparableValue: Error, CustomStringConvertible {
  /// The fields and cases that lead to the part.
  package var path: [String]
  package var type: Any.Type

  func inside(_ name: String) -> IncomparableValue { IncomparableValue(path: [name] + path, type: type) }

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
