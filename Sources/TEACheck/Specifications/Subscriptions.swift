internal import TEAGenerators
public import TEARuntime

/// The messages that the live subscriptions may send, at any time.
///
/// ```swift
/// Subscriptions { subscription in
///   switch subscription {
///   case .didBecomeActive: [.becameActive]
///   case .location: [.moved(.home), .moved(.work)]
///   }
/// }
/// ```
///
/// Timers need no declaration: the module says when they fire (`Module.timer(for:)`), and they fire at their deadlines.
/// A subscription that is not live sends nothing.
public struct Subscriptions<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that a live subscription may send. Each of them can come next.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Subscription) throws -> [M.Message]
  ) {
    self.init(SourcePlace(fileID: fileID, filePath: filePath, line: line), dependOnModel: false) { subscription, _ in
      try messages(subscription)
    }
  }

  /// Declares the messages that a live subscription may send, given the model at that time.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Subscription, M.Model) throws -> [M.Message]
  ) {
    self.init(SourcePlace(fileID: fileID, filePath: filePath, line: line), dependOnModel: true, sends: messages)
  }

  private init(
    _ place: SourcePlace, dependOnModel: Bool,
    sends messages: @escaping @Sendable (M.Subscription, M.Model) throws -> [M.Message]
  ) {
    declarations = [
      Declaration(
        kind: .subscriptions(
          { subscription, model in
            try place.namingErrors(of: "Subscriptions") { try messages(subscription, model) }
          }, dependOnModel: dependOnModel), place: place)
    ]
  }
}
