internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// The most steps that are looked at for a change that the model's own equality does not see.
  private static var steps: Int { 4_000 }

  /// A note on a difference that the model's own `==` leaves out, if one of the first steps of an exploration shows it.
  func noteOfEquality(_ rules: Rules<M>, _ exploration: Exploration<M>?) -> String? {
    guard let graph = exploration?.graph, M.Model.self is any Equatable.Type else { return nil }
    let identity = rules.identity
    func isSame(_ one: M.Model, _ other: M.Model) -> Bool {
      withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { identity.isSame(one, $0) } }
    }
    var left = Self.steps
    for world in 0..<graph.worldCount {
      for step in graph.steps(of: world) {
        guard left > 0 else { return nil }
        left -= 1
        let target = Int(graph.targets[step])
        // What was found after the end of the search is no world of it.
        guard target != world, target < graph.worldCount,
          let one = graph.world(world)?.model, let other = graph.world(target)?.model
        else { continue }
        if UserCode.calling(.comparison, { areEqual(one, other) != true || isSame(one, other) }) { continue }
        guard let detail = Rules<M>.difference(one, other, trustingEquality: false) else { continue }
        return
          "the model's == takes for one what differs (\(detail)); worlds are told apart by all that they store, and "
          + "Distinguish says what is to count as one"
      }
    }
    return nil
  }
}
