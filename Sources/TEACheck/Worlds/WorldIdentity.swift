internal import Synchronization
internal import TEAStateSpace
internal import TEARuntime

/// The comparison of a module's worlds by everything that their models, outstanding commands and surroundings store, as
/// ``ValueIdentity`` tells values apart.
@usableFromInline
final class WorldIdentity: Sendable {
  let models: PartIdentity
  let commands: PartIdentity
  /// `true` where models and commands have no incomparable parts, or some `==` compares them. An `==` of a type that contains
  /// itself does not count.
  let comparesAllParts: Bool
  /// `true` where models or commands may have incomparable parts that no `==` compares.
  @usableFromInline let mayBeIncomparable: Bool
  /// `true` where comparing models takes little longer than reading them.
  let isCheap: Bool
  /// `true` where a model may be unequal to itself by its own `==`, as with a NaN.
  @usableFromInline let mayDifferFromItself: Bool
  /// Tells if a model equals itself by `==`. ``models`` cannot tell: it mostly takes equal bytes for the same value.
  private let modelIdentity: ValueIdentity

  private static let identities = Mutex<[ObjectIdentifier: WorldIdentity]>([:])

  static func of<M: Module>(_ module: M.Type) -> WorldIdentity {
    let key = ObjectIdentifier(module)
    if let cached = identities.withLock({ $0[key] }) { return cached }
    let identity = WorldIdentity(of: M.Model.self, commands: M.Command.self)
    identities.withLock { $0[key] = identity }
    return identity
  }

  init(of modelType: Any.Type, commands commandType: Any.Type) {
    models = PartIdentity.ofWhole(modelType)
    commands = PartIdentity.ofWhole(commandType)
    comparesAllParts =
      !ValueIdentity.of(modelType).mayHoldIncomparable && !ValueIdentity.of(commandType).mayHoldIncomparable
    mayBeIncomparable = models.firstIncomparable != nil || commands.firstIncomparable != nil
    modelIdentity = ValueIdentity.of(modelType)
    isCheap = modelIdentity.isCheap
    // A model without `==` is compared by what it stores, and so a NaN in it equals itself.
    mayDifferFromItself = modelIdentity.mayDifferFromItself && modelType is any Equatable.Type
  }

  /// - Throws: ``IncomparableValue`` where the model or a command has an incomparable part that no `==` compares.
  @inlinable
  func checkComparable<M: Module>(_ world: World<M>) throws {
    if mayBeIncomparable { try checkParts(of: world) }
  }

  @usableFromInline
  func checkParts<M: Module>(of world: World<M>) throws {
    if let found = withUnsafePointer(to: world.model, { models.firstIncomparable?($0) }) { throw found }
    for command in world.outstanding {
      if let found = withUnsafePointer(to: command, { commands.firstIncomparable?($0) }) { throw found }
    }
  }

  @usableFromInline
  func isEqualToItself(_ model: UnsafeRawPointer) -> Bool { modelIdentity.isEqualToItself(model) }

  /// The same as ``isEqualToItself(_:)``, in no time for a type whose values always equal themselves.
  @inlinable
  func isReflexive<Model>(_ model: Model) -> Bool {
    !mayDifferFromItself || withUnsafePointer(to: model) { isEqualToItself($0) }
  }

  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool { models.isSame(one, other) }

  @usableFromInline
  func hash(_ model: UnsafeRawPointer) -> UInt64 { models.hash(model) }
}

extension World {
  /// Returns whether the outstanding command at an index is the same as an earlier command.
  func isDuplicate(_ index: Int) -> Bool {
    index > 0 && PartIdentity.ofWhole(M.Command.self).isDuplicate(index, in: outstanding)
  }

  func isSame(as other: World, _ identity: WorldIdentity) -> Bool {
    withUnsafePointer(to: model) { one in withUnsafePointer(to: other.model) { identity.isSame(one, $0) } }
      && (outstanding.count == 0 && other.outstanding.count == 0
        || identity.commands.isSameBag(outstanding, other.outstanding))
      && (surroundings == nil && other.surroundings == nil || Surroundings.isSame(surroundings, other.surroundings))
  }

  /// - Throws: ``IncomparableValue`` where the world cannot be compared.
  @inlinable
  func hash(_ identity: WorldIdentity) throws -> Int {
    try identity.checkComparable(self)
    let hash = withUnsafePointer(to: model) { identity.hash($0) }
    if outstanding.count == 0, surroundings == nil { return Int(truncatingIfNeeded: hash) }
    return self.hash(fromModelHash: hash, identity)
  }

  @usableFromInline
  func hash(fromModelHash modelHash: UInt64, _ identity: WorldIdentity) -> Int {
    var hash = modelHash
    if outstanding.count != 0 { WordMemory.add(identity.commands.bagHash(outstanding), to: &hash) }
    if let surroundings { WordMemory.add(UInt64(truncatingIfNeeded: surroundings.hash), to: &hash) }
    return Int(truncatingIfNeeded: hash)
  }
}

struct WorldKey<M: Module>: Hashable {
  let world: World<M>
  let identity: WorldIdentity

  static func == (one: WorldKey, other: WorldKey) -> Bool { one.world.isSame(as: other.world, one.identity) }

  func hash(into hasher: inout Hasher) { hasher.combine((try? world.hash(identity)) ?? 0) }
}
