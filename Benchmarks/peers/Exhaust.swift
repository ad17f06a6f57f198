import Exhaust

/// Exhaust on arrays of integers and on the counter, by its macros.
@main struct Figures {
  static func main() {
    let count = 50_000
    var elements = 0
    Measure.rate("peer/exhaust/arrays-of-int", "cases/s") {
      elements = 0
      #exhaust(
        .int().array(length: 0...50), .budget(.custom(screening: 0, sampling: count)), .suppress(.all)
      ) { array in
        elements += array.count
        return array.reduce(0, &+) != 123_456_789_101_112
      }
      return count
    }
    Measure.report("peer/exhaust/arrays-of-int-mean-length", Double(elements) / Double(count), "elements")
    Measure.rate("peer/exhaust/counter-sequences-of-50", "sequences/s") {
      Counter.steps = 0
      #execute(
        Counter.self, mode: .sequential, .commandLimit(50), .budget(.custom(screening: 0, sampling: 5_000)),
        .suppress(.all))
      return Counter.steps / 50
    }
  }
}

@StateMachine
final class Counter {
  nonisolated(unsafe) static var steps = 0

  @SystemUnderTest
  var count = 0

  @Invariant
  func notBelow() -> Bool { count > .min }

  @Command
  func increment() throws {
    count += 1
    Counter.steps += 1
  }

  @Command
  func decrement() throws {
    count -= 1
    Counter.steps += 1
  }
}
