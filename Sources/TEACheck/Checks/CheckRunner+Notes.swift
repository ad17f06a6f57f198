internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckResult {
  /// The number of steps of the exploration and the random runs.
  var stepCount: Int { transitions + sampledSteps }

  mutating func count(_ progress: ExplorationProgress) {
    (states, transitions, depth) = (progress.states, progress.transitions, progress.depth)
  }
}

extension CheckRunner {
  /// Makes a pass inconclusive where no step was possible, and adds notes on other signs that the pass proves little.
  func addHealthNotes(to outcome: inout Check.Outcome) {
    guard outcome.result.verdict == .passed else { return }
    let result = outcome.result
    let isLimitedToStart = if case .bounded(depth: 0, beyond: 1...) = result.coverage { true } else { false }
    if result.transitions == 0, result.depth == 0, !isLimitedToStart, !TypeShape(of: M.Message.self).isUninhabited {
      let reason =
        "no message can come at the start: nothing but the start was checked; look at Messages in the specification"
      outcome.shardSummary.reason = reason
      outcome.decide(.inconclusive, because: reason)
    } else if result.states == 1, result.transitions > 0, !isReduced {
      outcome.result.notes.append("health: no step changes anything; is update finished?")
    }
    // A reduced search gets no note: checking a canonical form takes steps that the result does not count.
    if result.seconds > 0.02 * Double(result.stepCount), result.seconds > 5, !isReduced {
      outcome.result.notes.append(
        "health: a step takes over 20 ms; move slow work out of update and view into commands")
    }
  }

  /// Notes on the violation of a property of worlds at rest: reasons why its world may not be at rest.
  func notesOnWorldAtRest(of outcome: Check.Outcome, _ rules: Rules<M>) -> [String] {
    guard outcome.result.verdict == .violated, let counterexample = outcome.result.counterexample,
      rules.namesOfSettling.contains(counterexample.property)
    else { return [] }
    let property = counterexample.property
    var notes: [String] = []
    if !rules.declaresReplies,
      !counterexample.startPerforms.isEmpty || counterexample.steps.contains(where: { !$0.performs.isEmpty })
    {
      notes.append(
        "“\(property)” is violated at rest, and nothing says what commands bring: a command that is being carried out may have "
          + "been taken for done; write Replies { command in … }")
    }
    if !rules.systemMessageConditions.isEmpty, rules.scopeLimits.contains(where: \.isOfPayloads) {
      notes.append(
        "“\(property)” is violated at rest, and payloads were cut to the listed values: a message of the system that is not "
          + "listed may have been possible")
    }
    return notes
  }

  /// Adds a note on the share that searches besides the one of the outcome have in its seconds.
  ///
  /// - Parameter describe: Describes the searches, given the number of their steps in words.
  func addNote(onSearchesOf stepCount: Int, _ describe: (String) -> String, to outcome: inout Check.Outcome) {
    // Fewer steps take too little time for anybody to notice.
    guard stepCount >= 10_000, settings.checkpoint == nil else { return }
    outcome.result.notes.append("the seconds include \(describe(counted(stepCount, "step")))")
  }

  func explored(_ progress: ExplorationProgress) -> String {
    "explored \(counted(progress.states, "world")) to depth \(grouped(progress.depth))"
  }

  func noteOnOtherConstants(_ rules: Rules<M>) -> String? {
    guard rules.watch.knowsTrapsOfOtherConstants else { return nil }
    return "a step trapped in a random run, and a source changed before the check went on: the runs now draw other "
      + "constants from the sources, and need not meet that trap; check again"
  }

  /// - Parameter isSampled: Payloads are drawn at random, and not taken from a list.
  func notes(_ rules: Rules<M>, _ exploration: Exploration<M>?, isSampled: Bool = false) -> [String] {
    var notes = rules.notes + notesOfReduction(rules, exploration) + notesOfSurroundings(rules)
    if let note = exploration?.hiddenReferenceNote { notes.append(note) }
    // A key of Distinguish tells worlds apart, and not all that they store.
    if rules.abstraction == nil, let note = noteOnHiddenDifference(exploration) { notes.append(note) }
    if let growing = exploration?.growingNumbers, !growing.isEmpty {
      let rest = growing.count > 3 ? ", and \(growing.count - 3) more" : ""
      let areCommands = growing.contains { $0.hasPrefix(GrowthFinder.nameOfOutstanding) }
      notes.append(
        "what grows with the depth: \(growing.prefix(3).joined(separator: ", "))\(rest); where it has no end, no number of "
          + "worlds is enough: stop it by Messages or Precondition, or leave it out by Distinguish"
          + (areCommands ? "; for commands, set a smaller --outstanding" : ""))
    }
    // In a smaller search, the comparisons, which are at most eight million, take little time.
    if let exploration, exploration.progress.states >= 4_000,
      let name = nameOfPart(at: \.pathToConstantlyHashed, rules)
    {
      notes.append(
        "health: \(name) has an == and no hash, so that each new value is compared with all others; make its type Hashable"
      )
    }
    // Random runs also draw unlisted starts and payloads.
    let endsByItself = exploration?.end.isBySearchItself == true
    if !isSampled { notes += (endsByItself ? rules.metListLimits : rules.scopeLimits).map(\.note) }
    if isSampled, rules.derivedMessageGenerator != nil, rules.drawsUnlistedPayloads {
      notes.append("random runs make payloads of any size, also beyond the listed values")
    }
    if let exploration, exploration.leftOutStepsAtBound {
      notes.append(
        "steps that would leave more than \(counted(bounds.exploration(settings).outstanding, "command")) "
          + "outstanding were not taken; "
          + "bound them in the specification, as Precondition(of: .world) { world, _ in world.outstanding.count < 4 } "
          + "does, or allow more with --outstanding")
    }
    let endsInViolation = if case .violation? = exploration?.end { true } else { false }
    // In a search that was cut short, the worlds seen beyond its end depend on the number of workers.
    if endsByItself, case let commands = rules.endlessCommands.sorted, !commands.isEmpty {
      notes.append(
        "Replies have an empty list for commands, which stay outstanding for ever: \(commands.joined(separator: ", ")); "
          + "write nil where a command is never answered, and LostReplies() where an answer may be lost")
    }
    if endsByItself, let exploration, case let commands = rules.replyLog.neverAnswered, !commands.isEmpty {
      let extent = meetsAllReachable(exploration, rules) ? "is reachable" : "was explored"
      notes.append(
        "Replies have an empty list for commands in every world that \(extent): "
          + "\(commands.joined(separator: ", ")); write nil where a command is never answered")
    }
    if endsByItself, case let messages = rules.repeatedMessages.sorted, !messages.isEmpty {
      let rest = messages.count > 8 ? ", … (\(messages.count) in all)" : ""
      notes.append(
        "Messages lists more than once, for one world: \(messages.prefix(8).joined(separator: ", "))\(rest); worlds and depth "
          + "are right, but each of them counts as a step, and random runs take it more often")
    }
    if !endsInViolation, let commands = exploration?.unansweredCommands, !commands.isEmpty {
      let names = commands.joined(separator: ", ")
      notes.append(
        rules.declaresReplies
          ? "commands with Failures have nil for a reply, and stay outstanding until they fail: \(names); "
            + "write the message of their success, or LostReplies { command in … } where it brings none and no policy gives it "
            + "an identity"
          : "commands are performed and nothing says what they bring: \(names); write Replies { command in … }")
    }
    if endsByItself || isSampled, rules.hasMetFields { notes.append(ScopeLimit.typedTexts.note) }
    if endsByItself, rules.leavesSubscriptionsUndeclared {
      notes.append(
        "subscriptions begin that are no timers, and nothing says what they send; write Subscriptions { subscription in … }"
      )
    }
    return notes
  }

  func noteOnHiddenDifference(_ exploration: Exploration<M>?) -> String? {
    guard let difference = exploration?.hiddenDifference else { return nil }
    let advice =
      difference.isOnlyInStorage
      ? ": let update store it in one way, or let Distinguish say" : ", and Distinguish says"
    return "the model's == takes for one what differs (\(difference.text)); worlds are told apart by all that they "
      + "store\(advice) what is to count as one"
  }
}
