/// The counter without effects, which goes below zero.
package func update(model: CounterModel, event: CounterEvent) -> CounterModel {
  switch event {
  case .increment: return model + 1
  case .decrement: return model - 1
  }
}
