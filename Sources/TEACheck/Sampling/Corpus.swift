internal import TEASupport
internal import TEARuntime

/// The corpus of random runs: for each class of worlds (see ``WorldClasses``), the discovery with the fewest steps. The corpus
/// also counts the hits of each class, which are the times that a run entered it.
///
/// A run that continues another one begins in a world of the corpus, as in coverage-guided fuzzing. The fewer hits a class has,
/// the more likely its world is chosen.
struct Corpus<M: Module> {
  /// A world of a class that was unknown when the round began.
  typealias Discovery = (newClass: ClassWatch.NewClass, point: ContinuationPoint<M>)

  private(set) var classes: WorldClasses
  /// The world and the hits of each class, at the number of the class.
  private var entries: [(discovery: Discovery, hits: Double)] = []
  /// The running sums of the weights of the entries, which ``choose(_:)`` searches.
  private var sums: [Double] = []

  init(features: Int) { classes = WorldClasses(features: features) }

  mutating func add(_ discovery: Discovery) {
    let (feature, value) = (discovery.newClass.feature, discovery.newClass.value)
    if let number = classes.number(feature, value) {
      if discovery.point.stepCount < entries[number].discovery.point.stepCount { entries[number].discovery = discovery }
    } else if classes.add(feature, value) {
      entries.append((discovery, 0))
    }
  }

  /// - Parameter hits: The number of hits of each class, at the number of the class.
  mutating func add(hits: [UInt32]) {
    for (number, count) in hits.enumerated() where count > 0 { entries[number].hits += Double(count) }
  }

  /// Weighs the entries for ``choose(_:)``: by 1 / (1 + hits), and by zero for a class of a retired feature.
  mutating func computeWeights() {
    var sum = 0.0
    sums = entries.map { entry in
      if !classes.isRetired(entry.discovery.newClass.feature) { sum += 1 / (1 + entry.hits) }
      return sum
    }
  }

  /// Chooses a world by the weights of the entries; `nil` where no class has a weight above zero.
  func choose(_ random: inout RandomNumbers) -> ContinuationPoint<M>? {
    guard let total = sums.last, total > 0 else { return nil }
    // 53 random bits make a number from 0 to below 1.
    let point = Double(random.next() >> 11) * 0x1p-53 * total
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > point { high = middle } else { low = middle + 1 }
    }
    return entries[low].discovery.point
  }
}
