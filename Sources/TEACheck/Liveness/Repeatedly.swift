public import TEARuntime

/// What holds again and again along every fair run; where a run ends, it holds there.
///
/// ``Fairness`` says what is assumed of runs.
public struct Repeatedly<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares what holds again and again, by the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, holds)
  }

  /// Declares what holds again and again, by the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        name, .liveness(.repeatedly { try holds(try subject.read($0)) }),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
