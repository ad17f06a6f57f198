internal import TEASupport

/// The corpus of random runs: for each class the world that met it in the fewest steps, and its number of hits.
///
/// Not the glossary's frontier, which is the set of found worlds that are not yet expanded.
///
/// Runs go on from worlds of the classes that were met least, as coverage-guided fuzzers do. Whether a class is new
/// for a run depends on the state at the beginning of a round alone, and the finds of a round are taken in the order
/// of the runs; so the result is the same at any number of workers.
struct Frontier<Snapshot> {
  /// A class that a run met and that was not known when its round began.
  struct Find {
    var feature: Int
    var value: UInt64
    var snapshot: Snapshot
    /// The length of the run up to here.
    var steps: Int
  }

  private(set) var classes: WorldClasses
  private var entries: [(find: Find, hits: Double)] = []
  /// The running sums of the entries' weights.
  private var sums: [Double] = []

  init(features: Int) { classes = WorldClasses(features: features) }

  /// Takes in what a run found.
  mutating func add(_ find: Find) {
    if let number = classes.number(find.feature, find.value) {
      if find.steps < entries[number].find.steps { entries[number].find = find }
    } else if classes.add(find.feature, find.value) {
      entries.append((find, 0))
    }
  }

  /// Takes in how often the known classes were met.
  mutating func add(hits: [UInt32]) {
    for (number, count) in hits.enumerated() where count > 0 { entries[number].hits += Double(count) }
  }

  /// Makes ready for choosing.
  mutating func weigh() {
    var sum = 0.0
    sums = entries.map { entry in
      if !classes.isRetired(entry.find.feature) { sum += 1 / (1 + entry.hits) }
      return sum
    }
  }

  /// Chooses where a run goes on from, classes that were met rarely more often than others.
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
