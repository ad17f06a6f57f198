public import TEARuntime

/// No reply comes to state that is gone: whatever a command was performed for is still there when it is answered.
///
/// ```swift
/// RepliesReachTheirOriginator { command, model in model.rows.contains { $0.id == command.row } }
/// ```
///
/// A program that fails it lets a reply come to a row that was deleted, or a screen that was left; one that cancels what it
/// performed for them does not.
public struct RepliesReachTheirOriginator<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares where the originator of a command is in the model before its reply.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ isThere: @escaping @Sendable (M.Command, M.Model) throws -> Bool
  ) {
    declarations = [
      Declaration(
        "replies reach their originator",
        .step { step in
          guard let command = step.answering, try !isThere(command, step.before) else { return true }
          throw Objection("\(caseLiteral(command)) is answered, and what it was performed for is gone")
        }, when: .step { $0.answering != nil }, place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// A reply changes only what its command was performed for.
///
/// ```swift
/// RepliesChangeOnlyTheirOriginator { command, model in model.rows.removeAll { $0.id == command.row } }
/// ```
///
/// The models before and after a reply are compared by their structure, both without the originator.
public struct RepliesChangeOnlyTheirOriginator<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares how to take the originator of a command out of the model.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ remove: @escaping @Sendable (M.Command, inout M.Model) throws -> Void
  ) {
    declarations = [
      Declaration(
        "replies change only their originator",
        .step { step in
          guard let command = step.answering else { return true }
          var (before, after) = (step.before, step.after)
          try remove(command, &before)
          try remove(command, &after)
          try Objection.raise(
            where: before, differsFrom: after, "the reply to \(caseLiteral(command)) changes something else too:")
          return true
        }, when: .step { $0.answering != nil }, place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
