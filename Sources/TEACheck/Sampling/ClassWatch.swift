internal import TEASupport

/// Tracks the classes of worlds (see ``WorldClasses``) that one worker's runs meet.
@usableFromInline
struct ClassWatch {
  /// A class that was unknown when the current round of runs began.
  struct NewClass: Equatable {
    /// The index of the feature. The labels are features too, with indices after those of the model's features.
    var feature: Int
    /// The coarse value of a feature of the model, see ``WorldFeatures``, or the hash of a label's text.
    var value: UInt64
  }

  private let featureReaders: [WorldFeatures.Reader]
  private var knownClasses: WorldClasses
  /// The last value of each feature in the current run; `UInt64.max` before the first world.
  private var lastValues: [UInt64]
  /// The new classes that the current run met, in this order; at most ``maxNewClasses``.
  private(set) var newClasses: [NewClass] = []
  /// The number of times that the runs of the current round entered each known class, by the number of the class.
  private(set) var hits: [UInt32] = []

  /// Bounds the time of ``meet(_:_:)``, which searches ``newClasses`` from the beginning.
  private static var maxNewClasses: Int { 64 }

  init(_ features: WorldFeatures) {
    featureReaders = features.readers
    knownClasses = WorldClasses()
    lastValues = Array(repeating: .max, count: features.readers.count)
  }

  mutating func beginRound(_ classes: WorldClasses) {
    knownClasses = classes
    hits = Array(repeating: 0, count: classes.count)
  }

  mutating func beginRun() {
    for index in lastValues.indices { lastValues[index] = .max }
    newClasses.removeAll(keepingCapacity: true)
  }

  /// Returns `true` where a class was added to ``newClasses``.
  @usableFromInline
  mutating func observe(_ model: UnsafeRawPointer) -> Bool {
    var isNew = false
    for feature in featureReaders.indices {
      let value = featureReaders[feature](model)
      if lastValues[feature] == value { continue }
      lastValues[feature] = value
      if meet(feature, value) { isNew = true }
    }
    return isNew
  }

  /// Returns `true` where the class of the text was added to ``newClasses``.
  mutating func observe(_ text: String, ofLabel label: Int) -> Bool {
    // The highest bit makes the value at least 256, because `WorldClasses` looks smaller values up in a table.
    meet(featureReaders.count + label, StableHash.of(text) | 1 << 63)
  }

  /// Counts a hit of a known class, or adds an unknown class to ``newClasses``. An unknown class is ignored if its feature is
  /// retired, or if ``newClasses`` is full or has the class already.
  ///
  /// - Returns: `true` where the class was added.
  private mutating func meet(_ feature: Int, _ value: UInt64) -> Bool {
    if let number = knownClasses.number(feature, value) {
      hits[number] += 1
      return false
    }
    let newClass = NewClass(feature: feature, value: value)
    guard newClasses.count < Self.maxNewClasses, !knownClasses.isRetired(feature), !newClasses.contains(newClass) else {
      return false
    }
    newClasses.append(newClass)
    return true
  }
}
