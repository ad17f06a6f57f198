public import TEARuntime

extension Expansion {
  /// Where worlds are models, the memory of one is that of the other.
  @_alwaysEmitIntoClient
  func model(at place: UnsafeMutablePointer<State>) -> UnsafeMutablePointer<State.M.Model> {
    UnsafeMutableRawPointer(place).assumingMemoryBound(to: State.M.Model.self)
  }

  /// Copies the world that was read last, to where it can be changed.
  ///
  /// - Parameter place: Memory that is not initialised, and is where worlds are not packed.
  @_alwaysEmitIntoClient
  mutating func copy(
    _ world: UnsafeMutablePointer<State>, to place: UnsafeMutablePointer<State>
  ) -> UnsafeMutablePointer<State> {
    if let packing, let parentBytes {
      if let rows { return rows._withUnsafeGuaranteedRef { child.read(parentBytes, $0, like: world) } }
      return child.unpack(parentBytes, packing, like: world)
    }
    place.initialize(to: world.pointee)
    return place
  }

  /// Updates the copy of a model; where the update throws, the copy is the model again.
  @_alwaysEmitIntoClient
  mutating func update(
    _ copy: UnsafeMutablePointer<State.M.Model>, for message: State.M.Message,
    from model: UnsafeMutablePointer<State.M.Model>
  ) -> (any Error)? {
    do {
      try Kernel<State.M>.update(inPlace: &copy.pointee, for: message, performing: &commands)
      return nil
    } catch {
      copy.pointee = model.pointee
      return error
    }
  }

  /// Finds out whether the last step is wrong.
  @_alwaysEmitIntoClient
  mutating func inspect(
    _ step: WorldStep<State.M>, in world: World<State.M>, to next: World<State.M>, _ failure: (any Error)?
  ) {
    if failure == nil, !inspectsSteps,
      Rules.isSound(step, in: world, to: next.model, performing: commands, by: relations)
    {
      return
    }
    breach = rules.value.breach(
      of: step, in: world, StepOutcome(world: next, commands: commands, failure: failure))
  }
}
