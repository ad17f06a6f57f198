public import TEARuntime

/// What holds whenever the program has come to rest: no command is outstanding, and no message of ``SystemMessages``
/// can come.
///
/// ```swift
/// Settles("no spinner is left on") { !$0.isLoading }
/// ```
///
/// What a person may still do does not count, nor does a command that is never answered. A command that cannot be
/// answered yet is outstanding. It is a property of single worlds, and random runs judge it too.
public struct Settles<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares what holds at rest, by the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, holds)
  }

  /// Declares what holds at rest, by the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        name, .settles { try holds(try subject.read($0)) },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
