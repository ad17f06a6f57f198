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
    var renaming: Renaming { comparison.renaming }
  }

  /// Returns the first comparison without a difference. If each shows a difference, returns the one with the deepest difference
  /// among those whose renaming counts.
  func run() -> Attempt {
    var given = givenRenaming
    given.reader = TextReader(descriptions: old.descriptions + new.descriptions)
    let firstAttempt = attempt(given)
    // Names are distinguished from other texts by the lists of declared names, which both graphs must have.
    guard firstAttempt.outcome.difference != nil, let oldNames = old.names, let newNames = new.names else {
      return firstAttempt
    }
    let names = Names(
      old: oldNames.subtracting(newNames).subtracting(given.newNames.keys),
      new: newNames.subtracting(oldNames).subtracting(given.newNames.values))
    guard !names.old.isEmpty, !names.new.isEmpty else { return firstAttempt }
    // A stack: the last attempt is extended first. Of an attempt's extensions, the one with the deepest difference is on top.
    var unextendedAttempts = [firstAttempt]
    var (comparisonCount, pairCount) = (1, firstAttempt.outcome.pairs.count)
    var bestAttempt = firstAttempt
    while let lastAttempt = unextendedAttempts.popLast(), comparisonCount < maxComparisons, pairCount < maxPairs {
      var extendedAttempts: [Attempt] = []
      for renaming in candidates(for: lastAttempt, names)
      where comparisonCount < maxComparisons && pairCount < maxPairs {
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

  /// The names that only one program has, and that the search may rename.
  private struct Names {
    var old: Set<String>
    var new: Set<String>
  }

  /// The screens at the end of a comparison, and the outputs of the last steps, or of the starts.
  private struct End {
    var (screenOfOld, screenOfNew): (Behaviour.Screen, Behaviour.Screen)
    var outputOfOld = Behaviour.StepOutput()
    var outputOfNew = Behaviour.StepOutput()
    /// The common number of the last message's label; `nil` at a start.
    var label: Int?
    var previous: BehaviourComparison.Pair?
  }

  /// The end of a comparison; `nil` if the programs do not differ, or differ by a start that only one of them has.
  private func end(of attempt: Attempt) -> End? {
    guard attempt.outcome.difference == .lastPair, let pair = attempt.outcome.pairs.last,
      let origin = attempt.outcome.origins.last, let nodeOfOld = pair.old.first, let nodeOfNew = pair.new.first
    else { return nil }
    var end = End(
      screenOfOld: old.screens[old.nodes[Int(nodeOfOld)].screen],
      screenOfNew: new.screens[new.nodes[Int(nodeOfNew)].screen], label: origin.label)
    guard let label = origin.label else {
      end.outputOfOld.commands = old.starts[origin.previous].performs
      end.outputOfNew.commands = attempt.comparison.start(like: origin.previous)?.performs ?? []
      return end
    }
    let previous = attempt.outcome.pairs[origin.previous]
    end.previous = previous
    // The last step of the older program, and the last step of the newer program.
    let steps = [false, true].map {
      attempt.comparison.step(label, from: $0 ? previous.new : previous.old, ofNew: $0)
    }
    if let step = steps[0] { end.outputOfOld = old.stepOutputs[step.outputNumber] }
    if let step = steps[1] { end.outputOfNew = new.stepOutputs[step.outputNumber] }
    return end
  }

  /// The renamings that extend the renaming of an attempt such that its difference may disappear.
  private func candidates(for attempt: Attempt, _ names: Names) -> [Renaming] {
    guard let end = end(of: attempt) else { return candidatesForStarts(attempt, names) }
    let renaming = attempt.renaming
    if let label = end.label, let previous = end.previous {
      let text = attempt.comparison.labels[label]
      func unmatchedLabels(ofNew isNew: Bool) -> [String] {
        attempt.comparison.labels(from: isNew ? previous.new : previous.old, ofNew: isNew)
          .filter { !attempt.comparison.hasLabel($0, ofNew: !isNew) }.map { attempt.comparison.labels[$0] }
      }
      if !attempt.comparison.hasLabel(label, ofNew: true) {
        return unmatchedLabels(ofNew: true).flatMap {
          renaming.extended(toRead: text, as: $0, onlyOld: names.old, onlyNew: names.new)
        }
      }
      if !attempt.comparison.hasLabel(label, ofNew: false) {
        return unmatchedLabels(ofNew: false).flatMap {
          renaming.extended(toRead: $0, as: text, onlyOld: names.old, onlyNew: names.new)
        }
      }
    }
    if attempt.comparison.comparesOutputs {
      let extensions = renaming.extended(
        toRead: end.outputOfOld.text, as: end.outputOfNew.text, onlyOld: names.old, onlyNew: names.new
      ).filter { $0.newNames != renaming.newNames }
      if !extensions.isEmpty { return extensions }
    }
    return candidates(extending: renaming, for: end.screenOfOld, and: end.screenOfNew, names)
  }

  private func candidatesForStarts(_ attempt: Attempt, _ names: Names) -> [Renaming] {
    guard case .start(let label, let isNew)? = attempt.outcome.difference else { return [] }
    return (isNew ? old : new).starts.flatMap {
      attempt.renaming.extended(
        toRead: isNew ? $0.label : label, as: isNew ? label : $0.label, onlyOld: names.old, onlyNew: names.new)
    }.filter { $0.newNames != attempt.renaming.newNames }
  }

  private func candidates(
    extending renaming: Renaming, for screenOfOld: Behaviour.Screen, and screenOfNew: Behaviour.Screen, _ names: Names
  ) -> [Renaming] {
    let unmatchedFields = screenOfNew.filter { field in !screenOfOld.contains { renaming($0.name) == field.name } }
    for field in screenOfOld {
      guard let counterpart = screenOfNew.first(where: { $0.name == renaming(field.name) }) else {
        return unmatchedFields.flatMap {
          renaming.extended(
            toRead: "\(field.name): \(field.value)", as: "\($0.name): \($0.value)", onlyOld: names.old,
            onlyNew: names.new)
        }
      }
      let extensions = renaming.extended(
        toRead: field.value, as: counterpart.value, onlyOld: names.old, onlyNew: names.new
      ).filter { $0.newNames != renaming.newNames }
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
    if end.outputOfOld.mapped({ attempt.renaming($0) }) != end.outputOfNew {
      texts += [end.outputOfOld.text, end.outputOfNew.text]
    }
    let renamedFields = end.screenOfOld.map {
      Behaviour.Field(name: attempt.renaming($0.name), value: attempt.renaming($0.value))
    }
    for field in Set(renamedFields).symmetricDifference(end.screenOfNew) { texts += [field.name, field.value] }
    return texts.contains(where: foundRenaming.hasRenamedName(in:))
  }
}
