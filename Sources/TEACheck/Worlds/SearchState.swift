public import TEARuntime

/// A world in a form that a search can recognise again.
@usableFromInline
protocol SearchState: Hashable {
  associatedtype M: Module

  /// The same for programs that have no commands, whose worlds are nothing but models.
  associatedtype Bare: SearchState = Self where Bare.M == M

  /// Whether there is nothing to a world but its model.
  static var isModel: Bool { get }

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

  /// Whether a world can be told by a hash of 64 bits: see ``exactHash(at:_:)``.
  static func hasExactHashes(_ structural: StructuralHash?) -> Bool

  /// A hash that no other world has.
  static func exactHash(at place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UInt64

  /// Memory that a comparison will read beside the world's own, to be waited for beforehand.
  static func farMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UnsafeRawPointer?

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
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int { place.pointee.hashValue }

  @inlinable
  static func isSame(_ one: UnsafePointer<Self>, _ other: UnsafePointer<Self>, _ structural: StructuralHash?) -> Bool {
    one.pointee == other.pointee
  }

  @inlinable
  static func farMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UnsafeRawPointer? { nil }

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
    guard let structural else { return hashValue }
    var hash = withUnsafePointer(to: model) { structural(UnsafeRawPointer($0)) }
    if outstanding.count != 0 { StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: bagHash(outstanding))) }
    if let surroundings { StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: surroundings.hash)) }
    return Int(truncatingIfNeeded: hash)
  }
}

extension World where M.Model: Hashable, M.Command: Hashable {
  @inlinable
  static var isHashedByMemory: Bool { true }

  @inlinable
  static func hash(
    at place: UnsafePointer<Self>, _ structural: StructuralHash?, like other: UnsafePointer<Self>,
    whoseFieldsHave hashes: UnsafePointer<UInt64>
  ) -> Int {
    guard let structural else { return place.pointee.hashValue }
    var hash = structural(UnsafeRawPointer(place), like: UnsafeRawPointer(other), whoseFieldsHave: hashes)
    if place.pointee.outstanding.count != 0 {
      StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: bagHash(place.pointee.outstanding)))
    }
    if let surroundings = place.pointee.surroundings {
      StructuralHash.mix(&hash, UInt64(truncatingIfNeeded: surroundings.hash))
    }
    return Int(truncatingIfNeeded: hash)
  }

  @inlinable
  static func farMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UnsafeRawPointer? {
    structural?.farMemory(of: UnsafeRawPointer(place))
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
  static func farMemory(of place: UnsafePointer<Self>, _ structural: StructuralHash?) -> UnsafeRawPointer? {
    structural?.farMemory(of: UnsafeRawPointer(place))
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
  func hash(into hasher: inout Hasher) {
    hasher.combine(world.model)
    if !commandKeys.isEmpty { hasher.combine(bagHash(commandKeys)) }
    if let surroundings = world.surroundings { hasher.combine(surroundings.hash) }
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
  func hash(into hasher: inout Hasher) {
    hasher.combine(structure)
    if !commandKeys.isEmpty { hasher.combine(bagHash(commandKeys)) }
    if let surroundings = world.surroundings { hasher.combine(surroundings.hash) }
  }

  @usableFromInline
  func isRepeated(_ index: Int) -> Bool { commandKeys[..<index].contains(commandKeys[index]) }
}

@usableFromInline
func structuralKeys<Element>(of elements: [Element]) throws -> [AnyHashable] {
  try elements.map { AnyHashable(try StructuralValue($0)) }
}
