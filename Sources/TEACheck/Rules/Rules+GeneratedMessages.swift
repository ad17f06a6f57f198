internal import TEAGenerators
internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Makes the offer of each world from the listed messages and from the smallest messages of the generators.
  ///
  /// - Parameter scope: The number of values of each generator that an exploration lists.
  mutating func generateMessages(
    _ generators: [@Sendable (World<M>) throws -> Gen<M.Message>?],
    listed offers: [@Sendable (World<M>) throws -> [M.Message]], scope: Int, _ sorter: MessageSorter<M.Message>?
  ) {
    messageGenerators = generators
    declaredMessageGenerator = { world in
      nonisolated(unsafe) let listed = try offers.flatMap { try $0(world) }
      var worldGenerators = try generators.compactMap { try $0(world) }
      if !listed.isEmpty {
        worldGenerators.insert(
          Gen { choices throws(Discarded) in listed[Int(choices.choose(through: UInt64(listed.count - 1)))] }, at: 0)
      }
      return worldGenerators.count > 1 ? .oneOf(worldGenerators) : worldGenerators.first
    }
    // A generator with one choice needs about one attempt for each value; the square allows for filters and
    // repetitions.
    let attempts = max(Self.minAttempts, min(scope, 1_000) * min(scope, 1_000))
    offer = .byWorld { [limitsOfOffers] world in
      var messages = try offers.flatMap { try $0(world) }
      for generator in generators {
        guard let smallest = try generator(world)?.fewSmallest(scope, attempts: attempts) else { continue }
        guard !smallest.values.isEmpty || smallest.isExhaustive else {
          throw SpecificationError(
            description:
              "none of the \(counted(attempts, "smallest value")) of a generator of messages passed its "
              + "filter; make the generator produce only good values, for example by map or flatMap")
        }
        if !smallest.isExhaustive {
          limitsOfOffers.note(ScopeLimit.payloads(canGrow: !smallest.exhaustsGenerator).note)
        }
        messages += smallest.values
      }
      return sorter?.sorted(messages) ?? messages
    }
    scopeLimits.append(.payloads(canGrow: true))
    drawsUnlistedPayloads = true
    notes.append("messages: in every world the few smallest that its generators make")
  }

  /// The least number of attempts for one generator, however small the scope. An attempt is one sequence of choices.
  private static var minAttempts: Int { 1_000 }
}
