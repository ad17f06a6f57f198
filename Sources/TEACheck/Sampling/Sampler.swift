internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import Dispatch
internal import TEARuntime

/// A run that was executed again, with its steps.
struct ReplayedRun<M: Module> {
  var violation: Violation?
  var trace: Trace<M>
}

/// Random runs over the worlds of a program.
///
/// Every run has random numbers of its own, from the seed and the number of the run. Half of the runs begin at an origin, a
/// world in which the program starts. The others may continue from worlds of rarely met classes or with high scores. The
/// results of a round are added in the order of its runs, and then the next round begins. So results do not depend on the
/// number of workers.
struct Sampler<M: Module> {
  let rules: Rules<M>
  /// Takes the steps of a run, specialised for the module.
  let takeSteps: Rules<M>.TakeSteps
  let comparison = WorldComparison<M>()
  let bounds: SamplingBounds
  let workerCount: Int
  /// Executes, in other processes, runs that may trap; `nil` where there are no other processes.
  var attempts: TrapAttempts?
  /// The constants from which runs draw; `nil` for none.
  var constants: Constants?
  let onProgress: (SamplingProgress) -> Void

  /// The counts of a run, with the new classes, higher scores, labels and covers that it met. They are added up at the end of
  /// its round.
  private struct RunSummary {
    var number: Int
    /// The number of steps that the run took, without those before the world in which it began.
    var steps = 0
    var isDiscarded = false
    var discoveries: [Corpus<M>.Discovery] = []
    /// By the index in ``Knowledge/highestScores``.
    var higherScores: [Int: (score: Double, point: ContinuationPoint<M>)] = [:]
    var labels: [[String]] = []
    var metCovers: [Int] = []

    mutating func addFindings(of observer: borrowing RunObserver<M>) {
      (discoveries, higherScores) = (observer.discoveries, observer.higherScores)
      (labels, metCovers) = (observer.measures.metLabels, observer.measures.metCovers)
    }
  }

  private struct FailingRun {
    /// The number of the run, from 0.
    var number: Int
    var record: [UInt64]
    var end: RunState<M>
    /// The difference of the run's repetition; `nil` where the run itself found something wrong.
    var difference: RepetitionDifference?
  }

  private struct Worker: ~Copyable {
    var choices = Choices(seed: 0)
    var observer: RunObserver<M>
    var summaries: [RunSummary] = []
    /// The failing run that ended the worker's part of the round.
    var failure: FailingRun?
  }

  /// The results of all earlier rounds, which guide the runs of a round.
  private struct Knowledge {
    var corpus: Corpus<M>
    /// The highest score of each target in each quarter of a run's length: first those of all targets in the first quarter.
    var highestScores: [Double]
    /// The worlds with ``highestScores``, from which other runs may continue; `nil` before any world has a score.
    var bestContinuations: [ContinuationPoint<M>?]
    /// In nanoseconds; see ``Rules/costOfHash(_:_:)``.
    var hashCost: Int
  }

  /// The steps of a run that traps; `nil` where no worker executes the run. Called by the thread that reports the trap.
  private func scriptToTrap(at breadcrumb: Breadcrumb, _ workers: UnsafeMutableBufferPointer<Worker>) -> [String]? {
    let worker = workers.indices.first { workers[$0].observer.breadcrumbs.runNumber == breadcrumb.place }
    guard let worker else { return nil }
    return script(
      of: .recorded(workers[worker].choices.record), upTo: Breadcrumb(breadcrumb.kind, number: breadcrumb.number))
  }

  /// The number of runs of the next round: small at first, so that early runs guide later ones.
  private static func roundSize(after runs: Int) -> Int { min(1_024, max(64, runs / 4)) }

  /// - Parameter unmet: The indices of the `Sometimes` properties that are still to be met; `nil` for all.
  func sample(unmet: [Int]? = nil) -> Sampling<M> {
    let targets = rules.targets.count
    var sampling = Sampling<M>(
      unmetGoals: unmet ?? Array(rules.sometimes.indices),
      coverCounts: Array(repeating: 0, count: rules.covers.count),
      highestScores: Array(repeating: -.infinity, count: targets))
    let features = WorldFeatures(of: M.Model.self)
    var partCounter = PartCounter()
    var knowledge = Knowledge(
      corpus: Corpus(features: features.readers.count),
      highestScores: Array(repeating: -.infinity, count: 4 * targets),
      bestContinuations: Array(repeating: nil, count: 4 * targets),
      hashCost: rules.origins.prefix(16).map { rules.costOfHash($0.world, &partCounter) }.max() ?? 0)
    let workers = UnsafeMutableBufferPointer<Worker>.allocate(capacity: workerCount)
    for worker in workers.indices {
      workers.initializeElement(at: worker, to: Worker(observer: RunObserver(rules, features)))
      workers[worker].choices.constants = constants
      workers[worker].observer.quarterOfLength = max(1, continuedLength / 4)
      workers[worker].observer.cutoff = RunCutoff(bounds)
    }
    rules.watch.noteConstants(constants?.fingerprint ?? 0)
    let phase = rules.watch.beginPhase(slots: workerCount)
    for worker in workers.indices {
      workers[worker].observer.breadcrumbs = RunBreadcrumbs(slot: phase.slots[worker], traps: phase.knownTraps)
    }
    nonisolated(unsafe) let workersForTrapReports = workers
    phase.scriptToTrap = { scriptToTrap(at: $0, workersForTrapReports) }
    defer {
      phase.end()
      workers.deinitialize()
      workers.deallocate()
    }
    var nextRun = 0
    // Once a list was found in two orders, the check runs again with sorted lists, and this result is dropped.
    while nextRun < plannedRuns(of: sampling, after: nextRun), !rules.listOrder.mustBecomeCanonical {
      let round = nextRun..<min(plannedRuns(of: sampling, after: nextRun), nextRun + Self.roundSize(after: nextRun))
      // With 0, no world is counted; with more than 1, only some are.
      let stepsBetweenCounts = bounds.countsWorlds ? Rules<M>.stepsBetweenHashes(knowledge.hashCost) : 0
      if stepsBetweenCounts != 1 { sampling.progress.statesAreAtLeast = true }
      let (usageBefore, limitsBefore) = (rules.surroundingRules?.usageLog.usage, rules.limitsOfOffers.names)
      executeRound(round, workers, knowledge, unmet: sampling.unmetGoals, countingEvery: stepsBetweenCounts)
      for worker in workers.indices {
        add(workers[worker].summaries, into: &sampling, &knowledge)
        knowledge.corpus.add(hits: workers[worker].observer.classWatch.hits)
        sampling.unmetGoals.removeAll(where: workers[worker].observer.measures.metGoals.contains)
        if sampling.refusedStart == nil { sampling.refusedStart = workers[worker].observer.refusedStart }
        sampling.errorsOfGoals.merge(workers[worker].observer.measures.errorsOfGoals) { first, _ in first }
        if sampling.thrownText == nil { sampling.thrownText = workers[worker].observer.measures.thrownText }
        if let failure = workers[worker].failure {
          // The number of workers decides which later runs of the round were executed, so these runs do not count. The failing
          // run is executed again, and then notes its usage and limits again.
          if let usageBefore { rules.surroundingRules?.usageLog.usage = usageBefore }
          rules.limitsOfOffers.names = limitsBefore
          countWorlds(workers, upTo: worker, into: &sampling.progress)
          sampling.progress.isShrinking = true
          onProgress(sampling.progress)
          conclude(&sampling, failure, traps: phase.knownTraps)
          return sampling
        }
      }
      knowledge.corpus.computeWeights()
      knowledge.hashCost = workers.indices.compactMap { workers[$0].observer.hashCost }.max() ?? knowledge.hashCost
      sampling.highestScores = (0..<targets).map { target in
        stride(from: target, to: 4 * targets, by: targets).map { knowledge.highestScores[$0] }.max() ?? -.infinity
      }
      nextRun = round.upperBound
      sampling.progress.expected = plannedRuns(of: sampling, after: nextRun)
      sampling.progress.unmetGoals = sampling.unmetGoals
      sampling.progress.undecidedCovers = Wilson.undecided(rules.covers, sampling)
      onProgress(sampling.progress)
      if hasTooManyDiscards(sampling.progress) { break }
      if sampling.progress.cases < sampling.progress.expected, let earlyEnd {
        sampling.earlyEnd = earlyEnd
        break
      }
    }
    countWorlds(workers, into: &sampling.progress)
    return sampling
  }

  /// The reason why runs and shrinking must end now; `nil` where they may go on.
  var earlyEnd: Sampling<M>.EarlyEnd? {
    if bounds.interruption?.isRequested == true { return .interruption }
    return bounds.deadline.map { $0 <= .now } == true ? .deadline : nil
  }

  /// The number of runs in all: `bounds.cases`, or ten times that where, after these, a `Sometimes` is not satisfied or a
  /// `Cover` not decided.
  private func plannedRuns(of sampling: Sampling<M>, after runs: Int) -> Int {
    guard runs >= bounds.cases else { return bounds.cases }
    let needsMoreRuns = !sampling.unmetGoals.isEmpty || !Wilson.undecided(rules.covers, sampling).isEmpty
    return needsMoreRuns ? bounds.cases * 10 : bounds.cases
  }

  /// Returns `true` where generators gave up in more than nine of ten runs, after at least 64 runs.
  private func hasTooManyDiscards(_ progress: SamplingProgress) -> Bool {
    progress.cases >= 64 && progress.discards * 10 > progress.cases * 9
  }

  /// - Parameter lastWorker: The last worker whose worlds of the current round count.
  private func countWorlds(
    _ workers: UnsafeMutableBufferPointer<Worker>, upTo lastWorker: Int = .max, into progress: inout SamplingProgress
  ) {
    var allWorlds = workers[0].observer.worlds
    for worker in workers.indices.dropFirst() {
      allWorlds.formUnion(workers[worker].observer.worlds, withCurrentRound: worker <= lastWorker)
    }
    progress.states = allWorlds.count
    if allWorlds.count >= FingerprintSet.limit { progress.statesAreAtLeast = true }
  }

  private func add(_ summaries: [RunSummary], into sampling: inout Sampling<M>, _ knowledge: inout Knowledge) {
    for summary in summaries {
      sampling.progress.cases += 1
      sampling.progress.steps += summary.steps
      sampling.progress.discards += summary.isDiscarded ? 1 : 0
      let countsForStatistics = mustBeginAtOrigin(summary.number) && !summary.isDiscarded
      if countsForStatistics { sampling.runsFromOrigins += 1 }
      for discovery in summary.discoveries { knowledge.corpus.add(discovery) }
      for (index, higherScore) in summary.higherScores where higherScore.score > knowledge.highestScores[index] {
        (knowledge.highestScores[index], knowledge.bestContinuations[index]) = (higherScore.score, higherScore.point)
      }
      guard countsForStatistics else { continue }
      for label in summary.labels { sampling.labelCounts[label, default: 0] += 1 }
      for cover in summary.metCovers { sampling.coverCounts[cover] += 1 }
    }
  }

  /// Returns `true` for the half of the runs that must begin at an origin; statistics count only these. The other half
  /// continue earlier runs, if `bounds.runsGrow` is `true` and there is a world to continue from.
  private func mustBeginAtOrigin(_ number: Int) -> Bool { number % 4 < 2 }

  private func executeRound(
    _ round: Range<Int>, _ workers: UnsafeMutableBufferPointer<Worker>, _ knowledge: Knowledge, unmet: [Int],
    countingEvery steps: Int
  ) {
    let runsPerWorker = (round.count + workerCount - 1) / workerCount
    nonisolated(unsafe) let (sampler, workers) = (self, workers)
    let work: @Sendable (Int) -> Void = { worker in
      let firstRun = min(round.upperBound, round.lowerBound + worker * runsPerWorker)
      workers[worker].observer.beginRound(
        knowledge.corpus.classes, highestScores: knowledge.highestScores, unmet: unmet, countingEvery: steps)
      sampler.executeRuns(firstRun..<min(round.upperBound, firstRun + runsPerWorker), &workers[worker], knowledge)
    }
    if workerCount > 1 { DispatchQueue.concurrentPerform(iterations: workerCount, execute: work) } else { work(0) }
  }

  private func executeRuns(_ runs: Range<Int>, _ worker: inout Worker, _ knowledge: Knowledge) {
    worker.observer.breadcrumbs.slot?.enter(Breadcrumb(.other))
    defer { worker.observer.breadcrumbs.slot?.exit() }
    worker.summaries.removeAll(keepingCapacity: true)
    for number in runs where earlyEnd == nil {
      // The size of generated values goes from 1 to 60, again and again.
      worker.choices.restart(seed: bounds.seed, run: UInt64(number), size: 1 + number % 60)
      switch number % 16 {
      case 15: worker.choices.beginSpelling()
      case 7: worker.choices.beginDrawingNearby()
      default: break
      }
      let plan = makePlan(number, &worker.choices.random)
      let point =
        mustBeginAtOrigin(number) || !bounds.runsGrow ? nil : chooseContinuation(&worker.choices.random, knowledge)
      if let point { worker.choices.record.append(contentsOf: point.record) }
      var summary = RunSummary(number: number)
      worker.observer.breadcrumbs.runNumber = number
      do {
        let end = try rules.run(
          from: &worker.choices, plan, continuing: point, trace: nil, observedBy: &worker.observer, by: takeSteps)
        // A run without an end does not count, and the round ends.
        if end.isCutOff { return }
        summary.steps = end.stepCount - (point?.stepCount ?? 0)
        // Every 64th run gives an estimate, because a full round has at least 64 runs.
        if number % 64 == 0, bounds.countsWorlds { worker.observer.estimateHashCost(end.world) }
        // Every 16th run is executed twice, which shows a program that is not deterministic.
        let mustRepeat = number % 16 == 0
        let hasFailed = end.violation != nil || end.error != nil
        let difference =
          mustRepeat && !hasFailed
          ? repetitionDifference(end, worker.choices.record, plan.length, worker.observer.breadcrumbs) : nil
        if hasFailed || difference != nil {
          worker.failure = FailingRun(
            number: number, record: worker.choices.record, end: end, difference: difference)
        }
      } catch {
        summary.isDiscarded = true
      }
      worker.observer.breadcrumbs.slot?.set(Breadcrumb(.other))
      if worker.observer.hasFindings { summary.addFindings(of: worker.observer) }
      worker.summaries.append(summary)
      if worker.failure != nil { return }
    }
  }

  /// The plan of a run, by its number modulo four. Runs 0 and 1 begin at an origin; runs 2 and 3 may continue others. Runs 1
  /// and 3 omit message cases; where the bounds have a `maxContinuedLength`, so does run 2.
  private func makePlan(_ number: Int, _ random: inout RandomNumbers) -> RunPlan {
    // During the first quarter of the runs, their length grows from ten steps, so that an early violation is short.
    let lengthFraction = bounds.runsGrow ? min(1, Double(4 * (number + 1)) / Double(max(1, bounds.cases))) : 1
    // `Double(Int.max)` is rounded up, and converting it back to an `Int` would trap.
    let grownLength = lengthFraction < 1 ? Int(Double(bounds.length) * lengthFraction) : bounds.length
    let length = max(min(10, bounds.length), grownLength)
    var plan = RunPlan(length: length)
    let mustBeginAtOrigin = self.mustBeginAtOrigin(number)
    if !mustBeginAtOrigin { plan.length = continuedLength }
    // Statistics count the runs from an origin, so these must not depend on the bounds that vary between shards.
    if !number.isMultiple(of: 2) || !mustBeginAtOrigin && bounds.maxContinuedLength != nil {
      plan.swarm = SwarmConfiguration(from: &random, omitting: mustBeginAtOrigin ? .quarter : bounds.omittedShare)
      plan.nonMessageProbability = [0.1, 0.5, 0.9][Int(random.next(through: 2))]
    }
    return plan
  }

  /// The largest number of steps of a run that may continue another run, including the steps of that run.
  private var continuedLength: Int { bounds.maxContinuedLength ?? bounds.length }

  /// Returns `nil` where no world can be continued, where the world leaves the run no step, or where models hold an object. The
  /// run that led to a world may have changed the object since, and other workers may change it now.
  private func chooseContinuation(_ random: inout RandomNumbers, _ knowledge: Knowledge) -> ContinuationPoint<M>? {
    guard rules.objectInModel == nil else { return nil }
    var point: ContinuationPoint<M>?
    if !knowledge.bestContinuations.isEmpty, random.nextBool(probability: 0.5) {
      // The worlds in the last quarter are left out: if a score rises with every step, all runs would begin near the end.
      point =
        knowledge.bestContinuations[Int(random.next(through: UInt64(knowledge.bestContinuations.count / 4 * 3 - 1)))]
    }
    point = point ?? knowledge.corpus.choose(&random)
    return point.flatMap { $0.stepCount < continuedLength ? $0 : nil }
  }

  /// Repeats a run that found nothing wrong, and returns the difference; `nil` where the repetition ends in the same world or
  /// is cut off.
  private func repetitionDifference(
    _ end: RunState<M>, _ record: [UInt64], _ length: Int, _ breadcrumbs: RunBreadcrumbs
  ) -> RepetitionDifference? {
    var choices = Choices(.recorded(record))
    let cutoff = RunCutoff(bounds)
    guard let repeatedEnd = try? run(from: &choices, upTo: length, trace: nil, leaving: breadcrumbs, until: cutoff)
    else { return .end }
    if repeatedEnd.isCutOff { return nil }
    guard repeatedEnd.stepCount == end.stepCount, repeatedEnd.violation == nil, repeatedEnd.error == nil else {
      return .end
    }
    return comparison.isSame(repeatedEnd.world, end.world) ? nil : .world
  }

  /// Executes a run without observation.
  func run(
    from choices: inout Choices, upTo length: Int? = nil, trace: UnsafeMutablePointer<Trace<M>>?,
    leaving breadcrumbs: RunBreadcrumbs = RunBreadcrumbs(), until cutoff: RunCutoff = RunCutoff()
  ) throws(Discarded) -> RunState<M> {
    var observer = RunObserver<M>(rules, nil)
    (observer.breadcrumbs, observer.cutoff) = (breadcrumbs, cutoff)
    let plan = RunPlan(length: length ?? bounds.maxLength)
    return try rules.run(from: &choices, plan, continuing: nil, trace: trace, observedBy: &observer, by: takeSteps)
  }

  private func conclude(_ sampling: inout Sampling<M>, _ failure: FailingRun, traps: [Breadcrumb: TrapCause]) {
    sampling.failingRun = (failure.end.stepCount, failure.number)
    let cutoff = ShrinkCutoff(of: self)
    defer { sampling.earlyEndOfShrink = cutoff.reason }
    if let error = failure.end.error {
      let startTrap = error as? StartTrap
      let shrunkTrap = startTrap.flatMap { shrink($0, failure.record, until: cutoff) }
      sampling.error = shrunkTrap ?? startTrap ?? located(error, failure.record)
      sampling.isShrunk = shrunkTrap != nil
      return
    }
    if let cause = failure.end.violation?.trap {
      let trapsInStep = traps[Breadcrumb(.run, place: failure.number, number: failure.end.stepCount - 1)] != nil
      let breadcrumb =
        trapsInStep
        ? Breadcrumb(.run, number: failure.end.stepCount - 1) : Breadcrumb(.choice, number: failure.end.stepCount)
      let end = shrinkTrap(failure.record, at: breadcrumb, by: cause, until: cutoff)
      (sampling.violation, sampling.isShrunk) = ((end.violation, end.trace), end.isShrunk)
      return
    }
    compareLists(along: failure.record)
    var choices = Choices(.recorded(failure.record))
    let replayedRun = (try? replay(&choices)) ?? ReplayedRun(violation: nil, trace: Trace(origin: rules.origins[0]))
    guard let violation = failure.end.violation,
      replayedRun.violation?.isOfSameProperty(as: violation) == true
    else {
      sampling.violation = (violationOfFlakyRun(failure.end.violation, failure.difference ?? .end), replayedRun.trace)
      sampling.isShrunk = false
      return
    }
    sampling.violation = shrink(replayedRun, choices, violating: violation, until: cutoff)
  }

  /// - Parameter shrinkCutoff: The cutoff of the shrink that tries this run; `nil` for a run that must be made to its end.
  /// - Throws: ``ShrinkCutoff/Reached`` where the shrink ends during the run.
  func replay(
    _ choices: inout Choices, leaving breadcrumbs: RunBreadcrumbs = RunBreadcrumbs(),
    until shrinkCutoff: ShrinkCutoff<M>? = nil
  ) throws -> ReplayedRun<M> {
    var trace = Trace<M>(origin: rules.origins[0])
    let cutoff = RunCutoff(shrinkCutoff == nil ? nil : bounds)
    func run() throws -> RunState<M> {
      try self.run(from: &choices, trace: &trace, leaving: breadcrumbs, until: cutoff)
    }
    // Without breadcrumbs, a trap can only be attributed to the run as a whole.
    let end = try breadcrumbs.slot == nil ? UserCode.calling(.step, run) : run()
    if end.isCutOff, shrinkCutoff?.isReached == true { throw ShrinkCutoff<M>.Reached() }
    return ReplayedRun(violation: end.violation, trace: trace)
  }
}
