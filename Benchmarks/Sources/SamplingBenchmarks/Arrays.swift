import TEACheck

/// Measures `forAll`, which generates values, records the choices for them and checks a property.
enum Arrays {
  static func measure() throws {
    let cases = 200_000
    try Measure.reportRate("arrays-of-int", "cases/s") {
      try forAll(.array(of: .integer), cases: cases) { (array: [Int]) in array.reduce(0, &+) != unlikelyNumber }
      return cases
    }
    var elementCount = 0
    if Measure.isWanted("arrays-of-int-mean-length") {
      try forAll(.array(of: .integer), cases: cases) { (array: [Int]) in
        elementCount += array.count
        return true
      }
    }
    Measure.report("arrays-of-int-mean-length", Double(elementCount) / Double(cases), "elements")
    try Measure.reportRate("arrays-of-strings", "cases/s") {
      try forAll(.array(of: .string), cases: cases / 10) { (array: [String]) in
        array.reduce(0) { $0 &+ $1.utf8.count } != unlikelyNumber
      }
      return cases / 10
    }
    try Measure.reportRate("strings", "cases/s") {
      try forAll(.string, cases: cases) { (text: String) in text.utf8.count != unlikelyNumber }
      return cases
    }
    Measure.reportRate("bare-loop-of-twice-the-length", "cases/s") {
      bareLoop(cases)
      return cases
    }
  }

  /// A number that sums and lengths are unlikely to reach; it is random in part, so that the compiler cannot fold a comparison.
  private static let unlikelyNumber = 123_456_789_101_112 + Int.random(in: 0...1_000)

  /// Makes arrays of fifty numbers and sums them, and records nothing: no library can exceed this rate by much.
  private static func bareLoop(_ cases: Int) {
    var state: UInt64 = 1
    for _ in 0..<cases {
      var array: [Int] = []
      array.reserveCapacity(50)
      for _ in 0..<50 {
        // One step of the generator of `PlainRandom`.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        array.append(Int(truncatingIfNeeded: state >> 33))
      }
      precondition(array.reduce(0, &+) != unlikelyNumber)
    }
  }
}
