internal import TEAResults
import TEASupport

extension CheckDifference {
  func record(_ editions: Editions) -> JSON {
    let message: String? = if case .failed(let reason) = content { reason } else { nil }
    return .record(
      "difference",
      [
        "suite": suite.isEmpty ? nil : suite, "module": module, "name": name, "old": editions.old,
        "commit": editions.commit, "new": editions.new, "outcome": outcome.rawValue,
        "oldVerdict": verdicts.old?.json, "newVerdict": verdicts.new?.json, "message": message,
        "comparison": difference?.json,
      ])
  }
}

extension CheckDifference.Verdict {
  fileprivate var json: JSON { .object(["verdict": verdict.rawValue, "property": property]) }
}

extension BehaviourDifference {
  fileprivate var json: JSON {
    .object([
      "proven": isProven, "depth": comparedDepth, "pairs": pairCount, "views": comparesViews,
      "performances": comparesOutputs, "old": sides.old.json, "new": sides.new.json,
      "renames": renames.isEmpty ? nil : renames.map { JSON.object(["old": $0.old, "new": $0.new]) },
      "start": start.map { JSON.object(["label": $0.label, "only": $0.edition.rawValue]) },
      "described": describedTypes.isEmpty ? nil : describedTypes, "shortest": story == nil ? nil : isShortest,
      "story": story?.json, "commandsStory": commandsStory?.json, "messages": messages.json, "effects": effects.json,
      "commands": commands.json,
      "screens": screens.json,
    ])
  }
}

extension BehaviourDifference.Side {
  fileprivate var json: JSON {
    .object([
      "states": worldCount, "transitions": stepCount, "complete": shortfall == nil, "shortfall": shortfall,
    ])
  }
}

extension BehaviourDifference.UnsharedTexts {
  fileprivate var json: JSON? {
    old.isEmpty && new.isEmpty ? nil : .object(["gone": old, "came": new])
  }
}

extension BehaviourDifference.Story {
  fileprivate var json: JSON {
    .object([
      "length": length, "start": start,
      "steps": steps.map { step in
        JSON.object([
          "message": step.message, "changes": step.effect.changes, "performs": step.effect.performs,
          "failure": step.effect.failure, "only": step.onlyEdition?.rawValue,
        ])
      },
      "message": lastMessage, "old": Self.json(endings.old, beside: endings.new),
      "new": Self.json(endings.new, beside: endings.old),
    ])
  }

  private static func json(_ effect: BehaviourDifference.Effect, beside other: BehaviourDifference.Effect) -> JSON {
    .object([
      "possible": effect.isPossible, "changes": effect.changes, "performs": effect.performs,
      "failure": effect.failure,
      "outstanding": effect.differsOnlyInOutstanding(from: other) ? effect.outstanding : nil,
    ])
  }
}
