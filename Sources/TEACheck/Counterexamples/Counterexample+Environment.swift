internal import TEARuntime

extension Counterexample {
  /// The environment's fields at the start, under its name; empty where there is none.
  static func environment<M>(of world: World<M>) -> [Change] {
    guard let environment = world.surroundings?.state.environment?.base else { return [] }
    let name = name(of: environment, beside: world.model)
    return fields(of: environment).map { field in
      Change(path: path(name, field.path), before: "", after: field.after)
    }
  }

  /// The changes of the environment by a step, under its name.
  static func environmentChanges<M>(from before: World<M>, to after: World<M>) -> [Change] {
    guard let old = before.surroundings?.state.environment?.base, let new = after.surroundings?.state.environment?.base
    else { return [] }
    let name = name(of: old, beside: before.model)
    return changes(from: old, to: new).map { change in
      Change(path: path(name, change.path), before: change.before, after: change.after)
    }
  }

  /// The name of an environment in a story: by its type, such as `server`, where that is a word of its own.
  static func name(of environment: Any, beside model: Any) -> String {
    let type = type(of: environment)
    let other = "environment"
    guard !String(reflecting: type).hasPrefix("Swift."), !String(reflecting: type).hasPrefix("(") else { return other }
    let word = shortName(of: type).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    // An acronym is one word: `URLStore` is `urlStore`.
    let capitals = word.prefix { $0.isUppercase }
    let head = capitals.count > 1 && capitals.count < word.count ? capitals.dropLast() : capitals
    let name = head.lowercased() + word.dropFirst(head.count)
    let isTaken = Mirror(reflecting: model).children.contains { $0.label == name }
    return name.isEmpty || isTaken ? other : name
  }

  private static func path(_ name: String, _ field: String) -> String { field.isEmpty ? name : "\(name).\(field)" }
}
