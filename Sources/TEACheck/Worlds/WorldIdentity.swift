internal import Synchronization
internal import TEAStateSpace
internal import TEARuntime

/// The identity of a module's worlds: all that their models, their outstanding commands and their surroundings store,
/// whatever a model calls equal and whatever it shows of itself.
@usableFromInline
final class WorldIdentity: Sendable {
  let models: PartIdentity
  let commands: PartIdentity
  /// Nothing of a model or of a command is hidden: what is the same here is the same.
  @usableFromInline let seesAll: Bool
  /// Models or commands may hold values that cannot be told apart.
  @usableFromInline let mayBeIncomparable: Bool
  /// To compare models costs little more than to read them.
  let isCheap: Bool
  /// A model may be unequal to itself by its own `==`.
  @usableFromInline let mayDifferFromItself: Bool
  private let model: ValueIdentity

  private static let identities = Mutex<[ObjectIdentifier: WorldIdentity]>([:])

  /// The identity of the worlds of a module, which is made once.
  static func of<M: Module>(_ module: M.Type) -> WorldIdentity {
    let key = ObjectIdentifier(module)
    if let known = identities.withLock({ $0[key] }) { return known }
    let made = WorldIdentity(of: M.Model.self, commands: M.Command.self)
    identities.withLock { $0[key] = made }
    return made
  }

  /// - Parameters:
  ///   - type: The type of the models.
  ///   - commands: That of the commands.
  init(of type: Any.Type, commands: Any.Type) {
    models = PartIdentity.of(type)
    self.commands = PartIdentity.of(commands)
    seesAll = !TypeContents(of: type).mayHoldUnseen && !TypeContents(of: commands).mayHoldUnseen
    mayBeIncomparable = models.firstUnseen != nil || self.commands.firstUnseen != nil
    model = ValueIdentity.of(type)
    isCheap = model.isCheap
    mayDifferFromItself = model.mayDifferFromItself
  }

  /// - Throws: ``IncomparableValue`` where the world holds what cannot be told apart.
  @inlinable
  func checkComparable<M: Module>(_ world: World<M>) throws {
    if mayBeIncomparable { try checkParts(of: world) }
  }

  @usableFromInline
  func checkParts<M: Module>(of world: World<M>) throws {
    if let found = withUnsafePointer(to: world.model, { models.firstUnseen?($0) }) { throw found }
    for command in world.outstanding {
      if let found = withUnsafePointer(to: command, { commands.firstUnseen?($0) }) { throw found }
    }
  }

  /// Tests for a model that is equal to itself by its own `==`, and by that of its parts.
  @usableFromInline
  func isEqualToItself(_ model: UnsafeRawPointer) -> Bool { self.model.isEqualToItself(model) }

  /// Tests for two models that are the same.
  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool { models.isSame(one, other) }

  /// A hash of a model, which is the same for models that are.
  @usableFromInline
  func hash(_ model: UnsafeRawPointer) -> UInt64 { models.hash(model) }
}

extension World {
  /// Tests for an index whose outstanding command is the same as one that was performed before it.
  @usableFromInline
  func isRepeated(_ index: Int) -> Bool {
    index > 0 && PartIdentity.of(M.Command.self).isRepeated(index, in: outstanding)
  }

  func isSame(as other: World, _ identity: WorldIdentity) -> Bool {
    withUnsafePointer(to: model) { one in withUnsafePointer(to: other.model) { identity.isSame(one, $0) } }
      && (outstanding.count == 0 && other.outstanding.count == 0
        || identity.commands.isSameBag(outstanding, other.outstanding))
      && (surroundings == nil && other.surroundings == nil || Surroundings.isSame(surroundings, other.surroundings))
  }

  /// A hash, which is the same for worlds that are the same.
  ///
  /// - Throws: ``IncomparableValue`` where the world cannot be told from others.
  @inlinable
  func hash(_ identity: WorldIdentity) throws -> Int {
    try identity.checkComparable(self)
    let hash = withUnsafePointer(to: model) { identity.hash($0) }
    if outstanding.count == 0, surroundings == nil { return Int(truncatingIfNeeded: hash) }
    return hashOfRest(hash, identity)
  }

  /// The same, where the hash of the model is known.
  @usableFromInline
  func hashOfRest(_ model: UInt64, _ identity: WorldIdentity) -> Int {
    var hash = model
    if outstanding.count != 0 { Words.add(identity.commands.bagHash(outstanding), to: &hash) }
    if let surroundings { Words.add(UInt64(truncatingIfNeeded: surroundings.hash), to: &hash) }
    return Int(truncatingIfNeeded: hash)
  }
}

/// A world as a key of sets and dictionaries.
struct WorldKey<M: Module>: Hashable {
  let world: World<M>
  let identity: WorldIdentity

  static func == (one: WorldKey, other: WorldKey) -> Bool { one.world.isSame(as: other.world, one.identity) }

  func hash(into hasher: inout Hasher) { hasher.combine((try? world.hash(identity)) ?? 0) }
}
