internal import Dispatch
internal import TEARuntime

/// What sampling found.
struct Sampling<M: Module> {
  var progress = SamplingProgress()
  var violation: (breach: Breach, trace: Trace<M>)?
  /// How many steps the violating run had before it was shrunk, and which run it was.
  var found: (steps: Int, run: Int) = (0, 0)
  var unmet: [Int]
  var error: (any Error)?
}

/// Random runs over the worlds of a program.
///
/// Every run has random numbers of its own, drawn from the seed and the number of the run, so that the result
/// is the same at every number of workers.
struct Sampler<M: Module> {
  let rules: Rules<M>
  let bounds: SamplingBounds
  let workers: Int
  /// A number that tells worlds apart, within one process.
  let fingerprint: @Sendable (World<M>) -> Int?
  let onProgress: (SamplingProgress) -> Void

  /// What one worker found in one round.
  private struct Share {
    var runs: [(steps: Int, isDiscarded: Bool)] = []
    var fingerprints: Set<Int> = []
    var met: Set<Int> = []
    var failure: (run: Int, failure: Shrinker<Run<M>>.Failure)?
  }

  private static var round: Int { 256 }

  func sample() -> Sampling<M> {
    var sampling = Sampling<M>(unmet: Array(rules.sometimes.indices))
    var fingerprints: Set<Int> = []
    var next = 0
    while next < bounds.cases {
      let round = next..<min(bounds.cases, next + Self.round)
      let shares = shares(of: round, unmet: sampling.unmet)
      for share in shares {
        for run in share.runs {
          sampling.progress.cases += 1
          sampling.progress.steps += run.steps
          sampling.progress.discards += run.isDiscarded ? 1 : 0
        }
        fingerprints.formUnion(share.fingerprints)
        sampling.unmet.removeAll(where: share.met.contains)
        sampling.progress.states = fingerprints.count
        if let failure = share.failure { return conclude(sampling, failure.failure, run: failure.run) }
      }
      onProgress(sampling.progress)
      next = round.upperBound
    }
    return sampling
  }

  /// Runs each worker's part of a round; a worker stops at its first failure.
  private func shares(of round: Range<Int>, unmet: [Int]) -> [Share] {
    let size = (round.count + workers - 1) / workers
    nonisolated(unsafe) let shares = UnsafeMutableBufferPointer<Share>.allocate(capacity: workers)
    shares.initialize(repeating: Share())
    defer {
      shares.deinitialize()
      shares.deallocate()
    }
    nonisolated(unsafe) let sampler = self
    let work: @Sendable (Int) -> Void = { worker in
      let first = min(round.upperBound, round.lowerBound + worker * size)
      shares[worker] = sampler.share(of: first..<min(round.upperBound, first + size), unmet: unmet)
    }
    if workers > 1 { DispatchQueue.concurrentPerform(iterations: workers, execute: work) } else { work(0) }
    return Array(shares)
  }

  private func share(of runs: Range<Int>, unmet: [Int]) -> Share {
    var share = Share()
    for number in runs {
      var choices = Choices(seed: bounds.seed, run: UInt64(number), size: 1 + number % 60)
      do {
        let run = try rules.run(from: &choices, length: bounds.length) { world in
          if let fingerprint = fingerprint(world) { share.fingerprints.insert(fingerprint) }
          for index in unmet where !share.met.contains(index) {
            if case .sometimes(let holds) = rules.sometimes[index].kind, (try? holds(world)) == true {
              share.met.insert(index)
            }
          }
        }
        share.runs.append((run.trace.steps.count, false))
        if run.breach != nil || run.error != nil {
          share.failure = (number, Shrinker.Failure(run, choices))
          break
        }
      } catch {
        share.runs.append((0, true))
      }
    }
    return share
  }

  /// Runs a failing run again, and shrinks it.
  private func conclude(
    _ sampling: Sampling<M>, _ failure: Shrinker<Run<M>>.Failure, run number: Int
  ) -> Sampling<M> {
    var sampling = sampling
    let run = failure.value
    sampling.found = (run.trace.steps.count, number)
    if let error = run.error {
      sampling.error = error
      return sampling
    }
    guard let breach = run.breach else { return sampling }
    func fails(_ run: Run<M>) -> Bool { run.breach?.property == breach.property }
    func generate(_ choices: inout Choices) throws -> Run<M> { try rules.run(from: &choices, length: bounds.length) }
    var choices = Choices(.recorded(failure.record))
    guard let again = try? generate(&choices), fails(again) else {
      let flaky = Breach(
        property: Law.deterministic.rawValue,
        detail: "a run violated “\(breach.property)” and, run again with the same messages, did not")
      sampling.violation = (flaky, run.trace)
      return sampling
    }
    var shrinker = Shrinker(Shrinker.Failure(again, choices), generate: generate, fails: fails)
    shrinker.shrinkRun(loops: { $0.trace.loops(by: fingerprint) }, scheduler: rules.scheduler)
    let best = shrinker.best.value
    sampling.violation = (best.breach ?? breach, best.trace)
    return sampling
  }
}
