internal import TEASupport

/// The corpus of random runs: for each class the world that met it in the fewest steps, and its number of hits.
///
///
/// Runs continue from worlds of the classes that were met least, as in coverage-guided fuzzing. A class is new by the
/// state at the beginning of a round, and the discoveries of a round are added in the order of the runs, so the result
/// does not depend on the number of workers.
struct Corpus<Snapshot> {
  /// A class that was unknown when the round of the run began.
  struct Discovery {
    var feature: Int
    var value: UInt64
    var snapshot: Snapshot
    /// The number of steps of the run up to this world.
    var steps: Int
  }

  private(set) var classes: WorldClasses
  private var entries: [(find: Discovery, hits: Double)] = []
  /// The running sums of the weights, for choosing an entry by one random number.
  private var sums: [Double] = []

  init(features: Int) { classes = WorldClasses(features: features) }

  /// Adds the discovery of a run.
  mutating func add(_ find: Discovery) {
    if let number = classes.number(find.feature, find.value) {
      if find.steps < entries[number].find.steps { entries[number].find = find }
    } else if classes.add(find.feature, find.value) {
      entries.append((find, 0))
    }
  }

  /// Adds the number of times that the known classes were met.
  mutating func add(hits: [UInt32]) {
    for (number, count) in hits.enumerated() where count > 0 { entries[number].hits += Double(count) }
  }

  /// Computes the weights; `choose` needs them.
  mutating func computeWeights() {
    var sum = 0.0
    sums = entries.map { entry in
      if !classes.isRetired(entry.find.feature) { sum += 1 / (1 + entry.hits) }
      return sum
    }
  }

  /// Chooses the world that a run continues from; rarely met classes are more likely.
  func choose(_ random: inout RandomNumbers) -> Snapshot? {
    guard let total = sums.last, total > 0 else { return nil }
    let point = Double(random.next() >> 11) * 0x1p-53 * total
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > point { high = middle } else { low = middle + 1 }
    }
    return entries[low].find.snapshot
  }
}
