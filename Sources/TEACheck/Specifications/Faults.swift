public import TEARuntime

/// The failures that any command may be answered with, beside its ``Replies``.
///
/// ```swift
/// Failures { command in
///   switch command {
///   case .fetch(let query): [.failed(query, .offline), .failed(query, .timeout)]
///   case .log: []
///   }
/// }
/// ```
public struct Failures<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the failures of each command: each message is one possible reply, and an empty list or `nil` says that it
  /// does not fail.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ failures: @escaping @Sendable (M.Command) throws -> [M.Message]?
  ) {
    declarations = [
      Declaration(
        kind: .failures { try failures($0) ?? [] },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// Commands may stay without an answer for ever: the request or its reply is lost.
///
/// The effect of such a command runs on, because nobody knows: what it shares with others stays taken until something
/// cancels it.
public struct LostReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares which commands may be lost; all of them unless it says otherwise.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ canBeLost: @escaping @Sendable (M.Command) -> Bool = { _ in true }
  ) {
    declarations = [
      Declaration(kind: .losses(canBeLost), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// Replies may come twice: the same message once more, at any time after the first.
public struct RepeatedReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares which commands may be answered twice; all of them unless it says otherwise.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ canBeRepeated: @escaping @Sendable (M.Command) -> Bool = { _ in true }
  ) {
    declarations = [
      Declaration(
        kind: .repetitions(canBeRepeated), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
