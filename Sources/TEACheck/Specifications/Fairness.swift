public import TEARuntime

/// The strength of fairness: how often something that can happen does happen in the long run.
public enum FairnessStrength: Sendable {
  /// Perhaps never.
  case none
  /// Some time, if it can happen from now on without a break.
  case weak
  /// Some time, if it can happen again and again.
  case strong
}

/// The behaviour of people in the long run.
public enum PeopleBehaviour: Sendable {
  /// They go on while anything can happen: a run ends only where nothing can.
  case goOn
  /// They may leave at any time: a run may end wherever nothing but what they could do can happen.
  case mayStop
}

/// The assumptions of ``Eventually``, ``LeadsTo`` and ``Repeatedly`` about runs.
///
/// ```swift
/// Fairness(replies: .none)                                        // a reply may never come
/// Fairness(.weak) { if case .retry = $0 { "retry" } else { nil } }  // who can retry for ever will
/// ```
///
/// Without it, replies and what ``SystemMessages`` names are weakly fair, and people go on and are not fair. What is not
/// fair may never come: a run may end where nothing else is possible. The report says what was assumed.
public struct Fairness<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares how fair the world is.
  ///
  /// The fairness of replies is that of each command: that it is answered, with any of its replies. A command that was
  /// answered with failure ten thousand times may fail the next time too.
  ///
  /// - Parameters:
  ///   - replies: Of each command: that it is answered.
  ///   - system: Of each message of ``SystemMessages``: that it comes.
  ///   - people: Whether people may leave.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  public init(
    replies: FairnessStrength = .weak, system: FairnessStrength = .weak, people: PeopleBehaviour = .goOn,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        kind: .fairness { assumptions in
          assumptions.replies = replies
          assumptions.system = system
          assumptions.people = people
        }, place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares steps that are fair, by labels of their messages.
  ///
  /// Steps with the same label are one: it is enough that any of them is taken. Each declaration has labels of its own.
  ///
  /// - Parameters:
  ///   - strength: How fair they are.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - label: The label of the steps that bring a message, replies included; `nil` where none is meant.
  public init(
    _ strength: FairnessStrength, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ label: @escaping @Sendable (M.Message) -> String?
  ) {
    declarations = [
      Declaration(
        kind: .fairness { $0.labels.append((strength, label)) },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// The assumptions about runs, of all declarations together; of the world, the last one counts.
struct FairnessAssumptions<M: Module>: Sendable {
  var replies = FairnessStrength.weak
  var system = FairnessStrength.weak
  var people = PeopleBehaviour.goOn
  var labels: [(strength: FairnessStrength, label: @Sendable (M.Message) -> String?)] = []
}
