internal import TEARuntime

/// What may trap in one step of a script: the number of a crumb.
enum TrapPart: Hashable {
  case offer
  case update
  case view
  case form
  case comparison
  /// A property of worlds.
  case always(Int)
  /// A property of steps.
  case relation(Int)
  /// A property that holds somewhere.
  case sometimes(Int)

  /// More than a specification has properties of a kind.
  private static var most: Int { 1_000_000 }

  var number: Int {
    switch self {
    case .offer: 0
    case .update: 1
    case .view: 2
    case .form: 3
    case .comparison: 4
    case .always(let index): 10 + index
    case .relation(let index): 10 + Self.most + index
    case .sometimes(let index): 10 + 2 * Self.most + index
    }
  }

  /// The part with a number.
  init?(number: Int) {
    switch number {
    case 0: self = .offer
    case 1: self = .update
    case 2: self = .view
    case 3: self = .form
    case 4: self = .comparison
    case 10..<10 + Self.most: self = .always(number - 10)
    case 10 + Self.most..<10 + 2 * Self.most: self = .relation(number - 10 - Self.most)
    case 10 + 2 * Self.most..<10 + 3 * Self.most: self = .sometimes(number - 10 - 2 * Self.most)
    default: return nil
    }
  }
}

/// Watches each part of each step of a script.
struct ReplayWatch<M: Module> {
  let rules: Rules<M>
  let phase: TrapPhase
  private let known: [Crumb: TrapCause]

  init(_ rules: Rules<M>, _ script: Script, _ known: [Crumb: TrapCause]) {
    self.rules = rules
    phase = rules.watch.beginPhase()
    self.known = known.merging(phase.known) { first, _ in first }
    phase.tell = { crumb in
      let start = script.start.map { ["start \($0)"] } ?? []
      let isTaken = crumb.number == TrapPart.update.number
      return start + script.steps.prefix(crumb.place + (isTaken ? 1 : 0))
    }
    phase.slots[0].enter(Crumb(.other))
  }

  /// Leaves a crumb.
  ///
  /// - Parameter steps: How many steps were taken before.
  /// - Returns: What is wrong with what comes next, if it is known to trap.
  func leave(_ part: TrapPart, _ steps: Int) -> Breach? {
    let crumb = Crumb(.replay, place: steps, number: part.number)
    guard let cause = known[crumb] else {
      phase.slots[0].leave(crumb)
      return nil
    }
    return rules.breach(by: part, trapping: cause)
  }

  /// What is wrong with a world, if anything, each part under its own crumb first.
  func breach(in world: World<M>, after steps: Int) -> Breach? {
    if let breach = leave(.view, steps) { return breach }
    _ = try? M.view(for: world.model)
    for (index, property) in rules.always.enumerated() {
      if let breach = leave(.always(index), steps) { return breach }
      if case .always(let holds) = property.kind { _ = try? holds(world) }
    }
    phase.slots[0].leave(Crumb(.other))
    return rules.breach(in: world)
  }

  /// What is wrong with a step, if anything, each part under its own crumb first.
  func breach(of step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>, after steps: Int) -> Breach? {
    guard let transition = Transition(step, in: before, outcome) else { return nil }
    for (index, property) in rules.steps.enumerated() {
      if let breach = leave(.relation(index), steps) { return breach }
      if case .step(let holds) = property.kind { _ = try? holds(transition) }
    }
    phase.slots[0].leave(Crumb(.other))
    return rules.breach(of: step, in: before, outcome)
  }

  func breachAtEnd(of trace: Trace<M>) -> Breach? {
    if let breach = leave(.form, trace.steps.count) { return breach }
    return rules.breachOfForm(of: trace.last)
  }

  /// Asks what only a search asks, as far as it can be asked of single worlds.
  func compare(_ trace: Trace<M>, _ engines: Engines<M>) -> Breach? {
    let worlds = [trace.origin.world] + trace.steps.map(\.outcome.world)
    for (steps, world) in worlds.enumerated() {
      if let breach = leave(.comparison, steps) { return breach }
      _ = engines.fingerprint(world)
      _ = engines.isSame(world, worlds[max(0, steps - 1)])
      if let breach = leave(.offer, steps) { return breach }
      _ = try? rules.possibleSteps(in: world)
      for (index, property) in rules.sometimes.enumerated() {
        if let breach = leave(.sometimes(index), steps) { return breach }
        if case .sometimes(let holds) = property.kind { _ = try? holds(world) }
      }
    }
    return nil
  }
}

extension Rules {
  /// What is wrong where a part is known to trap.
  func breach(by part: TrapPart, trapping cause: TrapCause) -> Breach {
    var breach = Breach(trappingBy: cause)
    func name(_ property: Property<M>) {
      (breach.property, breach.place) = (property.name, property.place)
      breach.trapping = "“\(property.name)”"
    }
    switch part {
    case .offer: breach.trapping = "the specification"
    case .update: breach.trapping = "update"
    case .view: breach.trapping = "view"
    case .form: breach.trapping = "Symmetric"
    case .comparison: breach.trapping = "== or hash(into:)"
    case .always(let index): name(always[index])
    case .relation(let index): name(steps[index])
    case .sometimes(let index): name(sometimes[index])
    }
    if breach.property == Breach.trapProperty, let trapping = breach.trapping {
      breach.property = "\(trapping) never traps"
    }
    return breach
  }
}
