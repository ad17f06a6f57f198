@_exported public import MobiusStyle

/// The types of a loop, under one name, as in the README of Mobius.swift 0.2.
///
/// ```swift
/// enum CounterLoopTypes: LoopTypes {
///   typealias Model = Int
///   typealias Event = CounterEvent
///   typealias Effect = CounterEffect
/// }
/// ```
public protocol LoopTypes {
  /// All of the loop's state.
  associatedtype Model
  /// An event that can happen.
  associatedtype Event
  /// A request of the loop to the outside world.
  associatedtype Effect
}

/// A loop of these types.
public typealias MobiusLoop<Types: LoopTypes> = MobiusStyle.MobiusLoop<Types.Model, Types.Event, Types.Effect>

/// A controller of loops of these types.
public typealias MobiusController<Types: LoopTypes> =
  MobiusStyle.MobiusController<Types.Model, Types.Event, Types.Effect>

/// The pure function that says what an event does to a model.
public typealias Update<Types: LoopTypes> = (Types.Model, Types.Event) -> Next<Types.Model, Types.Effect>

/// The pure function that says what a loop starts with, each time that it starts.
public typealias Initiator<Types: LoopTypes> = (Types.Model) -> First<Types.Model, Types.Effect>
