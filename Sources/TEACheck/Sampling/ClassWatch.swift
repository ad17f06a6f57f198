internal import TEASupport

/// Tracks the classes of worlds that one worker's runs meet.
///
/// It does not depend on the module's types, so none of it is generic.
@usableFromInline
struct ClassWatch {
  /// A class that was unknown when the round began.
  struct New: Equatable {
    var feature: Int
    var value: UInt64
  }

  private let features: [WorldFeatures.Reader]
  private var classes: WorldClasses
  /// The last value of each feature in the current run.
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

  /// Reads the features of a model; `true` where one of them shows a new class.
  @usableFromInline
  mutating func observe(_ model: UnsafeRawPointer) -> Bool {
    var isNew = false
    for feature in features.indices {
      let value = features[feature](model)
      if last[feature] == value { continue }
      last[feature] = value
      if meet(feature, value) { isNew = true }
    }
    return isNew
  }

  /// Records a label; `true` where it is a new class.
  mutating func observe(_ label: String, number: Int) -> Bool {
    meet(features.count + number, StableHash.of(label) | 1 << 63)
  }

  /// Counts a known class, or adds a new one to the run; `true` where it was added.
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
