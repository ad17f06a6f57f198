internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// A known issue of the check has no effect on the verdict.
  func replayRecording(_ recording: Recording) -> Check.Outcome { watch.watched { replayUnwatched(recording) } }

  private func replayUnwatched(_ recording: Recording) -> Check.Outcome {
    var outcome = emptyOutcome()
    outcome.result.isReplay = true
    do {
      let rules = try makeRules()
      let (script, property, session) = try parts(of: recording, rules)
      let (replay, note) = try replay(script, of: session, violating: property, rules)
      outcome.result.notes += replay.notes + [note].compactMap(\.self)
      if let cause = replay.violation?.trap {
        reportTrap(
          &outcome, cause, replay.trace,
          textOfFacts(of: recording, stepsTaken: replay.trace.count, violating: nil), of: session)
      } else {
        // The report shows the steps of a replay without a violation too.
        let violation = replay.violation ?? Violation(property: property ?? "")
        setCounterexample(of: &outcome, violation, replay.trace)
        outcome.script = session == nil ? script : scriptOfTest(of: replay, rules)
        outcome.result.verdict = replay.violation == nil ? .passed : .violated
        outcome.result.finding =
          replay.violation == nil ? findingWithoutViolation(in: replay, script) : findingOfViolation(in: replay.trace)
        if let violation = replay.violation,
          let facts = textOfFacts(of: recording, stepsTaken: replay.trace.count, violating: violation.property)
        {
          outcome.result.finding? += " · \(facts)"
        }
        outcome.result.message = replay.impossibleStep.map { "the replay stops here: \($0)" }
        if session != nil, replay.violation == nil {
          outcome.result.notes.append("after each step the model was the one that was recorded")
        }
      }
    } catch let trap as StartTrap {
      outcome = self.outcome(of: trap)
      outcome.result.isReplay = true
    } catch {
      outcome.decide(.error, because: "\(error)")
    }
    addPicture(to: &outcome)
    return outcome
  }

  /// Takes the steps of a recording. Where they violate another property first, the recorded one is judged alone.
  ///
  /// - Parameter property: The recorded property; `nil` where it is not known.
  /// - Returns: The replay with the violation of the recorded property, or else of another; and a note on the property that the
  ///   replay does not report.
  private func replay(
    _ script: Script, of session: Session? = nil, violating property: String?, _ rules: Rules<M>
  ) throws -> (Replay<M>, note: String?) {
    let rules = rules.checkingDeterminism(ifViolated: property)
    let replay = try rules.replay(script, of: session, callingFunctionsOfSearch: true)
    // The steps of a recorded trap are not taken beyond another violation: in a process of tests, they would end all tests.
    guard let property, !Violation.isOfTrap(property), let other = replay.violation, other.trap == nil,
      other.property != property
    else { return (replay, nil) }
    // The violation that was found stands even where the later steps can no longer be read or taken.
    let ownReplay = try? rules.judgingOnly(property).replay(script, callingFunctionsOfSearch: true)
    guard let ownReplay, ownReplay.violation?.property == property else {
      let fullReplay = ownReplay.flatMap { $0.violation == nil && $0.impossibleStep == nil ? $0 : nil }
      let finding = fullReplay.map { "not violated in \(counted($0.trace.count, "step"))" }
      let judgment =
        asks(property, rules) ? finding ?? "not judged: its steps cannot be taken" : "not declared here"
      return (replay, "the steps were recorded for “\(property)”, which is \(judgment)")
    }
    return (ownReplay, "in the same steps, “\(other.property)” is \(findingOfViolation(in: replay.trace))")
  }

  /// The script for a unit test; `nil` where a test, which replays the script alone, could not take all steps of the session.
  private func scriptOfTest(of replay: Replay<M>, _ rules: Rules<M>) -> Script? {
    let script = Script(replay.trace, of: rules)
    guard replay.trace.earlier.isEmpty, let secondReplay = try? rules.replay(script) else { return nil }
    return secondReplay.trace.count == replay.trace.count && secondReplay.impossibleStep == nil ? script : nil
  }

  /// The recorded facts about a counterexample, which hold for the whole script and its property. `nil` where no facts were
  /// recorded, only part of the steps were taken, or another property is violated.
  ///
  /// - Parameter property: The violated property; `nil` for a trap, whose property depends on the function that traps.
  private func textOfFacts(of recording: Recording, stepsTaken count: Int, violating property: String?) -> String? {
    guard case .script(let script, let recordedProperty, let found?) = recording, script.steps.count == count,
      property == nil || recordedProperty == nil || recordedProperty == property
    else { return nil }
    return "\(found), when it was found"
  }

  /// The script of a recording, with the property that it violated and its session, where these are known.
  ///
  /// - Throws: An error where a token no longer fits the program.
  func parts(of recording: Recording, _ rules: Rules<M>) throws -> (Script, property: String?, Session?) {
    switch recording {
    case .script(let script, let property, _): (script, property, nil)
    case .token(let token): (try token.script(of: rules), nil, nil)
    case .session(let session): (session.script, nil, session)
    }
  }

  /// Replays the check's stored counterexamples, up to the first that still violates a property.
  func replayStored(_ rules: Rules<M>) -> (outcome: Check.Outcome?, notes: [String]) {
    guard let store = settings.store.map({ CounterexampleStore(folder: $0) }) else { return (nil, []) }
    let (files, problems) = store.files(ofCheck: title, module: module, in: target)
    var notes = problems
    var replayedCount = 0
    for file in files {
      var stored = file.counterexample
      do {
        let (replay, note) = try replay(stored.script, violating: stored.property, rules)
        if replay.violation != nil {
          stored.status = .failing
        } else if replay.impossibleStep == nil, asks(stored.property, rules) {
          replayedCount += 1
          stored.status = .regression
        }
        if stored.status != file.counterexample.status {
          // A file of an earlier version has no target. It gets the target of its place only when it is written anyway.
          if stored.target == nil, StoredCounterexample.target(ofPlace: stored.place) == target {
            stored.target = target
          }
          // The finding of the replay counts, even if the file cannot be written.
          do { _ = try store.save(stored, as: file.name) } catch {
            notes.append("\(store.path(of: file.name)) cannot be changed: \(error)")
          }
        }
        let finding = replay.violation.map { "violates “\($0.property)”" } ?? "violates nothing"
        log("the stored counterexample \(store.path(of: file.name)) \(finding)")
        guard let violation = replay.violation else {
          if let impossibleStep = replay.impossibleStep {
            notes.append(
              "the steps of \(store.path(of: file.name)) can no longer all be taken: \(impossibleStep); if the bug is fixed, "
                + "delete the file, which finds nothing any more")
          } else if !asks(stored.property, rules) {
            notes.append(
              "the steps of \(store.path(of: file.name)) violate nothing, and “\(stored.property)”, which they violated, is not "
                + "declared here: write its new name into the file, or delete the file; where another check with this title "
                + "declares it, give the checks names of their own")
          }
          continue
        }
        var outcome = emptyOutcome()
        // The stored facts hold only for the whole script and the same property.
        let factsHold = replay.trace.steps.count == stored.script.steps.count && violation.property == stored.property
        let found = factsHold ? stored.found.map { "\($0), when it was found · " } ?? "" : ""
        reportViolation(&outcome, violation, replay.trace, "\(found)stored in \(store.path(of: file.name))")
        outcome.script = nil
        outcome.result.notes = rules.notes + replay.notes + [note].compactMap(\.self)
        outcome.result.file = store.path(of: file.name)
        rules.compareLists(along: replay.trace)
        outcome.result.token = token(of: replay.trace, violating: violation.property, rules)
        return (outcome, notes)
      } catch {
        notes.append(
          "\(store.path(of: file.name)) is not replayed. \(error)\nFix the file, or delete it.")
      }
    }
    if replayedCount > 0 {
      notes.append("replayed \(counted(replayedCount, "stored counterexample")): nothing is violated")
    }
    return (nil, notes)
  }

  /// Returns `true` for a declared property, and for one that every check asks.
  private func asks(_ property: String, _ rules: Rules<M>) -> Bool {
    let isDeclared = specification.declarations.contains { $0.nameOfProperty == property }
    let laws = rules.laws.union(Law.alwaysChecked)
    return isDeclared || laws.contains { $0.rawValue == property } || Violation.isOfTrap(property)
      || property == Violation.reflexivity
  }

  /// The target in which the specification is declared.
  private var target: String? { StoredCounterexample.target(ofPlace: "\(specification.place)") }

  /// The token of a trace; `nil` where lists are sorted, because a token has the indices of steps in unsorted lists.
  ///
  /// By exploring, `rules` may have learned which messages only the outside world sends, and no longer offer them. The rules of
  /// a replay still offer them, so the token has the indices of the steps in the lists of such rules.
  ///
  /// Nor is there a token where its replay would find nothing: a token names no property, and a replay of an unknown property
  /// updates a model with an object once.
  private func token(of trace: Trace<M>, violating property: String, _ rules: Rules<M>) -> String? {
    if rules.listOrder.isCanonical { return nil }
    if property == Law.deterministic.rawValue, rules.objectInModel != nil, !rules.laws.contains(.deterministic) {
      return nil
    }
    let haveLearned = rules.derivesMessages && rules.mayMissMessagesFromOutside
    let rulesOfReplay =
      haveLearned ? try? Rules<M>(specification.declarations, scope: bounds.scope(settings), watch: watch) : rules
    return rulesOfReplay.flatMap { Token(trace, of: $0, title: title)?.text }
  }

  /// Stores the counterexample of an outcome, if a replay of its text violates the same property.
  func store(_ outcome: inout Check.Outcome, _ rules: Rules<M>) {
    guard let store = settings.store.map({ CounterexampleStore(folder: $0) }),
      [.violated, .trapped].contains(outcome.result.verdict), var script = outcome.script,
      let property = outcome.result.counterexample?.property
    else { return }
    if rules.startsInOneWay { script.start = nil }
    do {
      // The comparison of worlds may be what traps, so the replay of a trap compares worlds too.
      let isOfRuns = rules.liveness.contains { $0.name == property }
      // The condition of another property of runs may throw in an earlier world.
      let rulesOfReplay = isOfRuns ? rules.judgingOnly(property) : rules.checkingDeterminism(ifViolated: property)
      let replay = try rulesOfReplay.replay(
        script, upTo: outcome.trap.map { [$0] } ?? [], callingFunctionsOfSearch: outcome.trap != nil || isOfRuns)
      // A last world that violates a property, which its form satisfies, is a counterexample of this property.
      guard let violated = replay.violation?.property,
        violated == property || property == CanonicalForm<M>.property, replay.trace.steps.count == script.steps.count
      else {
        throw ReplayError(
          property == Law.honestEquality.rawValue
            ? "it takes two ways to one world, and a file holds one"
            : "read back from their text, the steps do not violate “\(property)”")
      }
      let token = token(of: replay.trace, violating: violated, rules)
      let place = violated == property ? outcome.result.place : "\(replay.violation?.place ?? specification.place)"
      let stored = StoredCounterexample(
        target: target, module: module, check: title, property: violated, place: place,
        status: .failing, script: script, token: token,
        found: outcome.searchFacts.isEmpty ? nil : outcome.searchFacts.joined(separator: " · "))
      outcome.result.file = try store.save(stored)
      outcome.result.token = token
    } catch {
      outcome.result.notes.append("the counterexample is not stored in \(store.folder): \(error)")
    }
  }

  private func findingWithoutViolation(in replay: Replay<M>, _ script: Script) -> String {
    // The trace of a session may have more steps than its script: steps that carry out debounced commands are inserted.
    replay.impossibleStep == nil
      ? "nothing is violated in \(counted(replay.trace.count, "step"))"
      : "nothing is violated in \(replay.trace.count) of \(counted(script.steps.count, "step"))"
  }
}
