public import TEARuntime

/// A world in a form that a search can recognise again.
@usableFromInline
protocol SearchState: Hashable {
  associatedtype M: Module

  /// The same for programs that have no commands, whose worlds are nothing but models.
  associatedtype Bare: SearchState = Self where Bare.M == M

  /// Whether there is nothing to a world but its model.
  static var isModel: Bool { get }

  /// Whether worlds are a model and commands of which each can be told apart from others by itself.
  static var canBeInterned: Bool { get }

  /// What tells a command apart.
  ///
  /// - Throws: When commands of this kind cannot be told apart.
  static func key(of command: M.Command) throws -> AnyHashable

  /// The hash of a command, of which those of worlds are made: see ``combinedHash(_:_:)``.
  static func hash(of command: M.Command, _ key: AnyHashable) -> Int

  /// A world with other outstanding commands.
  ///
  /// - Parameter keys: What tells each of the commands apart.
  init(_ other: Self, with outstanding: [M.Command], keys: () -> [AnyHashable])

  /// Whether the memory of the model is what worlds are hashed by; it is what they begin with.
  static var isHashedByMemory: Bool { get }

  var model: M.Model { get }

  /// - Throws: When worlds of this kind cannot be told apart.
  init(_ world: World<M>) throws

  /// - Throws: When worlds of this kind cannot be told apart.
  init(_ world: World<M>, under rules: Rules<M>) throws

  var world: World<M> { get }

  /// Whether two are the same world, by the memory of the models where that is given.
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash?) -> Bool

  /// Whether the outstanding command at an index equals one that was performed before it.
  func isRepeated(_ index: Int) -> Bool

  /// Whether another world that counts as equal is the same too.
  func isSameWorld(as other: Self) -> Bool

  /// A hash, by the structure of the model where that is given.
  func hash(_ structural: StructuralHash?) -> Int

  /// The hash of a world, made into one of this kind.
  ///
  /// - Throws: When worlds of this kind cannot be told apart.
  static func hash(of world: World<M>, _ structural: StructuralHash?) throws -> Int

  /// Whether a world can be told by a hash of 64 bits: see ``exactHash(at:_:)``.
  static func hasExactHashes(_ structural: StructuralHash?) -> Bool

  /// A hash that no other world has.
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64

  /// Reads some of the memory that a comparison will read beside the world's own, to be waited for beforehand.
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64

  /// The same hash of a world that shares much of its memory with another one, whose fields have the hashes given.
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int
}

extension SearchState {
  @inlinable
  static var isModel: Bool { false }

  @inlinable
  static var canBeInterned: Bool { false }

  @usableFromInline
  static func key(of command: M.Command) throws -> AnyHashable { AnyHashable(try StructuralValue(command)) }

  @inlinable
  static func hash(of command: M.Command, _ key: AnyHashable) -> Int { key.hashValue }

  @inlinable
  init(_ other: Self, with outstanding: [M.Command], keys: () -> [AnyHashable]) { self = other }

  @inlinable
  static var isHashedByMemory: Bool { false }

  @inlinable
  var model: M.Model { world.model }

  @inlinable
  init(_ world: World<M>, under rules: Rules<M>) throws { try self.init(world) }

  @inlinable
  func isSameWorld(as other: Self) -> Bool { self == other }

  @inlinable
  func hash(_ structural: StructuralHash?) -> Int { hashValue }

  @inlinable
  static func hash(of world: World<M>, _ structural: StructuralHash?) throws -> Int {
    try Self(world).hash(structural)
  }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int { place.pointee.hash(structural) }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash?) -> Bool {
    one.pointee == other.pointee
  }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64 { 0 }

  @inlinable
  static func hasExactHashes(_ structural: StructuralHash?) -> Bool { false }

  @inlinable
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64 {
    UInt64(truncatingIfNeeded: place.pointee.hash(structural))
  }
}

extension World: SearchState where M.Model: Hashable, M.Command: Hashable {
  @usableFromInline typealias Bare = BareWorld<M>

  @inlinable
  init(_ world: World) { self = world }

  @inlinable
  var world: World { self }

  @inlinable
  func isRepeated(_ index: Int) -> Bool { outstanding[..<index].contains(outstanding[index]) }

  @inlinable
  func hash(_ structural: StructuralHash?) -> Int {
    let hash =
      structural.map { structural in withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) } }
      ?? UInt64(truncatingIfNeeded: model.hashValue)
    return combinedHash(hash, outstanding.count == 0 ? nil : bagHash(outstanding), surroundings)
  }

  @inlinable
  static func hash(of world: World, _ structural: StructuralHash?) -> Int { world.hash(structural) }

  @inlinable
  static var canBeInterned: Bool { M.Command.self != Never.self }

  @inlinable
  static func key(of command: M.Command) -> AnyHashable { AnyHashable(command) }

  @inlinable
  static func hash(of command: M.Command, _ key: AnyHashable) -> Int { command.hashValue }

  @inlinable
  init(_ other: World, with outstanding: [M.Command], keys: () -> [AnyHashable]) {
    self.init(model: other.model, outstanding: outstanding)
  }
}

/// The hash of a world, by those of its parts, so that a part that is known is not hashed again.
///
/// - Parameter bag: That of the outstanding commands, where there are any: see ``bagHash(_:)``.
@inlinable
func combinedHash<M: Module>(_ model: UInt64, _ bag: Int?, _ surroundings: Surroundings<M>?) -> Int {
  var hash = model
  if let bag { StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: bag)) }
  if let surroundings { StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: surroundings.hash)) }
  return Int(truncatingIfNeeded: hash)
}

extension World where M.Model: Hashable, M.Command: Hashable {
  @inlinable
  static var isHashedByMemory: Bool { true }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int {
    guard let structural else { return place.pointee.hash(nil) }
    let hash = structural(UnsafeRawPointer(place), like: UnsafeRawPointer(other), whoseFieldsHave: hashes)
    let outstanding = place.pointee.outstanding
    return combinedHash(hash, outstanding.count == 0 ? nil : bagHash(outstanding), place.pointee.surroundings)
  }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64 {
    structural?.touchFarMemory(of: UnsafeRawPointer(place)) ?? 0
  }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash?) -> Bool {
    guard let structural else { return one.pointee == other.pointee }
    return structural.isSame(UnsafeRawPointer(one), UnsafeRawPointer(other))
      && isSameBag(one.pointee.outstanding, other.pointee.outstanding)
      && (one.pointee.surroundings == nil && other.pointee.surroundings == nil
        || Surroundings.isSame(one.pointee.surroundings, other.pointee.surroundings))
  }
}

/// The world of a program that has no commands: its model.
@usableFromInline
struct BareWorld<M: Module>: SearchState where M.Model: Hashable {
  @usableFromInline let model: M.Model

  @inlinable
  static var isModel: Bool { true }

  @inlinable
  static var isHashedByMemory: Bool { true }

  @inlinable
  init(_ world: World<M>) { model = world.model }

  @inlinable
  var world: World<M> { World(model: model) }

  @inlinable
  func isRepeated(_ index: Int) -> Bool { false }

  @inlinable
  func hash(_ structural: StructuralHash?) -> Int {
    guard let structural else { return model.hashValue }
    return Int(truncatingIfNeeded: withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) })
  }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int {
    guard let structural else { return place.pointee.hashValue }
    return Int(
      truncatingIfNeeded: structural(UnsafeRawPointer(place), like: UnsafeRawPointer(other), whoseFieldsHave: hashes))
  }

  @inlinable
  static func hasExactHashes(_ structural: StructuralHash?) -> Bool { structural?.fitsWord ?? false }

  @inlinable
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64 {
    structural.map { $0.exactHash(UnsafeRawPointer(place)) } ?? 0
  }

  @inlinable
  static func touchFarMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64 {
    structural?.touchFarMemory(of: UnsafeRawPointer(place)) ?? 0
  }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash?) -> Bool {
    structural?.isSame(UnsafeRawPointer(one), UnsafeRawPointer(other)) ?? (one.pointee == other.pointee)
  }
}

/// A world whose model is `Hashable` and whose commands are told apart by their structure.
@usableFromInline
struct KeyedWorld<M: Module>: SearchState where M.Model: Hashable {
  @usableFromInline let world: World<M>
  @usableFromInline let commandKeys: [AnyHashable]

  @inlinable
  init(_ world: World<M>) throws {
    self.world = world
    commandKeys = world.outstanding.isEmpty ? [] : try structuralKeys(of: world.outstanding)
  }

  @inlinable
  static func == (one: KeyedWorld, other: KeyedWorld) -> Bool {
    one.world.model == other.world.model && isSameBag(one.commandKeys, other.commandKeys)
      && Surroundings.isSame(one.world.surroundings, other.world.surroundings)
  }

  @inlinable
  func hash(into hasher: inout Hasher) { hasher.combine(hash(nil)) }

  @inlinable
  func hash(_ structural: StructuralHash?) -> Int {
    combinedHash(
      UInt64(truncatingIfNeeded: world.model.hashValue), commandKeys.isEmpty ? nil : bagHash(commandKeys),
      world.surroundings)
  }

  @inlinable
  static var canBeInterned: Bool { M.Command.self != Never.self }

  @inlinable
  init(_ other: KeyedWorld, with outstanding: [M.Command], keys: () -> [AnyHashable]) {
    world = World(model: other.world.model, outstanding: outstanding)
    commandKeys = keys()
  }

  @inlinable
  func isRepeated(_ index: Int) -> Bool { commandKeys[..<index].contains(commandKeys[index]) }
}

/// A world that is told apart by the structure of its values.
@usableFromInline
struct StructuralWorld<M: Module>: SearchState {
  @usableFromInline let world: World<M>
  private let structure: StructuralValue
  private let commandKeys: [AnyHashable]

  @usableFromInline
  init(_ world: World<M>) throws {
    self.world = world
    structure = try StructuralValue(world.model)
    commandKeys = world.outstanding.isEmpty ? [] : try structuralKeys(of: world.outstanding)
  }

  @usableFromInline
  static func == (one: StructuralWorld, other: StructuralWorld) -> Bool {
    one.structure == other.structure && isSameBag(one.commandKeys, other.commandKeys)
      && Surroundings.isSame(one.world.surroundings, other.world.surroundings)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(hash(nil)) }

  @usableFromInline
  func hash(_ structural: StructuralHash?) -> Int {
    combinedHash(
      UInt64(truncatingIfNeeded: structure.hashValue), commandKeys.isEmpty ? nil : bagHash(commandKeys),
      world.surroundings)
  }

  @usableFromInline static var canBeInterned: Bool { M.Command.self != Never.self }

  @usableFromInline
  init(_ other: StructuralWorld, with outstanding: [M.Command], keys: () -> [AnyHashable]) {
    world = World(model: other.world.model, outstanding: outstanding)
    structure = other.structure
    commandKeys = keys()
  }

  @usableFromInline
  func isRepeated(_ index: Int) -> Bool { commandKeys[..<index].contains(commandKeys[index]) }
}

@usableFromInline
func structuralKeys<Element>(of elements: [Element]) throws -> [AnyHashable] {
  try elements.map { AnyHashable(try StructuralValue($0)) }
}
