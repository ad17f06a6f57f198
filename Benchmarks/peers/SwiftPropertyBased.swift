import PropertyBased
import Testing

/// Measures swift-property-based on arrays of integers, inside a test, because the library runs only there.
@Test func figures() async {
  let count = 20_000
  var elements = 0
  await Measure.reportRate("peer/swift-property-based/arrays-of-int", "cases/s") {
    elements = 0
    await propertyCheck(count: count, input: Gen.int().array(of: 0...50)) { array in
      elements += array.count
      if array.reduce(0, &+) == 123_456_789_101_112 { Issue.record("an unlikely sum") }
    }
    return count
  }
  Measure.report(
    "peer/swift-property-based/arrays-of-int-mean-length", Double(elements) / Double(count), "elements")
}

extension Measure {
  /// Prints the best rate of five rounds, like the synchronous `reportRate` of `Measure`.
  static func reportRate(_ name: String, _ unit: String, _ body: () async -> Int) async {
    var best = 0.0
    for _ in 0..<5 {
      let begin = processorSeconds
      let count = await body()
      best = max(best, Double(count) / (processorSeconds - begin))
    }
    report(name, best, unit)
  }
}
