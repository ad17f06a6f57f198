internal import TEAGenerators
public import TEARuntime

/// The part of the model that a command was performed for still exists when a reply arrives.
///
/// ```swift
/// RepliesReachTheirOriginator { command, model in model.rows.contains { $0.id == command.row } }
/// ```
///
/// A reply to a row that was deleted, or to a screen that was left, violates the property. A program satisfies it by
/// cancelling the commands of a part that it removes.
public struct RepliesReachTheirOriginator<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the test for the part of the model that a command was performed for. The test receives the model before the
  /// reply, and returns whether the part still exists.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ isThere: @escaping @Sendable (M.Command, M.Model) throws -> Bool
  ) {
    declarations = [
      Declaration(
        Property(
          name: "replies reach their originator",
          place: SourcePlace(fileID: fileID, filePath: filePath, line: line), condition: { $0.answering != nil }
        ) { (step: Transition<M>) in
          guard let command = step.answering, try !isThere(command, step.before) else { return true }
          throw Objection("\(caseLiteral(command)) is answered, and what it was performed for is gone")
        })
    ]
  }
}

/// A reply changes only the part of the model that its command was performed for.
///
/// ```swift
/// RepliesChangeOnlyTheirOriginator { command, model in model.rows.removeAll { $0.id == command.row } }
/// ```
///
/// The models before and after a reply are compared by their structure, both without that part.
public struct RepliesChangeOnlyTheirOriginator<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the function that removes from a model the part that a command was performed for.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ remove: @escaping @Sendable (M.Command, inout M.Model) throws -> Void
  ) {
    declarations = [
      Declaration(
        Property(
          name: "replies change only their originator",
          place: SourcePlace(fileID: fileID, filePath: filePath, line: line), condition: { $0.answering != nil }
        ) { (step: Transition<M>) in
          guard let command = step.answering else { return true }
          var (before, after) = (step.before, step.after)
          try remove(command, &before)
          try remove(command, &after)
          try Objection.throwIfDifferent(
            before, from: after, saying: "the reply to \(caseLiteral(command)) changes something else too:")
          return true
        })
    ]
  }
}
