internal import TEAResults

/// Finds the names that differ between two programs, where renamings explain the difference.
///
/// At the first difference, the search replaces names that only the older program has by names that only the newer program has,
/// and compares again. If a difference remains, a renaming counts only if the difference does not involve its names.
struct RenamingSearch {
  let old: Behaviour
  let new: Behaviour
  /// The renaming that `--rename` gives.
  var givenRenaming = Renaming()
  /// The largest number of comparisons, including the first one, to bound the time.
  var maxComparisons = 200
  /// No further comparison begins once all comparisons together have found this many pairs of node sets.
  var maxPairs = 4_000_000

  /// A comparison under one renaming, and its outcome.
  struct Attempt {
    var comparison: BehaviourComparison
    var outcome: BehaviourComparison.Outcome
    /// The outcome with a difference after fewer messages, in nothing but performed commands; `nil` without one.
    var commandsOutcome: BehaviourComparison.Outcome?
    var renaming: Renaming { comparison.renaming }
  }

  /// Returns the comparison under the best renaming. Its difference is in what people see, an error or the outstanding
  /// commands where such a difference exists, because a performed command such as a cancellation of nothing has no consequence.
  func run() -> Attempt {
    var best = bestAttempt()
    guard best.comparison.comparesOutputs, best.outcome.difference == .lastPair, let pair = best.outcome.pairs.last
    else { return best }
    let comparison = BehaviourComparison(old, new, renaming: best.renaming, by: .outstanding)
    guard comparison.areAlike(pair) else { return best }
    let (outcome, depth) = (comparison.run(), Self.depth(of: best))
    guard outcome.difference == .lastPair, let end = outcome.origins.last, end.depth >= depth else { return best }
    if end.depth > depth { best.commandsOutcome = best.outcome }
    best.outcome = outcome
    return best
  }

  /// Returns the first comparison without a difference. If each shows a difference, returns the one with the deepest difference
  /// among those whose renaming counts.
  private func bestAttempt() -> Attempt {
    var given = givenRenaming
    given.reader = TextReader(descriptions: old.descriptions + new.descriptions)
    // Names are distinguished from other texts by the lists of declared names, which both graphs must have.
    if let oldNames = old.names, let newNames = new.names {
      given.renameableNames = Both(
        old: oldNames.subtracting(newNames).subtracting(given.newNames.keys),
        new: newNames.subtracting(oldNames).subtracting(given.newNames.values))
    }
    let firstAttempt = attempt(given)
    guard firstAttempt.outcome.difference != nil, !given.renameableNames.old.isEmpty,
      !given.renameableNames.new.isEmpty
    else { return firstAttempt }
    // A stack: the last attempt is extended first. Of an attempt's extensions, the one with the deepest difference is on top.
    var unextendedAttempts = [firstAttempt]
    var (comparisonCount, pairCount) = (1, firstAttempt.outcome.pairs.count)
    var bestAttempt = firstAttempt
    while let lastAttempt = unextendedAttempts.popLast(), comparisonCount < maxComparisons, pairCount < maxPairs {
      var extendedAttempts: [Attempt] = []
      for renaming in candidates(for: lastAttempt) where comparisonCount < maxComparisons && pairCount < maxPairs {
        let attempt = attempt(renaming)
        comparisonCount += 1
        pairCount += attempt.outcome.pairs.count
        if attempt.outcome.difference == nil { return attempt }
        if Self.depth(of: attempt) > Self.depth(of: bestAttempt), !differsInFoundNames(attempt) {
          bestAttempt = attempt
        }
        extendedAttempts.append(attempt)
      }
      unextendedAttempts += extendedAttempts.sorted { Self.depth(of: $0) < Self.depth(of: $1) }
    }
    return bestAttempt
  }

  private func attempt(_ renaming: Renaming) -> Attempt {
    let comparison = BehaviourComparison(old, new, renaming: renaming)
    return Attempt(comparison: comparison, outcome: comparison.run())
  }

  private static func depth(of attempt: Attempt) -> Int { attempt.outcome.origins.last?.depth ?? 0 }

  /// The screens at the end of a comparison, and the outputs of the last steps, or of the starts.
  private struct End {
    var screens: Both<Behaviour.Screen>
    var outputs: Both<Behaviour.StepOutput>
    /// The common number of the last message's label; `nil` at a start.
    var label: Int?
    var previous: BehaviourComparison.Pair?
  }

  /// The end of a comparison; `nil` if the programs do not differ, or differ by a start that only one of them has.
  private func end(of attempt: Attempt) -> End? {
    let (comparison, outcome) = (attempt.comparison, attempt.outcome)
    guard outcome.difference == .lastPair, let pair = outcome.pairs.last, let origin = outcome.origins.last,
      let nodeOfOld = pair.old.first, let nodeOfNew = pair.new.first
    else { return nil }
    let screens = Both(old: old.screen(of: Int(nodeOfOld)), new: new.screen(of: Int(nodeOfNew)))
    guard let label = origin.label else {
      let starts = Both(old: old.starts[origin.previous], new: comparison.start(like: origin.previous))
      return End(screens: screens, outputs: starts.map { Behaviour.StepOutput(commands: $0?.commands ?? []) })
    }
    let previous = outcome.pairs[origin.previous]
    let outputs = Both { edition in
      let program = comparison.programs[edition]
      return program.step(label, from: previous[edition]).map { program.graph.stepOutputs[$0.outputNumber] }
        ?? Behaviour.StepOutput()
    }
    return End(screens: screens, outputs: outputs, label: label, previous: previous)
  }

  /// The renamings that extend the renaming of an attempt such that its difference may disappear.
  private func candidates(for attempt: Attempt) -> [Renaming] {
    guard let end = end(of: attempt) else { return candidatesForStarts(attempt) }
    let (comparison, renaming) = (attempt.comparison, attempt.renaming)
    if let label = end.label, let previous = end.previous {
      let text = comparison.labels[label]
      func hasLabel(_ label: Int, _ edition: Edition) -> Bool {
        comparison.programs[edition].labelNumbers.contains(label)
      }
      func unmatchedLabels(_ edition: Edition) -> [String] {
        comparison.programs[edition].labels(from: previous[edition]).filter { !hasLabel($0, edition.other) }
          .map { comparison.labels[$0] }
      }
      if !hasLabel(label, .new) {
        return unmatchedLabels(.new).flatMap { renaming.extended(toRead: text, as: $0) }
      }
      if !hasLabel(label, .old) {
        return unmatchedLabels(.old).flatMap { renaming.extended(toRead: $0, as: text) }
      }
    }
    if comparison.comparesOutputs {
      let extensions = renaming.extended(toRead: end.outputs.old.text, as: end.outputs.new.text)
        .filter { $0.newNames != renaming.newNames }
      if !extensions.isEmpty { return extensions }
    }
    return candidates(extending: renaming, for: end.screens)
  }

  private func candidatesForStarts(_ attempt: Attempt) -> [Renaming] {
    guard case .start(let label, let edition)? = attempt.outcome.difference else { return [] }
    let others = (edition == .new ? old : new).starts.map(\.label)
    return others.flatMap { other in
      edition == .new
        ? attempt.renaming.extended(toRead: other, as: label) : attempt.renaming.extended(toRead: label, as: other)
    }.filter { $0.newNames != attempt.renaming.newNames }
  }

  private func candidates(extending renaming: Renaming, for screens: Both<Behaviour.Screen>) -> [Renaming] {
    let unmatchedFields = screens.new.filter { field in !screens.old.contains { renaming($0.name) == field.name } }
    for field in screens.old {
      guard let counterpart = screens.new.first(where: { $0.name == renaming(field.name) }) else {
        return unmatchedFields.flatMap {
          renaming.extended(toRead: "\(field.name): \(field.value)", as: "\($0.name): \($0.value)")
        }
      }
      let extensions = renaming.extended(toRead: field.value, as: counterpart.value)
        .filter { $0.newNames != renaming.newNames }
      if !extensions.isEmpty { return extensions }
    }
    return []
  }

  /// Returns whether the remaining difference involves a name that the search, and not the user, renamed.
  private func differsInFoundNames(_ attempt: Attempt) -> Bool {
    var foundRenaming = Renaming(reader: attempt.renaming.reader)
    for rename in attempt.renaming.renames where givenRenaming.newNames[rename.old] == nil {
      _ = foundRenaming.add(rename.old, rename.new)
    }
    guard let end = end(of: attempt) else { return true }
    var texts = end.label.map { [attempt.comparison.labels[$0]] } ?? []
    if end.outputs.old.mapped({ attempt.renaming($0) }) != end.outputs.new {
      texts += [end.outputs.old.text, end.outputs.new.text]
    }
    for field in Set(attempt.renaming(end.screens.old)).symmetricDifference(end.screens.new) {
      texts += [field.name, field.value]
    }
    return texts.contains(where: foundRenaming.hasRenamedName(in:))
  }
}
