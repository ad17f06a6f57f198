/// The kinds of properties of whole runs, which no single world can violate.
enum Liveness: Sendable {
  /// From every world, a world that satisfies the condition can be reached.
  case recovers
  /// Along every fair run, the condition holds at some time.
  case eventually
  /// Along every fair run, whenever the first condition holds, the second holds then or later.
  case leadsTo
  /// Along every fair run, the condition holds again and again, or at the end of a finite run.
  case repeatedly

  var needsFairness: Bool { self != .recovers }
}
