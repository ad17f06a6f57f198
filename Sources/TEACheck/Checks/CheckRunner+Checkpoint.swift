internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// The checkpoint of a search with these bounds; `nil` where none is kept.
  func checkpointFile(_ limits: ExplorationBounds) -> CheckpointFile? {
    settings.checkpoint.map {
      CheckpointFile(path: $0, subject: subjectOfCheckpoint(limits), facts: learning.facts)
    }
  }

  /// The rules with the facts in the checkpoint, some of which the saved search may have learned on its way. Returns the given
  /// rules where there is no checkpoint, and where its facts are known already or do not fit the program.
  func rulesOfCheckpoint(_ rules: Rules<M>) throws -> Rules<M> {
    guard let facts = checkpointFile(explorationBounds)?.savedFacts, facts != learning.facts,
      (facts.casesFromOutside ?? []).allSatisfy((rules.messageCases?.names ?? []).indices.contains)
    else { return rules }
    learning.facts = facts
    return try makeRules()
  }

  /// A hash of everything that an exploration must share with the checkpoint that it continues, besides the learned facts.
  private func subjectOfCheckpoint(_ limits: ExplorationBounds) -> String {
    let traits = [
      // The checkpoint of an engine that ignores violations may hold worlds that were not judged.
      title, "\(settings.engine.ignoresViolations)", "\(bounds.scope(settings))", "\(limits.outstanding)",
      "\(limits.isCompact)", Platform.hashOfProgram,
    ]
    return String(StableHash.of(traits), radix: 16)
  }
}
