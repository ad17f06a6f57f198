internal import TEARuntime

extension Expansion {
  /// Expands worlds that are kept as numbers, and runs no function of the program that was run on the same values.
  ///
  /// - Returns: The worlds that are left: the first of them has a step that must be looked at closely.
  @_alwaysEmitIntoClient
  mutating func expandInterned(
    _ range: Range<Int>, of store: WorldStore<State>, _ interned: InternedWorlds<State>, _ packing: Packing
  ) throws -> Range<Int> {
    for number in range where !isInterrupted {
      let bytes = UnsafeRawPointer(store.bytes(of: number, packing))
      guard learn(bytes, number, interned) else {
        if !interned.isOfRows { unpackCandidates() }
        return number..<range.upperBound
      }
      slot.leave(Crumb(.other))
      try addInterned(after: bytes, number, interned)
    }
    return range.upperBound..<range.upperBound
  }

  /// Adds what can happen in a world, all of which is known.
  @_alwaysEmitIntoClient
  mutating func addInterned(after bytes: UnsafeRawPointer, _ parent: Int, _ interned: InternedWorlds<State>) throws {
    let (layout, commandHashes) = (interned.layout, interned.commandHashes)
    let (before, numbers) = (InternedLayout.outstandingCount(bytes), layout.outstanding(bytes))
    var bagBefore = 0
    for place in 0..<before { bagBefore &+= commandHashes[Int(numbers[place])] }
    var origin = Ancestry.record(parent: parent, step: 0)
    for (answered, reactions) in learned {
      let rest = answered < 0 ? before : before - 1
      let bagOfRest = answered < 0 ? bagBefore : bagBefore &- commandHashes[Int(numbers[answered])]
      for number in reactions {
        defer { origin += 1 }
        let reaction = cache.reactions[number]
        let outstanding = rest + Int(reaction.commandCount)
        if outstanding > outstandingLimit {
          leaveOut(parent)
          continue
        }
        if count == capacity { try grow() }
        let place = self.bytes + count * layout.size
        var bag = bagOfRest
        cache.commands.withUnsafeBufferPointer { commands in
          let performed = UnsafeBufferPointer(
            rebasing: commands[Int(reaction.firstCommand)..<Int(reaction.firstCommand + reaction.commandCount)])
          for command in performed { bag &+= commandHashes[Int(command)] }
          layout.write(
            model: Int(reaction.model), answering: answered, performing: performed, after: bytes, to: place)
        }
        addBytes(after: bytes, origin) {
          var hash = reaction.hash
          if outstanding != 0 { StructuralHash.add(outstanding &+ bag, to: &hash) }
          return hash
        }
        let message = cache.messages[number]
        (steps + count).initialize(to: answered < 0 ? .message(message) : .reply(message, command: answered))
        count += 1
      }
    }
  }

  /// Makes the numbers of a world's parts the next candidate.
  ///
  /// - Returns: Whether worlds are kept by rows of their models, and this one can be.
  @_alwaysEmitIntoClient
  mutating func addNumbered(_ world: World<State.M>, _ origin: Ancestry.Record) -> Bool {
    guard let interned, let packing, let parentBytes,
      let hash = writeNumbers(of: world, interned, to: bytes + count * packing.size)
    else { return false }
    addBytes(after: parentBytes, origin) { hash }
    return true
  }

  /// Writes a world as the numbers of its parts.
  ///
  /// - Returns: Its hash; nothing where models have no rows, or there is too much in the world.
  @_alwaysEmitIntoClient
  mutating func writeNumbers(
    of world: World<State.M>, _ interned: InternedWorlds<State>, to place: UnsafeMutableRawPointer
  ) -> UInt64? {
    guard interned.isOfRows, world.outstanding.count <= interned.layout.mostOutstanding,
      var bare = try? State(World<State.M>(model: world.model))
    else { return nil }
    commandNumbers.removeAll(keepingCapacity: true)
    var bag = world.outstanding.count
    for command in world.outstanding {
      guard let number = writer._withUnsafeGuaranteedRef({ interned.number(of: command, $0) }) else { return nil }
      commandNumbers.append(UInt16(truncatingIfNeeded: number))
      bag &+= interned.commandHashes[number]
    }
    let (model, modelHash) = writer._withUnsafeGuaranteedRef { interned.number(of: &bare, $0) }
    interned.layout.write(model: model, outstanding: commandNumbers, to: place)
    var hash = modelHash
    if !commandNumbers.isEmpty { StructuralHash.add(bag, to: &hash) }
    return hash
  }

  /// Keeps what the program does no longer.
  @usableFromInline
  mutating func forgetReactions() {
    cache.deallocate()
    cache = TransitionCache()
    learns = false
  }

  /// Finds out what can happen in a world.
  ///
  /// - Returns: Whether everything is as it should be.
  @_alwaysEmitIntoClient
  mutating func learn(_ bytes: UnsafeRawPointer, _ parent: Int, _ interned: InternedWorlds<State>) -> Bool {
    learned.removeAll(keepingCapacity: true)
    var origin = Ancestry.record(parent: parent, step: 0)
    let model = InternedLayout.model(bytes)
    guard learn(model, nil, at: -1, &origin, interned) else { return false }
    let numbers = interned.layout.outstanding(bytes)
    for place in 0..<InternedLayout.outstandingCount(bytes) {
      let command = numbers[place]
      var isRepeated = false
      for other in 0..<place where numbers[other] == command { isRepeated = true }
      if !isRepeated, !learn(model, command, at: place, &origin, interned) { return false }
    }
    return true
  }

  /// Finds out what can be sent in a model, or what may answer a command there.
  @_alwaysEmitIntoClient
  mutating func learn(
    _ model: Int, _ command: UInt16?, at place: Int, _ origin: inout Ancestry.Record,
    _ interned: InternedWorlds<State>
  ) -> Bool {
    let key = TransitionCache<State.M>.key(model, command.map { Int($0) })
    let reactions: Range<Int>
    if let known = cache.table[key] {
      reactions = known
    } else {
      let first = cache.reactions.count
      guard react(model, command, origin, interned) else { return false }
      reactions = first..<cache.reactions.count
      cache.table.add(reactions, under: key)
    }
    learned.append((place, reactions))
    origin += Ancestry.Record(reactions.count)
    return true
  }

  /// Runs the functions of the program, each twice, and keeps what comes of it.
  @_alwaysEmitIntoClient
  mutating func react(
    _ model: Int, _ command: UInt16?, _ origin: Ancestry.Record, _ interned: InternedWorlds<State>
  ) -> Bool {
    let world = interned.address(ofModel: model).pointee.world
    slot.leave(Crumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
    let answered = command.map { interned.commands[Int($0)] }
    guard let replies, let messages = try? self.messages(in: world, answered, replies) else { return false }
    let asked = World<State.M>(model: world.model, outstanding: answered.map { [$0] } ?? [])
    var origin = origin
    for message in messages {
      slot.leave(Crumb(origin))
      origin += 1
      let (next, failure) = Rules<State.M>.advance(
        world, by: message, answering: answered, answeredBy: replies, performing: &commands)
      let step = answered == nil ? WorldStep<State.M>.message(message) : .reply(message, command: 0)
      guard isSound(step, in: asked, to: next, failure) else { return false }
      let (again, failsAgain) = Rules<State.M>.advance(
        world, by: message, answering: answered, answeredBy: replies, performing: &commands)
      guard (failure == nil) == (failsAgain == nil), let reaction = reaction(next, again, interned)
      else { return false }
      cache.reactions.append(reaction)
      cache.messages.append(message)
    }
    return true
  }

  /// Whether nothing is wrong with a step; it may fail where that is declared.
  @_alwaysEmitIntoClient
  func isSound(
    _ step: WorldStep<State.M>, in world: World<State.M>, to next: World<State.M>, _ failure: (any Error)?
  ) -> Bool {
    if failure == nil {
      return Rules.isSound(step, in: world, to: next.model, performing: commands, by: relations)
    }
    let outcome = StepOutcome(world: next, commands: commands, failure: failure)
    return rules.value.breach(of: step, in: world, outcome) == nil
  }

  @_alwaysEmitIntoClient
  func messages(
    in world: World<State.M>, _ command: State.M.Command?,
    _ replies: @Sendable (State.M.Command, State.M.Model) throws -> [State.M.Message]?
  ) throws -> [State.M.Message] {
    if let command { return try replies(command, world.model) ?? [] }
    return try rules.value.messages(in: world)
  }

  /// Whether this is asked of a model for the first time.
  @_alwaysEmitIntoClient
  mutating func isFirst(ofModel number: Int) -> Bool {
    let missing = number + 1 - metModels.count
    if missing > 0 { metModels.append(contentsOf: repeatElement(false, count: missing + metModels.count)) }
    defer { metModels[number] = true }
    return !metModels[number]
  }

  /// What a message led to from a world with nothing outstanding, by numbers.
  ///
  /// - Returns: Nothing where it cannot be told apart, or led elsewhere when it was sent again.
  @_alwaysEmitIntoClient
  mutating func reaction(
    _ next: World<State.M>, _ again: World<State.M>, _ interned: InternedWorlds<State>
  ) -> TransitionCache<State.M>.Reaction? {
    guard var bare = try? State(World(model: next.model)), var other = try? State(World(model: again.model)),
      Self.isEqualToItself(&bare, structuralHash)
    else { return nil }
    let (number, hash) = writer._withUnsafeGuaranteedRef { interned.number(of: &bare, $0) }
    guard writer._withUnsafeGuaranteedRef({ interned.isSame(&other, number, $0) }) else { return nil }
    let first = cache.commands.count
    for command in next.outstanding {
      guard let number = writer._withUnsafeGuaranteedRef({ interned.number(of: command, $0) }) else { return nil }
      cache.commands.append(UInt16(number))
    }
    guard again.outstanding.count == next.outstanding.count else { return nil }
    for (place, command) in again.outstanding.enumerated() {
      guard writer._withUnsafeGuaranteedRef({ interned.number(of: command, $0) }) == Int(cache.commands[first + place])
      else { return nil }
    }
    return TransitionCache<State.M>.Reaction(
      model: UInt32(truncatingIfNeeded: number), firstCommand: UInt32(truncatingIfNeeded: first),
      commandCount: UInt32(truncatingIfNeeded: cache.commands.count - first),
      hash: hash)
  }
}
