internal import Synchronization

/// The comparison of the values of one type, made once for a type and a criterion, from the type's metadata.
///
/// Values are taken apart and compared by all that they store, as far as their type can be read. Objects and other types
/// that are not taken apart are compared by their own `==`.
///
/// A part that has no comparison, such as a function or an object without `==`, is *incomparable*. Such a part does not
/// distinguish values. With the criterion `stored`, ``IdentityMaker/requireEquality(_:)`` may make the part comparable by the
/// `==` of a type around it.
package final class ValueIdentity: @unchecked Sendable {
  // Unchecked: an identity is filled in under the lock of `identities`, and constant afterwards.

  package enum Criterion: UInt64, Sendable {
    /// All that a value stores.
    case stored
    /// The `==` of `Hashable` types, and all that other types store.
    case equality
    /// As ``equality``, but all functions of a type count as the same, because they have one text. A type that writes its own
    /// text or mirror is incomparable, because it may call a function there.
    case equalityBesideFunctions
  }

  struct Functions {
    var isSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    var hash: (UnsafeRawPointer, inout IdentityHasher) -> Void
    /// Returns `false` for a value that is unequal to itself by `==`, such as a NaN; `nil` for a type without such values.
    ///
    /// With the criterion `stored`, a user's struct or enum counts as equal to itself if all of its parts are.
    var isEqualToItself: ((UnsafeRawPointer) -> Bool)?
    /// Finds the first incomparable part; `nil` where no value has any.
    var findIncomparable: ((UnsafeRawPointer) -> IncomparableValue?)?
  }

  package let type: Any.Type
  private let criterion: Criterion
  /// The comparison and the hash; placeholders until ``IdentityMaker`` fills the identity in.
  var functions = Functions(isSame: { _, _ in true }, hash: { _, _ in }, findIncomparable: nil)
  /// The mask of the bytes that are compared, where a value is plain bytes; `nil` for other values.
  package var mask: [UInt8]?
  /// `true` for a struct or an enum that is compared by its parts, and by its own `==` only with ``requiresEquality``.
  package internal(set) var isMadeOfParts = false
  /// `true` where values must be equal by the `==` of the type as well, because some part of them is incomparable.
  package internal(set) var requiresEquality = false
  /// `true` where the hash of a value may call the type's own `hash(into:)`.
  package internal(set) var hashesItself = false
  /// `true` where unequal values may have equal hashes, even as fingerprints, because the type's own `hash(into:)`
  /// may trap, and is not called.
  package internal(set) var isHashedInPart = false
  /// `true` where a value is a collection that is compared only by its elements.
  package internal(set) var isMadeOfElements = false
  /// The identities of the fields or payloads. They are retained here, because the functions do not retain them.
  var parts: [ValueIdentity] = []
  /// `true` where comparing values takes little longer than reading them.
  package var isCheap = false

  init(type: Any.Type, by criterion: Criterion) { (self.type, self.criterion) = (type, criterion) }

  fileprivate var key: Key { Key(type: ObjectIdentifier(type), criterion: criterion) }

  package static func of(_ type: Any.Type, by criterion: Criterion = .stored) -> ValueIdentity {
    let key = Key(type: ObjectIdentifier(type), criterion: criterion)
    if let identity = recentIdentities[key] { return identity }
    let identity = identities.withLock { knownIdentities in
      if let identity = knownIdentities[key] { return identity }
      var maker = IdentityMaker(criterion: criterion, knownIdentities: knownIdentities)
      let identity = maker.identity(of: type)
      knownIdentities = maker.knownIdentities
      return identity
    }
    recentIdentities[key] = identity
    return identity
  }

  struct Key: Hashable {
    var type: ObjectIdentifier
    var criterion: Criterion
  }

  private static let identities = Mutex<[Key: ValueIdentity]>([:])
  /// A cache, because values in existentials ask for the identity of their type at each comparison.
  private static let recentIdentities = RecentIdentities()

  package func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool { functions.isSame(one, other) }

  /// A hash that is equal, within a process, for values that are the same.
  ///
  /// - Parameter isFingerprint: `true` where values with equal hashes will count as the same, without a comparison.
  package func hash(_ value: UnsafeRawPointer, isFingerprint: Bool = false) -> UInt64 {
    var hasher = IdentityHasher()
    hasher.isFingerprint = isFingerprint
    functions.hash(value, &hasher)
    return hasher.state
  }

  func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { functions.isSame(one, $0) } }
  }

  package func isSame(value one: Any, and other: Any) -> Bool {
    withAddress(of: one, as: type) { one in withAddress(of: other, as: type) { functions.isSame(one, $0) } }
  }

  package func hash(ofValue value: Any, isFingerprint: Bool = false) -> UInt64 {
    withAddress(of: value, as: type) { hash($0, isFingerprint: isFingerprint) }
  }

  /// `true` where a value may be unequal to itself by its own `==`, as a NaN is.
  package var mayDifferFromItself: Bool { functions.isEqualToItself != nil }

  package func isEqualToItself(_ value: UnsafeRawPointer) -> Bool { functions.isEqualToItself?(value) ?? true }

  package func isEqualToItself(value: Any) -> Bool {
    !mayDifferFromItself || withAddress(of: value, as: type) { isEqualToItself($0) }
  }

  /// The dynamic types of the existentials in a value in memory, sorted by their names.
  package func dynamicTypes(in value: UnsafeRawPointer) -> [Any.Type] {
    var types: [Any.Type] = []
    withUnsafeMutablePointer(to: &types) { types in
      var hasher = IdentityHasher()
      hasher.types = types
      functions.hash(value, &hasher)
    }
    return types.count < 2 ? types : types.sorted { String(reflecting: $0) < String(reflecting: $1) }
  }

  /// The hash of a value as a fingerprint; `nil` for a value with an incomparable part, or in which an existential has a
  /// dynamic type that does not satisfy a condition.
  package func fingerprint(of value: UnsafeRawPointer, where holds: (Any.Type) -> Bool) -> UInt64? {
    var types: [Any.Type] = []
    return withUnsafeMutablePointer(to: &types) { types in
      var hasher = IdentityHasher()
      (hasher.types, hasher.isFingerprint) = (types, true)
      functions.hash(value, &hasher)
      return hasher.hasMetIncomparable || !types.pointee.allSatisfy(holds) ? nil : hasher.state
    }
  }

  package var mayHoldIncomparable: Bool { functions.findIncomparable != nil }

  package func firstIncomparable(in value: UnsafeRawPointer) -> IncomparableValue? {
    functions.findIncomparable?(value)
  }
}

/// A cache that threads read without waiting for each other.
private struct RecentIdentities: @unchecked Sendable {
  // Unchecked: the slots are atomic, and identities live as long as the process.

  /// The binary logarithm of the number of slots. Types that share a slot displace each other, which only costs time.
  private static var slotBits: UInt64 { 8 }

  /// The addresses of identities, each in the slot of its key; 0 for none.
  private let slots: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    slots = .allocate(capacity: 1 << Self.slotBits)
    for slot in 0..<1 << Self.slotBits { (slots + slot).initialize(to: Atomic(0)) }
  }

  subscript(key: ValueIdentity.Key) -> ValueIdentity? {
    get {
      let address = slot(of: key).pointee.load(ordering: .acquiring)
      guard let address = UnsafeRawPointer(bitPattern: address) else { return nil }
      let identity = Unmanaged<ValueIdentity>.fromOpaque(address).takeUnretainedValue()
      return identity.key == key ? identity : nil
    }
    nonmutating set {
      let address = newValue.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
      slot(of: key).pointee.store(address, ordering: .releasing)
    }
  }

  private func slot(of key: ValueIdentity.Key) -> UnsafeMutablePointer<Atomic<UInt>> {
    // Multiplication by 2⁶⁴ divided by the golden ratio spreads nearby addresses over the slots (Knuth).
    let bits = UInt64(UInt(bitPattern: key.type)) &* 4 &+ key.criterion.rawValue
    return slots + Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.slotBits))
  }
}

/// A hash that is computed word by word by folding 128-bit products (Wang Yi: *wyhash*).
struct IdentityHasher {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// Receives the dynamic types of existentials, each once; `nil` where they are not needed.
  var types: UnsafeMutablePointer<[Any.Type]>?
  /// `true` where no comparison follows: all that tells values apart must be hashed.
  var isFingerprint = false
  /// `true` once a value with an incomparable part was hashed.
  var hasMetIncomparable = false

  /// The hash of one element of an unordered collection, whose elements' hashes are added up.
  mutating func hashOfElement(_ hash: (inout IdentityHasher) -> Void) -> UInt64 {
    var hasher = IdentityHasher()
    (hasher.types, hasher.isFingerprint) = (types, isFingerprint)
    hash(&hasher)
    hasMetIncomparable = hasMetIncomparable || hasher.hasMetIncomparable
    return hasher.state
  }

  mutating func combine(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    state = product.high ^ product.low &+ 0xE703_7ED1_A0B4_28DB
  }

  mutating func combine(_ number: Int) { combine(UInt64(truncatingIfNeeded: number)) }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    combine(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var lastWord: UInt64 = 0
    while offset < bytes.count {
      lastWord = lastWord << 8 | UInt64(bytes[offset])
      offset += 1
    }
    combine(lastWord)
  }
}
