public import TEARuntime

extension Expansion {
  /// Copies the model that was read last, to where it can be changed.
  ///
  /// - Parameter memory: Where it is copied to where rows are the memory of models.
  @_alwaysEmitIntoClient
  mutating func copy(
    _ model: UnsafeMutablePointer<M.Model>, to memory: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<M.Model> {
    let place = isMemory ? memory.assumingMemoryBound(to: M.Model.self) : child.place
    if !isMemory, child.isInitialized {
      rows._withUnsafeGuaranteedRef { $0.layout.copy(model, over: place) }
    } else {
      place.initialize(to: model.pointee)
      child.isInitialized = !isMemory
    }
    return place
  }

  /// Updates the copy of a model; where the update throws, the copy is the model again.
  @_alwaysEmitIntoClient
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

  /// Finds out whether the last step performs the same again, where some of its commands are in no world: what is carried
  /// out and never answered leaves no other trace.
  @_alwaysEmitIntoClient
  mutating func inspectCommands(of message: M.Message, answering command: M.Command?, in model: M.Model) {
    let performed = commands
    defer { commands = performed }
    commands = []
    _ = try? Kernel<M>.update(model, for: message, answering: command, performing: &commands)
    violation = rules.value.violationOfDeterminism(first: performed, second: commands)
  }

  /// Puts the conditions of relations to a step.
  @_alwaysEmitIntoClient
  mutating func meetConditions(by step: WorldStep<M>, in world: World<M>, to after: M.Model, _ failure: (any Error)?) {
    guard let counter, !counter._withUnsafeGuaranteedRef({ $0.unmetStepConditions.isEmpty }),
      let transition = Transition(step, in: world, to: after, performing: commands, failure: failure)
    else { return }
    counter._withUnsafeGuaranteedRef { $0.removeConditions(metBy: transition) }
  }

  /// Finds out whether the last step is wrong, where worlds are models: apart, so that a debug build looks for the types of
  /// worlds only where it is asked.
  @_alwaysEmitIntoClient
  mutating func inspect(_ message: M.Message, from model: M.Model, to next: M.Model, _ failure: (any Error)?) {
    inspect(.message(message), in: World(model: model), to: World(model: next), failure)
  }

  /// Finds out whether the last step is wrong.
  @_alwaysEmitIntoClient
  mutating func inspect(_ step: WorldStep<M>, in world: World<M>, to next: World<M>, _ failure: (any Error)?) {
    meetConditions(by: step, in: world, to: next.model, failure)
    if failure == nil, !inspectsSteps,
      Rules.isSound(step, in: world, to: next.model, performing: commands, by: relations)
    {
      return
    }
    violation = rules.value.violation(
      of: step, in: world, StepOutcome(world: next, commands: commands, failure: failure))
  }
}
