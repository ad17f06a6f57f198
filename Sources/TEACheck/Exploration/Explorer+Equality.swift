internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  /// Finds each worker's first new world whose model is equal to that of another world, and differs from it.
  ///
  /// - Parameter known: How many worlds there were before the batch.
  @usableFromInline
  mutating func compareEqual(after known: Int) {
    for world in starts.indices { note(world) }
    for worker in expansions.indices {
      var found: Finding?
      for candidate in candidates[worker].new where found == nil {
        let number = Int(candidates[worker].indices[Int(candidate)])
        guard let breach = breachOfEquality(of: number) else { continue }
        // What is wrong with the last step itself comes first.
        if expansions[worker].breach != nil, Int(candidate) == expansions[worker].stepCount - 1 { continue }
        found = Finding(candidate: Int(candidate), breach: breach, isOfStep: true)
      }
      guard let found else { continue }
      // What is wrong with an earlier world, or with the last step, comes first.
      if let finding = expansions[worker].finding, finding.candidate < found.candidate { continue }
      expansions[worker].finding = found
    }
  }

  /// The violation of honest equality by a new world's model, or by its commands, if any.
  private mutating func breachOfEquality(of number: Int) -> Breach? {
    if let other = note(number),
      let breach = rules.breachOfEquality(
        world(number), takenFor: world(other), "of a world found before")
    {
      return breach
    }
    for command in world(number).outstanding {
      guard let key = command as? AnyHashable else { return nil }
      guard let other = firstEqualCommand[key] else {
        firstEqualCommand[key] = command
        continue
      }
      if let detail = Rules<M>.difference(other, command, trustingEquality: false) {
        return Breach(
          property: Law.honestEquality.rawValue,
          detail: "by its ==, a command equals one that was performed before, and differs: \(detail)")
      }
    }
    return nil
  }

  /// Takes note of a world.
  ///
  /// - Returns: The first world with an equal model, if it is another one.
  @discardableResult
  private mutating func note(_ world: Int) -> Int? {
    guard let key = self.world(world).model as? AnyHashable else { return nil }
    if let first = firstEqual[key] { return first == world ? nil : first }
    firstEqual[key] = world
    return nil
  }
}
