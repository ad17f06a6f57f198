public import TEARuntime

/// A condition that holds at some time along every fair run from the start.
///
/// A run goes on as long as anything can happen; ``Fairness`` says what else is assumed of it. The counterexample is a
/// shortest way into a loop, or to an end, and the loop.
public struct Eventually<M: Module>: WorldProperty {
  public let declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(name, .liveness(.eventually(holds)), place: place)]
  }
}
