internal import TEAGenerators
public import TEARuntime

/// A condition on every world at rest: no command is outstanding or waits for its debounce, no timer runs, and no message of
/// ``SystemMessages`` is possible.
///
/// ```swift
/// Settles("no spinner is left on") { !$0.isLoading }
/// ```
///
/// A world may be at rest even if a person can act, a subscription can send (``Subscriptions``), or an event of an
/// ``Environment`` can happen. A command that cannot be answered yet is outstanding, and one that is never answered is not.
/// The property is judged in each world by itself, and therefore by random runs as well.
public struct Settles<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(Property(name: name, kind: .settles, place: place, holds: holds))]
  }
}
