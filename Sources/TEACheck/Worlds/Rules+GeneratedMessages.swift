internal import TEARuntime

extension Rules {
  /// Offers generated messages, beside those that are listed.
  mutating func generateMessages(
    _ generators: [@Sendable (World<M>) throws -> Gen<M.Message>?],
    listed offers: [@Sendable (World<M>) throws -> [M.Message]], scope: Int
  ) {
    generatedMessages = { world in
      nonisolated(unsafe) let listed = try offers.flatMap { try $0(world) }
      var all = try generators.compactMap { try $0(world) }
      if !listed.isEmpty {
        all.insert(
          Gen { choices throws(Discarded) in listed[Int(choices.choose(through: UInt64(listed.count - 1)))] }, at: 0)
      }
      return all.count > 1 ? .oneOf(all) : all.first
    }
    offer = .byWorld { world in
      var messages = try offers.flatMap { try $0(world) }
      for generator in generators {
        guard let smallest = try generator(world)?.few(scope, attempts: Self.attempts) else { continue }
        guard !smallest.values.isEmpty || smallest.isExhaustive else {
          throw SpecificationError(
            description:
              "none of the \(counted(Self.attempts, "smallest value")) of a generator of messages passed its "
              + "filter; make the generator produce only good values, for example by map or flatMap")
        }
        messages += smallest.values
      }
      return messages
    }
    isScoped = true
    notes.append("messages: in every world the few smallest that its generators make")
  }

  /// How many values of a generator are tried in one world.
  private static var attempts: Int { 1_000 }
}
