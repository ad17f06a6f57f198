public import TEARuntime

/// Which of the messages come by themselves, from a timer or a sensor, and not from a person.
///
/// ```swift
/// SystemMessages { if case .ticked = $0 { true } else { false } }
/// ```
///
/// When they can come is said by ``Messages``. A program is at rest only where none can; see ``Settles`` and
/// ``Fairness``.
public struct SystemMessages<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares which messages the system sends.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ isOfSystem: @escaping @Sendable (M.Message) -> Bool
  ) {
    declarations = [
      Declaration(
        kind: .systemMessages(isOfSystem), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
