internal import TEASupport
internal import TEAResults
internal import TEAStateSpace
internal import TEARuntime

/// The step to a candidate (see ``Candidates``).
struct CandidateStep {
  /// The address of a message that is sent, or of a reply in a program without surroundings or by a step that is known to trap;
  /// `nil` for a step of ``Expansion/worldSteps``.
  var message: UnsafeRawPointer?
  /// The index of the answered command, and -1 for none; without a message, the index of the step in ``Expansion/worldSteps``.
  var index: Int
}

/// A step that a ``CandidateStep`` names by its index: a reply or an event.
enum ListedStep<M: Module> {
  case values(WorldStep<M>)
  /// The step with numbers in place of its message and command.
  case numbers(WorldStep<NumberedProgram>)
}

extension Expansion {
  /// Adds the successors of a world: first those by sent messages, then those by replies and events.
  ///
  /// - Parameter limit: The largest number of steps that are taken.
  func expand(_ number: Int, in arena: RowArena, upToStep limit: Int = .max) throws {
    parentRow = UnsafeRawPointer(arena[number])
    expandedModelNumber = number
    let record = Ancestry.record(parent: number, step: 0)
    if worldsAreModels {
      let model = model(number, parentRow)
      return try addModels(after: messages(offeredIn: model, number).prefix(limit), from: model, record)
    }
    packing.unpack(parentRow, to: parent.row)
    let numbers = numbers(parent.row)
    expandedModelNumber = Int(numbers.model)
    let model = address(ofModel: numbers.model)
    let outstandingCount = commands(of: numbers.outstanding).count
    var group = StepsInMemory(
      model: model, numbers: numbers, outstandingCount: outstandingCount,
      messages: try messages(offeredIn: model, number).prefix(limit), record: record)
    var restOfLimit = limit - group.messages.count
    if hasSurroundings { return try addSuccessorsInSurroundings(by: group, upToEvent: restOfLimit) }
    try addSuccessors(by: &group)
    guard outstandingCount != 0, let replies else { return }
    let outstanding = commands(of: numbers.outstanding)
    let order = sortsSteps && outstandingCount > 1 ? canonicalOrder(of: numbers.outstanding) : []
    for position in 0..<outstandingCount where !isViolated {
      let index = order.isEmpty ? position : order[position]
      var isDuplicate = false
      for earlier in 0..<index where outstanding[earlier] == outstanding[index] { isDuplicate = true }
      if isDuplicate { continue }
      let command = address(ofCommand: outstanding[index])
      slot.set(Breadcrumb(.offer, place: number))
      group.messages = try functions.addReplies(command, model, replies, messages).prefix(restOfLimit)
      restOfLimit -= group.messages.count
      (group.answered, group.index) = (UnsafeRawPointer(command), index)
      try addSuccessors(by: &group)
    }
  }

  /// The order in which the commands of a list are answered, as in ``Rules/stepsBesidesMessages(in:)``.
  @inline(never)
  func canonicalOrder(of list: UInt32) -> [Int] {
    canonicalOrders.order(
      of: rows._withUnsafeGuaranteedRef { $0.outstanding(list) }, listNumber: list, numbers: commands(of: list))
  }

  private func messages(offeredIn model: UnsafeRawPointer, _ number: Int) throws -> MessagesInMemory {
    guard let offeredMessages else { return fixedMessagesInMemory }
    slot.set(Breadcrumb(.offer, place: number))
    if worldsAreModels || offerDependsOnModelOnly {
      return try functions.addOffered(model, nil, offeredMessages, messages)
    }
    return try messagesOfWorld(offeredMessages, model)
  }

  @inline(never)
  private func messagesOfWorld(_ offered: OfferedMessages<M>, _ model: UnsafeRawPointer) throws -> MessagesInMemory {
    var world = rows._withUnsafeGuaranteedRef { $0.world(parentRow, packing) }
    cacheCanonicalOrder(of: &world, parentRow)
    return try withUnsafePointer(to: world) { try functions.addOffered(model, $0, offered, messages) }
  }

  /// The address of the model from which steps are taken, where worlds are models.
  func model(_ number: Int, _ row: UnsafeRawPointer) -> UnsafeMutableRawPointer {
    rows._withUnsafeGuaranteedRef { parent.read(number, row, packing, $0) }
    return parent.address
  }

  func address(ofModel number: UInt32) -> UnsafeMutableRawPointer {
    rows._withUnsafeGuaranteedRef { $0.models.address(of: Int(number)) }
  }

  func address(ofCommand number: UInt32) -> UnsafeMutableRawPointer {
    rows._withUnsafeGuaranteedRef { $0.lists.commands.address(of: Int(number)) }
  }

  func commands(of list: UInt32) -> UnsafeBufferPointer<UInt32> {
    rows._withUnsafeGuaranteedRef { $0.lists.commands(of: list) }
  }

  /// - Parameter next: Uninitialized memory where rows are the memory of models; otherwise the memory of ``child``.
  @inline(__always)
  func update(
    _ model: UnsafeRawPointer, to next: UnsafeMutableRawPointer, by message: UnsafeRawPointer,
    answering command: UnsafeRawPointer?
  ) -> UpdateOutcome {
    var state = rowsAreMemory || !child.isInitialized ? CopyState.uninitialized : .holdsOtherModel
    if state == .holdsOtherModel, copiesByLayout {
      rows._withUnsafeGuaranteedRef { $0.layout.copy(model, over: next) }
      state = .copied
    }
    child.isInitialized = !rowsAreMemory
    return functions.update(model, next, state, message, command, commands)
  }

  // MARK: Worlds that are models

  private func addModels(
    after messages: MessagesInMemory, from model: UnsafeMutableRawPointer, _ record: Ancestry.Record
  ) throws {
    guard var message = messages.first else { return }
    var record = record
    let end = message + messages.count * messageStride
    let first = candidates.pointee.count
    if rowsAreMemory, messages.count > childCapacity { growChildren(to: messages.count) }
    defer { if rowsAreMemory { packChildren(from: first) } }
    while message < end, !isViolated {
      try addModel(after: message, from: model, record)
      record += 1
      message += messageStride
    }
  }

  private func addModel(
    after message: UnsafeRawPointer, from model: UnsafeMutableRawPointer, _ record: Ancestry.Record
  ) throws {
    slot.set(Breadcrumb(record))
    if candidates.pointee.count == stepCapacity { try grow() }
    // The lower half of a record is the number of the step.
    let next =
      rowsAreMemory ? children + Int(truncatingIfNeeded: record & 0xFFFF_FFFF) * childStride : child.address
    let outcome = update(model, to: next, by: message, answering: nil)
    if !rowsAreMemory {
      write(next, like: model)
      if hasCanonicalForm { replaceChildByForm(ofModelAt: next) }
    }
    let step = CandidateStep(message: message, index: -1)
    storeStep(step, message, performsOrFails: outcome.failure != nil)
    if rowsAreMemory { candidates.pointee.append(record) } else { addCandidate(record) }
    // The inspection comes after the candidate is added: a step with a violation must be the last candidate.
    if outcome.failure != nil || inspectsEveryStep {
      slot.restartStepTime()
      inspect(step, message, answering: nil, from: model, to: next, outcome)
    }
    // The form replaces the model only after the inspection, which reads the model from this memory.
    if hasCanonicalForm, rowsAreMemory, replace(next, byFormOfModelAt: next) {
      replacedCandidates.append(candidates.pointee.count - 1)
    }
  }

  /// Writes the row of ``child``, where worlds are models.
  ///
  /// - Parameters:
  ///   - next: The address of the model after the step.
  ///   - model: The address of the model before the step; ``parent`` has the row of this model.
  func write(_ next: UnsafeRawPointer, like model: UnsafeRawPointer) {
    withRows { rows, writer in rows.layout.write(next, to: child.row, like: .init(model, parent.row), writer) }
  }

  // MARK: Worlds with commands

  /// A group of steps from one world: those by its offered messages, or those by the replies to one of its commands.
  struct StepsInMemory {
    /// The address of the model before the steps.
    let model: UnsafeMutableRawPointer
    /// The numbers of the world before the steps.
    let numbers: WorldNumbers
    /// The number of commands that are outstanding before the steps.
    let outstandingCount: Int
    var messages: MessagesInMemory
    /// The record of the next step.
    var record: Ancestry.Record
    /// The address of the command that the messages answer; `nil` for none.
    var answered: UnsafeRawPointer?
    /// The index of this command among the outstanding ones; -1 for none.
    var index = -1
  }

  private func addSuccessors(by group: inout StepsInMemory) throws {
    guard var message = group.messages.first else { return }
    let end = message + group.messages.count * messageStride
    while message < end, !isViolated {
      try addSuccessor(by: message, group)
      group.record += 1
      message += messageStride
    }
  }

  private func addSuccessor(by message: UnsafeRawPointer, _ group: StepsInMemory) throws {
    slot.set(Breadcrumb(group.record))
    let parentNumber = Int(truncatingIfNeeded: group.record >> 32)
    // This step, where its reaction could not be cached.
    var uncacheable: UncacheableStep?
    if let uncacheableStep, uncacheableStep.record == group.record { uncacheable = uncacheableStep }
    let outcome = update(group.model, to: child.address, by: message, answering: group.answered)
    let awaiting = commandsAwaitingReply(outcome, in: child.address)
    let remainingCount = group.outstandingCount - (group.index < 0 ? 0 : 1)
    if remainingCount + awaiting.count > outstandingLimit(after: group.outstandingCount), outcome.failure == nil,
      uncacheable?.isCertain != true
    {
      return noteStepLeftOut(of: parentNumber)
    }
    if candidates.pointee.count == stepCapacity { try grow() }
    let knownModel = PartTable.Known(value: UnsafeRawPointer(group.model), number: group.numbers.model)
    let next = numbersAfterStep(
      numberOfChild(like: knownModel), group.numbers, answering: group.index, performing: awaiting.list)
    childNumbers = next
    write(next)
    if hasCanonicalForm { replaceChildByForm(ofModelAt: child.address) }
    let step = CandidateStep(message: message, index: group.index)
    storeStep(step, message, performsOrFails: outcome.failure != nil || outcome.performedCount != 0)
    addCandidate(group.record)
    // Its repetition for the cache differed: that is reported, whatever the step violates now.
    if let uncacheable, uncacheable.isCertain {
      violation = uncacheable.violation
      return
    }
    if outcome.failure != nil || inspectsEveryStep {
      slot.restartStepTime()
      inspect(step, message, answering: group.answered, from: group.model, to: child.address, outcome)
    }
    // The step violated something when it was taken for the cache, and does not now.
    if let uncacheable, !isViolated {
      violation = uncacheable.violation
      return
    }
    if outcome.performedCount == 0 { return }
    // Commands that became outstanding are compared as parts of the next world. Only other commands need this comparison.
    if comparesCommands, !isViolated, outcome.performedCount > awaiting.count {
      slot.restartStepTime()
      inspectCommands(of: message, answering: group.answered, in: group.model, outcome)
    }
    if !declaresReplies { noteUnansweredCommands(in: parentNumber) }
  }

  /// The performed commands that become outstanding, as the number of their list and their count.
  func commandsAwaitingReply(
    _ outcome: UpdateOutcome, in model: UnsafeRawPointer
  ) -> (list: UInt32, count: Int) {
    guard let replies else { return (CommandLists.emptyList, 0) }
    return performedCommands(outcome) { command in
      slot.restartStepTime()
      return functions.awaitsReply(command, model, replies)
    }
  }

  /// The performed commands that satisfy a condition, as the number of their list and their count.
  @inline(__always)
  func performedCommands(
    _ outcome: UpdateOutcome, where isIncluded: (UnsafeRawPointer) -> Bool
  ) -> (list: UInt32, count: Int) {
    guard let performed = outcome.firstPerformed else { return (CommandLists.emptyList, 0) }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: outcome.performedCount) { numbers in
      var count = 0
      for index in 0..<outcome.performedCount where isIncluded(performed + index * commandStride) {
        numbers[count] = number(ofCommand: performed + index * commandStride)
        count += 1
      }
      return (number(ofList: UnsafeBufferPointer(rebasing: numbers[..<count])), count)
    }
  }

  /// Calls a function with the rows and the writer of this worker, whose references it does not count.
  @inline(__always)
  func withRows<Result>(_ body: (WorldRows<M>, RowWriter) -> Result) -> Result {
    writer._withUnsafeGuaranteedRef { writer in rows._withUnsafeGuaranteedRef { rows in body(rows, writer) } }
  }

  func write(_ numbers: WorldNumbers) { withRows { rows, writer in rows.write(numbers, to: child.row, writer) } }

  func numbers(_ row: UnsafeRawPointer) -> WorldNumbers { rows._withUnsafeGuaranteedRef { $0.numbers(row) } }

  func number(ofCommand command: UnsafeRawPointer) -> UInt32 {
    withRows { rows, writer in rows.lists.commands.number(of: command, writer) }
  }

  func number(ofList numbers: UnsafeBufferPointer<UInt32>) -> UInt32 {
    numbers.isEmpty ? CommandLists.emptyList : withRows { rows, writer in rows.lists.number(of: numbers, writer) }
  }

  func numberOfChild(like known: PartTable.Known) -> UInt32 {
    withRows { rows, writer in rows.models.number(of: child.address, like: known, writer) }
  }

  func childModel(hasNumber number: UInt32) -> Bool {
    withRows { rows, writer in rows.models.isSame(child.address, Int(number), writer) }
  }

  /// The numbers of the world after a step, in a program without surroundings.
  ///
  /// - Parameters:
  ///   - index: The index of the answered command; -1 for none.
  ///   - performed: The number of the list of the performed commands that become outstanding.
  func numbersAfterStep(
    _ model: UInt32, _ before: WorldNumbers, answering index: Int, performing performed: UInt32
  ) -> WorldNumbers {
    var next = WorldNumbers(model: model, outstandingBag: before.outstandingBag, outstanding: before.outstanding)
    if index >= 0 || performed != CommandLists.emptyList {
      let after = withRows { rows, writer in
        rows.lists.listAfterStep(from: before.outstanding, answering: index, performing: performed, writer)
      }
      (next.outstandingBag, next.outstanding) = (after.bag, after.list)
    }
    return next
  }
}
