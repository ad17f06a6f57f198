public import TEARuntime

/// Messages of a view that is no longer shown may arrive, such as a second tap on a button that the first tap removed.
///
/// A message from the view before a step may arrive after the step: before any message that is not late, or never. A message
/// that the new view offers as well is not late, and after it no earlier late message arrives.
///
/// An exploration reports a violation by a late message as *only through a stale view* where the worlds without late messages
/// were complete, and as *through a stale view* elsewhere. `tea-check sample` does not compare, and says neither.
public struct StaleViews<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Lets messages arrive from views that are no longer shown.
  public init(
    of module: M.Type = M.self, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.staleViews, fileID, filePath, line)]
  }
}

/// Queued messages outlive a cancellation: the reply of a cancelled effect, or a message of an ended subscription, may
/// still come. Such a message comes before any message that is not late, or never.
///
/// A cancelled effect may send one last reply, and each of its ``InterimReplies`` once. In an environment
/// ``Environment/atOnce``, the reply is made when it comes, after the cancellation, and is one of those that are possible then.
/// Equal messages of equal commands count once.
///
/// In an ``Environment``, an ended subscription has the messages of the events that were possible only while the subscription
/// was live. Such an event happens when its message comes, and no message comes of one that can no longer happen.
///
/// The runtime drops such messages where they are sent through a `Reply`, but not where a delegate dispatches them itself.
/// Other ways to run a program drop none.
///
/// An exploration reports a violation by such a message as *only through racy cancellation* where the worlds without late
/// messages were complete, and as *through racy cancellation* elsewhere. `tea-check sample` does not compare, and says neither.
public struct RacyCancellation<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Lets messages arrive that were queued before the cancellation.
  public init(
    of module: M.Type = M.self, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.racyCancellation, fileID, filePath, line)]
  }
}
