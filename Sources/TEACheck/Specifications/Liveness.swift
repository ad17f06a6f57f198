internal import TEARuntime

/// The kinds of properties of whole runs, which no single world can violate.
enum Liveness<M: Module>: Sendable {
  typealias Condition = @Sendable (World<M>) throws -> Bool

  /// From every world, a world that satisfies the condition can be reached.
  case recovers(Condition)
  /// Along every fair run, the condition holds at some time.
  case eventually(Condition)
  /// Along every fair run, whenever the first holds, the second holds then or later.
  case leadsTo(Condition, Condition)
  /// Along every fair run, the condition holds again and again, or at the end of a finite run.
  case repeatedly(Condition)

  var needsFairness: Bool {
    if case .recovers = self { false } else { true }
  }
}
