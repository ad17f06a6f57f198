/// Finds conditions that can always be reached again, and conditions that hold whenever the program is at rest.
package struct RunMiner {
  let worlds: ObservedWorlds
  let graph: StepGraph
  private let conditions: ObservedConditions
  package private(set) var statements: [Statement] = []

  /// - Parameters:
  ///   - distinct: The indices of the conditions to use, see ``StateMiner/distinctConditions``.
  ///   - findsRecoveries: Conditions that can be reached again are looked for; must be `false` for the graph of a reduced
  ///     search, in which one world stands for several.
  ///   - impliesCommand: Returns whether some command is outstanding wherever a condition holds or, with `false`, wherever it
  ///     does not hold.
  package init(
    _ worlds: ObservedWorlds, _ graph: StepGraph, _ conditions: ObservedConditions, distinct: [Int],
    findsRecoveries: Bool, impliesCommand: (Int, Bool) -> Bool
  ) {
    (self.worlds, self.graph, self.conditions) = (worlds, graph, conditions)
    // For each row, which is one kind, its worlds that are at rest.
    var restingWorlds = worlds.worldCounts.indices.map { (row: $0, tally: Tally(kindCount: 1)) }
    for (world, row) in worlds.rowOfWorld.enumerated() where worlds.isAtRest[world] {
      restingWorlds[Int(row)].tally.add(1, first: world, ofKinds: 0)
    }
    restingWorlds.removeAll { $0.tally.count == 0 }
    let support = restingWorlds.map(\.tally).sum.count
    if support > 0, support < worlds.worldCount {
      for index in distinct where !conditions.conditions[index].isOfCommands && !isOfView(conditions.conditions[index])
      {
        // At rest no command is outstanding, so a statement is trivial if some command is outstanding wherever it is false.
        for mustHold in [true, false] where !impliesCommand(index, !mustHold) {
          addStatementAtRest(index, mustHold, restingWorlds, support)
        }
      }
    }
    if findsRecoveries { addRecoveries(distinct.map { ($0, conditions.conditions[$0]) }) }
  }

  private func isOfView(_ condition: Condition) -> Bool {
    worlds.observations[condition.observation].access.isOfView
  }

  private func rowCount(where index: Int, is value: Bool) -> Int {
    conditions.bits.indices.count { conditions.holds(index, in: $0) == value }
  }

  // MARK: - Statements at rest

  private mutating func addStatementAtRest(
    _ index: Int, _ mustHold: Bool, _ restingWorlds: [(row: Int, tally: Tally)], _ support: Int
  ) {
    let condition = conditions.conditions[index]
    // Of the statements that compare two numbers, only an equality without exceptions is worth reading.
    let isComparison = if case .comparison = worlds.observations[condition.observation].kind { true } else { false }
    if isComparison, !mustHold || !condition.isEquality { return }
    let shareOfOpposite = Double(rowCount(where: index, is: !mustHold)) / Double(worlds.rowCount)
    let exceptions = restingWorlds.filter { conditions.holds(index, in: $0.row) != mustHold }.map(\.tally).sum
    if isComparison, exceptions.count > 0 { return }
    statements.append(
      Statement(
        .settles, "at rest, \(mustHold ? condition.words : condition.negation)",
        mustHold ? condition.holds : condition.fails, weight: 6 * condition.weight,
        expected: Double(restingWorlds.count) * shareOfOpposite, exceptions: exceptions, total: worlds.worldCount,
        support: support,
        observations: [condition.observation], facts: [.atRest(2 * index + (mustHold ? 0 : 1))]))
  }

  // MARK: - Recoveries

  /// Adds the statement that every world can reach the start. Where it cannot be added, adds a statement for each condition:
  /// from every world, the condition can get back the truth value that it has at the start.
  private mutating func addRecoveries(_ conditions: [(index: Int, condition: Condition)]) {
    let simpleConditions = conditions.filter { _, condition in
      if isOfView(condition) { return false }
      // The condition that a number is 0 has a weight of 0.6, so the bound leaves it out.
      return switch worlds.observations[condition.observation].kind {
      case .flag, .presence, .options, .text, .choice, .number: condition.weight >= 0.9
      case .claim, .outstanding, .comparison: false
      }
    }
    if simpleConditions.isEmpty || addRecoveryOfStart() { return }
    // The list is cut, because each condition takes passes over the whole graph.
    for (index, condition) in simpleConditions.prefix(12) {
      let holds = worlds.rowOfWorld.map { self.conditions.holds(index, in: Int($0)) }
      let holdsAtStart = holds[0]
      // Of an enum with more than two cases, a negated condition says little.
      if !holdsAtStart, case .choice(let cases) = worlds.observations[condition.observation].kind, cases.count > 2 {
        continue
      }
      guard (0..<graph.startCount).allSatisfy({ holds[$0] == holdsAtStart }) else { continue }
      guard let reachability = reachability(of: holds.map { $0 == holdsAtStart }) else { continue }
      let stuck = Tally(
        kindCount: Set(reachability.stuck.map { worlds.rowOfWorld[$0] }).count, count: reachability.stuck.count,
        first: reachability.stuck.first)
      statements.append(
        Statement(
          .recovers, "it can always come to this again: \(holdsAtStart ? condition.words : condition.negation)",
          holdsAtStart ? condition.holds : condition.fails, weight: (stuck.count == 0 ? 2.5 : 5) * condition.weight,
          expected: Double(rowCount(where: index, is: !holdsAtStart)), exceptions: stuck,
          total: worlds.worldCount,
          // The worlds in which the condition is not as at the start, less those of which nothing is known.
          support: holds.count { $0 != holdsAtStart } - reachability.unknown,
          observations: [condition.observation], facts: [.recovers(2 * index + (holdsAtStart ? 0 : 1))]))
    }
  }

  /// Adds one statement that joins the start's conditions on all observations, if there is one start, every world can reach it,
  /// and the conditions are few.
  ///
  /// - Returns: `true` where the statement was added.
  private mutating func addRecoveryOfStart() -> Bool {
    guard graph.startCount == 1, worlds.rowCount > 1,
      let reachability = reachability(of: (0..<worlds.worldCount).map { $0 == 0 }), reachability.stuck.isEmpty,
      reachability.unknown == 0
    else { return false }
    let startConditions = worlds.observations.indices.compactMap { startCondition(on: $0) }
    guard let firstCondition = startConditions.first, startConditions.count <= Self.maxConditions else { return false }
    let formula = startConditions.dropFirst().reduce(firstCondition.formula) { Formula.and($0, $1.formula) }
    // The title names each condition, which may say less than the value at the start, such as that a list is not empty.
    let list =
      startConditions.dropLast().map(\.words).joined(separator: ", ") + (startConditions.count > 1 ? " and " : "")
    let statement = Statement(
      .recovers, "it can always come to this again: \(list)\(startConditions[startConditions.count - 1].words)",
      formula, weight: 3,
      expected: Double(worlds.rowCount), total: worlds.worldCount, support: worlds.worldCount,
      observations: Set(startConditions.map(\.observation)))
    statements.append(statement)
    return statement != nil
  }

  /// The largest number of conditions in the statement about the start; with more, it would be too long to read.
  private static let maxConditions = 6

  /// A condition on an observation that holds at the start and not in all worlds; `nil` for none. An integer must equal its
  /// value at the start; a condition on another value is coarser, such as being empty.
  private func startCondition(on observation: Int) -> (observation: Int, words: String, formula: Formula)? {
    let value = worlds.value(observation, of: Int(worlds.rowOfWorld[0]))
    let access = worlds.observations[observation].access
    guard access.optional == nil, !access.isOfView, value != ObservedWorlds.absent else { return nil }
    func conditionIfVarying(_ words: String, _ formula: Formula, _ holds: (Int32) -> Bool) -> (Int, String, Formula)? {
      let holdsEverywhere = (0..<worlds.rowCount).allSatisfy { holds(worlds.value(observation, of: $0)) }
      return holdsEverywhere ? nil : (observation, words, formula)
    }
    switch worlds.observations[observation].kind {
    case .number(isCount: false, _):
      let formula = Formula(expression: "\(access.expression) == \(value)", isSimple: false)
      return conditionIfVarying("\(access.words) is \(value)", formula) { $0 == value }
    case .flag, .presence, .options, .number, .text, .choice:
      let conditions = Condition.all(of: worlds.observations[observation], numbered: observation)
      if let met = conditions.first(where: { $0.test(value) }) {
        return conditionIfVarying(met.words, met.holds, met.test)
      }
      guard conditions.count == 1 else { return nil }
      return conditionIfVarying(conditions[0].negation, conditions[0].fails) { !conditions[0].test($0) }
    case .claim, .outstanding, .comparison: return nil
    }
  }

  /// The worlds from which the goal cannot be reached without a fault (`stuck`), and the number of worlds from which only
  /// unexplored steps may lead to it (`unknown`). `nil` where `unknown` is more than a tenth of all worlds.
  private func reachability(of goal: [Bool]) -> (stuck: [Int], unknown: Int)? {
    let judge = LivenessJudge(graph)
    let reachesSurely = judge.worldsReaching(goal)
    // Any world may be reached from a world with unexplored steps.
    let reachesPerhaps =
      graph.hasUnexploredSteps.contains(true)
      ? judge.worldsReaching(zip(goal, graph.hasUnexploredSteps).map { $0 || $1 }) : reachesSurely
    let unknown = goal.indices.count { reachesPerhaps[$0] && !reachesSurely[$0] }
    return unknown * 10 <= goal.count ? (goal.indices.filter { !reachesPerhaps[$0] }, unknown) : nil
  }
}
