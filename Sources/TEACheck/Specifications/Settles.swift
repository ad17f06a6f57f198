internal import TEAGenerators
public import TEARuntime

/// A condition on every world at rest: no command is outstanding or waits for its debounce, no timer runs, and no message of
/// ``SystemMessages`` is possible.
///
/// ```swift
/// Settles("no spinner is left on") { !$0.isLoading }
/// ```
///
/// Possible actions of a person do not count, nor do commands that are never answered, messages of ``Subscriptions``, and
/// events of an ``Environment``. A command that cannot be answered yet is outstanding. The property is one of single worlds, so
/// random runs judge it as well.
public struct Settles<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(name, .settles(holds), place: place)]
  }
}
