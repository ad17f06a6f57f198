internal import TEARuntime

/// The steps between worlds, as rows before and after and the case of the message; equal ones once.
final class ObservedSteps {
  struct Kind: Hashable {
    var before: UInt32
    var after: UInt32
    /// The case of the message, or -1 where `update` received none.
    var message: Int32
  }

  /// The cases of the message, in the order of their numbers.
  private(set) var messages: [EnumChoice] = []
  private(set) var kinds: [Kind] = []
  /// The number of steps of each kind.
  private(set) var counts: [Int] = []
  /// The first step of each kind.
  private(set) var first: [Int] = []
  /// The number of steps in all.
  private(set) var total = 0

  init<M: Module>(_ graph: WorldGraph<M>, _ worlds: ObservedWorlds) {
    messages = ObservationMaker.choices(of: M.Message.self) ?? []
    var places: [Kind: Int] = [:]
    let steps = graph.steps
    for world in 0..<min(graph.expandedCount, graph.worldCount) {
      for step in graph.steps(of: world) where Int(graph.targets[step]) < graph.worldCount {
        total += 1
        let message = steps[step].message.map { messages.isEmpty ? 0 : Int32(enumCase(of: $0) ?? 0) } ?? -1
        let kind = Kind(
          before: worlds.rowOfWorld[world], after: worlds.rowOfWorld[Int(graph.targets[step])], message: message)
        if let place = places[kind] {
          counts[place] += 1
        } else {
          places[kind] = kinds.count
          kinds.append(kind)
          counts.append(1)
          first.append(step)
        }
      }
    }
  }
}
