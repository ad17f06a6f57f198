internal import TEAResults
import TEASupport

extension CheckDifference {
  func record(_ editions: Editions) -> JSON {
    let message: String? = if case .failed(let reason) = content { reason } else { nil }
    return .object([
      "version": .integer(RecordFormat.version), "kind": .string("difference"),
      "suite": suite.isEmpty ? nil : .string(suite),
      "module": .string(module), "name": .string(name), "old": .string(editions.old),
      "commit": editions.commit.map { .string($0) }, "new": .string(editions.new),
      "outcome": .string(outcome.rawValue), "oldVerdict": verdicts.old?.json, "newVerdict": verdicts.new?.json,
      "message": message.map { .string($0) }, "comparison": difference?.json,
    ])
  }
}

extension CheckDifference.Verdict {
  fileprivate var json: JSON {
    .object(["verdict": .string(verdict.rawValue), "property": property.map { .string($0) }])
  }
}

extension BehaviourDifference {
  fileprivate var json: JSON {
    .object([
      "proven": .bool(isProven), "depth": comparedDepth.map { .integer($0) }, "pairs": .integer(pairCount),
      "views": .bool(comparesViews), "performances": .bool(comparesOutputs), "old": sides.old.json,
      "new": sides.new.json,
      "renames": renames.isEmpty
        ? nil : .array(renames.map { .object(["old": .string($0.old), "new": .string($0.new)]) }),
      "start": start.map { .object(["label": .string($0.label), "only": .string($0.edition.rawValue)]) },
      "described": describedTypes.isEmpty ? nil : .array(describedTypes.map { .string($0) }),
      "shortest": story == nil ? nil : .bool(isShortest), "story": story?.json, "messages": messages.json,
      "effects": effects.json, "commands": commands.json,
      "screens": screens.json,
    ])
  }
}

extension BehaviourDifference.Side {
  fileprivate var json: JSON {
    .object([
      "states": .integer(worldCount), "transitions": .integer(stepCount), "complete": .bool(shortfall == nil),
      "shortfall": shortfall.map { .string($0) },
    ])
  }
}

extension BehaviourDifference.UnsharedTexts {
  fileprivate var json: JSON? {
    old.isEmpty && new.isEmpty
      ? nil : .object(["gone": .array(old.map { .string($0) }), "came": .array(new.map { .string($0) })])
  }
}

extension BehaviourDifference.Story {
  fileprivate var json: JSON {
    .object([
      "length": .integer(length), "start": Self.json(start),
      "steps": .array(
        steps.map { step in
          .object([
            "message": .string(step.message), "changes": Self.json(step.effect.changes),
            "performs": .array(step.effect.performs.map { .string($0) }),
            "failure": step.effect.failure.map { .string($0) },
            "only": step.onlyEdition.map { .string($0.rawValue) },
          ])
        }), "message": lastMessage.map { .string($0) }, "old": Self.json(endings.old),
      "new": Self.json(endings.new),
    ])
  }

  private static func json(_ changes: [Counterexample.Change]) -> JSON {
    .array(
      changes.map {
        .object(["path": .string($0.path), "before": .string($0.before), "after": .string($0.after)])
      })
  }

  private static func json(_ effect: BehaviourDifference.Effect) -> JSON {
    .object([
      "possible": .bool(effect.isPossible), "changes": json(effect.changes),
      "performs": .array(effect.performs.map { .string($0) }), "failure": effect.failure.map { .string($0) },
    ])
  }
}
