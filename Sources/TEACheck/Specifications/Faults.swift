internal import TEAGenerators
public import TEARuntime

/// The failures that a command may be answered with, in addition to its ``Replies``.
///
/// A command with failures is outstanding until it is answered. Where ``Replies`` return `nil` for it, it only fails: that it
/// may also end without a message is not explored, so a check is complete only within its scope.
///
/// In an ``Environment``, a command takes effect before it fails. For requests that never arrive, let the state of the
/// environment say so, such as `isOffline`: then `performing` changes nothing, and `replies` are the failure.
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

  /// Declares the failures of each command: each message is one possible reply, and an empty list or `nil` says that the
  /// command does not fail.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ failures: @escaping @Sendable (M.Command) throws -> [M.Message]?
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    declarations = [
      Declaration(
        kind: .failures { command in try place.namingErrors(of: "Failures") { try failures(command) ?? [] } },
        place: place)
    ]
  }
}

/// Commands that may never be answered, because the request or the reply is lost; only the reply in an ``Environment`` that is
/// ``Environment/atOnce``, where commands act when they are performed.
///
/// The program does not learn of the loss. So for effect policies, the effect of a lost command runs on until a later command
/// cancels it.
public struct LostReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the commands that may be lost: all of them by default.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ canBeLost: @escaping @Sendable (M.Command) -> Bool = { _ in true }
  ) {
    declarations = [Declaration(.lostReplies(canBeLost), fileID, filePath, line)]
  }
}

/// Replies that may arrive twice: the same message again, at any later time.
///
/// If an effect policy depends on the end of the effect, each such reply is one of two steps. With the step
/// *… replies … and ends*, the effect ends, as without this declaration. With the step *… replies …*, the effect runs on until
/// the message comes again, or until a step *… ends*. So with the policy `EffectPolicy.first(_:)`, a later command with the
/// same identity is dropped until the effect ends.
public struct RepeatedReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the commands whose replies may arrive twice: all of them by default.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ canBeRepeated: @escaping @Sendable (M.Command) -> Bool = { _ in true }
  ) {
    declarations = [Declaration(.repeatedReplies(canBeRepeated), fileID, filePath, line)]
  }
}
