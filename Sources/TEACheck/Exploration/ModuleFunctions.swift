public import TEARuntime

/// Copies a model to the memory at `next`, and updates the copy; where `update` throws, the copy is set back to the model.
///
/// The command at `answered` is the one that the message answers; `nil` for none. The array at `commands` is emptied, and
/// receives the performed commands.
@usableFromInline typealias UpdateOfCopy =
  @Sendable (
    _ model: UnsafeRawPointer, _ next: UnsafeMutableRawPointer, _ state: CopyState, _ message: UnsafeRawPointer,
    _ answered: UnsafeRawPointer?, _ commands: UnsafeMutableRawPointer
  ) -> UpdateOutcome

/// The functions of a module that a search calls for each step and each world, specialised for the module.
///
/// The functions take values by their addresses, so that the search itself handles no values. The search is compiled once, for
/// all modules. Code that is not specialised for a module looks up the size and the copy functions of a value at each use.
///
/// Some functions take a model for a world that is *nothing but a model*: a world without outstanding commands and
/// surroundings.
@usableFromInline
struct ModuleFunctions<M: Module>: Sendable {
  @usableFromInline typealias Replies = @Sendable (M.Command, M.Model) throws -> [M.Message]?

  @usableFromInline let update: UpdateOfCopy
  /// Returns whether a world satisfies the invariants; `false` also where `view` or an invariant throws. The time limit of a step
  /// begins anew for the view and for each invariant.
  ///
  /// The first address is that of the world, or that of its model if the world is nothing but a model.
  @usableFromInline let satisfiesInvariants:
    @Sendable (UnsafeRawPointer, _ isWorld: Bool, [@Sendable (World<M>) throws -> Bool], BreadcrumbSlot) -> Bool
  /// Returns whether a step satisfies the relations, the conditions of the properties of steps; `false` also where one throws.
  @usableFromInline let satisfiesRelations:
    @Sendable (
      _ message: UnsafeRawPointer, _ answered: UnsafeRawPointer?, _ model: UnsafeRawPointer, _ next: UnsafeRawPointer,
      _ commands: UnsafeMutableRawPointer, _ failure: (any Error)?, [@Sendable (Transition<M>) throws -> Bool]
    ) -> Bool
  /// Returns whether a world that is nothing but a model meets one of the unmet goals, or one of these goals throws in it. The
  /// unmet goals are given by their indices among all goals.
  @usableFromInline let mayMeetGoal:
    @Sendable (_ model: UnsafeRawPointer, _ goals: [@Sendable (World<M>) throws -> Bool], _ unmet: [Int]) -> Bool
  /// Adds the messages that are offered in a world. Without an address of a world, the world is nothing but the model.
  @usableFromInline let addOffered:
    @Sendable (
      _ model: UnsafeRawPointer, _ world: UnsafeRawPointer?, OfferedMessages<M>, MessageBuffer<M.Message>
    ) throws -> MessagesInMemory
  /// Adds the replies to a command that the specification declares, given the model.
  @usableFromInline let addReplies:
    @Sendable (
      _ command: UnsafeRawPointer, _ model: UnsafeRawPointer, Replies, MessageBuffer<M.Message>
    ) throws -> MessagesInMemory
  /// Returns whether a performed command becomes outstanding, because replies to it are declared.
  @usableFromInline let awaitsReply: @Sendable (_ command: UnsafeRawPointer, _ model: UnsafeRawPointer, Replies) -> Bool

  @inlinable
  init(of module: M.Type) {
    update = { model, next, state, message, answered, commands in
      let model = model.assumingMemoryBound(to: M.Model.self)
      let next = next.assumingMemoryBound(to: M.Model.self)
      let commands = commands.assumingMemoryBound(to: [M.Command].self)
      switch state {
      case .uninitialized: next.initialize(to: model.pointee)
      case .holdsOtherModel: next.pointee = model.pointee
      case .copied: break
      }
      if commands.pointee.count != 0 { commands.pointee.removeAll(keepingCapacity: true) }
      do {
        try Kernel<M>.update(
          inPlace: &next.pointee, for: message.assumingMemoryBound(to: M.Message.self).pointee,
          answering: answered?.assumingMemoryBound(to: M.Command.self).pointee, performing: &commands.pointee)
      } catch {
        next.pointee = model.pointee
        return UpdateOutcome(performedCount: 0, firstPerformed: nil, failure: error)
      }
      let count = commands.pointee.count
      if count == 0 { return UpdateOutcome(performedCount: 0, firstPerformed: nil, failure: nil) }
      let performed = commands.pointee.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
      return UpdateOutcome(performedCount: count, firstPerformed: performed, failure: nil)
    }
    satisfiesInvariants = { address, isWorld, invariants, slot in
      var world =
        isWorld
        ? address.assumingMemoryBound(to: World<M>.self).pointee
        : World<M>(model: address.assumingMemoryBound(to: M.Model.self).pointee)
      if !invariants.isEmpty { world.keepView() }
      do {
        slot.restartStepTime()
        _ = try world.sharedView
        for holds in invariants {
          slot.restartStepTime()
          if try !holds(world) { return false }
        }
        return true
      } catch {
        return false
      }
    }
    satisfiesRelations = { message, answered, model, next, commands, failure, relations in
      let transition = Transition<M>(
        before: model.assumingMemoryBound(to: M.Model.self).pointee,
        message: message.assumingMemoryBound(to: M.Message.self).pointee,
        after: next.assumingMemoryBound(to: M.Model.self).pointee,
        commands: commands.assumingMemoryBound(to: [M.Command].self).pointee, failure: failure,
        answering: answered?.assumingMemoryBound(to: M.Command.self).pointee)
      do {
        for holds in relations where try !holds(transition) { return false }
        return true
      } catch {
        return false
      }
    }
    mayMeetGoal = { model, goals, unmet in
      var world = World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee)
      world.keepView()
      for goal in unmet where (try? goals[goal](world)) ?? true { return true }
      return false
    }
    addOffered = { model, world, offered, buffer in
      if let world {
        return try offered.add(offeredIn: world.assumingMemoryBound(to: World<M>.self).pointee, to: buffer)
      }
      return try offered.add(
        offeredIn: World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee), to: buffer)
    }
    addReplies = { command, model, replies, buffer in
      let messages = try replies(
        command.assumingMemoryBound(to: M.Command.self).pointee,
        model.assumingMemoryBound(to: M.Model.self).pointee)
      return buffer.add(messages ?? [])
    }
    awaitsReply = { command, model, replies in
      let (command, model) = (
        command.assumingMemoryBound(to: M.Command.self), model.assumingMemoryBound(to: M.Model.self)
      )
      // A declaration that throws counts as a reply: it throws again when the command is answered, and is reported then.
      if case .success(nil) = Result(catching: { try replies(command.pointee, model.pointee) }) { return false }
      return true
    }
  }
}

/// The content of the memory at `next` before ``ModuleFunctions/update``.
@usableFromInline
enum CopyState {
  case uninitialized
  /// An initialized model, which is to be replaced.
  case holdsOtherModel
  /// Already a copy of the model: the search has copied all by which models are told apart, so `update` does not copy.
  case copied
}

@usableFromInline
struct UpdateOutcome {
  let performedCount: Int
  /// The address of the first performed command, which is valid until the next update; `nil` for no commands.
  let firstPerformed: UnsafeRawPointer?
  let failure: (any Error)?

  @usableFromInline
  init(performedCount: Int, firstPerformed: UnsafeRawPointer?, failure: (any Error)?) {
    (self.performedCount, self.firstPerformed, self.failure) = (performedCount, firstPerformed, failure)
  }
}
