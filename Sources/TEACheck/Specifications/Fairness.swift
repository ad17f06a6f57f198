public import TEARuntime

/// The strength of fairness: the assumption that a step which is possible often enough is taken at some time.
public enum FairnessStrength: Sendable {
  /// No assumption: the step may never be taken.
  case none
  /// The step is taken at some time, if it stays possible without a break.
  case weak
  /// The step is taken at some time, if it becomes possible again and again.
  case strong
}

/// The assumption about people in the long run.
public enum PeopleBehaviour: Sendable {
  /// People continue while they can: a run ends only where no person can act, and no step that is assumed fair is possible.
  case goOn
  /// People may leave at any time: a run may end where no step that is assumed fair is possible.
  case mayStop
}

/// The assumptions of ``Eventually``, ``LeadsTo`` and ``Repeatedly`` about runs.
///
/// ```swift
/// Fairness(replies: .none)                                        // a reply may never come
/// Fairness(.weak) { if case .retry = $0 { "retry" } else { nil } }  // a retry that stays possible is taken
/// ```
///
/// Without a declaration, replies and messages of ``SystemMessages`` are weakly fair. People continue, but no particular
/// message of theirs is assumed to come. The report prints the assumptions. A later declaration replaces what an
/// earlier one says of replies, the system or people.
public struct Fairness<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the fairness of replies, of the system and of people; of each, one value, or none to leave it as it is.
  ///
  /// Fairness of replies assumes only that a command is answered, with any of its replies, so a command may fail every time.
  ///
  /// - Parameters:
  ///   - replies: The fairness of the reply to each command.
  ///   - system: The fairness of each message of ``SystemMessages``, and of the steps that only need time: waits, deadlines,
  ///     and commands that take effect in an ``Environment``.
  ///   - people: The assumption about people: they continue, or may leave.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  public init(
    // Not optional, because `.none` would be taken for no value.
    replies: FairnessStrength..., system: FairnessStrength..., people: PeopleBehaviour...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        .fairness { assumptions in
          if let replies = replies.last { assumptions.replies = replies }
          if let system = system.last { assumptions.system = system }
          if let people = people.last { assumptions.people = people }
        }, fileID, filePath, line)
    ]
  }

  /// Declares fairness for steps, by labels of their messages.
  ///
  /// Steps with the same label count as one step, which is taken when any of them is. Each declaration has labels of its own.
  /// A message that comes late or twice gets no label, because it may never come.
  ///
  /// - Parameters:
  ///   - strength: The strength of the fairness.
  ///   - fileID: The file that declares it, for reports.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - label: The label of the steps that bring a message, replies included; `nil` for steps without an assumption.
  public init(
    _ strength: FairnessStrength, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ label: @escaping @Sendable (M.Message) -> String?
  ) {
    declarations = [Declaration(.fairness { $0.labels.append((strength, label)) }, fileID, filePath, line)]
  }
}

/// The fairness assumptions of all declarations. Of replies, the system and people, the last declaration of each counts.
struct FairnessAssumptions<M: Module>: Sendable {
  var replies = FairnessStrength.weak
  var system = FairnessStrength.weak
  var people = PeopleBehaviour.goOn
  var labels: [(strength: FairnessStrength, label: @Sendable (M.Message) -> String?)] = []
}
