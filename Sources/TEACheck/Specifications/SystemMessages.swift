public import TEARuntime

/// The messages that come from a timer or a sensor, and not from a person.
///
/// ```swift
/// SystemMessages { if case .ticked = $0 { true } else { false } }
/// ```
///
/// ``Messages`` declare when these messages are possible. A program is at rest only where none of them is possible; see
/// ``Settles`` and ``Fairness``.
public struct SystemMessages<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that the system sends.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ isOfSystem: @escaping @Sendable (M.Message) -> Bool
  ) {
    declarations = [Declaration(.systemMessages(isOfSystem), fileID, filePath, line)]
  }
}
