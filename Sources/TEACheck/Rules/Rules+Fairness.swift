extension Rules {
  /// A run may end although a step is possible, because that step is not assumed to be taken. In surroundings, such a step may
  /// be a message of a subscription, or a fault.
  var canStopEarly: Bool {
    fairness.people == .mayStop || hasSurroundings || fairness.replies == .none && replies != nil
      || fairness.system == .none && !systemMessageConditions.isEmpty
  }

  var hasReplies: Bool { replies != nil || surroundingRules?.environment?.replies != nil }

  var hasFairMessages: Bool { !fairness.labels.isEmpty || !systemMessageConditions.isEmpty }

  var textOfFairness: String {
    let systemStrength = systemMessageConditions.isEmpty ? FairnessStrength.none : fairness.system
    var parts: [String] = []
    switch fairness.people {
    case .goOn: parts.append(canStopEarly ? "people go on while they can" : "runs go on while anything can happen")
    case .mayStop: parts.append("people may stop at any time")
    }
    if hasSurroundings, fairness.system != .none { parts.append("time passes, and what is due happens") }
    if hasReplies {
      switch fairness.replies {
      case .none: parts.append("replies may never come")
      case .weak: parts.append("a command that stays outstanding is answered (weak)")
      case .strong: parts.append("a command that is outstanding again and again is answered (strong)")
      }
    }
    switch systemStrength {
    case .none: if !systemMessageConditions.isEmpty { parts.append("what the system sends may never come") }
    case .weak: parts.append("what the system can go on to send comes (weak)")
    case .strong: parts.append("what the system can send again and again comes (strong)")
    }
    for (strength, name) in [(FairnessStrength.weak, "weak"), (.strong, "strong")]
    where fairness.labels.contains(where: { $0.strength == strength }) {
      parts.append("labelled messages are fair (\(name))")
    }
    return "assumed of runs: \(parts.joined(separator: "; "))"
  }
}
