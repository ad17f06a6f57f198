public import TEARuntime

/// The messages that are offered, where they depend on the world.
@usableFromInline
final class OfferedMessages<M: Module>: Sendable {
  // Messages need not be Sendable: they are values, and the threads that share them only read them.

  /// The messages of every world, before the preconditions restrict them; empty where ``byWorld`` makes the messages.
  @usableFromInline nonisolated(unsafe) let fixed: [M.Message]
  /// Makes the messages of a world, before the preconditions restrict them; `nil` where ``fixed`` has the messages.
  @usableFromInline let byWorld: (@Sendable (World<M>) throws -> [M.Message])?
  @usableFromInline let preconditions: [@Sendable (World<M>, M.Message) throws -> Bool]

  /// - Returns: `nil` where all worlds offer the same messages.
  init?(of rules: Rules<M>) {
    // Each worker wraps the functions in functions of its own, so that no two workers count references to the same captures.
    preconditions = rules.preconditions.map { holds in { world, message in try holds(world, message) } }
    switch rules.unrestrictedOffer ?? rules.offer {
    case .fixed(let messages): (fixed, byWorld) = (messages, nil)
    case .byWorld(let offered): (fixed, byWorld) = ([], { try offered($0) })
    }
    if byWorld == nil, preconditions.isEmpty { return nil }
  }

  @inlinable
  func add(offeredIn world: World<M>, to buffer: MessageBuffer<M.Message>) throws -> MessagesInMemory {
    if preconditions.isEmpty { return buffer.add(try byWorld?(world) ?? fixed) }
    var world = world
    world.keepView()
    let messages = try byWorld?(world) ?? fixed
    return try buffer.add(messages) { try allows($0, in: world) }
  }

  @inlinable
  func allows(_ message: M.Message, in world: World<M>) throws -> Bool {
    for holds in preconditions where try !holds(world, message) { return false }
    return true
  }
}
