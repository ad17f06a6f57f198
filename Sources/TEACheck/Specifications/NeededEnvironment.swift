internal import TEAGenerators

/// The environment that a line of a specification looks at.
@usableFromInline
struct NeededEnvironment: Sendable {
  /// The name of the type of its states.
  let type: String
  let isState: @Sendable (AnyHashable) -> Bool

  init<State>(_: State.Type) {
    type = "\(State.self)"
    isState = { $0.base is State }
  }
}

/// The error of a line that looks at an environment, in a specification that does not declare this environment.
struct MissingEnvironment: Error, CustomStringConvertible {
  let type: String
  /// The place of the line; `nil` where it is not known.
  var place: SourcePlace?

  var description: String {
    let position = place.map { " for the line at \($0)" } ?? ""
    return "there is no environment of type \(type)\(position); declare Environment(\(type)(…))"
  }
}
