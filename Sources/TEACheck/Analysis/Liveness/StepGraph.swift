/// A graph of numbered worlds and steps, without their contents.
///
/// The steps of a world are adjacent. The worlds with numbers below ``startCount`` are the starts; every world is reachable
/// from them.
package struct StepGraph {
  package let worldCount: Int
  let startCount: Int
  /// The number of the first step of each world, followed by the number of all steps.
  let firstSteps: [Int]
  let targets: [UInt32]
  /// For each world, `true` where it may have further steps, which were not explored.
  let hasUnexploredSteps: [Bool]
  /// For each step, `true` where it is a fault of the program's surroundings, such as a lost reply; `nil` where no step is one.
  let faults: [Bool]?

  package init(startCount: Int, firstSteps: [Int], targets: [UInt32], hasUnexploredSteps: [Bool], faults: [Bool]? = nil)
  {
    worldCount = hasUnexploredSteps.count
    self.startCount = startCount
    self.firstSteps = firstSteps
    self.targets = targets
    self.hasUnexploredSteps = hasUnexploredSteps
    self.faults = faults
  }

  func steps(of world: Int) -> Range<Int> { firstSteps[world]..<firstSteps[world + 1] }

  func isFault(_ step: Int) -> Bool { faults.map { $0[step] } ?? false }
}

/// Fairness labels of steps.
///
/// A label is *possible* in a world if a step from there has it. A fair run takes steps with these labels again and again:
///
/// - each strongly fair label that is possible again and again
/// - each weakly fair label that, from some step on, is possible in every world and never interrupted
package struct StepLabels {
  /// For each label, `true` where it is strongly fair, and `false` where it is weakly fair.
  package var isStrong: [Bool] = []
  /// The numbers of each step's labels: ``labelsPerStep`` places for each step, with -1 in a place without a label.
  package var labelNumbers: [Int32] = []
  package var labelsPerStep = 0
  /// The labels that a step interrupts, by the number of the step; none for most steps.
  ///
  /// A step that cancels a command and performs an equal one interrupts the label of the replies: the label stays possible,
  /// though no single command stays outstanding. So does a step that loses one of two equal commands.
  package var interruptedLabels: [Int: [Int32]] = [:]

  package init() {}

  /// The numbers of a step's labels, with -1 in a place without a label.
  package func labelNumbers(of step: Int) -> ArraySlice<Int32> {
    labelNumbers[step * labelsPerStep..<(step + 1) * labelsPerStep]
  }

  /// Adds a label for a key that `numbers` does not have yet, and enters the label's number there.
  ///
  /// - Returns: The label's number.
  package mutating func add<Key>(_ key: Key, to numbers: inout [Key: Int32], isStrong: Bool) -> Int32 {
    self.isStrong.append(isStrong)
    numbers[key] = Int32(self.isStrong.count - 1)
    return Int32(self.isStrong.count - 1)
  }
}
