public import TEARuntime

/// The functions of a module that a search calls for each step and each world, specialised for the module.
///
/// They take values by their addresses, so that the search itself handles none: it is compiled once, for all modules, and such
/// code asks for the size of a value, and for the functions that copy it, at each use.
@usableFromInline
struct ModuleFunctions<M: Module>: Sendable {
  @usableFromInline typealias Update =
    @Sendable (
      _ model: UnsafeRawPointer, _ next: UnsafeMutableRawPointer, _ isCopied: Bool, _ message: UnsafeRawPointer,
      _ answered: UnsafeRawPointer?, _ commands: UnsafeMutableRawPointer
    ) -> UpdateOutcome
  @usableFromInline typealias IsSoundModel =
    @Sendable (UnsafeRawPointer, [@Sendable (World<M>) throws -> Bool], BreadcrumbSlot) -> Bool
  @usableFromInline typealias IsSoundStep =
    @Sendable (
      _ message: UnsafeRawPointer, _ answered: UnsafeRawPointer?, _ model: UnsafeRawPointer, _ next: UnsafeRawPointer,
      _ commands: UnsafeMutableRawPointer, [@Sendable (Transition<M>) throws -> Bool]
    ) -> Bool
  @usableFromInline typealias Satisfies =
    @Sendable (UnsafeRawPointer, @Sendable (World<M>) throws -> Bool) throws -> Bool
  @usableFromInline typealias Offer =
    @Sendable (
      UnsafeRawPointer, @Sendable (World<M>) throws -> [M.Message], _ kept: UnsafeMutableRawPointer
    ) throws -> MessagesInMemory
  @usableFromInline typealias Replies = @Sendable (M.Command, M.Model) throws -> [M.Message]?
  @usableFromInline typealias Reply =
    @Sendable (
      _ command: UnsafeRawPointer, _ model: UnsafeRawPointer, Replies, _ kept: UnsafeMutableRawPointer
    ) throws -> MessagesInMemory
  @usableFromInline typealias AwaitsReply =
    @Sendable (_ command: UnsafeRawPointer, _ model: UnsafeRawPointer, Replies) -> Bool

  /// Copies a model and updates the copy; where `update` throws, the copy is set back to the model.
  ///
  /// `isCopied` says that the memory of the copy holds a copy already. The array at `commands` is emptied, and receives the
  /// performed commands.
  let update: Update
  /// Returns whether a model has a view, and a world that is nothing but the model satisfies the invariants. The time limit of a
  /// step begins anew for the view and for each invariant.
  let isSoundModel: IsSoundModel
  /// Returns whether a step satisfies the relations.
  let isSoundStep: IsSoundStep
  /// Returns whether a world that is nothing but a model satisfies a condition.
  let satisfies: Satisfies
  /// The messages that are offered in a world that is nothing but a model. They stay in memory as long as the array at `kept`,
  /// to which they are added.
  let offer: Offer
  /// The replies to a command, which stay in memory like those of ``offer``.
  let reply: Reply
  /// Returns whether a performed command becomes outstanding: replies to it are declared.
  let awaitsReply: AwaitsReply

  @inlinable
  init(of module: M.Type) {
    self.init(
      update: { model, next, isCopied, message, answered, commands in
        let model = model.assumingMemoryBound(to: M.Model.self)
        let next = next.assumingMemoryBound(to: M.Model.self)
        let commands = commands.assumingMemoryBound(to: [M.Command].self)
        if !isCopied { next.initialize(to: model.pointee) }
        if commands.pointee.count != 0 { commands.pointee.removeAll(keepingCapacity: true) }
        do {
          try Kernel<M>.update(
            inPlace: &next.pointee, for: message.assumingMemoryBound(to: M.Message.self).pointee,
            answering: answered?.assumingMemoryBound(to: M.Command.self).pointee, performing: &commands.pointee)
        } catch {
          next.pointee = model.pointee
          return UpdateOutcome(performedCount: 0, performed: nil, failure: error)
        }
        let count = commands.pointee.count
        if count == 0 { return UpdateOutcome(performedCount: 0, performed: nil, failure: nil) }
        let performed = commands.pointee.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
        return UpdateOutcome(performedCount: count, performed: performed, failure: nil)
      },
      isSoundModel: { model, invariants, slot in
        let world = World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee)
        do {
          slot.countCall()
          _ = try M.view(for: world.model)
          for holds in invariants {
            slot.countCall()
            if try !holds(world) { return false }
          }
          return true
        } catch {
          return false
        }
      },
      isSoundStep: { message, answered, model, next, commands, relations in
        let transition = Transition<M>(
          before: model.assumingMemoryBound(to: M.Model.self).pointee,
          message: message.assumingMemoryBound(to: M.Message.self).pointee,
          after: next.assumingMemoryBound(to: M.Model.self).pointee,
          commands: commands.assumingMemoryBound(to: [M.Command].self).pointee, failure: nil,
          answering: answered?.assumingMemoryBound(to: M.Command.self).pointee)
        do {
          for holds in relations where try !holds(transition) { return false }
          return true
        } catch {
          return false
        }
      },
      satisfies: { model, holds in
        try holds(World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee))
      },
      offer: { model, offered, kept in
        let messages = try offered(World<M>(model: model.assumingMemoryBound(to: M.Model.self).pointee))
        return MessagesInMemory(messages, keptIn: kept)
      },
      reply: { command, model, replies, kept in
        let messages = try replies(
          command.assumingMemoryBound(to: M.Command.self).pointee,
          model.assumingMemoryBound(to: M.Model.self).pointee)
        return MessagesInMemory(messages ?? [], keptIn: kept)
      },
      awaitsReply: { command, model, replies in
        let (command, model) = (
          command.assumingMemoryBound(to: M.Command.self), model.assumingMemoryBound(to: M.Model.self)
        )
        // A declaration that throws counts as a reply here: it throws again when the command is answered, and is reported there.
        if case .success(nil) = Result(catching: { try replies(command.pointee, model.pointee) }) { return false }
        return true
      })
  }

  @usableFromInline
  init(
    update: @escaping Update, isSoundModel: @escaping IsSoundModel, isSoundStep: @escaping IsSoundStep,
    satisfies: @escaping Satisfies, offer: @escaping Offer, reply: @escaping Reply, awaitsReply: @escaping AwaitsReply
  ) {
    (self.update, self.isSoundModel, self.isSoundStep) = (update, isSoundModel, isSoundStep)
    (self.satisfies, self.offer, self.reply, self.awaitsReply) = (satisfies, offer, reply, awaitsReply)
  }
}

/// The outcome of an update in memory.
@usableFromInline
struct UpdateOutcome {
  let performedCount: Int
  /// The address of the first performed command, which holds until the next update; `nil` for no commands.
  let performed: UnsafeRawPointer?
  /// The error that `update` threw.
  let failure: (any Error)?

  @usableFromInline
  init(performedCount: Int, performed: UnsafeRawPointer?, failure: (any Error)?) {
    (self.performedCount, self.performed, self.failure) = (performedCount, performed, failure)
  }
}

/// Messages by the address of the first.
@usableFromInline
struct MessagesInMemory {
  /// The address of the first message; `nil` for no messages.
  let first: UnsafeRawPointer?
  let count: Int

  @usableFromInline
  init(first: UnsafeRawPointer?, count: Int) { (self.first, self.count) = (first, count) }

  /// Adds messages to the array at `kept`, so that they stay in memory.
  @inlinable
  init<Message>(_ messages: [Message], keptIn kept: UnsafeMutableRawPointer) {
    guard messages.count != 0 else {
      self.init(first: nil, count: 0)
      return
    }
    // A contiguous array never bridges, so its elements stay where they are.
    let contiguous = ContiguousArray(messages)
    kept.assumingMemoryBound(to: [ContiguousArray<Message>].self).pointee.append(contiguous)
    self.init(
      first: contiguous.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }, count: messages.count)
  }
}
