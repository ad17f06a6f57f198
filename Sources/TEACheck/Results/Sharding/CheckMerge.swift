internal import TEASupport

/// The records of one check, one from each shard, and the result that they are merged into.
struct CheckMerge {
  /// The records, sorted by the index of the shard.
  let records: [ShardFile.Record]
  /// The missing shards, in words; `nil` where none is missing.
  let missingShards: String?

  /// The merged result.
  ///
  /// A shard that decides alone, by a failure or a known issue, gives the merged result. Otherwise the counts come from the
  /// finished search with the most coverage. If no search is finished, steps and runs are added up, and so are explored places
  /// where no shard explored from the start: a bounded coverage has no places. Worlds and depth are then the largest of any
  /// shard.
  var result: CheckResult {
    let resultOfDecidingShard = resultOfDecidingShard
    var result = resultOfDecidingShard ?? resultOfAllShards
    result.seconds = records.map(\.result.seconds).max() ?? 0
    // `faster` is a command line for one shard.
    result.faster = nil
    result.shard = nil
    // With a proof, no other shard is needed.
    let shardsWithoutResult =
      resultOfDecidingShard == nil && !result.isComplete ? wordsForShardsWithoutResult : nil
    if let shardsWithoutResult { result.notes.append("\(shardsWithoutResult) did not finish") }
    if let missingShards {
      result.notes.append("\(missingShards) \(missingShards.hasPrefix("shards") ? "are" : "is") missing or cut off")
    }
    guard missingShards != nil || shardsWithoutResult != nil else { return result }
    if result.verdict == .passed, result.knownIssue == nil, !result.isComplete {
      result.verdict = .inconclusive
      result.message = "shards are missing or cut off"
    }
    return result
  }

  private func name(_ record: ShardFile.Record) -> String { "shard \(record.summary.shard.index)" }

  /// The shards that were not run or were cut off, in words; they count as missing. `nil` where there are none, and where no
  /// shard has a result.
  private var wordsForShardsWithoutResult: String? {
    let recordsWithoutResult = records.filter { $0.result.coverage == nil && $0.summary.reason == nil }
    guard recordsWithoutResult.count < records.count else { return nil }
    return ShardMerge.words(
      for: Set(recordsWithoutResult.map(\.summary.shard.index)), of: records[0].summary.shard.count)
  }

  // MARK: The result of one shard that decides

  /// The result of a shard with a failure or a known issue, or of the only shard; `nil` where none decides alone.
  private var resultOfDecidingShard: CheckResult? {
    if records.count == 1, records[0].summary.shard.count == 1 { return records[0].result }
    let violatedRecords = records.filter { $0.result.verdict == .violated && $0.result.counterexample != nil }
    let recordsOfIssue = records.filter { $0.result.verdict == .passed && $0.result.knownIssue != nil }
    let decisiveRecords = records.filter {
      // A shard that does not find the known issue reports a violation, which does not count if another shard found the issue.
      let isRefuted = $0.result.verdict == .violated && $0.result.counterexample == nil && !recordsOfIssue.isEmpty
      return [.violated, .trapped, .error].contains($0.result.verdict) && !failsByCoverAlone($0) && !isRefuted
    }
    let hasTrapOrError = decisiveRecords.contains { $0.result.verdict != .violated }
    let shortest =
      recordWithShortestCounterexample(in: violatedRecords)
      ?? (hasTrapOrError ? nil : recordWithShortestCounterexample(in: recordsOfIssue))
    let verdictsByWeight: [CheckResult.Verdict] = [.violated, .trapped, .error]
    guard
      let winner = shortest
        ?? verdictsByWeight.lazy.compactMap({ verdict in decisiveRecords.first { $0.result.verdict == verdict } }).first
    else { return nil }
    var result = winner.result
    result.notes.append("found by \(name(winner)) of \(winner.summary.shard.count)")
    for record in decisiveRecords where record.summary.shard != winner.summary.shard {
      result.notes.append("\(name(record)): \(words(for: record.result))")
    }
    return result
  }

  private func recordWithShortestCounterexample(in records: [ShardFile.Record]) -> ShardFile.Record? {
    records.min { ($0.result.counterexample?.steps.count ?? 0) < ($1.result.counterexample?.steps.count ?? 0) }
  }

  /// Returns `true` for a shard that fails by a missed ``Cover`` alone. ``judge(_:reason:)`` judges covers again, by the runs
  /// of all shards.
  private func failsByCoverAlone(_ record: ShardFile.Record) -> Bool {
    record.result.verdict == .violated && record.result.counterexample == nil
      && record.summary.covers.contains { $0.shortfall == record.result.message }
  }

  private func words(for result: CheckResult) -> String {
    let property = result.counterexample.map { "“\($0.property)” (\($0.place)) " } ?? ""
    let text = (result.counterexample == nil ? result.message : result.finding) ?? result.verdict.rawValue
    return property + text
  }

  // MARK: The result of all shards together

  private var resultOfAllShards: CheckResult {
    let best = records.min { rank($0) < rank($1) } ?? records[0]
    var result = best.result
    let bestIsFinished = rank(best) < 3
    // With a proof, the notes of the other shards do not matter.
    result.notes = notes(of: rank(best) == 0 ? [best] : records, best, bestIsFinished: bestIsFinished)
    if !bestIsFinished {
      result.coverage = coverage
      result.states = records.map(\.result.states).max() ?? 0
      result.statesAreAtLeast = records.contains { $0.result.statesAreAtLeast }
      result.depth = records.map(\.result.depth).max() ?? 0
      result.transitions = records.map(\.result.transitions).reduce(0, +)
      result.coverageDetails = nil
    }
    judge(&result, reason: bestIsFinished ? reason(best) : records.lazy.compactMap(reason).first)
    // Only a shard that found the known issue shows that the issue still exists.
    if result.knownIssue != nil, result.verdict == .passed {
      result.verdict = .inconclusive
      result.message = best.result.message
    }
    return result
  }

  /// The reason why a shard does not pass; `nil` where it passes. Missed covers and unmet ``Sometimes`` properties are no
  /// reasons here, because ``judge(_:reason:)`` judges them for all shards together.
  private func reason(_ record: ShardFile.Record) -> String? {
    if let reason = record.summary.reason { return reason }
    guard record.result.verdict == .inconclusive, record.summary.unmet.isEmpty,
      !record.summary.covers.contains(where: { $0.shortfall != nil && $0.shortfall == record.result.message })
    else { return nil }
    return record.result.message
      ?? (record.result.coverage == nil ? "shard \(record.summary.shard.index) did not finish" : nil)
  }

  /// The rank of a shard by its coverage. A smaller rank means more coverage; below three, the search was finished.
  private func rank(_ record: ShardFile.Record) -> Int {
    switch record.result.coverage {
    case .complete: 0
    case .completeWithinScope, .compact: 1
    case .approximate: 2
    // `reason` is why the check is inconclusive; a search that was cut short always has one.
    case .bounded: record.summary.reason == nil ? 2 : 3
    case .boundedAndSampled: 3
    case .sampled: 4
    case .scattered: 5
    case nil: 6
    }
  }

  /// The coverage of all shards together, if no shard has finished its search; `nil` where no shard has a coverage.
  private var coverage: CheckResult.Coverage? {
    if records.allSatisfy({ $0.result.coverage == nil }) { return nil }
    var bounded: (depth: Int, beyond: Int)?
    var (places, runs, steps) = (0, 0, 0)
    for record in records {
      switch record.result.coverage {
      case .bounded(let depth, let beyond):
        if depth > bounded?.depth ?? -1 { bounded = (depth, beyond) }
      case .boundedAndSampled(let depth, let beyond, let moreRuns, let moreSteps):
        if depth > bounded?.depth ?? -1 { bounded = (depth, beyond) }
        (runs, steps) = (runs + moreRuns, steps + moreSteps)
      case .sampled(let moreRuns, let moreSteps): (runs, steps) = (runs + moreRuns, steps + moreSteps)
      case .scattered(let morePlaces, let moreRuns, let moreSteps):
        (places, runs, steps) = (places + morePlaces, runs + moreRuns, steps + moreSteps)
      case .complete, .completeWithinScope, .compact, .approximate, nil: break
      }
    }
    if let (depth, beyond) = bounded {
      return runs == 0
        ? .bounded(depth: depth, beyond: beyond)
        : .boundedAndSampled(depth: depth, beyond: beyond, runs: runs, steps: steps)
    }
    return places == 0 ? .sampled(runs: runs, steps: steps) : .scattered(places: places, runs: runs, steps: steps)
  }

  /// Judges covers and unmet properties by the runs and worlds of all shards together.
  private func judge(_ result: inout CheckResult, reason: String?) {
    let covers = covers
    // A shard without a coverage was not run or was cut off, so its empty list of unmet properties proves nothing.
    let allSummaries = records.filter { $0.result.coverage != nil }.map(\.summary)
    // A shard may meet a property by a message of a person that another shard has found only the world sends.
    let mostCases = allSummaries.map(\.casesFromOutside).max { $0.count < $1.count } ?? []
    let summaries = allSummaries.filter { $0.casesFromOutside.isSuperset(of: mostCases) }
    func list(_ names: [String]) -> String { names.map { "“\($0)”" }.joined(separator: ", ") }
    let unmet = summaries.first?.unmet.filter { name in summaries.allSatisfy { $0.unmet.contains(name) } } ?? []
    let doubtful = unmet.filter { name in allSummaries.contains { !$0.unmet.contains(name) } }
    if !doubtful.isEmpty {
      result.notes.append(
        "\(list(doubtful)) was met only by shards that do not know which messages only the world sends")
    }
    result.notes += covers.filter { $0.shortfall == nil }.map(\.note)
    result.verdict = .passed
    result.message = nil
    let coversWithShortfall = covers.filter { $0.shortfall != nil }
    if let cover = coversWithShortfall.first(where: { $0.verdict == .missed }) ?? coversWithShortfall.first {
      result.verdict = cover.verdict == .missed ? .violated : .inconclusive
      result.place = cover.place
      result.message = cover.shortfall
    } else if !unmet.isEmpty {
      result.verdict = .inconclusive
      result.message =
        "no world that any shard looked at satisfies \(list(unmet)); it may lie beyond the bounds"
    } else if let reason {
      result.verdict = .inconclusive
      result.message = reason
    }
  }

  private var covers: [ShardSummary.Cover] {
    var covers: [ShardSummary.Cover] = []
    for cover in records.flatMap(\.summary.covers) {
      if let index = covers.firstIndex(where: { $0.name == cover.name && $0.place == cover.place }) {
        covers[index].hits += cover.hits
        covers[index].runs += cover.runs
      } else {
        covers.append(cover)
      }
    }
    return covers
  }

  /// The notes of shards for the merged result, each once.
  ///
  /// A note that every shard has carries no name, nor does a note of `best` if its search is finished. Other notes carry the
  /// name of their shard. Notes on covers are left out, because ``judge(_:reason:)`` adds them.
  private func notes(of records: [ShardFile.Record], _ best: ShardFile.Record, bestIsFinished: Bool) -> [String] {
    // More notes would hide the result.
    let maxNamedNotes = 12
    var generalNotes: [String] = []
    var namedNotes: [String] = []
    for record in records {
      let coverNotes = record.summary.covers.map(\.note)
      for note in record.result.notes where !coverNotes.contains(note) {
        let isGeneral =
          bestIsFinished && record.summary.shard == best.summary.shard
          || records.allSatisfy { $0.result.notes.contains(note) }
        if !isGeneral {
          namedNotes.append("\(name(record)): \(note)")
        } else if !generalNotes.contains(note) {
          generalNotes.append(note)
        }
      }
    }
    if !bestIsFinished {
      generalNotes.append(
        "\(counted(records.count, "shard")): steps are added up, and worlds are those of the one that met most")
    }
    let restCount = namedNotes.count - maxNamedNotes
    let rest = "\(counted(restCount, "more note")) \(restCount == 1 ? "stands" : "stand") in the records of the shards"
    return generalNotes + namedNotes.prefix(maxNamedNotes) + (restCount > 0 ? [rest] : [])
  }
}
