public import TEARuntime

/// What holds at some time along every fair run from the start.
///
/// A run goes on as long as anything can happen; ``Fairness`` says what else is assumed of it. The counterexample is a
/// shortest way into a loop, or to an end, and the loop.
public struct Eventually<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares what holds at some time, by the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, holds)
  }

  /// Declares what holds at some time, by the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        name, .liveness(.eventually { try holds(try subject.read($0)) }),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
