internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension Rules {
  /// Generates a start if there is a ``startGenerator``, or else chooses one of the origins.
  ///
  /// A generated start that throws a declared failure is replaced by the first origin. Where the flags were derived from their
  /// type, a start that throws any other error but ``UnsharedStart`` is replaced as well.
  ///
  /// - Parameter refused: If `nil`, becomes a text with the flags of the start that is replaced, and the error.
  /// - Throws: ``Discarded`` when a generator gave up; ``SpecificationError`` for an undeclared error of `start`;
  ///   ``StartTrap`` where the generated start is known to trap.
  func chooseOrigin(
    from choices: inout Choices, leaving breadcrumbs: RunBreadcrumbs, refused: inout String?
  ) throws -> Origin {
    guard let startGenerator else {
      return refreshed(
        origins.count == 1 ? origins[0] : origins[Int(choices.choose(through: UInt64(origins.count - 1)))])
    }
    let choicesBefore = choices.record.count
    let start = try choices.raisingGroupDepth { choices throws(Discarded) in try startGenerator.generate(&choices) }
    if case .flags(let flags) = start, !breadcrumbs.leave(.runStart, 0),
      let cause = breadcrumbs.violation(.runStart, 0)?.trap
    {
      throw StartTrap(
        flags: literal(flags), script: "with flags \(structuralLiteral(flags))", cause: cause,
        notes: notesOnTrappingFlags)
    }
    do {
      var origin = try origin(start)
      if objectInModel != nil, case .model = start {
        let record = Array(choices.record[choicesBefore...])
        let repetition = StartRepetition<M>(of: [start]) { [try startGenerator.replay(record)] }
        if repetition.canRepeat(0) { origin.makeModel = { repetition.model(0) } }
      }
      return origin
    } catch {
      if case .flags(let flags) = start, let error = error as? UnsharedStart { throw unsharedError(error, flags) }
      if derivesFlags || error is M.Failure {
        if refused == nil, case .flags(let flags) = start {
          refused = "\(literal(flags, upTo: 200)), by \(literal(error))"
        }
        return refreshed(origins[0])
      }
      if case .flags(let flags) = start { throw undeclaredError(error, flags) } else { throw error }
    }
  }
}
