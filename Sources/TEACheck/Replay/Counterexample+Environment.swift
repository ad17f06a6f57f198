internal import TEAResults
internal import TEARuntime

extension Counterexample {
  /// The fields of a world's environment, each path beginning with the environment's name; empty without an environment.
  static func environment<M>(of world: World<M>) -> [Change] {
    guard let environment = world.surroundings?.environment?.base else { return [] }
    let name = environmentName(of: environment, beside: world.model)
    return fields(of: environment).map { field in
      Change(path: path(name, field.path), before: "", after: field.after)
    }
  }

  /// The changes of the environment between two worlds, each path beginning with the environment's name.
  static func environmentChanges<M>(from before: World<M>, to after: World<M>) -> [Change] {
    guard let old = before.surroundings?.environment?.base, let new = after.surroundings?.environment?.base
    else { return [] }
    let name = environmentName(of: old, beside: before.model)
    return changes(from: old, to: new).map { change in
      Change(path: path(name, change.path), before: change.before, after: change.after)
    }
  }

  private static func path(_ name: String, _ field: String) -> String { field.isEmpty ? name : "\(name).\(field)" }
}
