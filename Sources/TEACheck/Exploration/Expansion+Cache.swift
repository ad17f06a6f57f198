public import TEAStateSpace
internal import TEARuntime

extension Expansion {
  /// Expands worlds by the cached reactions to their messages and replies, and runs the program's functions only for
  /// reactions that are not cached yet.
  ///
  /// - Returns: The worlds that were not expanded, from the first with a reaction that cannot be cached; none where the
  ///   search was interrupted.
  @inlinable
  mutating func expandCached(_ range: Range<Int>, of arena: RowArena) throws -> Range<Int> {
    let rows = rows._withUnsafeGuaranteedRef { $0 }
    for number in range where !isInterrupted {
      parentRow = UnsafeRawPointer(arena[number])
      packing.unpack(parentRow, to: parent.row)
      let numbers = rows.numbers(parent.row)
      guard cacheReactions(numbers, number, rows) else { return number..<range.upperBound }
      slot.set(Breadcrumb(.other))
      try addCached(after: numbers, number, rows)
    }
    return range.upperBound..<range.upperBound
  }

  /// Adds the successors of a world by the reactions that ``cacheReactions(_:_:_:)`` collected.
  @inlinable
  mutating func addCached(after world: WorldNumbers, _ parent: Int, _ rows: WorldRows<M>) throws {
    let countBefore = rows.lists.commands(of: world.outstanding).count
    var origin = Ancestry.record(parent: parent, step: 0)
    for (answered, reactions) in cachedReactions {
      let remainingCount = answered < 0 ? countBefore : countBefore - 1
      for number in reactions {
        defer { origin += 1 }
        let reaction = cache.reactions[number]
        if remainingCount + Int(reaction.outstandingCount) > outstandingLimit {
          noteStepLeftOut(of: parent)
          continue
        }
        if candidates.pointee.count == stepCapacity { try grow() }
        var next = WorldNumbers(model: reaction.model, bag: world.bag, outstanding: world.outstanding)
        if answered >= 0 || reaction.outstandingList != CommandLists.none {
          let change = writer._withUnsafeGuaranteedRef {
            listCache.change(
              of: world.outstanding, answering: answered, performing: reaction.outstandingList, in: rows.lists, $0)
          }
          (next.bag, next.outstanding) = (change.bag, change.list)
        }
        next.write(to: child.row)
        let message = cache.messages[number]
        storeStep(
          answered < 0 ? .message(message) : .reply(message, command: answered),
          performsOrFails: reaction.performsOrFails)
        addCandidate(origin)
      }
    }
  }

  /// Drops the cache, and runs the program for every step from now on.
  @usableFromInline
  mutating func forgetReactions() {
    cache.deallocate()
    cache = TransitionCache()
    cachesReactions = false
  }

  /// Collects the reactions that are possible in a world, and caches those that are missing.
  ///
  /// - Returns: `false` where ``react(_:_:_:_:)`` cannot cache one of them.
  @inlinable
  mutating func cacheReactions(_ world: WorldNumbers, _ parent: Int, _ rows: WorldRows<M>) -> Bool {
    cachedReactions.removeAll(keepingCapacity: true)
    var origin = Ancestry.record(parent: parent, step: 0)
    guard cacheReactions(world.model, nil, at: -1, &origin, rows) else { return false }
    let numbers = rows.lists.commands(of: world.outstanding)
    for index in numbers.indices {
      let command = numbers[index]
      var isDuplicate = false
      for other in 0..<index where numbers[other] == command { isDuplicate = true }
      if !isDuplicate, !cacheReactions(world.model, command, at: index, &origin, rows) { return false }
    }
    return true
  }

  /// Collects the reactions to the messages offered in a model, or to the replies to one command in it.
  ///
  /// - Parameter index: The index of the command among the outstanding ones; -1 for messages.
  @inlinable
  mutating func cacheReactions(
    _ model: UInt32, _ command: UInt32?, at index: Int, _ origin: inout Ancestry.Record, _ rows: WorldRows<M>
  ) -> Bool {
    let key = TransitionCache<M>.key(model, command)
    let reactions: Range<Int>
    if let known = cache.table[key] {
      reactions = known
    } else {
      let first = cache.reactions.count
      guard react(model, command, origin, rows) else { return false }
      reactions = first..<cache.reactions.count
      cache.table.add(reactions, under: key)
    }
    cachedReactions.append((index, reactions))
    origin += Ancestry.Record(reactions.count)
    return true
  }

  /// Runs `update` twice for each message offered in a model, or for each reply to one command in it, and caches the
  /// reactions.
  ///
  /// - Returns: `false` where a step violates something, the two runs differ, or a declaration throws.
  @inlinable
  mutating func react(
    _ model: UInt32, _ command: UInt32?, _ origin: Ancestry.Record, _ rows: WorldRows<M>
  ) -> Bool {
    let world = World<M>(model: rows.modelMemory(Int(model)).pointee)
    slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
    let answered = command.map { rows.command(Int($0)) }
    guard let replies, let messages = try? self.messages(in: world, answered, replies) else { return false }
    let answeredWorld = World<M>(model: world.model, outstanding: answered.map { [$0] } ?? [])
    var origin = origin
    for message in messages {
      slot.set(Breadcrumb(origin))
      origin += 1
      let (next, failure) = Rules<M>.advance(
        world, by: message, answering: answered, answeredBy: replies, performing: &commands)
      slot.countCall()
      let step = answered == nil ? WorldStep<M>.message(message) : .reply(message, command: 0)
      guard isSound(step, in: answeredWorld, to: next, failure) else { return false }
      let performsOrFails = failure != nil || commands.count != 0
      // Commands that nothing answers are in no world, so comparing worlds does not compare them.
      let performed = comparesCommands && commands.count > next.outstanding.count ? commands : []
      slot.countCall()
      let (again, failureAgain) = Rules<M>.advance(
        world, by: message, answering: answered, answeredBy: replies, performing: &commands)
      guard (failure == nil) == (failureAgain == nil),
        let reaction = reaction(next, again, performsOrFails: performsOrFails, rows),
        performed.isEmpty || rules.value.violationOfDeterminism(first: performed, second: commands) == nil
      else { return false }
      cache.reactions.append(reaction)
      cache.messages.append(message)
    }
    return true
  }

  /// Returns whether a step violates nothing; a declared failure is no violation. Evaluates the unmet conditions as well.
  @inlinable
  mutating func isSound(_ step: WorldStep<M>, in world: World<M>, to next: World<M>, _ failure: (any Error)?) -> Bool {
    removeConditions(metBy: step, in: world, to: next.model, failure)
    if failure == nil {
      return Rules.isSound(step, in: world, to: next.model, performing: commands, by: relations)
    }
    let outcome = StepOutcome(world: next, commands: commands, failure: failure)
    return rules.value.violation(of: step, in: world, outcome) == nil
  }

  /// The replies to a command in a world, or the messages that are offered in it where no command is given.
  @inlinable
  func messages(
    in world: World<M>, _ command: M.Command?,
    _ replies: @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) throws -> [M.Message] {
    if let command { return try replies(command, world.model) ?? [] }
    return try rules.value.messages(in: world)
  }

  /// Records that this worker inspects a world with a model.
  ///
  /// - Returns: `true` if it has inspected no world with this model before.
  @inlinable
  mutating func recordInspection(ofModel number: Int) -> Bool {
    let missing = number + 1 - inspectedModels.count
    if missing > 0 {
      // More than doubles the count, so that the array seldom grows.
      inspectedModels.append(contentsOf: repeatElement(false, count: missing + inspectedModels.count))
    }
    defer { inspectedModels[number] = true }
    return !inspectedModels[number]
  }

  /// The reaction to a message, as the numbers of its parts.
  ///
  /// - Parameters:
  ///   - next: The world that the message led to, from a world without outstanding commands.
  ///   - again: The world that a second run led to.
  /// - Returns: `nil` where the model is not equal to itself, or the worlds differ.
  @inlinable
  mutating func reaction(
    _ next: World<M>, _ again: World<M>, performsOrFails: Bool, _ rows: WorldRows<M>
  ) -> TransitionCache<M>.Reaction? {
    guard isEqualToItself(next.model), next.outstanding.count == again.outstanding.count else { return nil }
    return writer._withUnsafeGuaranteedRef { writer in
      let model = withUnsafePointer(to: next.model) { rows.models.number(of: $0, writer) }
      guard withUnsafePointer(to: again.model, { rows.models.isSame($0, Int(model), writer) }) else { return nil }
      let outstandingList = rows.number(of: next.outstanding, writer)
      guard next.outstanding.isEmpty || rows.number(of: again.outstanding, writer) == outstandingList else {
        return nil
      }
      return TransitionCache<M>.Reaction(
        model: model, outstandingList: outstandingList,
        outstandingCount: UInt32(truncatingIfNeeded: next.outstanding.count), performsOrFails: performsOrFails)
    }
  }
}
