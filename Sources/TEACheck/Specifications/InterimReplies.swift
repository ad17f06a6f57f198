internal import TEAGenerators
public import TEARuntime

/// The messages that a command may bring before its last reply: progress, or parts of a result.
///
/// ```swift
/// InterimReplies { command in
///   switch command {
///   case .download(let id): [.received(id, percent: 50)]
///   }
/// }
/// ```
///
/// Each message may come at any time while the command is outstanding, and any number of times. ``Replies`` declare the
/// messages that end the command.
public struct InterimReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that an outstanding command may send; an empty list for a command that never sends any.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Command) throws -> [M.Message]
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    declarations = [
      Declaration(
        kind: .interimReplies(
          { command, _ in
            let sent = try place.namingErrors(of: "InterimReplies") { try messages(command) }
            return sent.isEmpty ? nil : sent
          }, dependOnModel: false), place: place)
    ]
  }

  /// Declares the messages that an outstanding command may send, given the model at that time.
  ///
  /// For a command that neither ``Replies`` nor the ``Environment`` answers, the closure is also called right after the step
  /// that performs the command; in an ``Environment`` with delays, right after the command takes effect. If it then returns
  /// `nil`, the command never sends any message, and is not outstanding. At any other time, `nil` counts as an empty list: the
  /// command sends no message now.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    declarations = [
      Declaration(
        kind: .interimReplies(
          { command, model in
            try place.namingErrors(of: "InterimReplies") { try messages(command, model) }
          }, dependOnModel: true), place: place)
    ]
  }
}
