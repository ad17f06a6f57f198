internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

extension Explorer {
  func result(_ end: Exploration<M>.End) -> Exploration<M> {
    var (end, trace) = (end, Trace<M>?.none)
    // The usage of the unfinished level is dropped: the number of workers decides how many of its steps were taken.
    if expandedCount < levelEnd, let usage = usageOfFinishedLevels { rules.surroundingRules?.usageLog.usage = usage }
    if case .violation(var found) = end {
      if rules.canonicalForm == nil {
        trace = retrace(to: found)
        if trace == nil, !rules.hasConstantSteps { rules.listOrder.noteVariation() }
      } else {
        (found, trace) = retraceThroughCanonicalForms(to: found)
        end = .violation(found)
      }
    }
    if case .error(let error) = end, let error = error as? DeclarationError { end = .error(located(error)) }
    var exploration = Exploration<M>(end: end, trace: trace)
    setSavedProperties(of: &exploration)
    if case .violation = end { exploration.replacementCount = nil }
    exploration.hasMetFields = expandedCount < levelEnd ? metFieldsInFinishedLevels : rules.hasMetFields
    exploration.isExact = !bounds.isCompact || rows.hasExactHashes
    switch end {
    case .statesReached, .timeReached, .memoryReached:
      exploration.growingNumbers = growingNumbers()
      fallthrough
    case .depthReached, .growthReached:
      exploration.hiddenDifference = exploration.hiddenDifference ?? differenceBetweenEqualModels()
    case .interrupted: exploration.growingNumbers = growingNumbers()
    case .violation, .exhausted, .outdatedRules, .error: break
    }
    exploration.graph = graph
    exploration.graph?.close(takeWorldMaker(), worlds: foundWorldCount, expanded: expandedCount)
    return exploration
  }

  /// Sets those properties of an exploration that a resumed search has from its checkpoint.
  func setSavedProperties(of exploration: inout Exploration<M>) {
    (exploration.progress, exploration.completeDepth) = (progress, depth)
    (exploration.leftOutStepsAtBound, exploration.unansweredCommands) = (hasLeftStepsOut, unansweredCommands)
    (exploration.errorsOfGoals, exploration.replacementCount) = (errorsOfGoals, replacementCount)
    exploration.hiddenReferenceNote = firstHiddenReferenceNote
    exploration.counts = StepCounts(counters)
    // A difference after the step that ended the search is dropped: the size of the batch decides whether it is found.
    if let hiddenDifference, hiddenDifference.transition <= transitions {
      exploration.hiddenDifference = hiddenDifference.difference
    }
  }

  /// The result frees the arena and the packing, so call this function once.
  private func takeWorldMaker() -> WorldMaker<M> {
    let (rows, arena, packing) = (rows, arena, packing)
    return WorldMaker(
      of: foundWorldCount, rules, placeholderStep: placeholderStep,
      makeWorld: { rows.world(UnsafeRawPointer(arena[$0]), packing) },
      numbers: rows.worldsAreModels ? nil : { rows.numbers(arena[$0], packing) },
      release: {
        arena.deallocate()
        packing.deallocate()
      })
  }

  /// Steps of some expanded world were left out, because they would leave too many commands outstanding.
  ///
  /// Only worlds before ``expandedCount`` count: the number of later worlds that the last batch reached depends on the number
  /// of workers.
  var hasLeftStepsOut: Bool {
    resumed.hasLeftStepsOut || expansions.contains { ($0.firstWorldWithStepsLeftOut ?? .max) < expandedCount }
  }

  /// The cases of performed commands whose possible replies and silent ends were not all declared and explored, sorted.
  ///
  /// Where no replies are declared, the commands of all starts count, and those of steps from worlds before ``expandedCount``,
  /// for the reason that ``hasLeftStepsOut`` gives. Silent ends that this search left out count once all worlds are expanded.
  var unansweredCommands: [String] {
    let areAllExpanded = expandedCount == arena.count
    let commandsAtStart: [M.Command] = rules.declaresReplies ? [] : rules.origins.flatMap(\.commands)
    let names = expansions.flatMap { $0.unansweredCases.filter { areAllExpanded || $0.value < expandedCount }.keys }
    let namesWithoutSilentEnds = areAllExpanded ? rules.commandsWithoutTheirSilentEnds : []
    let namesAtStart = commandsAtStart.map { caseOrTypeName(of: $0) }
    return Set(names + resumed.unansweredCommands + namesWithoutSilentEnds + namesAtStart).sorted()
  }

  /// Takes the steps to a violation again; `nil` where they do not lead to the same worlds again.
  func retrace(to found: FoundViolation<M>) -> Trace<M>? {
    let path = ancestry.path(to: found.world)
    guard path[0] < originIndices.count else { return nil }
    var trace = Trace<M>(origin: rules.originOfSearch(rules.origins[originIndices[path[0]]]))
    for world in path.dropFirst() {
      rules.compareLists(in: trace.lastWorld)
      // A compact search has released rows. For a violation of determinism, models with an object are not compared: later steps
      // may have changed the object in place.
      let isCompared = arena.holds(world) && (rules.objectInModel == nil || !found.violation.isNondeterminism)
      let isFound = trace.appendStep(ancestry.step(to: world), isCompared: isCompared, rules) { next in
        UserCode.calling(.comparison) { isRow(world, of: next) }
      }
      if !isFound { return nil }
    }
    if let step = found.step {
      let isTrap = found.violation.trap != nil
      // Listing the steps may be what traps.
      if !isTrap { rules.compareLists(in: trace.lastWorld) }
      trace.steps.append(
        (step, isTrap ? StepOutcome(notTakenIn: trace.lastWorld) : rules.take(step, in: trace.lastWorld)))
    }
    return trace
  }

  /// The note on the first world that holds an object, a function or bit-fields that its static types do not reveal, or else on
  /// the first message.
  ///
  /// Only worlds before ``foundWorldCount`` count: the later ones were found after the step that ended the search. Of messages,
  /// those of steps from worlds before ``expandedCount`` count, for the reason that ``hasLeftStepsOut`` gives.
  var firstHiddenReferenceNote: String? {
    if let note = resumed.hiddenReferenceNote { return note }
    let notes = expansions.compactMap(\.hiddenReferenceNote).filter { $0.world < foundWorldCount }
    if let first = notes.min(by: { $0.world < $1.world }) { return first.note }
    let notesOnMessages = expansions.compactMap(\.hiddenMessageNote).filter { $0.world < expandedCount }
    return notesOnMessages.min { $0.world < $1.world }?.note
  }

  /// Lists the steps of some expanded worlds again. The search ends with outdated rules where the order of the steps varies,
  /// and with an error where the steps themselves vary.
  ///
  /// The worlds whose steps are listed again are the first ones, and two more each time that the number of worlds has doubled.
  /// A search that ends within a batch compares only worlds before ``expandedCount``: the number of workers decides which
  /// others the batch has.
  mutating func compareLists(before limit: Int) {
    while nextComparedWorld < limit, !rules.listOrder.mustBecomeCanonical {
      phase.slots[0].enter(Breadcrumb(.offer, place: nextComparedWorld))
      let varying = arena.holds(nextComparedWorld) ? rules.compareLists(in: world(nextComparedWorld)) : nil
      phase.slots[0].exit()
      if var found = varying {
        found.depth = ancestry.path(to: nextComparedWorld).count - 1
        return endSearch(by: .error(found))
      }
      if rules.listOrder.mustBecomeCanonical { endSearch(by: .outdatedRules) }
      nextComparedWorld += nextComparedWorld < 4 ? 1 : 1 << (Int.bitWidth - 2 - nextComparedWorld.leadingZeroBitCount)
    }
  }

  /// The error with the steps to the first unexpanded world in which a declaration throws, if these steps are found.
  private func located(_ error: DeclarationError) -> DeclarationError {
    // With a canonical form, the program's own steps may lead to another world than the one that the search keeps.
    guard rules.canonicalForm == nil, expandedCount < min(levelEnd, arena.count) else { return error }
    let world = (expandedCount..<min(levelEnd, arena.count)).first { number in
      guard arena.holds(number) else { return false }
      return (try? rules.steps(in: rows.world(UnsafeRawPointer(arena[number]), packing))) == nil
    }
    guard let world else { return error }
    let trace = retrace(to: FoundViolation(violation: Violation(error), world: world, step: nil))
    return trace.map { error.located(after: $0) } ?? error
  }

  func isRow(_ number: Int, of world: World<M>) -> Bool {
    rows.isRow(UnsafeRawPointer(arena[number]), packing, of: world, writer)
  }
}
