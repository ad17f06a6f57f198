public import TEARuntime

/// Messages of a view that is not shown any more may arrive: a second tap on a button that the first one removed.
///
/// A message that the view before a step offered may be queued when the step is taken, and comes next then, or never. A
/// violation that is found only so is reported as *only through a stale view*.
public struct StaleViews<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Lets messages of views that are gone arrive.
  public init(
    of module: M.Type = M.self, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(kind: .staleViews, place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// Cancellation does not reach what is queued already: the reply of a cancelled effect, or the message of a subscription
/// that has ended, may come next all the same.
///
/// The runtime drops such messages; other ways to run a program do not. What is found only so is reported as *only
/// through racy cancellation*.
public struct RacyCancellation<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Lets arrive what was queued before it was cancelled.
  public init(
    of module: M.Type = M.self, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(kind: .racyCancellation, place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
