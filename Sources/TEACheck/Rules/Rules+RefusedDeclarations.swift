internal import TEARuntime

extension Rules {
  /// Refuses a property without a name: reports, stored counterexamples and known issues refer to a property by its name.
  static func requireNames(of declarations: [Declaration<M>]) throws {
    for declaration in declarations {
      guard let name = declaration.nameOfProperty, name.allSatisfy(\.isWhitespace) else { continue }
      throw SpecificationError(
        description: "\(moduleName(of: M.self)) has a property without a name, at \(declaration.place); "
          + "say in a few words what must hold")
    }
  }

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
