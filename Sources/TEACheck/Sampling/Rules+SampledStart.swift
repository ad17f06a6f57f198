internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Chooses the start of a run. The first listed start replaces a generated one that throws a declared failure, or with
  /// derived flags any error.
  ///
  /// - Throws: ``Discarded`` when a generator gave up; ``SpecificationError`` for an undeclared error of `start`;
  ///   ``StartTrap`` where the generated start is known to trap.
  @usableFromInline
  func chooseOrigin(from choices: inout Choices, leaving breadcrumbs: RunBreadcrumbs) throws -> Origin {
    guard let startGenerator else {
      return fresh(origins.count == 1 ? origins[0] : origins[Int(choices.choose(through: UInt64(origins.count - 1)))])
    }
    let start = try choices.raisingGroupDepth { choices throws(Discarded) in try startGenerator.generate(&choices) }
    if case .flags(let flags) = start, !breadcrumbs.leave(.runStart, 0),
      let cause = breadcrumbs.violation(.runStart, 0)?.trap
    {
      throw StartTrap(flags: literal(flags), script: "with flags \(structuralLiteral(flags))", cause: cause)
    }
    do {
      return try origin(start)
    } catch {
      if derivesFlags || error is M.Failure { return fresh(origins[0]) }
      if case .flags(let flags) = start { throw undeclaredError(error, flags) } else { throw error }
    }
  }
}
