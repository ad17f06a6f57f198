public import TEARuntime

extension Expansion {
  /// Copies the model from which steps are taken, so that the copy can be changed.
  ///
  /// - Parameter memory: The memory for the copy where rows are the memory of models; elsewhere the copy is in ``child``.
  @inlinable
  mutating func copy(
    _ model: UnsafeMutablePointer<M.Model>, to memory: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<M.Model> {
    let address = rowsAreMemory ? memory.assumingMemoryBound(to: M.Model.self) : child.address
    if !rowsAreMemory, child.isInitialized {
      rows._withUnsafeGuaranteedRef { $0.layout.copy(model, over: address) }
    } else {
      address.initialize(to: model.pointee)
      child.isInitialized = !rowsAreMemory
    }
    return address
  }

  /// Updates the copy of a model; where `update` throws, the copy is set back to the model.
  ///
  /// - Returns: The error that `update` throws; `nil` where it throws none.
  @inlinable
  mutating func update(
    _ copy: UnsafeMutablePointer<M.Model>, for message: M.Message, from model: UnsafeMutablePointer<M.Model>
  ) -> (any Error)? {
    do {
      try Kernel<M>.update(inPlace: &copy.pointee, for: message, performing: &commands)
      return nil
    } catch {
      copy.pointee = model.pointee
      return error
    }
  }

  /// Sets ``violation`` where a second run of the last step performs other commands.
  ///
  /// Commands that nothing answers are in no world, so comparing worlds does not compare them.
  @inlinable
  mutating func inspectCommands(of message: M.Message, answering command: M.Command?, in model: M.Model) {
    let performed = commands
    defer { commands = performed }
    commands = []
    _ = try? Kernel<M>.update(model, for: message, answering: command, performing: &commands)
    violation = rules.value.violationOfDeterminism(first: performed, second: commands)
  }

  /// Evaluates the unmet conditions of properties for a step, and removes those that it satisfies.
  @inlinable
  mutating func removeConditions(
    metBy step: WorldStep<M>, in world: World<M>, to after: M.Model, _ failure: (any Error)?
  ) {
    guard let counter, !counter._withUnsafeGuaranteedRef({ $0.unmetStepConditions.isEmpty }),
      let transition = Transition(step, in: world, to: after, performing: commands, failure: failure)
    else { return }
    counter._withUnsafeGuaranteedRef { $0.removeConditions(metBy: transition) }
  }

  /// Returns whether a world has a view and satisfies the invariants. The time limit of a step begins anew for the view and for
  /// each invariant.
  @inlinable
  mutating func isSound(_ world: World<M>, by invariants: [@Sendable (World<M>) throws -> Bool]) -> Bool {
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
  }

  /// Sets ``violation`` where the last step violates a law or a relation, in a search whose worlds are models.
  ///
  /// This is a function of its own, so that a debug build fetches the metadata of worlds only for steps that are inspected.
  @inlinable
  mutating func inspect(_ message: M.Message, from model: M.Model, to next: M.Model, _ failure: (any Error)?) {
    inspect(.message(message), in: World(model: model), to: World(model: next), failure)
  }

  /// Sets ``violation`` where the last step violates a law or a relation.
  @inlinable
  mutating func inspect(_ step: WorldStep<M>, in world: World<M>, to next: World<M>, _ failure: (any Error)?) {
    removeConditions(metBy: step, in: world, to: next.model, failure)
    if failure == nil, !inspectsSteps,
      Rules.isSound(step, in: world, to: next.model, performing: commands, by: relations)
    {
      return
    }
    violation = rules.value.violation(
      of: step, in: world, StepOutcome(world: next, commands: commands, failure: failure))
  }
}
