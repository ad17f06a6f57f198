public import TEARuntime

/// A condition that holds whenever the program has come to rest: no command is outstanding, and no message of
/// ``SystemMessages`` can come.
///
/// ```swift
/// Settles("no spinner is left on") { !$0.isLoading }
/// ```
///
/// The possible acts of a person do not count, nor does a command that is never answered. A command that cannot be
/// answered yet is outstanding. It is a property of single worlds, and random runs judge it too.
public struct Settles<M: Module>: WorldProperty {
  public let declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(name, .settles(holds), place: place)]
  }
}
