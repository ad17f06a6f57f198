internal import Synchronization

/// The comparison of the values of one type: two values are the same where all that they store is the same, whatever they
/// show of it and whatever they call equal.
///
/// It is made once for a type, from the type's metadata. Structs and tuples are told apart by their fields, enums by case
/// and payload, arrays element by element, sets and dictionaries in whatever order, strings by their code units and
/// floating-point numbers by their bits; existentials by the type that they hold, and then by its identity. Types of the
/// standard library and of Foundation that are none of these have the `==` that they come with, as have objects.
///
/// A part that cannot be looked into (a function, an object without `==`, a struct without known fields) is *unseen*:
/// it tells no values apart, and ``firstUnseen(in:)`` finds it.
package final class ValueIdentity: @unchecked Sendable {
  // It is filled in under the lock under which it was made, and never changes after that.

  /// The basis on which values are compared.
  package enum Criterion: Hashable, Sendable {
    /// All that it stores.
    case stored
    /// The `==` of its types where they are `Hashable`, and all that the others store.
    case equality
  }

  /// A part that cannot be looked into, and the fields and cases that lead to it.
  package struct Unseen {
    package var path: [String]
    package var type: Any.Type
  }

  /// The functions on values in memory.
  struct Functions {
    var isSame: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    var hash: (UnsafeRawPointer, inout IdentityHasher) -> Void
    /// Returns whether a value is equal to itself by its own `==`, as a NaN is not; `nil` where every value is.
    ///
    /// An `==` that somebody wrote for a struct or an enum is taken to be true of each value and itself.
    var isEqualToItself: ((UnsafeRawPointer) -> Bool)?
    /// Finds the first part that cannot be looked into; nothing where no value has any.
    var unseen: ((UnsafeRawPointer) -> Unseen?)?
  }

  package let type: Any.Type
  var functions = Functions(isSame: { _, _ in true }, hash: { _, _ in }, unseen: nil)
  /// The bytes that count, where a value is nothing but these.
  package var mask: [UInt8]?
  /// A value is told apart by its fields, or by its case and payload, and by nothing else.
  package internal(set) var isMadeOfParts = false
  /// Comparing values costs little more than reading them.
  package var isCheap = false

  init(type: Any.Type) { self.type = type }

  /// The identity of a type.
  package static func of(_ type: Any.Type, by criterion: Criterion = .stored) -> ValueIdentity {
    identities.withLock { known in
      let key = Key(type: ObjectIdentifier(type), criterion: criterion)
      if let identity = known[key] { return identity }
      var maker = IdentityMaker(criterion: criterion, known: known)
      let identity = maker.identity(of: type)
      known = maker.known
      return identity
    }
  }

  struct Key: Hashable {
    var type: ObjectIdentifier
    var criterion: Criterion
  }

  private static let identities = Mutex<[Key: ValueIdentity]>([:])

  /// Returns whether two values of the type in memory are the same.
  package func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool { functions.isSame(one, other) }

  /// The hash of a value of the type in memory: the same for values that are the same, in one process.
  package func hash(_ value: UnsafeRawPointer) -> UInt64 {
    var hasher = IdentityHasher()
    functions.hash(value, &hasher)
    return hasher.state
  }

  /// There may be a value that is not equal to itself by its own `==`.
  package var mayDifferFromItself: Bool { functions.isEqualToItself != nil }

  /// Returns whether a value in memory is equal to itself by its own `==`, and by that of its parts.
  package func isEqualToItself(_ value: UnsafeRawPointer) -> Bool { functions.isEqualToItself?(value) ?? true }

  /// The types of what the existentials of a value in memory hold.
  package func dynamicTypes(in value: UnsafeRawPointer) -> [Any.Type] {
    var types: [ObjectIdentifier: Any.Type] = [:]
    withUnsafeMutablePointer(to: &types) { types in
      var hasher = IdentityHasher()
      hasher.types = types
      functions.hash(value, &hasher)
    }
    return types.values.sorted { String(reflecting: $0) < String(reflecting: $1) }
  }

  /// A value of the type may have a part that cannot be looked into.
  package var mayHoldUnseen: Bool { functions.unseen != nil }

  /// The first part of a value in memory that cannot be looked into.
  package func firstUnseen(in value: UnsafeRawPointer) -> Unseen? { functions.unseen?(value) }
}

/// A hash that is made word by word: the high and the low half of a product, folded (Wang Yi: *wyhash*).
struct IdentityHasher {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The types of what existentials hold, as they are noted; `nil` where they are not wanted.
  var types: UnsafeMutablePointer<[ObjectIdentifier: Any.Type]>?

  /// A fresh hasher for one element of an unordered collection, whose elements' hashes are added up.
  var ofElement: IdentityHasher {
    var hasher = IdentityHasher()
    hasher.types = types
    return hasher
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
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    combine(rest)
  }
}

/// A type whose values are parts of a program's text, such as its functions: there is one of them in all worlds of a program,
/// and it tells none apart.
package protocol PartOfProgram {}
