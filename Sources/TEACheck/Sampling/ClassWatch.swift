internal import TEASupport

/// The watch of one worker over the classes of its runs' worlds.
///
/// It knows nothing of the module's types, so that none of its work is generic.
@usableFromInline
struct ClassWatch {
  /// A class that was not known when the round began.
  struct New: Equatable {
    var feature: Int
    var value: UInt64
  }

  private let features: [WorldFeatures.Reader]
  private var classes: WorldClasses
  /// The last values of the current run.
  private var last: [UInt64]
  /// The new classes of the current run, in the order met.
  private(set) var new: [New] = []
  /// The number of times that each known class was met in the current round.
  private(set) var hits: [UInt32] = []

  init(_ features: WorldFeatures) {
    self.features = features.readers
    classes = WorldClasses()
    last = Array(repeating: .max, count: features.readers.count)
  }

  mutating func beginRound(_ classes: WorldClasses) {
    self.classes = classes
    hits = Array(repeating: 0, count: classes.count)
  }

  mutating func beginRun() {
    for index in last.indices { last[index] = .max }
    new.removeAll(keepingCapacity: true)
  }

  /// Reads the features that have changed; whether there is a class that was not known.
  @usableFromInline
  mutating func see(_ model: UnsafeRawPointer) -> Bool {
    var isNew = false
    for feature in features.indices {
      let value = features[feature](model)
      if last[feature] == value { continue }
      last[feature] = value
      if meet(feature, value) { isNew = true }
    }
    return isNew
  }

  /// Sees a label.
  mutating func see(_ label: String, number: Int) -> Bool {
    meet(features.count + number, StableHash.of(label) | 1 << 63)
  }

  /// Meets a class: counts a known one, and returns whether it was added to the new ones of the run.
  private mutating func meet(_ feature: Int, _ value: UInt64) -> Bool {
    if let number = classes.number(feature, value) {
      hits[number] += 1
      return false
    }
    let met = New(feature: feature, value: value)
    guard new.count < 64, !classes.isRetired(feature), !new.contains(met) else { return false }
    new.append(met)
    return true
  }
}
