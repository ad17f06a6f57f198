internal import TEAGenerators
public import TEARuntime

/// Whenever the first condition holds, the second holds then or later, along every fair run.
///
/// ```swift
/// LeadsTo("every search ends") { $0.isSearching } to: { !$0.isSearching }
/// ```
///
/// ``Fairness`` declares the assumptions about runs.
public struct LeadsTo<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares that the first condition on the model leads to the second.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    from first: @escaping @Sendable (M.Model) throws -> Bool, to second: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, of: .model, fileID: fileID, filePath: filePath, line: line, from: first, to: second)
  }

  /// Declares that the first condition leads to the second, on the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    from first: @escaping @Sendable (Value) throws -> Bool, to second: @escaping @Sendable (Value) throws -> Bool
  ) {
    declarations = [
      Declaration(
        Property(
          name: name, kind: .liveness(.leadsTo), place: SourcePlace(fileID: fileID, filePath: filePath, line: line),
          condition: { try first(try subject.read($0)) }, holds: { try second(try subject.read($0)) }),
        needing: subject.neededEnvironment)
    ]
  }
}
