/// A graph of numbered worlds and steps, and nothing of what they are.
///
/// The steps of a world are adjacent. Every world can be reached from those before ``startCount``.
struct StepGraph {
  let worldCount: Int
  let startCount: Int
  /// The number of the first step of each world, and the number of steps.
  let firstSteps: [Int]
  /// The world that each step leads to.
  let targets: [UInt32]
  /// The worlds that may have more steps than those here.
  let isOpen: [Bool]

  init(startCount: Int, firstSteps: [Int], targets: [UInt32], isOpen: [Bool]) {
    worldCount = isOpen.count
    self.startCount = startCount
    self.firstSteps = firstSteps
    self.targets = targets
    self.isOpen = isOpen
  }

  /// The numbers of the steps of a world.
  func steps(of world: Int) -> Range<Int> { firstSteps[world]..<firstSteps[world + 1] }
}

/// Labels of steps that are fair.
///
/// A label is *possible* in a world if a step from there has it, and *taken* by a run that takes one again and again. A
/// run is fair if it takes each weakly fair label, or passes worlds in which that is not possible again and again; and
/// takes each strongly fair label that is possible again and again.
struct StepLabels {
  /// Of each label, whether it is strongly fair; else weakly.
  var isStrong: [Bool] = []
  /// The labels of each step, ``perStep`` of them; -1 where there is none.
  var labels: [Int32] = []
  var perStep = 0

  /// The labels of a step; some may be -1.
  func labels(of step: Int) -> ArraySlice<Int32> { labels[step * perStep..<(step + 1) * perStep] }

  /// Adds a label for something that has none yet.
  mutating func add<Key>(_ key: Key, to numbers: inout [Key: Int32], isStrong: Bool) -> Int32 {
    self.isStrong.append(isStrong)
    numbers[key] = Int32(self.isStrong.count - 1)
    return Int32(self.isStrong.count - 1)
  }
}
