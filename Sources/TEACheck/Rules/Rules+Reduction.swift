internal import TEARuntime

extension Rules {
  /// The search keeps one world instead of several, by a canonical form or by a key.
  var isReduced: Bool { canonicalForm != nil || abstraction != nil }

  /// A kept world may represent a world that behaves differently.
  var isApproximate: Bool { abstraction != nil || canonicalForm.map { !$0.isProven } ?? false }

  /// Returns whether the search keeps only one of two worlds.
  var areAlikeWorlds: (World<M>, World<M>) -> Bool {
    let isSame = WorldComparison<M>().isSame
    return { one, other in
      let (one, other) = canonicalForm.map { ($0.apply(one), $0.apply(other)) } ?? (one, other)
      return abstraction.map { $0(one) == $0(other) } ?? isSame(one, other)
    }
  }

  /// - Throws: ``SpecificationError`` where a declared property or law needs the whole graph.
  mutating func addReductions(of declarations: [Declaration<M>]) throws {
    var forms: [@Sendable (World<M>) -> World<M>] = []
    var keys: [@Sendable (World<M>) -> AnyHashable] = []
    for declaration in declarations {
      switch declaration.kind {
      case .canonicalForm(let apply):
        forms.append(apply)
        canonicalForm = CanonicalForm(
          apply: { [forms] world in forms.reduce(world) { $1($0) } }, place: declaration.place,
          comparison: WorldComparison())
      case .abstraction(let key): keys.append { keyEqualToItself(key($0)) }
      default: continue
      }
    }
    if keys.count > 1 {
      abstraction = { [keys] world in AnyHashable(keys.map { $0(world) }) }
    } else {
      abstraction = keys.first
    }
    guard isReduced, needsGraph else { return }
    let (name, reason) =
      abstraction == nil
      ? (
        "Symmetric",
        "where one world stands for all that are alike, a way back to it may in truth lead to another of them"
      )
      : ("Distinguish", "where worlds with equal keys count as one, their runs are not told apart")
    throw SpecificationError(
      description:
        "\(moduleName(of: M.self)) declares \(name) beside \(namesOfLiveness.map { "“\($0)”" }.joined(separator: ", ")), "
        + "judged by whole runs: \(reason). Declare \(name) in a specification of its own")
  }
}
