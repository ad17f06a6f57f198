import MobiusReadmeStyle
import Testing

// The counter of the README of Mobius 0.2; its sounds are counted instead of played.

private typealias CounterModel = Int

private enum CounterEvent {
  case increment
  case decrement
}

private func update(model: CounterModel, event: CounterEvent) -> CounterModel {
  switch event {
  case .increment: return model + 1
  case .decrement: return model - 1
  }
}

private enum CounterEffect {
  case playSound
}

private func update(model: CounterModel, event: CounterEvent) -> Next<CounterModel, CounterEffect> {
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

private class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
  var soundCount = 0

  override func handle(_ input: CounterEffect) {
    soundCount += 1
  }
  override func onDispose() {}
}

// `LoopTypes`
private enum CounterLoopTypes: LoopTypes {
  typealias Event = CounterEvent
  typealias Effect = CounterEffect
  typealias Model = CounterModel
}

@Suite struct MobiusReadmeTests {
  @Test func `the counter of the README of 0.2 counts, and plays a sound instead of counting below zero`() {
    let handler = PlaySoundEffectHandler()
    let application: MobiusLoop<CounterLoopTypes> =
      Mobius
      .loop(update: update, effectHandler: handler)
      .start(from: 0)
    var models: [Int] = []
    application.addObserver { models.append($0) }
    application.dispatchEvent(.increment)
    application.dispatchEvent(.decrement)
    application.dispatchEvent(.decrement)
    #expect(models == [0, 1, 0])
    #expect(handler.soundCount == 1)
    // `MobiusLoop.getMostRecentModel()`
    #expect(application.getMostRecentModel() == 0)
  }

  @Test func `the counter of the release's README does the same with a router`() {
    var soundCount = 0
    func beep() { soundCount += 1 }

    let effectHandler = EffectRouter<CounterEffect, CounterEvent>()
      .routeCase(CounterEffect.playSound).to { beep() }
      .asConnectable

    let application = Mobius.loop(update: update, effectHandler: effectHandler)
      .start(from: 0)

    application.dispatchEvent(.increment)
    application.dispatchEvent(.decrement)
    application.dispatchEvent(.decrement)
    #expect(application.latestModel == 0)
    #expect(soundCount == 1)
  }

  @Test func `the names of 0.2 are types of the release`() {
    let rules: Update<CounterLoopTypes> = update
    let initiator: Initiator<CounterLoopTypes> = { First(model: $0) }
    let controller: MobiusController<CounterLoopTypes> =
      Mobius
      .loop(update: rules, effectHandler: PlaySoundEffectHandler())
      .makeController(from: 3, initiate: initiator)
    #expect(controller.model == 3)
    // `First.hasEffects` and `Next.hasEffects`
    #expect(First<Int, CounterEffect>(model: 0, effects: [.playSound]).hasEffects)
    #expect(!(update(model: 1, event: .increment) as Next<Int, CounterEffect>).hasEffects)
    // `NoEffect`
    let silent: Next<Int, NoEffect> = .next(1)
    #expect(!silent.hasEffects)
    // `ConnectClosure`
    let connect: ConnectClosure<CounterEffect, CounterEvent> = { consumer in
      Connection(acceptClosure: { _ in consumer(.increment) }, disposeClosure: {})
    }
    let loop: MobiusLoop<CounterLoopTypes> =
      Mobius
      .loop(update: rules, effectHandler: AnyConnectable(connect))
      .start(from: 0)
    loop.dispatchEvent(.decrement)
    #expect(loop.latestModel == 1)
    // A logger without a consumer prints its lines.
    _ = ConsoleLogger<CounterLoopTypes>(tag: "counter")
  }
}
