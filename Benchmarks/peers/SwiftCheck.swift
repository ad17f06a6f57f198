import SwiftCheck

/// Measures SwiftCheck on arrays of integers, with its default sizes.
@main struct Figures {
  static func main() {
    let count = 5_000
    var elements = 0
    Measure.reportRate("peer/swiftcheck/arrays-of-int", "cases/s") {
      elements = 0
      property("an unlikely sum", arguments: CheckerArguments(maxAllowableSuccessfulTests: count))
        <- forAll { (array: [Int]) in
          elements += array.count
          return array.reduce(0, &+) != 123_456_789_101_112
        }
      return count
    }
    Measure.report("peer/swiftcheck/arrays-of-int-mean-length", Double(elements) / Double(count), "elements")
  }
}
