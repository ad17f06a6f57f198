public import TEARuntime

/// A run that was executed again, step by step.
@usableFromInline
struct Trace<M: Module> {
  @usableFromInline var origin: Rules<M>.Origin
  @usableFromInline var steps: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []

  @inlinable
  init(origin: Rules<M>.Origin) { self.origin = origin }

  @inlinable
  var last: World<M> { steps.last?.outcome.world ?? origin.world }

  /// Goes on from another world; the steps so far are forgotten.
  mutating func resume(from origin: Rules<M>.Origin) { self = Trace(origin: origin) }
}
