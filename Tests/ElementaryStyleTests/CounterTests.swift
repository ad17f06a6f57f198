import ElementarySeed
import ElementaryStyle
import XCTest

/// Tests of the counter, as a user of `ElementaryStyle` writes them.
final class CounterTests: XCTestCase {

  func testIncrement() {
    let store = counterStore()
    XCTAssertEqual(0, store.state)
    store.dispatch(.increment)
    XCTAssertEqual(1, store.state)
  }

  func testDecrement() {
    let store = counterStore(state: 5)
    XCTAssertEqual(5, store.state)
    store.dispatch(.decrement)
    XCTAssertEqual(4, store.state)
  }

  func testDecrementWhenZero() {
    let store = counterStore()
    store.dispatch(.decrement)
    XCTAssertEqual(0, store.state)
  }

  func testReset() {
    let store = counterStore(state: 5)
    store.dispatch(.reset)
    XCTAssertEqual(0, store.state)
  }

  func testActionSequence() {
    let store = counterStore()
    var states: [Int] = []
    for action in [.increment, .increment, .increment, .decrement, .increment, .reset] as [CounterAction] {
      store.dispatch(action)
      states.append(store.state)
    }
    XCTAssertEqual([1, 2, 3, 2, 3, 0], states)
  }

  private func counterStore(state: Int = 0) -> Store<Int, CounterAction> {
    Store(state: state, update: updateCounter)
  }

}
