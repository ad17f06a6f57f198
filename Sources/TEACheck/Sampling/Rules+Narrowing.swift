internal import TEASupport
internal import TEARuntime

extension Rules {
  var withoutGenerators: Rules {
    var rules = self
    (rules.derivedMessageGenerator, rules.declaredMessageGenerator, rules.startGenerator) = (nil, nil, nil)
    return rules
  }

  /// The rules of an exploration that starts in a world, with the messages in another order and some message cases omitted. A
  /// world that offers only omitted cases keeps all its messages.
  ///
  /// Where message cases are omitted, the rules have no canonical form. A symmetry of the program with all messages need not be
  /// a symmetry of the program with fewer messages.
  func narrowed(around world: World<M>, seed: UInt64, omitting swarm: SwarmConfiguration?) -> Rules {
    var rules = self
    rules.origins = [Origin(world: world, text: "", script: "", commands: [])]
    if swarm != nil { rules.canonicalForm = nil }
    @Sendable func rearrange(_ messages: [M.Message]) -> [M.Message] {
      var random = RandomNumbers(seed: seed)
      var keptMessages = swarm.map { swarm in messages.filter { !swarm.omits($0) } } ?? messages
      if keptMessages.isEmpty { keptMessages = messages }
      // The shuffle of Fisher and Yates.
      for last in keptMessages.indices.dropFirst().reversed() {
        keptMessages.swapAt(last, Int(random.next(through: UInt64(last))))
      }
      return keptMessages
    }
    // The preconditions have restricted `callingThroughUserCode.offer` already. Preconditions after the omission could leave a
    // world without messages.
    (rules.unrestrictedOffer, rules.preconditions) = (nil, [])
    switch callingThroughUserCode.offer {
    case .fixed(let messages): rules.offer = .fixed(rearrange(messages))
    case .byWorld(let offered): rules.offer = .byWorld { rearrange(try offered($0)) }
    }
    return rules
  }
}
