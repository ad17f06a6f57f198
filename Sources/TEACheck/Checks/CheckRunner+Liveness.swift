internal import TEAAnalysis
internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// Judges the liveness properties, and adds a violation or an error to the outcome.
  ///
  /// - Returns: The properties without a verdict; `nil` where a violation or an error was added.
  func judgeLiveness(_ outcome: inout Check.Outcome, _ rules: Rules<M>, _ exploration: Exploration<M>) -> [String]? {
    guard rules.needsGraph else { return [] }
    guard let graph = exploration.graph else { return rules.namesOfLiveness }
    var unjudgedProperties: [String] = []
    // The first certain violation, or else the first, with the reason why it may be spurious; `nil` for none. It is of a world
    // where a condition throws or traps.
    var found: (violation: Violation, run: GraphRun, trace: Trace<M>, doubt: String?, isOfWorld: Bool)?
    onProgress(progress(ofStage: "judging \(quoted(rules.namesOfLiveness)) by all worlds"))
    if rules.liveness.contains(where: \.assumesFairness) { outcome.result.notes.append(rules.textOfFairness) }
    do {
      let begin = ContinuousClock.now
      defer { log("judging whole runs took \(Self.text(of: ContinuousClock.now - begin))") }
      let rules = rules.callingThroughUserCode
      var judge = RunJudge(rules: rules, graph: graph)
      func add(_ verdict: LivenessVerdict, _ violation: Violation, _ doubt: String?, isOfWorld: Bool = false) {
        switch verdict {
        case .holds: break
        case .undecided: unjudgedProperties.append(violation.property)
        case .violated(let run):
          if let found, found.doubt == nil || doubt != nil { return }
          var violation = violation
          violation.detail = run.detail
          found = (violation, run, graph.trace(of: run, rules), doubt, isOfWorld)
        }
      }
      for property in rules.liveness {
        guard case .liveness(let liveness) = property.kind else { continue }
        var violation = Violation(property: property.name, place: property.place)
        let verdict = try judge.judge(liveness, property.holds, from: property.condition)
        let failure = judge.failure
        violation.trap = failure?.trap
        // A run may end only because its last world lists no message. An unlisted message may continue it.
        let endsWithoutMessages = rules.fairness.people == .goOn && verdict.isViolatedByRunThatEnds
        // A condition that throws or traps does so whatever else can be sent.
        let unlistedMessagesMatter =
          failure == nil && (!liveness.needsFairness || rules.hasFairMessages || endsWithoutMessages)
        let doubt =
          failure?.trap != nil
          ? nil
          : reasonForDoubt(
            rules, exploration, unlistedMessagesMatter: unlistedMessagesMatter, undeclaredRepliesMatter: failure == nil,
            undeclaredSignalsMatter: failure == nil && !liveness.needsFairness)
        add(verdict, violation, doubt, isOfWorld: failure != nil)
        if judge.isVacuous {
          outcome.result.notes.append(
            "“\(property.name)”: its condition holds in no world that was found, so nothing had to follow")
        }
      }
      if rules.laws.contains(.noEndlessChain) {
        let violation = Violation(property: Law.noEndlessChain.rawValue)
        let doubt = reasonForDoubt(
          rules, exploration, unlistedMessagesMatter: false, undeclaredRepliesMatter: false)
        add(judge.judgeChains(), violation, doubt)
      }
    } catch {
      outcome.decide(.error, because: "the liveness properties could not be judged: \(error)")
      return nil
    }
    guard let (violation, run, trace, doubt, isOfWorld) = found else { return unjudgedProperties }
    addViolation(to: &outcome, violation, run, trace, doubt, isOfWorld: isOfWorld, rules, exploration)
    return nil
  }

  /// Each flag says that something unlisted or undeclared could make the property hold. A *signal* is sent by a subscription.
  private func reasonForDoubt(
    _ rules: Rules<M>, _ exploration: Exploration<M>, unlistedMessagesMatter: Bool, undeclaredRepliesMatter: Bool,
    undeclaredSignalsMatter: Bool = false
  ) -> String? {
    if rules.mayHoldPartlyComparedValues {
      return "the model holds an object, and worlds that look the same may differ inside of it"
    }
    if let note = exploration.hiddenReferenceNote { return note }
    if undeclaredRepliesMatter, !exploration.unansweredCommands.isEmpty, !rules.declaresReplies {
      return "nothing says what commands bring: write Replies { command in … }"
    }
    // Of worlds beyond the end of the search, the rules know more or fewer, depending on the workers and their speed.
    func anyExpandedWorld(_ holds: (World<M>) -> Bool) -> Bool {
      exploration.graph.map { $0.worlds.prefix($0.expandedCount).contains(where: holds) } ?? false
    }
    // An end without a message is a step, and more steps may only open a way back. A loss is a fault, which opens none.
    if undeclaredSignalsMatter, let mayEndSilently = rules.mayEndSilently,
      anyExpandedWorld({ world in
        UserCode.calling(.replies) { world.outstanding.contains { mayEndSilently($0, world.model) } }
      })
    {
      return "a command that has Failures and nil for a reply may also end without a message: "
        + "write the message of its success"
    }
    if undeclaredSignalsMatter, rules.leavesSubscriptionsUndeclared,
      anyExpandedWorld(rules.hasOtherSubscriptionsThanTimers)
    {
      return "nothing says what subscriptions send: write Subscriptions { subscription in … }"
    }
    let listLimits = exploration.end.isBySearchItself ? rules.metListLimits : rules.scopeLimits
    if unlistedMessagesMatter,
      let scopeLimit = (rules.hasMetFields ? listLimits + [.typedTexts] : listLimits).first(where: \.isOfPayloads),
      listLimits.contains(scopeLimit) || anyExpandedWorld(rules.showsFields)
    {
      return "payloads were cut to the listed values, and others may lead on: "
        + (scopeLimit == .payloads(canGrow: true) ? "list more with --scope, or write Messages" : "write Messages")
    }
    return nil
  }

  /// - Parameters:
  ///   - doubt: The reason why the violation may be spurious; `nil` where it is certain.
  ///   - isOfWorld: A condition throws or traps in the last world of the trace.
  private func addViolation(
    to outcome: inout Check.Outcome, _ violation: Violation, _ run: GraphRun, _ trace: Trace<M>, _ doubt: String?,
    isOfWorld: Bool, _ rules: Rules<M>, _ exploration: Exploration<M>
  ) {
    let shortness =
      (run.stemLength == nil ? "shortest" : "shortest stem") + limitsOfShortness(rules, exploration, isOfRuns: true)
    let found = "\(shortness) · \(explored(exploration.progress))"
    // The waits of the trace are not joined, because the index of the loop counts each wait as a step.
    reportViolation(&outcome, violation, trace, found, isExplored: true)
    // A script of steps cannot show that a run goes on for ever, or may end, so none is stored. It can lead to a world.
    if isOfWorld, doubt == nil { outcome.searchFacts = [shortness] } else { outcome.script = nil }
    outcome.result.counterexample?.loop = run.stemLength
    if let text = Self.textOfInfiniteRun(run) { outcome.result.finding = "\(text) · \(found)" }
    guard let doubt else {
      outcome.result.coverage = nil
      return
    }
    let reason = "“\(violation.property)” (\(outcome.place)) seems to be violated, but \(doubt)"
    outcome.shardSummary.reason = reason
    outcome.decide(.inconclusive, because: reason)
  }

  private static func textOfInfiniteRun(_ run: GraphRun) -> String? {
    guard let stemLength = run.stemLength else { return nil }
    let loop = "\(counted(run.steps.count - stemLength, "step")) again and again"
    return "violated by an infinite run: \(stemLength == 0 ? loop : "\(counted(stemLength, "step")), then \(loop)")"
  }

  func makeInconclusive(_ outcome: inout Check.Outcome, withoutVerdictOn unjudgedProperties: [String]) {
    guard !unjudgedProperties.isEmpty else { return }
    let reason =
      "\(quoted(unjudgedProperties)) cannot be judged before every world is expanded: runs may go on beyond the bounds"
    outcome.shardSummary.reason = reason
    if outcome.result.verdict == .passed { outcome.decide(.inconclusive, because: reason) }
  }
}

extension Property {
  fileprivate var assumesFairness: Bool {
    if case .liveness(let liveness) = kind { liveness.needsFairness } else { false }
  }
}

/// Judges the liveness properties of a module by one graph, whose fairness labels are computed once for all of them.
struct RunJudge<M: Module>: ~Copyable {
  let rules: Rules<M>
  let graph: WorldGraph<M>
  private let steps: StepGraph
  /// The judge of fair runs; `nil` until a property needs it, because the labels take time to compute.
  private var fairJudge: LivenessJudge?
  /// No world satisfied the first condition of the ``LeadsTo`` that was judged last.
  private(set) var isVacuous = false
  /// The failure of a condition of the property that was judged last; `nil` for none.
  private(set) var failure: ConditionFailure?

  init(rules: Rules<M>, graph: WorldGraph<M>) {
    self.rules = rules
    self.graph = graph
    steps = graph.stepGraph(rules)
  }

  /// A condition that throws, or is known to trap, counts as a violation.
  ///
  /// - Parameter condition: The first condition of ``Liveness/leadsTo``; `nil` for the other kinds.
  mutating func judge(
    _ liveness: Liveness, _ holds: Property<World<M>>.Condition, from condition: Property<World<M>>.Condition? = nil
  ) throws -> LivenessVerdict {
    (isVacuous, failure) = (false, nil)
    do {
      let triggers = try condition.map { try graph.truth(of: $0, watchedBy: rules.watch) } ?? []
      isVacuous = condition != nil && !triggers.contains(true)
      let goal = try graph.truth(of: holds, watchedBy: rules.watch)
      switch liveness {
      case .recovers: return LivenessJudge(steps).recovers(goal)
      case .eventually: return try judgeFairRuns { $0.eventually(goal) }
      case .leadsTo: return try judgeFairRuns { $0.leadsTo(from: triggers, to: goal) }
      case .repeatedly: return try judgeFairRuns { $0.repeatedly(goal) }
      }
    } catch let failure as ConditionFailure {
      var run = graph.firstPath(to: failure.world)
      run.detail = failure.error.map(Rules<M>.detail(of:))
      self.failure = failure
      return .violated(run)
    }
  }

  /// Judges that no cycle consists of steps that need neither a person nor time.
  func judgeChains() -> LivenessVerdict { LivenessJudge(steps).noCycle(of: graph.stepsWithoutPersonOrTime(rules)) }

  /// Judges all runs first, because that is cheaper, and the fair runs only after a violation. If runs may stop early, judges
  /// only the fair runs.
  private mutating func judgeFairRuns(_ verdict: (LivenessJudge) -> LivenessVerdict) throws -> LivenessVerdict {
    if !rules.canStopEarly {
      let verdictOnAllRuns = verdict(LivenessJudge(steps))
      guard case .violated = verdictOnAllRuns else { return verdictOnAllRuns }
    }
    if let fairJudge { return verdict(fairJudge) }
    let labels = try graph.labels(rules)
    let fairJudge = LivenessJudge(
      steps, labels: labels, preventsEnding: rules.canStopEarly ? graph.stepsThatPreventEnding(rules, labels) : nil)
    self.fairJudge = fairJudge
    return verdict(fairJudge)
  }
}
