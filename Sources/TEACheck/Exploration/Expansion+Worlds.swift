public import TEAStateSpace
public import TEARuntime

extension Expansion {
  /// Adds the successors of a world: by the messages that are offered, and then by replies and events.
  @inlinable
  mutating func expand(_ parent: Int, _ world: World<M>, sending messages: [M.Message]) throws {
    var origin = Ancestry.record(parent: parent, step: 0)
    if hasSurroundings { return try addAllSuccessors(of: world, messages, origin) }
    for message in messages where violation == nil {
      try add(.message(message), bringing: message, answering: nil, to: world, in: world, origin)
      origin += 1
    }
    if world.outstanding.count != 0 { try addReplySuccessors(of: world, origin) }
  }

  /// Adds the successors by replies, in a program without surroundings.
  ///
  /// - Parameter origin: The record of the first of these steps.
  @inlinable
  mutating func addReplySuccessors(of world: World<M>, _ origin: Ancestry.Record) throws {
    guard let replies else { return }
    var origin = origin
    for index in world.outstanding.indices where !world.isDuplicate(index) {
      var rest = world
      let command = rest.outstanding.remove(at: index)
      slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
      for reply in try replies(command, world.model) ?? [] where violation == nil {
        try add(.reply(reply, command: index), bringing: reply, answering: command, to: rest, in: world, origin)
        origin += 1
      }
    }
  }

  /// Adds the successors by messages, replies and events, in a program with surroundings.
  @inlinable
  mutating func addAllSuccessors(of world: World<M>, _ messages: [M.Message], _ origin: Ancestry.Record) throws {
    var origin = origin
    slot.set(Breadcrumb(.offer, place: Int(truncatingIfNeeded: origin >> 32)))
    let repliesAndEvents = try rules.value.repliesAndEvents(in: world, isDuplicate: world.isDuplicate, waits: .all)
    for step in messages.map({ .message($0) }) + repliesAndEvents where violation == nil {
      slot.set(Breadcrumb(origin))
      let (next, failure) = rules.value.takeInSurroundings(step, in: world, performing: &commands)
      try add(step, to: next, failure, in: world, origin)
      origin += 1
    }
  }

  /// Takes a step in a program without surroundings, and adds the world that it leads to.
  ///
  /// - Parameter rest: The world without the command that is answered.
  @inlinable
  mutating func add(
    _ step: WorldStep<M>, bringing message: M.Message, answering command: M.Command?, to rest: World<M>,
    in world: World<M>, _ origin: Ancestry.Record
  ) throws {
    slot.set(Breadcrumb(origin))
    let (next, failure) = Rules<M>.advance(
      rest, by: message, answering: command, answeredBy: replies, performing: &commands)
    try add(step, to: next, failure, in: world, origin)
  }

  /// Adds the world that a step leads to, unless too many commands would be outstanding in it, and inspects the step.
  @inlinable
  mutating func add(
    _ step: WorldStep<M>, to next: World<M>, _ failure: (any Error)?, in world: World<M>, _ origin: Ancestry.Record
  ) throws {
    if next.outstanding.count > outstandingLimit, failure == nil {
      noteStepLeftOut(of: Int(truncatingIfNeeded: origin >> 32))
      return
    }
    if candidates.pointee.count == stepCapacity { try grow() }
    write(next)
    storeStep(step, performsOrFails: failure != nil || commands.count != 0)
    addCandidate(origin)
    if failure != nil || checksSteps {
      slot.countCall()
      inspect(step, in: world, to: next, failure)
    }
    if comparesCommands, commands.count != 0, violation == nil, let message = step.message {
      // Commands that became outstanding are compared as parts of the next world, and only the others are compared here.
      let answered = step.answeredCommand(in: world)
      let newlyOutstandingCount = next.outstanding.count - world.outstanding.count + (answered == nil ? 0 : 1)
      if hasSurroundings || commands.count > newlyOutstandingCount {
        slot.countCall()
        inspectCommands(of: message, answering: answered, in: world.model)
      }
    }
    if commands.count != 0, replies == nil, !hasSurroundings || rules.value.declaresNoReplies {
      noteUnansweredCommands(in: Int(truncatingIfNeeded: origin >> 32))
    }
  }
}
