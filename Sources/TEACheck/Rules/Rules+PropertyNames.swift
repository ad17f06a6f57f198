internal import TEARuntime

extension Rules {
  /// Refuses a property without a name: reports, stored counterexamples and known issues refer to a property by its name.
  static func requireNames(of declarations: [Declaration<M>]) throws {
    for declaration in declarations {
      guard case .property(let property) = declaration.kind else { continue }
      guard property.name.contains(where: { !$0.isWhitespace }) else {
        throw SpecificationError(
          description: "\(moduleName(of: M.self)) has a property without a name, at \(property.place); "
            + "say in a few words what must hold")
      }
    }
  }
}
