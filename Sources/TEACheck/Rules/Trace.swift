public import TEARuntime

/// A run with its worlds, as it was executed again step by step.
@usableFromInline
struct Trace<M: Module> {
  @usableFromInline var origin: Rules<M>.Origin
  @usableFromInline var steps: [(step: WorldStep<M>, outcome: StepOutcome<M>)] = []

  @inlinable
  init(origin: Rules<M>.Origin) { self.origin = origin }

  @inlinable
  var last: World<M> { steps.last?.outcome.world ?? origin.world }

  /// Continues from another world, and forgets the steps so far.
  mutating func resume(from origin: Rules<M>.Origin) { self = Trace(origin: origin) }
}
