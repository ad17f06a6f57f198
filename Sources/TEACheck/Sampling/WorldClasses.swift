/// The classes of worlds that random runs have met, each with a number.
///
/// A *class* is the set of worlds in which one feature has one value: the case or number of a field, or the text of a label.
struct WorldClasses {
  /// The largest number of values of a feature. A feature with more values does not indicate progress, and is retired.
  private static var maxValues: Int { 96 }

  private var numbers: [UInt64: Int] = [:]
  /// The class numbers of the values below 256 of each feature of the model: 256 elements for each feature, in order. -1 stands
  /// for a class that is unknown.
  private(set) var numbersBelow256: [Int32]
  /// The number of values of each feature, including those that ``add(_:_:)`` refused.
  private var valueCounts: [Int: Int] = [:]
  private var retiredFeatures: Set<Int> = []

  /// - Parameter features: The number of features of the model; the features from this number on are labels.
  init(features: Int = 0) { numbersBelow256 = Array(repeating: -1, count: features << 8) }

  var count: Int { numbers.count }

  /// The multipliers are those of SplitMix64, see `RandomNumbers`.
  static func key(_ feature: Int, _ value: UInt64) -> UInt64 {
    (value &* 0xBF58_476D_1CE4_E5B9) ^ (UInt64(feature + 1) &* 0x94D0_49BB_1331_11EB)
  }

  func number(_ feature: Int, _ value: UInt64) -> Int? {
    let index = feature << 8 | Int(truncatingIfNeeded: value)
    guard value < 256, index < numbersBelow256.count else { return numbers[Self.key(feature, value)] }
    return numbersBelow256[index] < 0 ? nil : Int(numbersBelow256[index])
  }

  func isRetired(_ feature: Int) -> Bool { retiredFeatures.contains(feature) }

  /// Adds a new class.
  ///
  /// - Returns: `false` where the class was not added, because its feature has too many values and is retired.
  mutating func add(_ feature: Int, _ value: UInt64) -> Bool {
    valueCounts[feature, default: 0] += 1
    guard valueCounts[feature, default: 0] <= Self.maxValues else {
      retiredFeatures.insert(feature)
      return false
    }
    let index = feature << 8 | Int(truncatingIfNeeded: value)
    if value < 256, index < numbersBelow256.count { numbersBelow256[index] = Int32(count) }
    numbers[Self.key(feature, value)] = count
    return true
  }
}
