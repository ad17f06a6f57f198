internal import TEARuntime

/// A step to a world whose form is wrong.
@usableFromInline
struct FormFinding<M: Module> {
  /// The number of the transition, from 1.
  @usableFromInline var transition: Int
  @usableFromInline var violation: Violation<M>
}

extension Explorer {
  /// The first step of the batch that leads to a world whose form is wrong; some are looked at, by all workers.
  ///
  /// - Parameter before: The number of transitions before the batch.
  @usableFromInline
  mutating func firstBreachOfForm(after before: Int) -> FormFinding<M>? {
    var suspects: [(transition: Int, parent: Int, step: WorldStep<M>, world: World<M>)] = []
    let isOpen = rules.form?.isOpen ?? false
    var first = before + 1
    for expansion in expansions {
      for (candidate, world) in expansion.replaced where first + candidate <= transitions {
        if isOpen, FormSample.contains(replaced) {
          suspects.append(
            (
              first + candidate, Int(truncatingIfNeeded: expansion.origins[candidate] >> 32),
              expansion.steps[candidate], world
            ))
        }
        replaced += 1
      }
      first += expansion.stepCount
    }
    let findings = UnsafeMutableBufferPointer<FormFinding<M>?>.allocate(capacity: expansions.count)
    findings.initialize(repeating: nil)
    defer {
      findings.deinitialize()
      findings.deallocate()
    }
    let share = (suspects.count + expansions.count - 1) / expansions.count
    inParallel(isWorthIt: suspects.count > 64) { [rules, suspects] worker in
      let first = min(suspects.count, worker * share)
      for suspect in suspects[first..<min(suspects.count, first + share)] {
        guard let breach = rules.breachOfForm(of: suspect.world) else { continue }
        findings[worker] = FormFinding(
          transition: suspect.transition,
          violation: Violation(breach: breach, index: suspect.parent, step: suspect.step))
        return
      }
    }
    return findings.lazy.compactMap { $0 }.first
  }

  /// Executes a violation by the program's own steps, from a start of its own: each leads to a world whose form is the
  /// next one that was kept.
  ///
  /// - Returns: The violation as it was met; a wrong form where it was not.
  func execute(_ violation: Violation<M>) -> (Violation<M>, Trace<M>) {
    var trace = Trace<M>(origin: rules.origins[0])
    var violation = violation
    let path = ancestry.path(to: violation.index)
    trace.origin = rules.origins[starts[path[0]]]
    for child in path.dropFirst() {
      guard let way = ways(from: trace.last, to: store[child]).first else {
        violation.breach = wrongForm(of: trace.last, "its form can go where this world cannot go")
        return (violation, trace)
      }
      trace.steps.append(way)
    }
    if violation.breach.trap != nil {
      // Among worlds that are alike, only the same one can take the same step.
      if let step = violation.step, let state = try? State(trace.last, under: rules),
        state.isSameWorld(as: store[violation.index], rules.structuralHash)
      {
        trace.steps.append((step, StepOutcome(notTakenIn: trace.last)))
      }
      return (violation, trace)
    }
    let property = violation.breach.property
    let otherwise = "“\(property)” is violated by the form of this world, and not by the world"
    guard let step = violation.step else {
      let breach =
        property == CanonicalForm<M>.property ? rules.breachOfForm(of: trace.last) : rules.breach(in: trace.last)
      violation.breach = breach ?? wrongForm(of: trace.last, otherwise)
      return (violation, trace)
    }
    let (last, parent) = (trace.last, store[violation.index])
    var ways: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []
    if let state = try? State(last, under: rules), state.isSameWorld(as: parent, rules.structuralHash) {
      ways.append((step, rules.take(step, in: last)))
    }
    if let target = try? kept(rules.take(step, in: parent.world).world) {
      ways += self.ways(from: last, to: target)
    }
    let inspecting = rules.inspecting(property)
    for way in ways {
      let breach =
        property == CanonicalForm<M>.property
        ? rules.breachOfForm(of: way.outcome.world)
        : inspecting.breach(of: way.step, in: last, way.outcome)
      guard let breach, breach.property == property else { continue }
      trace.steps.append(way)
      violation.breach = breach
      return (violation, trace)
    }
    let isOfStep = rules.steps.contains { $0.name == property }
    if let way = ways.first, !isOfStep {
      trace.steps.append(way)
    } else {
      violation.breach = wrongForm(of: last, otherwise)
    }
    return (violation, trace)
  }

  /// What is kept of a world.
  @usableFromInline
  func kept(_ world: World<M>) throws -> State {
    try State(rules.form.map { $0.apply(world) } ?? world, under: rules)
  }

  /// The steps that lead to a world with a form, in the order of exploration.
  private func ways(from world: World<M>, to form: State) -> [(step: WorldStep<M>, outcome: StepOutcome<M>)] {
    guard let steps = try? rules.possibleSteps(in: world, waits: .all) else { return [] }
    return steps.lazy.map { ($0, rules.take($0, in: world)) }.filter { way in
      (try? kept(way.1.world)).map { $0.isSameWorld(as: form, rules.structuralHash) } ?? false
    }
  }

  private func wrongForm(of world: World<M>, _ detail: String) -> Breach {
    rules.breachOfForm(of: world) ?? rules.form?.breach(detail) ?? Breach(property: CanonicalForm<M>.property)
  }
}
