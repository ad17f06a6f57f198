internal import TEAResults
public import TEARuntime

/// A run with its steps and worlds.
@usableFromInline
struct Trace<M: Module> {
  var origin: Rules<M>.Origin
  @usableFromInline var steps: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []

  /// The earlier parts of the run, one for each time that a live program was stopped. The next part begins in the world in
  /// which the program was resumed.
  var earlier: [Trace] = []

  init(origin: Rules<M>.Origin) {
    self.origin = Self.describing(origin)
  }

  /// The origin with its model's fields as text, if the model may hold an object. Steps may change the object in place, so the
  /// fields cannot be read from the model later.
  private static func describing(_ origin: Rules<M>.Origin) -> Rules<M>.Origin {
    guard Rules<M>.pathOfObject(in: origin.world.model) != nil else { return origin }
    var origin = origin
    origin.fieldsAtStart = UserCode.calling(.description) { Counterexample.fields(of: origin.world.model) }
    return origin
  }

  var lastWorld: World<M> {
    get { steps.last?.outcome.world ?? origin.world }
    set { if steps.isEmpty { origin.world = newValue } else { steps[steps.count - 1].outcome.world = newValue } }
  }

  /// The worlds since the program last started or resumed; the first is the world at that moment.
  var worlds: [World<M>] { [origin.world] + steps.map(\.outcome.world) }

  /// The number of steps of all parts, where each resumption counts as one.
  var count: Int { earlier.reduce(0) { $0 + $1.steps.count + 1 } + steps.count }

  var parts: [Trace] { earlier + [self] }

  mutating func resume(from origin: Rules<M>.Origin) {
    var part = self
    part.earlier = []
    earlier.append(part)
    (self.origin, steps) = (Self.describing(origin), [])
  }
}
