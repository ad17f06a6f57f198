internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

/// Counts the steps of one worker of a search. Also finds the conditions of properties that no world or step has met.
final class StepCounter<M: Module> {
  // `@exclusivity(unchecked)`: one thread at a time uses a counter, and the code that runs while a property changes cannot
  // reach the counter, so dynamic exclusivity checks could never fail.

  /// The `when` of a property, with the property's index in `always + stepProperties`.
  typealias IndexedCondition<Subject> = (index: Int, holds: @Sendable (Subject) throws -> Bool)

  /// `nil` where messages are no enum.
  let cases: MessageCases?
  /// The numbers of steps, by ``MessageCase/index``.
  let counts: UnsafeMutablePointer<Int>
  /// By ``MessageCase/index``: some step with this index changed the world, performed a command or failed.
  let changedSomething: UnsafeMutablePointer<Bool>
  /// The conditions that no world has satisfied so far; a property whose condition remains holds vacuously.
  @exclusivity(unchecked) private(set) var unmetWorldConditions: [IndexedCondition<World<M>>] = []
  /// The conditions that no step has satisfied so far.
  @exclusivity(unchecked) private(set) var unmetStepConditions: [IndexedCondition<Transition<M>>] = []
  // Both flags are stored, because every step tests them.
  @exclusivity(unchecked) private(set) var hasUnmetWorldConditions = false
  @exclusivity(unchecked) private(set) var hasUnmetStepConditions = false
  @exclusivity(unchecked) var classes: WorldClassCounts<M>
  @exclusivity(unchecked) private(set) var stepCount = 0

  init(_ rules: Rules<M>, _ cases: MessageCases?) {
    self.cases = cases
    let caseCount = cases?.names.count ?? 0
    (counts, changedSomething) = (.allocate(capacity: 2 * caseCount), .allocate(capacity: 2 * caseCount))
    counts.initialize(repeating: 0, count: 2 * caseCount)
    changedSomething.initialize(repeating: false, count: 2 * caseCount)
    classes = WorldClassCounts(labels: rules.labels, messageCaseCount: caseCount)
    for (index, property) in rules.always.enumerated() {
      if let condition = property.condition { unmetWorldConditions.append((index, condition)) }
    }
    for (index, property) in rules.stepProperties.enumerated() {
      if let condition = property.condition { unmetStepConditions.append((rules.always.count + index, condition)) }
    }
    updateFlags()
  }

  deinit {
    counts.deallocate()
    changedSomething.deallocate()
  }

  func removeConditions(metBy world: World<M>) {
    unmetWorldConditions.removeAll { (try? $0.holds(world)) ?? true }
    updateFlags()
  }

  func removeConditions(metBy transition: Transition<M>) {
    let indices = indicesOfConditions(metBy: transition)
    if !indices.isEmpty { removeStepConditions(indices) }
  }

  /// The indices of the unmet conditions that a step meets.
  func indicesOfConditions(metBy transition: Transition<M>) -> [Int] {
    unmetStepConditions.filter { (try? $0.holds(transition)) ?? true }.map(\.index)
  }

  func removeStepConditions(_ indices: [Int]) {
    unmetStepConditions.removeAll { indices.contains($0.index) }
    updateFlags()
  }

  private func updateFlags() {
    (hasUnmetWorldConditions, hasUnmetStepConditions) = (!unmetWorldConditions.isEmpty, !unmetStepConditions.isEmpty)
  }

  /// The number of steps of all workers beyond which the result has no classes of worlds, because classifying takes time for
  /// each step. A worker stops classifying when its own steps exceed this number.
  static var maxClassifiedSteps: Int { 250_000 }

  /// Goes on from the totals of a checkpoint, of which one worker counts the steps.
  func resume(from totals: StepTotals, countsSteps: Bool) {
    unmetWorldConditions.removeAll { !totals.unmetConditions.contains($0.index) }
    unmetStepConditions.removeAll { !totals.unmetConditions.contains($0.index) }
    updateFlags()
    guard countsSteps, totals.stepsByCase.count == 2 * (cases?.names.count ?? 0) else { return }
    for (index, count) in totals.stepsByCase.enumerated() {
      counts[index] += count
      if totals.changedSomething[index] { changedSomething[index] = true }
    }
  }

  var unmetConditions: Set<Int> { Set(unmetWorldConditions.map(\.index) + unmetStepConditions.map(\.index)) }

  func countSteps(_ count: Int) {
    stepCount += count
    if stepCount > Self.maxClassifiedSteps, classes.isClassifying { classes.stop() }
  }
}

/// The case of a step's message, with the facts that counting needs.
struct MessageCase {
  /// The number of the case; -1 for a step without a message.
  let number: Int16
  /// The step sends an offered message; `false` for a reply, an event, and a step without a message.
  let isSent: Bool
  let performsOrFails: Bool

  /// The index of the step's count: each case has one for sent messages, and then one for others. The index of a step without a
  /// message is negative.
  var index: Int { 2 * Int(number) + (isSent ? 0 : 1) }

  init(number: Int, isSent: Bool, performsOrFails: Bool) {
    (self.number, self.isSent, self.performsOrFails) = (Int16(truncatingIfNeeded: number), isSent, performsOrFails)
  }
}

extension Expansion {
  func countSteps(in arena: RowArena) {
    guard let counter = counter?._withUnsafeGuaranteedRef({ $0 }) else { return }
    let workerCandidates = candidates.pointee
    counter.countSteps(workerCandidates.count)
    guard counter.cases != nil else { return }
    for candidate in 0..<workerCandidates.count where messageCases[candidate].number >= 0 {
      let messageCase = messageCases[candidate]
      counter.counts[messageCase.index] += 1
      if !counter.changedSomething[messageCase.index] {
        counter.changedSomething[messageCase.index] =
          messageCase.performsOrFails || changesSomething(candidate, messageCase, in: arena)
      }
    }
    if counter.classes.isClassifying { classifySteps(in: arena, counter) }
  }

  private func classifySteps(in arena: RowArena, _ counter: StepCounter<M>) {
    let workerCandidates = candidates.pointee
    var candidate = 0
    for parent in batch {
      let classIndices = counter.classes.classify(parent, world(parent, packed: UnsafeRawPointer(arena[parent])))
      while candidate < workerCandidates.count, workerCandidates.parent(of: candidate) == parent {
        let number = Int(messageCases[candidate].number)
        if number >= 0 { for index in classIndices { counter.classes.countStep(by: number, from: index) } }
        candidate += 1
      }
      guard counter.classes.isClassifying else { return }
    }
  }

  /// Returns whether a step changes the world apart from removing the command that it answers.
  ///
  /// - Precondition: The step performed no command and did not fail.
  private func changesSomething(_ candidate: Int, _ messageCase: MessageCase, in arena: RowArena) -> Bool {
    let parent = candidates.pointee.parent(of: candidate)
    let packed = UnsafeRawPointer(arena[parent])
    if !isReduced {
      // A candidate that equals its parent has the parent's number, and a sent message removes no command.
      if messageCase.isSent { return Int(candidates.pointee.worldNumbers[candidate]) != parent }
      let rows = rows._withUnsafeGuaranteedRef { $0 }
      if !rows.worldsAreModels {
        let modelBefore = numbers(ofPacked: packed).model
        if modelBefore != numbers(ofPacked: UnsafeRawPointer(candidates.pointee.row(candidate))).model { return true }
        // Without surroundings, only the model can differ: the step performed nothing, and the removal of the answered command
        // is no change.
        if !hasSurroundings { return false }
      }
    }
    return changesWorld(candidate, from: parent, packed)
  }

  /// Takes the step once more, in whole worlds. A function of its own, because a function with values of the module's types
  /// looks up their metadata at each call.
  @inline(never)
  private func changesWorld(_ candidate: Int, from parent: Int, _ packed: UnsafeRawPointer) -> Bool {
    let (world, step) = (world(parent, packed: packed), step(to: candidate))
    var rest = world
    if let command = step.indexOfAnsweredCommand { rest.removeOutstanding(at: command) }
    let next = rules.value.callingThroughUserCode.take(step, in: world).world
    return UserCode.calling(.comparison) { !rest.isSame(as: next, identity) }
  }
}
