import MobiusCounterApp
import MobiusReadmeStyle
import XCTest

/// Tests of the counter, as a user of `MobiusReadmeStyle` writes them.
final class MobiusCounterTests: XCTestCase, MobiusTestCase {
  let failureReporter = XCTFail

  func testIncrement() {
    UpdateSpec(update)
      .given(1)
      .when(.increment)
      .then(assertThatNext(hasModel(2), hasNoEffects()))
  }

  func testDecrement() {
    UpdateSpec(update)
      .given(2)
      .when(.decrement)
      .then(assertThatNext(hasModel(1), hasNoEffects()))
  }

  func testSoundInsteadOfCountBelowZero() {
    UpdateSpec(update)
      .given(1)
      .when(.decrement, .decrement)
      .then(
        assertThatNext(hasNoModel(), hasExactlyEffects([.playSound])),
        assertThatNexts(
          [hasModel(0), hasNoEffects()],
          [hasNoModel(), hasEffects([.playSound])]))
  }

  func testApplication() {
    let player = Player()
    let application: MobiusLoop<CounterLoopTypes> =
      Mobius
      .loop(update: update, effectHandler: player)
      .start(from: 0)
    application.dispatchEvent(.increment)
    XCTAssertEqual(application.latestModel, 1)
    application.dispatchEvent(.decrement)
    XCTAssertEqual(application.latestModel, 0)
    XCTAssertEqual(player.soundCount, 0)
    application.dispatchEvent(.decrement)
    XCTAssertEqual(application.latestModel, 0)
    XCTAssertEqual(player.soundCount, 1)
  }

  func testBeginnerLoop() {
    let application = Mobius.beginnerLoop(update: update as (CounterModel, CounterEvent) -> CounterModel).start(from: 0)
    application.dispatchEvent(.decrement)
    XCTAssertEqual(application.latestModel, -1)
  }
}

private class Player: ConnectableClass<CounterEffect, CounterEvent> {
  private(set) var soundCount = 0

  override func handle(_ input: CounterEffect) {
    soundCount += 1
  }
  override func onDispose() {}
}
