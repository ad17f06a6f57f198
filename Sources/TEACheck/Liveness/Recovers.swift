public import TEARuntime

/// What can be reached again from every reachable world: the program is never stuck.
///
/// ```swift
/// Recovers("loading can always end") { !$0.isLoading }
/// ```
///
/// It asks for a way, not that every run takes it, so that it needs no fairness. The counterexample is a shortest way to
/// a world from which there is none.
public struct Recovers<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares what can always be reached, by the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, holds)
  }

  /// Declares what can always be reached, by the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        name, .liveness(.recovers { try holds(try subject.read($0)) }),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
