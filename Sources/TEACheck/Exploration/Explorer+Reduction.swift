internal import TEAStateSpace
internal import TEARuntime

/// A step to a world whose form is wrong.
@usableFromInline
struct FormViolation<M: Module> {
  /// The number of the transition, from 1.
  @usableFromInline var transition: Int
  @usableFromInline var violation: FoundViolation<M>
}

extension Explorer {
  /// The first step of the batch to a world whose form is wrong; `nil` where there is none.
  ///
  /// Where the form is unproven, the workers check the replaced worlds that ``FormSample`` contains.
  ///
  /// - Parameter before: The number of transitions before the batch.
  @usableFromInline
  mutating func firstViolationOfForm(after before: Int) -> FormViolation<M>? {
    var suspects: [(transition: Int, parent: Int, step: WorldStep<M>, world: World<M>)] = []
    let isUnproven = rules.canonicalForm?.isUnproven ?? false
    var first = before + 1
    for worker in expansions.indices {
      for (candidate, world) in expansions[worker].replacedWorlds where first + candidate <= transitions {
        if isUnproven, FormSample.contains(replaced) {
          suspects.append(
            (
              first + candidate, candidates[worker].parent(of: candidate),
              expansions[worker].steps[candidate], world
            ))
        }
        replaced += 1
      }
      first += expansions[worker].stepCount
    }
    let findings = UnsafeMutableBufferPointer<FormViolation<M>?>.allocate(capacity: expansions.count)
    findings.initialize(repeating: nil)
    defer {
      findings.deinitialize()
      findings.deallocate()
    }
    let share = (suspects.count + expansions.count - 1) / expansions.count
    inParallel(isWorthIt: suspects.count > 64) { [rules, suspects] worker in
      let first = min(suspects.count, worker * share)
      for suspect in suspects[first..<min(suspects.count, first + share)] {
        guard let violation = rules.violationOfForm(of: suspect.world) else { continue }
        findings[worker] = FormViolation(
          transition: suspect.transition,
          violation: FoundViolation(violation: violation, index: suspect.parent, step: suspect.step))
        return
      }
    }
    return findings.lazy.compactMap { $0 }.first
  }

  /// Retraces the path to a violation by steps of the program itself, since the worlds of the search are canonical forms. Each
  /// step must lead to a world whose form is the next world of the path.
  ///
  /// - Returns: The violation at the end of these steps, and the steps. Where they do not lead to one, the violation is that of
  ///   the canonical form.
  func retraceThroughForms(to found: FoundViolation<M>) -> (FoundViolation<M>, Trace<M>) {
    var trace = Trace<M>(origin: rules.origins[0])
    var found = found
    let path = ancestry.path(to: found.index)
    trace.origin = rules.origins[starts[path[0]]]
    for child in path.dropFirst() {
      guard let way = transitions(from: trace.last, to: rowBytes(of: child)).first else {
        found.violation = wrongForm(of: trace.last, "its form can go where this world cannot go")
        return (found, trace)
      }
      trace.steps.append(way)
    }
    if found.violation.trap != nil {
      // The step belongs to the form. Another world with this form may not have it.
      if let step = found.step, row(found.index, represents: trace.last) {
        trace.steps.append((step, StepOutcome(notTakenIn: trace.last)))
      }
      return (found, trace)
    }
    let property = found.violation.property
    let otherwise = "“\(property)” is violated by the form of this world, and not by the world"
    guard let step = found.step else {
      let violation =
        property == CanonicalForm<M>.property ? rules.violationOfForm(of: trace.last) : rules.violation(in: trace.last)
      found.violation = violation ?? wrongForm(of: trace.last, otherwise)
      return (found, trace)
    }
    let (last, parent) = (trace.last, world(found.index))
    var ways: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []
    if row(found.index, represents: last) { ways.append((step, rules.take(step, in: last))) }
    ways += self.transitions(from: last, to: row(ofFormOf: rules.take(step, in: parent).world))
    let inspecting = rules.checkingDeterminism(ifViolated: property)
    for way in ways {
      let violation =
        property == CanonicalForm<M>.property
        ? rules.violationOfForm(of: way.outcome.world)
        : inspecting.violation(of: way.step, in: last, way.outcome)
      guard let violation, violation.property == property else { continue }
      trace.steps.append(way)
      found.violation = violation
      return (found, trace)
    }
    let isOfStep = rules.steps.contains { $0.name == property }
    if let way = ways.first, !isOfStep {
      trace.steps.append(way)
    } else {
      found.violation = wrongForm(of: last, otherwise)
    }
    return (found, trace)
  }

  /// The row of the canonical form of a world.
  private func row(ofFormOf world: World<M>) -> [UInt8] {
    rows.withRow(of: rules.canonicalForm?.apply(world) ?? world, writer) {
      Array(UnsafeRawBufferPointer(start: $0, count: rows.size + RowPacking.slack))
    }
  }

  private func rowBytes(of number: Int) -> [UInt8] {
    Array(unsafeUninitializedCapacity: rows.size + RowPacking.slack) { bytes, count in
      packing.unpack(arena[number], to: bytes.baseAddress!)
      count = rows.size + RowPacking.slack
    }
  }

  /// The steps that lead from a world to one whose canonical form has a row, in the order of exploration.
  private func transitions(from world: World<M>, to form: [UInt8]) -> [(step: WorldStep<M>, outcome: StepOutcome<M>)] {
    guard let steps = try? rules.possibleSteps(in: world, waits: .all) else { return [] }
    return steps.lazy.map { ($0, rules.take($0, in: world)) }.filter { way in
      let row = row(ofFormOf: way.1.world)
      return row.withUnsafeBytes { one in
        form.withUnsafeBytes { rows.isSameWorld(one.baseAddress!, $0.baseAddress!) }
      }
    }
  }

  private func wrongForm(of world: World<M>, _ detail: String) -> Violation {
    rules.violationOfForm(of: world) ?? rules.canonicalForm?.violation(detail)
      ?? Violation(property: CanonicalForm<M>.property)
  }
}
