public import TEARuntime

/// A condition that holds at some time along every fair run from the start.
///
/// A run continues as long as a step is possible; ``Fairness`` declares further assumptions. The counterexample is a
/// shortest path to an end, or into a loop, which is shown as well.
public struct Eventually<M: Module>: WorldProperty {
  public let declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(name, .liveness(.eventually(holds)), place: place)]
  }
}
