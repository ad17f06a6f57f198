internal import TEAGenerators
public import TEARuntime

/// A condition on the messages of people and the system; a message that violates it cannot come.
///
/// ```swift
/// Precondition { model, message in message != .save || model.isSignedIn }
/// Precondition(of: .world) { world, _ in world.outstanding.count < 4 }
/// ```
///
/// A precondition restricts ``Messages`` and derived messages, but neither replies nor messages of subscriptions. For a late
/// message (``StaleViews``), only the world that offered the message must satisfy the precondition. A message must satisfy all
/// preconditions.
public struct Precondition<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the condition by the model and the message.
  @inlinable
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model, M.Message) throws -> Bool
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(place, dependsOnModelOnly: true) { world, message in
      try place.namingErrors(of: "Precondition") { try holds(world.model, message) }
    }
  }

  /// Declares the condition by the model, the view or the world, and the message.
  @inlinable
  public init<Value>(
    of subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ holds: @escaping @Sendable (Value, M.Message) throws -> Bool
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(
      place, dependsOnModelOnly: subject.dependsOnModelOnly, needing: subject.neededEnvironment
    ) { world, message in
      try place.namingErrors(of: "Precondition") { try holds(try subject.read(world), message) }
    }
  }

  @usableFromInline
  init(
    _ place: SourcePlace, dependsOnModelOnly: Bool, needing environment: NeededEnvironment? = nil,
    ofWorld holds: @escaping @Sendable (World<M>, M.Message) throws -> Bool
  ) {
    declarations = [
      Declaration(
        kind: .precondition(holds, dependsOnModelOnly: dependsOnModelOnly), place: place, neededEnvironment: environment
      )
    ]
  }
}
