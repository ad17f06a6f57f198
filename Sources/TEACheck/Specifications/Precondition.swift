public import TEARuntime

/// A condition on the messages that a person or the system may send: those that do not satisfy it cannot come.
///
/// ```swift
/// Precondition { model, message in message != .save || model.isSignedIn }
/// Precondition(of: .world) { world, _ in world.outstanding.count < 4 }
/// ```
///
/// It restricts what ``Messages`` offer and what is derived; several restrict each other. What the world sends, replies
/// and what subscriptions bring, it does not touch.
public struct Precondition<M: Module>: SpecificationPart {
  struct Condition: Sendable {
    var holds: @Sendable (World<M>, M.Message) throws -> Bool
    /// It is the same in all worlds with the same model.
    var dependsOnModelOnly: Bool
  }

  public let declarations: [Declaration<M>]

  /// Declares when a message may come, by the model.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model, M.Message) throws -> Bool
  ) {
    self.init(of: .model, fileID: fileID, filePath: filePath, line: line, holds)
  }

  /// Declares when a message may come, by the model, the view or all of the world.
  public init<Value>(
    of subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ holds: @escaping @Sendable (Value, M.Message) throws -> Bool
  ) {
    let condition = Condition(
      holds: { try holds(try subject.read($0), $1) }, dependsOnModelOnly: subject.dependsOnModelOnly)
    declarations = [
      Declaration(
        kind: .precondition(condition), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
