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
  /// The complete state of the loop.
  associatedtype Model
  /// An event that can happen.
  associatedtype Event
  /// A request of the loop to the outside world.
  associatedtype Effect
}

/// A loop of these types.
public typealias MobiusLoop<Types: LoopTypes> = MobiusStyle.MobiusLoop<Types.Model, Types.Event, Types.Effect>

/// The pure function that makes the result of an event for a model.
public typealias Update<Types: LoopTypes> = (Types.Model, Types.Event) -> Next<Types.Model, Types.Effect>

/// The pure function that makes the first model and effects each time that a loop starts.
public typealias Initiator<Types: LoopTypes> = (Types.Model) -> First<Types.Model, Types.Effect>

/// The effects of a loop that has none, under the name of 0.2.
public typealias NoEffect = Never

/// The function that an `AnyConnectable` can be made of.
public typealias ConnectClosure<InputType, OutputType> = (@escaping Consumer<OutputType>) -> Connection<InputType>
