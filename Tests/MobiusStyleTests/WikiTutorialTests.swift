import MobiusStyle
import Testing

/// The steps of Mobius's tutorial: first a loop without effects, then a loop that reports an error by an effect.
@Suite struct WikiTutorialTests {
  @Test func `a loop without effects shows each new model`() {
    var shown: [Int] = []

    enum MyEvent {
      case up
      case down
    }

    func update(counter: Int, event: MyEvent) -> Int {
      switch event {
      case .up: return counter + 1
      case .down: return counter > 0 ? counter - 1 : counter
      }
    }

    let loop = Mobius.beginnerLoop(update: update)
      .start(from: 2)

    loop.addObserver { counter in shown.append(counter) }

    loop.dispatchEvent(.down)
    loop.dispatchEvent(.down)
    loop.dispatchEvent(.down)
    loop.dispatchEvent(.up)
    loop.dispatchEvent(.up)
    loop.dispatchEvent(.down)

    loop.dispose()

    #expect(shown == [2, 1, 0, 0, 1, 2, 1])
  }

  @Test func `a loop reports an error by an effect`() {
    var shown: [String] = []

    enum MyEvent {
      case up
      case down
    }

    enum MyEffect {
      case reportErrorNegative
    }

    func update(model: Int, event: MyEvent) -> Next<Int, MyEffect> {
      switch event {
      case .up:
        return .next(model + 1)
      case .down:
        return model > 0
          ? .next(model - 1)
          : .dispatchEffects([.reportErrorNegative])
      }
    }

    func handleReportErrorNegative() {
      shown.append("error!")
    }

    let effectHandler = EffectRouter<MyEffect, MyEvent>()
      .routeCase(MyEffect.reportErrorNegative).to(handleReportErrorNegative)
      .asConnectable

    let loop = Mobius.loop(update: update, effectHandler: effectHandler)
      .start(from: 2)

    loop.addObserver { counter in shown.append("\(counter)") }

    loop.dispatchEvent(.down)
    loop.dispatchEvent(.down)
    loop.dispatchEvent(.down)
    loop.dispatchEvent(.up)
    loop.dispatchEvent(.up)
    loop.dispatchEvent(.down)

    loop.dispose()

    #expect(shown == ["2", "1", "0", "error!", "1", "2", "1"])
  }
}
