internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// Lists the replies and events of worlds, and computes how steps change surroundings and outstanding commands, for one worker.
///
/// All of this is done *in numbers*: a number stands in place of each message, command or other value of the program.
final class NumberedSurroundings<M: Module> {
  private let rules: Rules<M>
  private let numberedRules: Rules<NumberedProgram>
  private let functions: NumberedFunctions<M>
  // Unowned, because the owner of this object retains the rows too.
  private unowned let rows: WorldRows<M>
  private let table: SurroundingsTable<M>
  private let writer: RowWriter
  private let slot: BreadcrumbSlot
  /// By the number of a model: 1 plus the number of the list of its subscriptions; 0 where the list is not known yet.
  @exclusivity(unchecked) private var listOfModel: [UInt32] = []
  @exclusivity(unchecked) private var subscriptionLists = [SubscriptionList([])]
  /// The number of each list of subscriptions, by the numbers of its subscriptions.
  @exclusivity(unchecked) private var numbersOfLists: [[UInt32]: UInt32] = [[]: 0]
  /// The violation by the last step, where a second call of `subscriptions` returned other subscriptions; `nil` for none.
  @exclusivity(unchecked) var violationBySubscriptions: Violation?

  /// - Returns: `nil` where worlds have no surroundings, or where ``PartNumbers/haveValues`` is `false`.
  init?(_ rules: Rules<M>, _ rows: WorldRows<M>, _ writer: RowWriter, _ slot: BreadcrumbSlot) {
    guard let table = rows.surroundings, table.parts.haveValues else { return nil }
    (self.rules, self.rows, self.table, self.writer, self.slot) = (rules, rows, table, writer, slot)
    functions = NumberedFunctions(rules, table.parts, rows.models, writer)
    numberedRules = functions.numberedRules
  }

  // MARK: Steps

  func steps(in numbers: WorldNumbers) throws -> [WorldStep<NumberedProgram>] {
    // Listing is never repeated in values, so the results that it used are dropped: nothing can confirm them.
    defer { usedResults.removeAll() }
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
  /// - Returns: The numbers of the world; the numbers of the commands that a step without a message carries out; and `true`
  ///   where all results that the change depends on are confirmed.
  func change(
    of before: WorldNumbers, by step: WorldStep<NumberedProgram>, to model: UInt32?, _ subscriptions: UInt32,
    performing performed: UInt32
  ) -> (next: WorldNumbers, carriedOut: [UInt32], isConfirmed: Bool) {
    usedResults.removeAll()
    var commands = rows.lists.commands(of: performed).map { functions.command($0) }
    let nextModel = model.map {
      NumberedProgram.Model(number: $0, subscriptions: subscriptionLists[Int(subscriptions)].elements)
    }
    let worldBefore = world(before)
    if model != nil { noteTimers(of: Int(subscriptions), from: worldBefore) }
    let after = numberedRules.world(after: step, in: worldBefore, updatedTo: nextModel, performing: &commands)
    let list =
      after.outstanding.isEmpty
      ? CommandLists.emptyList
      : after.outstanding.map(\.number).withUnsafeBufferPointer { rows.lists.number(of: $0, writer) }
    var next = WorldNumbers(
      model: model ?? before.model, outstandingBag: rows.lists.bag(of: list, writer), outstanding: list)
    if let surroundings = after.surroundings {
      let (number, bag) = table.numberAndBag(ofNumbered: surroundings, list, in: rows.lists, writer)
      (next.surroundings, next.surroundingsBag) = (number + 1, bag + 1)
    }
    return (next, step.message == nil ? commands.map(\.number) : [], !usedResults.mustBeRepeated)
  }

  private func world(_ numbers: WorldNumbers) -> World<NumberedProgram> {
    var world = World<NumberedProgram>(
      model: .init(number: numbers.model, subscriptions: []),
      outstanding: rows.lists.commands(of: numbers.outstanding).map { functions.command($0) })
    if numbers.surroundings != 0 {
      world.surroundings = table.surroundings(numbers.surroundings - 1).numbered(mappedBy: table.parts.mapToValues)
    }
    return world
  }

  /// The results on which the last change depends, to be confirmed where its repetition, in values, has led to the same world.
  var usedResults: UsedResults { functions.usedResults }

  // MARK: Subscriptions

  private struct SubscriptionList {
    let elements: [NumberedProgram.Subscription]
    let hasTimers: Bool
    let hasTimerWithoutInterval: Bool
    /// The confirmations of the timers of the subscriptions.
    var confirmations = Confirmations()

    init(_ elements: [NumberedProgram.Subscription]) {
      self.elements = elements
      hasTimers = elements.contains { $0.timer != nil }
      hasTimerWithoutInterval = elements.contains {
        if case .every(let interval, _)? = $0.timer { interval <= .zero } else { false }
      }
    }
  }

  /// Notes that a step depends on the timers of a list. Traps as the kernel does where a timer has no interval.
  ///
  /// - Parameter world: The world before the step.
  private func noteTimers(of list: Int, from world: World<NumberedProgram>) {
    if !subscriptionLists[list].hasTimers { return }
    if !subscriptionLists[list].confirmations.suffice {
      usedResults.addUnconfirmed { [unowned self] in subscriptionLists[list].confirmations.add(by: $0) }
    }
    guard subscriptionLists[list].hasTimerWithoutInterval else { return }
    let change = SubscriptionChange(
      from: world.subscriptions, to: subscriptionLists[list].elements, of: NumberedProgram.self)
    // `follow` traps here, with the text of the user's subscription.
    var agenda = Agenda<M>()
    agenda.follow(ending: [], beginning: change.beginning.map { table.parts.values.subscription($0) })
  }

  /// The number of the list of a model's subscriptions.
  func listOfSubscriptions(ofModel number: UInt32) -> UInt32 {
    if M.Subscription.self == Never.self { return 0 }
    if Int(number) >= listOfModel.count { listOfModel.grow(toHold: Int(number), filledWith: 0) }
    let known = listOfModel[Int(number)]
    if known != 0 { return known - 1 }
    let list = newListOfSubscriptions(ofModel: number)
    listOfModel[Int(number)] = list + 1
    return list
  }

  @inline(never)
  private func newListOfSubscriptions(ofModel number: UInt32) -> UInt32 {
    slot.restartStepTime()
    let subscriptions = M.subscriptions(for: rows.models.value(number))
    // The second call is made here, because a step to this model may never be taken again in values: steps to another model
    // with the same list may have confirmed all changes already.
    slot.restartStepTime()
    let secondSubscriptions = M.subscriptions(for: rows.models.value(number))
    if let detail = textOfDifference(subscriptions, secondSubscriptions) {
      violationBySubscriptions = Violation(
        property: Law.deterministic.rawValue, detail: "subscriptions, run again, differ: \(detail)",
        isNondeterminism: true)
    }
    let elements = subscriptions.map { table.parts.subscription($0, writer) }
    let numbers = elements.map(\.number)
    if let known = numbersOfLists[numbers] { return known }
    subscriptionLists.append(SubscriptionList(elements))
    let newNumber = UInt32(truncatingIfNeeded: numbersOfLists.count)
    numbersOfLists[numbers] = newNumber
    return newNumber
  }
}
