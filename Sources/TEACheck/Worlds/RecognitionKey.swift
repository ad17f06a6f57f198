internal import Synchronization
internal import TEASupport
internal import TEARuntime

/// The key by which a value is recognised.
///
/// Values whose parts can all be compared have equal keys exactly if they store the same, whatever their `==` says. Values with
/// an incomparable part, such as a function, have equal keys if their other parts and their texts are the same. If such values
/// are `Equatable`, they must also be equal by `==`, or both be unequal to themselves.
package func recognitionKey(of value: Any) -> AnyHashable {
  if let structure = try? StructuralValue(value, by: .stored) { return AnyHashable(structure) }
  return AnyHashable(PartlyComparedValue(value))
}

/// The key itself if it is equal to itself; otherwise, as with a NaN, the recognition key of its value.
func keyEqualToItself(_ key: AnyHashable) -> AnyHashable {
  // The `==` of a collection with itself does not compare its elements, which may be unequal to themselves.
  let value = key.base
  let isEqualToItself = key == key && ValueIdentity.of(type(of: value)).isEqualToItself(value: value)
  return isEqualToItself ? key : recognitionKey(of: value)
}

/// The hash of a recognition key for searches that compare nothing but hashes.
func recognitionFingerprint(of key: AnyHashable) -> UInt64 {
  switch key.base {
  case let structure as StructuralValue: structure.fingerprint
  case let value as PartlyComparedValue: value.fingerprint
  default: UInt64(truncatingIfNeeded: key.hashValue)
  }
}

/// A recognition key that is made when it is first used, and that copies of its owner share. Most such keys are never used.
package final class LazyKey: Hashable, @unchecked Sendable {
  // Unchecked, because `make` captures values that are not Sendable; threads only read these values.

  private let key = Mutex<UncheckedKey?>(nil)
  private let make: () -> AnyHashable

  private struct UncheckedKey: @unchecked Sendable { let value: AnyHashable }

  package init(_ make: @escaping () -> AnyHashable) { self.make = make }

  package var value: AnyHashable {
    if let made = key.withLock({ $0 }) { return made.value }
    // `make` is called outside of the lock, because it calls functions of the user. If two threads call it, the keys are equal.
    let made = UncheckedKey(value: make())
    key.withLock { $0 = made }
    return made.value
  }

  package static func == (one: LazyKey, other: LazyKey) -> Bool { one === other || one.value == other.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// The key of an item of the surroundings, such as a late message or a silent effect. An item is compared by several parts.
enum ItemKey: Hashable, Sendable {
  case values(LazyKey)
  /// The numbers of the parts in a ``NumberedProgram``, and constants that tell the forms of items apart.
  case numbers(UInt32, UInt32, UInt32)

  static func values(_ make: @escaping () -> AnyHashable) -> ItemKey { .values(LazyKey(make)) }
}

/// A value with a part that cannot be compared.
private struct PartlyComparedValue: Hashable {
  private let value: Any
  private let identity: ValueIdentity
  private let text: String
  private let hash: UInt64

  init(_ value: Any) {
    self.value = value
    identity = ValueIdentity.of(type(of: value))
    text = literal(value)
    hash = identity.hash(ofValue: value)
  }

  var fingerprint: UInt64 {
    let ownHash = (value as? any Hashable)?.hashValue ?? 0
    let hashes = [ObjectIdentifier(identity).hashValue, text.hashValue, ownHash].map { UInt64(truncatingIfNeeded: $0) }
    return hashes.reduce(identity.hash(ofValue: value, isFingerprint: true)) { RandomNumbers.mix($0 ^ $1) }
  }

  static func == (one: Self, other: Self) -> Bool {
    one.identity === other.identity && one.hash == other.hash && one.text == other.text
      && one.identity.isSame(value: one.value, and: other.value) && equalityAllows(one.value, other.value)
  }

  /// `false` where the values are unequal by their own `==`. The `==` of values that are unequal to themselves, such as a NaN,
  /// does not count.
  private static func equalityAllows(_ one: Any, _ other: Any) -> Bool {
    areEqual(one, other) ?? true || areEqual(one, one) == false && areEqual(other, other) == false
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
