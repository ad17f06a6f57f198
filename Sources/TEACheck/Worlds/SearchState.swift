public import TEARuntime

/// A world in a form that a search can recognise again.
///
/// Worlds are the same where all that their models and their outstanding commands store is the same: see
/// ``StructuralHash``, which compares them.
@usableFromInline
protocol SearchState {
  associatedtype M: Module

  /// The same for programs that have no commands, whose worlds are nothing but models.
  associatedtype Bare: SearchState = Self where Bare.M == M

  /// Whether there is nothing to a world but its model.
  static var isModel: Bool { get }

  /// Whether worlds are a model and commands of which each can be told apart from others by itself.
  static var canBeInterned: Bool { get }

  /// A world with other outstanding commands.
  init(_ other: Self, with outstanding: [M.Command])

  /// Whether a world begins with its model in memory.
  static var beginsWithModel: Bool { get }

  var model: M.Model { get }

  /// - Throws: When worlds of this kind cannot be told apart.
  init(_ world: World<M>) throws

  /// - Throws: When worlds of this kind cannot be told apart.
  init(_ world: World<M>, under rules: Rules<M>) throws

  var world: World<M> { get }

  /// Whether two count as one.
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash) -> Bool

  /// Whether the outstanding command at an index is the same as one that was performed before it.
  func isRepeated(_ index: Int) -> Bool

  /// Whether another world that counts as equal is the same too.
  func isSameWorld(as other: Self, _ structural: StructuralHash) -> Bool

  /// A hash, which is the same for two that count as one.
  func hash(_ structural: StructuralHash) -> Int

  /// The hash of a world, made into one of this kind.
  ///
  /// - Throws: When worlds of this kind cannot be told apart.
  static func hash(of world: World<M>, _ structural: StructuralHash) throws -> Int

  /// Whether a world can be told by a hash of 64 bits: see ``exactHash(at:_:)``.
  static func hasExactHashes(_ structural: StructuralHash) -> Bool

  /// A hash that no other world has.
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64

  /// Reads some of the memory that a comparison will read beside the world's own, to be waited for beforehand.
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64

  /// The same hash of a world that shares much of its memory with another one, whose fields have the hashes given.
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int
}

extension SearchState {
  @inlinable
  static var isModel: Bool { false }

  @inlinable
  static var canBeInterned: Bool { false }

  @inlinable
  init(_ other: Self, with outstanding: [M.Command]) { self = other }

  @inlinable
  static var beginsWithModel: Bool { false }

  @inlinable
  var model: M.Model { world.model }

  @inlinable
  init(_ world: World<M>, under rules: Rules<M>) throws { try self.init(world) }

  @inlinable
  func isSameWorld(as other: Self, _ structural: StructuralHash) -> Bool {
    withUnsafePointer(to: self) { one in withUnsafePointer(to: other) { Self.isSame(one, $0, structural) } }
  }

  @inlinable
  static func hash(of world: World<M>, _ structural: StructuralHash) throws -> Int {
    try structural.checkComparable(world)
    return try Self(world).hash(structural)
  }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int { place.pointee.hash(structural) }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64 { 0 }

  @inlinable
  static func hasExactHashes(_ structural: StructuralHash) -> Bool { false }

  @inlinable
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64 {
    UInt64(truncatingIfNeeded: place.pointee.hash(structural))
  }
}

extension World: SearchState {
  @usableFromInline typealias Bare = BareWorld<M>

  @inlinable
  init(_ world: World) { self = world }

  @inlinable
  var world: World { self }

  @usableFromInline
  func isRepeated(_ index: Int) -> Bool {
    index > 0 && CommandIdentity.of(M.Command.self).isRepeated(index, in: outstanding)
  }

  @inlinable
  static var canBeInterned: Bool { M.Command.self != Never.self }

  @inlinable
  init(_ other: World, with outstanding: [M.Command]) {
    self.init(model: other.model, outstanding: outstanding)
  }

  @inlinable
  static var beginsWithModel: Bool { true }

  @inlinable
  func hash(_ structural: StructuralHash) -> Int {
    let hash = withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) }
    return combinedHash(hash, outstanding.count == 0 ? nil : structural.commands.bagHash(outstanding), surroundings)
  }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int {
    let hash = structural(UnsafeRawPointer(place), like: UnsafeRawPointer(other), whoseFieldsHave: hashes)
    let outstanding = place.pointee.outstanding
    return combinedHash(
      hash, outstanding.count == 0 ? nil : structural.commands.bagHash(outstanding), place.pointee.surroundings)
  }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64 {
    structural.touchFarMemory(of: UnsafeRawPointer(place))
  }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash) -> Bool {
    structural.isSame(UnsafeRawPointer(one), UnsafeRawPointer(other))
      && (one.pointee.outstanding.count == 0 && other.pointee.outstanding.count == 0
        || structural.commands.isSameBag(one.pointee.outstanding, other.pointee.outstanding))
      && (one.pointee.surroundings == nil && other.pointee.surroundings == nil
        || Surroundings.isSame(one.pointee.surroundings, other.pointee.surroundings))
  }
}

/// The hash of a world, by those of its parts, so that a part that is known is not hashed again.
///
/// - Parameter bag: That of the outstanding commands, where there are any: see ``CommandIdentity/bagHash(_:)``.
@inlinable
func combinedHash<M: Module>(_ model: UInt64, _ bag: Int?, _ surroundings: Surroundings<M>?) -> Int {
  var hash = model
  if let bag { StructuralHash.add(bag, to: &hash) }
  if let surroundings { StructuralHash.add(surroundings.hash, to: &hash) }
  return Int(truncatingIfNeeded: hash)
}

/// The world of a program that has no commands: its model.
@usableFromInline
struct BareWorld<M: Module>: SearchState {
  @usableFromInline let model: M.Model

  @inlinable
  static var isModel: Bool { true }

  @inlinable
  static var beginsWithModel: Bool { true }

  @inlinable
  init(_ world: World<M>) { model = world.model }

  @inlinable
  var world: World<M> { World(model: model) }

  @inlinable
  func isRepeated(_ index: Int) -> Bool { false }

  @inlinable
  func hash(_ structural: StructuralHash) -> Int {
    Int(truncatingIfNeeded: withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) })
  }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int {
    Int(
      truncatingIfNeeded: structural(UnsafeRawPointer(place), like: UnsafeRawPointer(other), whoseFieldsHave: hashes))
  }

  @inlinable
  static func hasExactHashes(_ structural: StructuralHash) -> Bool { structural.fitsWord }

  @inlinable
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64 {
    structural.exactHash(UnsafeRawPointer(place))
  }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash) -> UInt64 {
    structural.touchFarMemory(of: UnsafeRawPointer(place))
  }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash) -> Bool {
    structural.isSame(UnsafeRawPointer(one), UnsafeRawPointer(other))
  }
}

/// A world as a key of sets and dictionaries.
struct WorldKey<M: Module>: Hashable {
  let world: World<M>
  let structural: StructuralHash

  static func == (one: WorldKey, other: WorldKey) -> Bool { one.world.isSameWorld(as: other.world, one.structural) }

  func hash(into hasher: inout Hasher) { hasher.combine(world.hash(structural)) }
}
