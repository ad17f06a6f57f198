internal import TEARuntime

extension Explorer {
  /// Finds each worker's first candidate that is taken for a world from which it differs.
  ///
  /// - Parameter known: How many worlds there were before the batch.
  @_alwaysEmitIntoClient
  func compareRecognised(after known: Int) {
    for worker in expansions.indices {
      expansions[worker].finding = firstMistaken(expansions[worker], known)
    }
  }

  @_alwaysEmitIntoClient
  func firstMistaken(_ expansion: Expansion<State>, _ known: Int) -> Finding? {
    // What is wrong with the last step comes first.
    for candidate in 0..<expansion.count - (expansion.breach == nil ? 0 : 1) {
      let number = Int(expansion.indices[candidate])
      let world: World<M>
      switch number {
      case Int(Expansion<State>.fresh): return nil
      case ..<known: world = store[number].world
      case WorldIndex.firstProvisional...:
        let (other, place) = Recogniser<State>.locate(number)
        world = expansions[other].states[place].world
      default: continue
      }
      if let breach = rules.breachOfEquality(
        expansion.states[candidate].world, takenFor: world, "of a world found before")
      {
        return Finding(candidate: candidate, breach: breach, isOfStep: true)
      }
    }
    return nil
  }
}
