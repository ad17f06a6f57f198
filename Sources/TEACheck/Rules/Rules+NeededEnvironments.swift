internal import TEARuntime

extension Rules {
  /// Throws ``MissingEnvironment`` for the first declaration whose environment is missing.
  func validateEnvironments(of declarations: [Declaration<M>]) throws {
    let needs = declarations.compactMap { line in line.neededEnvironment.map { ($0, line.place) } }
    guard !needs.isEmpty else { return }
    let state = surroundingRules?.environment?.initial()
    for (needed, place) in needs where state.map(needed.isState) != true {
      throw MissingEnvironment(type: needed.type, place: place)
    }
  }
}
