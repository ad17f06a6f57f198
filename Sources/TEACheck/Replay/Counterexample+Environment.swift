internal import TEAResults
internal import TEARuntime

extension Counterexample {
  /// The fields of a world's environment, each path beginning with the environment's name; empty without an environment.
  static func environmentFields<M>(of world: World<M>) -> [Change] {
    changesUnderName(of: world) { fields(of: $0) }
  }

  /// The changes of the environment between two worlds, each path beginning with the environment's name.
  static func environmentChanges<M>(from before: World<M>, to after: World<M>) -> [Change] {
    guard let new = after.surroundings?.environment?.base else { return [] }
    return changesUnderName(of: before) { changes(from: $0, to: new) }
  }

  private static func changesUnderName<M>(of world: World<M>, _ find: (Any) -> [Change]) -> [Change] {
    guard let environment = world.surroundings?.environment?.base else { return [] }
    let name = environmentName(of: environment, beside: world.model)
    return find(environment).map { change in
      Change(path: change.path.isEmpty ? name : "\(name).\(change.path)", before: change.before, after: change.after)
    }
  }
}
