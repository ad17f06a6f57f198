internal import TEARuntime

extension Expansion {
  /// Finds the first of the new worlds that is wrong, or that was found by a step that is.
  @_alwaysEmitIntoClient
  mutating func inspectNewWorlds(in store: WorldStore<State>) {
    let (invariants, looksTwice) = (rules.value.invariants, rules.value.inspectsViews)
    let worldInvariants = rules.value.worldInvariants
    let interned = store.interned
    slot.enter(Crumb(.other))
    defer { slot.exit() }
    for candidate in new {
      let candidate = Int(candidate)
      if let finding, finding.candidate < candidate { return }
      slot.leave(Crumb(origins[candidate]))
      let number = Int(indices[candidate])
      var asked = invariants
      // What is learned was looked at when it was.
      let isLearned = interned != nil && candidate < learnedCount
      if interned != nil, let packing, !isFirst(ofModel: InternedLayout.model(store.bytes(of: number, packing))) {
        if isLearned, worldInvariants.isEmpty { continue }
        asked = worldInvariants
      }
      let state = newWorld.read(number, in: store)
      if rules.value.mayHoldAnything, unseen == nil {
        unseen = rules.value.unseen(in: state.pointee.world).map { (number, $0) }
      }
      if !isLearned, let found = findingOfStep(to: state, candidate, in: store) {
        finding = found
        return
      }
      let world = state.pointee.world
      if looksTwice || !Rules.isSound(world, by: asked), let breach = rules.value.breach(in: world) {
        finding = Finding(candidate: candidate, breach: breach, isOfStep: false)
        return
      }
    }
  }

  /// What is wrong with how a world was found, or told apart.
  @_alwaysEmitIntoClient
  mutating func findingOfStep(
    to state: UnsafeMutablePointer<State>, _ candidate: Int, in store: WorldStore<State>
  ) -> Finding? {
    let parent = read(Int(truncatingIfNeeded: origins[candidate] >> 32), in: store)
    if structuralHash.mayBeIncomparable {
      do {
        try structuralHash.checkComparable(state.pointee.world)
      } catch {
        return Finding(candidate: candidate, breach: Breach(error), isOfStep: false)
      }
    }
    return breachOfDeterminism(from: parent, by: steps[candidate], to: state, store, Int(indices[candidate]))
      .map { Finding(candidate: candidate, breach: $0, isOfStep: true) }
  }

  /// Whether the step that found a world finds it again.
  @_alwaysEmitIntoClient
  mutating func breachOfDeterminism(
    from parent: UnsafeMutablePointer<State>, by step: WorldStep<State.M>, to state: UnsafeMutablePointer<State>,
    _ store: WorldStore<State>, _ number: Int
  ) -> Breach? {
    if State.isModel, !isReduced, case .message(let message) = step,
      isModel(after: message, from: parent, state, store, number)
    {
      return nil
    }
    let (next, _) = takeAgain(step, in: parent.pointee.world)
    if isReduced {
      let kept = rules.value.form?.apply(next) ?? next
      if let again = try? State(kept, under: rules.value), again.isSameWorld(as: state.pointee, structuralHash) {
        return nil
      }
    } else if isSame(next, as: state, store, number), Self.isEqualToItself(state, structuralHash) {
      return nil
    }
    return rules.value.breachOfDeterminism(
      first: state.pointee.world, second: next,
      isEqualToItself: Self.isEqualToItself(state, structuralHash))
  }

  /// Whether a world that a step led to is the one that has a number.
  @_alwaysEmitIntoClient
  mutating func isSame(
    _ world: World<State.M>, as state: UnsafeMutablePointer<State>, _ store: WorldStore<State>, _ number: Int
  ) -> Bool {
    if let interned = store.interned, let packing, writeNumbers(of: world, interned, to: bytes) != nil {
      return StructuralHash.isSame(bytes, store.bytes(of: number, packing), packing.comparedSize)
    }
    guard var again = try? State(world) else { return false }
    return State.isSame(&again, state, structuralHash)
  }

  /// Whether a message leads to a model once more; no world is made of it.
  @_alwaysEmitIntoClient
  mutating func isModel(
    after message: State.M.Message, from parent: UnsafeMutablePointer<State>, _ state: UnsafeMutablePointer<State>,
    _ store: WorldStore<State>, _ number: Int
  ) -> Bool {
    // There are no candidates any more.
    let again = copy(parent, to: states)
    defer { if packing == nil { again.deinitialize(count: 1) } }
    guard update(model(at: again), for: message, from: model(at: parent)) == nil else { return false }
    if let rows, let packing {
      // Nor are there bytes of candidates any more that are needed.
      _ = write(again, rows, to: 0)
      guard StructuralHash.isSame(bytes, store.bytes(of: number, packing), packing.comparedSize) else { return false }
    } else if !State.isSame(again, state, structuralHash) {
      return false
    }
    return Self.isEqualToItself(state, structuralHash)
  }

  /// Takes a step with what was fetched from the rules, which all workers share.
  @_alwaysEmitIntoClient
  mutating func takeAgain(
    _ step: WorldStep<State.M>, in world: World<State.M>
  ) -> (world: World<State.M>, failure: (any Error)?) {
    if hasSurroundings { return rules.value.takeAmidSurroundings(step, in: world, performing: &commands) }
    switch step {
    case .message(let message):
      return Rules<State.M>.advance(
        world, by: message, answering: nil, answeredBy: replies, performing: &commands)
    case .reply(let message, let command):
      var rest = world
      let answered = rest.outstanding.remove(at: command)
      return Rules<State.M>.advance(
        rest, by: message, answering: answered, answeredBy: replies, performing: &commands)
    case .event: return (world, nil)
    }
  }

  /// Whether a world that was compared by its memory is equal to itself by its own meaning.
  @_alwaysEmitIntoClient
  static func isEqualToItself(_ state: UnsafeMutablePointer<State>, _ structuralHash: StructuralHash) -> Bool {
    !structuralHash.mayDifferFromItself || !State.beginsWithModel || structuralHash.isEqualToItself(state)
  }
}

/// A world that is wrong, or that was found by a step that is.
@usableFromInline
struct Finding {
  /// The place of the world among the candidates of its worker.
  @usableFromInline var candidate: Int
  @usableFromInline var breach: Breach
  @usableFromInline var isOfStep: Bool

  @usableFromInline
  init(candidate: Int, breach: Breach, isOfStep: Bool) {
    self.candidate = candidate
    self.breach = breach
    self.isOfStep = isOfStep
  }
}
