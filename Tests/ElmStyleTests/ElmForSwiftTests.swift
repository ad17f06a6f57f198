import ElmStyle
import XCTest

@testable import ElmForSwift

/// Tests of the counter of `ElmForSwift`, as a user of `ElmStyle` writes them.
final class CounterModuleModelTests: XCTestCase, Elm.TestCase {

  typealias Module = CounterModule
  let failureReporter = XCTFail

  func testDefault() {
    let test = makeTest(flags: .init())
    let model = test.expectModel()
    expect(model?.count, 0)
  }

  func testIncrement() {
    do {
      let test = makeTest(model: .init(count: 1))
      let model = test.expectModel(for: .increment)
      expect(model?.count, 2)
    }
    do {
      let test = makeTest(model: .init(count: 2))
      let model = test.expectModel(for: .increment)
      expect(model?.count, 3)
    }
  }

  func testDecrement() {
    do {
      let test = makeTest(model: .init(count: -1))
      let model = test.expectModel(for: .decrement)
      expect(model?.count, -2)
    }
    do {
      let test = makeTest(model: .init(count: -2))
      let model = test.expectModel(for: .decrement)
      expect(model?.count, -3)
    }
  }

  func testView() {
    do {
      let test = makeTest(model: .init(count: 1))
      let view = test.expectView()
      expect(view?.count, "1")
    }
    do {
      let test = makeTest(model: .init(count: 2))
      let view = test.expectView()
      expect(view?.count, "2")
    }
  }

}
