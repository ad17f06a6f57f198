internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  func progress(
    _ progress: ExplorationProgress, _ rules: Rules<M>, _ limits: ExplorationBounds,
    since begin: ContinuousClock.Instant
  ) -> CheckProgress {
    var result = CheckProgress(
      title: title, states: progress.states, transitions: progress.transitions, depth: progress.depth,
      frontier: progress.frontier)
    // `WorldIndex.firstProvisional`, the largest number of worlds that can be numbered, stands for no bound.
    result.limits.states = limits.states < WorldIndex.firstProvisional ? limits.states : nil
    result.limits.depth = limits.depth
    result.limits.memory = limits.memory
    result.limits.remainingSeconds = limits.time.map { max(0, ($0 - (ContinuousClock.now - begin)) / .seconds(1)) }
    result.unmetProperties = progress.unmetGoals.map { rules.sometimes[$0].name }
    result.judgedAtEnd = rules.namesOfLiveness
    return result
  }

  func progress(_ progress: SamplingProgress, _ rules: Rules<M>) -> CheckProgress {
    if progress.isShrinking { return self.progress(ofStage: "making the violating run shorter") }
    var result = CheckProgress(
      title: title, states: progress.states, transitions: progress.steps, runs: progress.cases)
    result.limits.runs = progress.expected
    result.unmetProperties =
      progress.unmetGoals.map { rules.sometimes[$0].name } + progress.undecidedCovers.map { rules.covers[$0].name }
    return result
  }

  func progress(ofStage text: String) -> CheckProgress {
    var progress = CheckProgress(title: title)
    progress.stage = text
    return progress
  }
}

/// The lines that `--verbose` prints.
extension CheckRunner {
  /// Does nothing without `--verbose`.
  func log(_ text: @autoclosure () -> String) { settings.log?.write("\(title): \(text())") }

  static func text(of time: Duration) -> String { TextReport.text(ofSeconds: time / .seconds(1)) }

  static func text(ofScope scope: Int) -> String {
    let count = smallestCompleteCount
    return scope < count
      ? "\(counted(scope, "value")) of each payload, or all if there are at most \(count)"
      : "at most \(counted(scope, "value")) of each payload"
  }

  func logSettings() {
    guard settings.log != nil else { return }
    let limits = bounds.exploration(settings)
    let runLimits = bounds.sampling(settings)
    let worldLimit =
      limits.states < WorldIndex.firstProvisional
      ? "at most \(counted(limits.states, "world"))" : "any number of worlds"
    var limitTexts = [
      worldLimit, limits.depth.map { "to depth \(grouped($0))" } ?? "to any depth",
      "at most \(counted(limits.outstanding, "command")) outstanding",
      Self.text(ofScope: bounds.scope(settings)),
    ]
    if let time = settings.time { limitTexts.append("within \(Self.text(of: time))") }
    if let memory = limits.memory { limitTexts.append("in \(TextReport.text(ofBytes: memory))") }
    if limits.isCompact { limitTexts.append("told apart by 64 bits") }
    if settings.engine != .sample { log("explores \(limitTexts.joined(separator: ", "))") }
    if settings.engine != .explore, !settings.engine.ignoresViolations {
      log(
        "makes \(counted(runLimits.cases, "random run")) of at most \(counted(runLimits.length, "step")), if any, from seed "
          + "\(runLimits.seed)")
    }
    log(
      "\(counted(max(1, settings.workers), "thread")), steps of at most \(Self.text(of: settings.stepTime)), "
        + "counterexamples \(settings.store.map { "in \($0)" } ?? "not kept")")
  }

  func logRules(_ rules: Rules<M>) {
    guard settings.log != nil else { return }
    let kinds: [(String, [String])] = [
      ("Always", rules.always.map(\.name)), ("Step", rules.stepProperties.map(\.name)),
      ("Sometimes", rules.sometimes.map(\.name)), ("of whole runs", rules.namesOfLiveness),
      ("Cover", rules.covers.map(\.name)), ("laws", rules.laws.map(\.rawValue).sorted()),
    ]
    for (kind, names) in kinds where !names.isEmpty { log("\(kind): \(quoted(names))") }
    for note in rules.notes { log(note) }
    let criterion =
      rules.abstraction != nil
      ? "the key of Distinguish" : settings.isCompact ? "64 bits of their hashes" : "all that they store"
    log("starts: \(grouped(rules.origins.count)); worlds are told apart by \(criterion)")
  }
}
