import PropertyBased
import Testing

/// swift-property-based on arrays of integers, in the test that it needs around it.
@Test func figures() async {
  let count = 20_000
  var elements = 0
  await Measure.rate("peer/swift-property-based/arrays-of-int", "cases/s") {
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
  /// The best of five rounds, as with the others.
  static func rate(_ name: String, _ unit: String, _ body: () async -> Int) async {
    var best = 0.0
    for _ in 0..<5 {
      let begin = processorSeconds
      let count = await body()
      best = max(best, Double(count) / (processorSeconds - begin))
    }
    report(name, best, unit)
  }
}
