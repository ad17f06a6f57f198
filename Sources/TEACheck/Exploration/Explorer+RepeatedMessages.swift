internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension Explorer {
  /// Notes the messages that the specification lists more than once for one world of the batch. Only the first
  /// ``maxComparedSteps`` steps of a search are looked at.
  func noteRepeatedMessages(after transitionsBefore: Int) {
    guard rules.reportsRepeatedMessages, transitionsBefore < Self.maxComparedSteps else { return }
    let identity = PartIdentity.ofWhole(M.Message.self)
    var remaining = Self.maxComparedSteps - transitionsBefore
    for worker in 0..<expansions.count {
      let (workerCandidates, expansion) = (candidates[worker], expansions[worker])
      let count = min(remaining, workerCandidates.count)
      remaining -= count
      var hashes: Set<UInt64> = []
      var (firstOfParent, hasRepetition) = (0, false)
      for candidate in 0..<count {
        if workerCandidates.parent(of: candidate) != workerCandidates.parent(of: firstOfParent) {
          if hasRepetition { noteRepetitions(in: expansion, firstOfParent..<candidate) }
          hashes.removeAll(keepingCapacity: true)
          (firstOfParent, hasRepetition) = (candidate, false)
        }
        // Different messages may have the same hash, so `noteRepetitions` compares them.
        if let hash = UserCode.calling(.comparison, { expansion.hashOfMessage(leadingTo: candidate, identity) }),
          !hashes.insert(hash).inserted
        {
          hasRepetition = true
        }
      }
      if hasRepetition { noteRepetitions(in: expansion, firstOfParent..<count) }
    }
  }

  private func noteRepetitions(in expansion: Expansion<M>, _ candidatesOfWorld: Range<Int>) {
    let messages: [M.Message] = candidatesOfWorld.compactMap {
      if case .message(let message) = expansion.step(to: $0) { message } else { nil }
    }
    // Messages are compared by all that they store, because an `==` may leave something out.
    var keys: Set<AnyHashable> = []
    for message in messages
    where !UserCode.calling(.comparison, { keys.insert(recognitionKey(of: message)).inserted }) {
      rules.repeatedMessages.note(caseName(of: message))
    }
  }
}
