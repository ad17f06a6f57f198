internal import TEAResults
internal import TEAStateSpace
internal import TEASupport
internal import TEARuntime

/// Takes the steps of the surroundings of worlds in numbers, for one worker of a search.
final class NumberedSurroundings<M: Module> {
  private let rules: Rules<M>
  private let numberedRules: Rules<NumberedProgram>
  private let functions: NumberedFunctions<M>
  // The owner of this object keeps them.
  private unowned let rows: WorldRows<M>
  private let table: SurroundingsTable<M>
  private let writer: RowWriter
  private let slot: BreadcrumbSlot
  /// For each number of a model, 1 plus the number of the list of its subscriptions; 0 where this number is not known.
  @exclusivity(unchecked) private var listOfModel: [UInt32] = []
  @exclusivity(unchecked) private var subscriptionLists: [[NumberedProgram.Subscription]] = [[]]
  /// The number of each list of subscriptions, by the numbers of its subscriptions.
  @exclusivity(unchecked) private var numbersOfLists: [[UInt32]: UInt32] = [[]: 0]
  /// The violation by the last step, where a second call of `subscriptions` returned other subscriptions; `nil` for none.
  @exclusivity(unchecked) var differenceOfSubscriptions: Violation?

  /// - Returns: `nil` where numbers do not stand for values.
  init?(_ rules: Rules<M>, _ rows: WorldRows<M>, _ writer: RowWriter, _ slot: BreadcrumbSlot) {
    guard let table = rows.surroundings, table.parts.haveValues else { return nil }
    (self.rules, self.rows, self.table, self.writer, self.slot) = (rules, rows, table, writer, slot)
    let models = rows.models
    functions = NumberedFunctions(rules, table.parts, writer) {
      UnsafePointer(models.address(of: Int($0)).assumingMemoryBound(to: M.Model.self))
    }
    numberedRules = functions.numberedRules
  }

  // MARK: Steps

  /// The replies and events of a world.
  func steps(in numbers: WorldNumbers) throws -> [WorldStep<NumberedProgram>] {
    let outstanding = rows.lists.commands(of: numbers.outstanding)
    let steps = try numberedRules.repliesAndEvents(
      in: world(numbers), isDuplicate: { index in outstanding[..<index].contains(outstanding[index]) }, waits: .all)
    if !rules.sortsSteps || steps.count < 2 { return steps }
    let order = rules.canonicalOrder(of: steps.map { $0.map(table.parts.values) }, in: rows.world(numbers))
    return order.map { steps[$0] }
  }

  /// The numbers of the world after a step.
  ///
  /// - Parameters:
  ///   - model: The number of the model that `update` made; `nil` where the step brings no message, or fails.
  ///   - subscriptions: The number of the list of this model's subscriptions.
  ///   - performed: The number of the list of performed commands.
  /// - Returns: The numbers; those of the commands that a step without a message carries out; and `false` where a function of
  ///   the specification, called twice with the same values, has returned different results.
  func change(
    of before: WorldNumbers, by step: WorldStep<NumberedProgram>, to model: UInt32?, _ subscriptions: UInt32,
    performing performed: UInt32
  ) -> (next: WorldNumbers, carriedOut: [UInt32], isVerified: Bool) {
    functions.foundDifference = false
    var commands = rows.lists.commands(of: performed).map { functions.command($0) }
    let nextModel = model.map {
      NumberedProgram.Model(number: $0, subscriptions: subscriptionLists[Int(subscriptions)])
    }
    let after = numberedRules.world(after: step, in: world(before), updatedTo: nextModel, performing: &commands)
    let list =
      after.outstanding.isEmpty
      ? CommandLists.none
      : after.outstanding.map(\.number).withUnsafeBufferPointer { rows.lists.number(of: $0, writer) }
    var next = WorldNumbers(model: model ?? before.model, bag: rows.lists.bag(of: list, writer), outstanding: list)
    if let surroundings = after.surroundings {
      let (number, kind) = table.numbers(ofNumbered: surroundings, list, in: rows.lists, writer)
      (next.surroundings, next.kindOfSurroundings) = (number + 1, kind + 1)
    }
    return (next, step.message == nil ? commands.map(\.number) : [], !functions.foundDifference)
  }

  private func world(_ numbers: WorldNumbers) -> World<NumberedProgram> {
    var world = World<NumberedProgram>(
      model: .init(number: numbers.model, subscriptions: []),
      outstanding: rows.lists.commands(of: numbers.outstanding).map { functions.command($0) })
    if numbers.surroundings != 0 { world.surroundings = table.surroundings(numbers.surroundings - 1).numbers }
    return world
  }

  // MARK: Subscriptions

  /// The number of the list of a model's subscriptions.
  func listOfSubscriptions(ofModel number: UInt32) -> UInt32 {
    if M.Subscription.self == Never.self { return 0 }
    let missingCount = Int(number) + 1 - listOfModel.count
    if missingCount > 0 {
      // More than doubles the count, so that the array seldom grows.
      listOfModel.append(contentsOf: repeatElement(0, count: missingCount + listOfModel.count))
    }
    let known = listOfModel[Int(number)]
    if known != 0 { return known - 1 }
    let list = newListOfSubscriptions(ofModel: number)
    listOfModel[Int(number)] = list + 1
    return list
  }

  @inline(never)
  private func newListOfSubscriptions(ofModel number: UInt32) -> UInt32 {
    slot.restartStepTime()
    let subscriptions = M.subscriptions(for: rows.modelMemory(Int(number)).pointee)
    // The second call is here, because a change that depends on this list may have been verified with another model.
    slot.restartStepTime()
    let secondSubscriptions = M.subscriptions(for: rows.modelMemory(Int(number)).pointee)
    if let detail = textOfDifference(subscriptions, secondSubscriptions) {
      differenceOfSubscriptions = Violation(
        property: Law.deterministic.rawValue, detail: "subscriptions, run again, differ: \(detail)",
        isNondeterminism: true)
    }
    let list = subscriptions.map { table.parts.subscription($0, writer) }
    let numbers = list.map(\.number)
    if let list = numbersOfLists[numbers] { return list }
    subscriptionLists.append(list)
    let newNumber = UInt32(truncatingIfNeeded: numbersOfLists.count)
    numbersOfLists[numbers] = newNumber
    return newNumber
  }
}
