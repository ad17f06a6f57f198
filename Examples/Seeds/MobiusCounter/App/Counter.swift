package import MobiusReadmeStyle

package typealias CounterModel = Int

package enum CounterEvent {
  case increment
  case decrement
}

package enum CounterEffect {
  case playSound
}

package func update(model: CounterModel, event: CounterEvent) -> Next<CounterModel, CounterEffect> {
  switch event {
  case .increment:
    return .next(model + 1)
  case .decrement:
    if model == 0 {
      return .dispatchEffects([.playSound])
    } else {
      return .next(model - 1)
    }
  }
}

// For convenience, we put all our types in one enum
package enum CounterLoopTypes: LoopTypes {
  package typealias Event = CounterEvent
  package typealias Effect = CounterEffect
  package typealias Model = CounterModel
}
