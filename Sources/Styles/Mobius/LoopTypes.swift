/// The types of a loop, under one name.
///
/// ```swift
/// enum CounterLoopTypes: LoopTypes {
///   typealias Model = Int
///   typealias Event = CounterEvent
///   typealias Effect = CounterEffect
/// }
/// ```
public protocol LoopTypes: SendableMetatype {
  /// All of the loop's state.
  associatedtype Model
  /// An event that can happen. Events come from any thread.
  associatedtype Event: Sendable
  /// A request of the loop to the outside world.
  associatedtype Effect
}

/// The pure function that says what an event does to a model.
public typealias Update<Types: LoopTypes> = (Types.Model, Types.Event) -> Next<Types.Model, Types.Effect>

/// The pure function that says what a loop starts with, each time that it starts.
public typealias Initiator<Types: LoopTypes> = (Types.Model) -> First<Types.Model, Types.Effect>
