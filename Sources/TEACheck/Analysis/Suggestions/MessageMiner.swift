/// Finds messages that change nothing when they are repeated, that take each other back, or whose order does not matter.
package struct MessageMiner {
  /// Two sequences of messages after which the model is the same.
  package struct Equation: Hashable {
    package enum Kind: CaseIterable {
      case idempotent
      case inverse
      case commuting
    }

    package var kind: Kind
    /// The index of a message among ``ObservedMessages/names``.
    package var first: Int
    package var second: Int

    package var sequences: (left: [Int], right: [Int]) {
      switch kind {
      case .idempotent: ([first], [first, first])
      case .inverse: ([], [first, second])
      case .commuting: ([first, second], [second, first])
      }
    }
  }

  private struct EquationTally {
    let equation: Equation
    /// The number of worlds in which the equation says something.
    var relevantCount = 0
    /// The number of relevant worlds in which the equation does not hold.
    var exceptionCount = 0
    /// The number of exceptions in which the first message changes nothing.
    var idleExceptionCount = 0

    /// The equation is given up: it has too many exceptions in worlds that the first message changes. At least 32 are allowed,
    /// because the first worlds alone tell little.
    var isHopeless: Bool { exceptionCount - idleExceptionCount > 32 + relevantCount / 2 }

    mutating func add(_ finding: Finding) {
      switch finding {
      case .holds: relevantCount += 1
      case .broken(let isIdle):
        relevantCount += 1
        exceptionCount += 1
        if isIdle { idleExceptionCount += 1 }
      case .vacuous, .unknown: break
      }
    }
  }

  /// The worlds that tell something about an equation, in the order of their numbers.
  private struct Evidence {
    var relevantWorlds: [Int] = []
    var exceptions: [Int] = []
  }

  private let worlds: ObservedWorlds
  private let messages: ObservedMessages
  private let conditions: ObservedConditions
  private let ends: Ends
  /// For each world, the number of the row that holds its observed values; worlds with equal values share a row.
  private let rowOfWorld: [UInt32]
  package private(set) var statements: [Statement] = []

  /// Tests equations in a world by calls of `update`.
  ///
  /// Bit n of `tested` is 1 where the equation with index n is to be tested. Bit n of the result is 1 where it was tested and
  /// does not hold.
  package typealias Test = (_ equations: [Equation], _ tested: UInt32, _ world: Int) -> UInt32

  /// The largest number of statements of a kind. Few are enough, and the test of each calls `update` in all worlds in which the
  /// steps do not tell.
  private static let maxStatementsOfKind = 6

  /// - Parameters:
  ///   - distinct: The indices of the conditions to use, see ``StateMiner/distinctConditions``.
  ///   - failures: The steps whose `update` threw, about which equations say nothing; `nil` where `update` cannot throw.
  package init(
    _ worlds: ObservedWorlds, _ messages: ObservedMessages, _ conditions: ObservedConditions, distinct: [Int],
    targets: [UInt32], failures: [Int]?, test: Test
  ) {
    (self.worlds, self.messages, self.conditions) = (worlds, messages, conditions)
    rowOfWorld = worlds.rowOfWorld
    ends = Ends(messages, worldCount: worlds.worldCount, targets: targets, failures: Set(failures ?? []))
    let equations = self.equations
    guard !equations.isEmpty else { return }
    let modelConditions = distinct.filter { index in
      let condition = conditions.conditions[index]
      return !condition.isOfCommands && condition.holds.subject == .model
    }
    let candidates = tallies(of: equations).compactMap { candidate($0, modelConditions) }
    var queues = Equation.Kind.allCases.map { kind in
      candidates.filter { $0.equation.kind == kind }.sorted { $1.score < $0.score }
    }
    var added: [[Equation]] = queues.map { _ in [] }
    // The equations of a round are tested together, so that each world is made once.
    while true {
      var trials: [Trial] = []
      for queue in queues.indices {
        var (postponed, taken) = ([Candidate](), [Equation]())
        while added[queue].count + taken.count < Self.maxStatementsOfKind, let candidate = queues[queue].first {
          queues[queue].removeFirst()
          // Two messages that take each other back make two equations. Only one is added, so the second waits for the first.
          let equation = candidate.equation
          let reversed = Equation(kind: equation.kind, first: equation.second, second: equation.first)
          let isInverse = equation.kind == .inverse && equation != reversed
          if isInverse, added[queue].contains(reversed) { continue }
          if isInverse, taken.contains(reversed) {
            postponed.append(candidate)
          } else {
            taken.append(equation)
            trials.append(Trial(candidate: candidate, queue: queue))
          }
        }
        queues[queue] = postponed + queues[queue]
      }
      if trials.isEmpty { break }
      run(&trials, test)
      for trial in trials where !trial.isRefuted {
        add(trial)
        added[trial.queue].append(trial.candidate.equation)
      }
    }
  }

  private var equations: [Equation] {
    let commonMessages = messages.messagesOfferedEverywhere
    return commonMessages.flatMap { first in
      [Equation(kind: .idempotent, first: first, second: first)]
        + commonMessages.map { Equation(kind: .inverse, first: first, second: $0) }
        + commonMessages.filter { $0 > first }.map { Equation(kind: .commuting, first: first, second: $0) }
    }
  }

  // MARK: - Evidence

  private func tallies(of equations: [Equation]) -> [EquationTally] {
    var openTallies = equations.map { EquationTally(equation: $0) }
    // To save time, hopeless equations are dropped after each batch of worlds.
    let batchSize = 512
    for first in stride(from: 0, to: worlds.worldCount, by: batchSize) {
      let end = min(first + batchSize, worlds.worldCount)
      for index in openTallies.indices {
        for world in first..<end { openTallies[index].add(ends.finding(of: openTallies[index].equation, in: world)) }
      }
      openTallies.removeAll(where: \.isHopeless)
    }
    return openTallies.filter { $0.relevantCount > 0 }
  }

  private func evidence(for equation: Equation) -> Evidence {
    var evidence = Evidence()
    for world in 0..<worlds.worldCount {
      switch ends.finding(of: equation, in: world) {
      case .holds: evidence.relevantWorlds.append(world)
      case .broken:
        evidence.relevantWorlds.append(world)
        evidence.exceptions.append(world)
      case .vacuous, .unknown: break
      }
    }
    return evidence
  }

  // MARK: - Statements

  private struct Candidate {
    let equation: Equation
    /// The literal under which the equation is stated; `nil` for all worlds. Literal 2n says that condition n holds, and
    /// literal 2n + 1 that it does not.
    var literal: Int?
    /// The observations that the equation's messages change.
    var footprint: Set<Int>
    var score: Double
  }

  private func rowCount(ofWorlds worldNumbers: [Int]) -> Double {
    var (count, isCounted) = (0, [Bool](repeating: false, count: worlds.rowCount))
    for world in worldNumbers where !isCounted[Int(rowOfWorld[world])] {
      isCounted[Int(rowOfWorld[world])] = true
      count += 1
    }
    return Double(count)
  }

  /// An equation, with its condition if it needs one; `nil` where it is not worth a statement.
  private func candidate(_ tally: EquationTally, _ modelConditions: [Int]) -> Candidate? {
    // A condition is tried only where it may exclude all exceptions: in each of them, the first message changes nothing.
    if tally.idleExceptionCount > 0, tally.equation.kind == .inverse, tally.idleExceptionCount < tally.exceptionCount {
      return nil
    }
    var evidence = evidence(for: tally.equation)
    var literal: Int?
    if tally.idleExceptionCount > 0, tally.equation.kind == .inverse {
      guard let excludingLiteral = literalExcludingExceptions(of: evidence, modelConditions) else { return nil }
      literal = excludingLiteral
      evidence.relevantWorlds.removeAll { !holds(excludingLiteral, in: $0) }
      evidence.exceptions = []
    }
    let (first, second) = (footprint(tally.equation.first, evidence), footprint(tally.equation.second, evidence))
    let weight = weight(
      of: tally.equation, isNearMiss: !evidence.exceptions.isEmpty, touchesSameValues: !first.isDisjoint(with: second))
    let score = Statement.score(
      weight: literal == nil ? weight : 0.8 * weight,
      expectedExceptionCount: Statement.expectedExceptionShare * rowCount(ofWorlds: evidence.relevantWorlds),
      exceptionCount: rowCount(ofWorlds: evidence.exceptions))
    return score.map {
      Candidate(equation: tally.equation, literal: literal, footprint: first.union(second), score: $0)
    }
  }

  private func weight(of equation: Equation, isNearMiss: Bool, touchesSameValues: Bool) -> Double {
    switch equation.kind {
    case .idempotent: isNearMiss ? 3 : 2
    case .inverse: isNearMiss ? 3 : equation.first == equation.second ? 2.5 : 3.5
    // Messages that change different values do so in either order, unless something is wrong.
    case .commuting: isNearMiss ? 2.5 : touchesSameValues ? 2 : 0.7
    }
  }

  private func holds(_ literal: Int, in world: Int) -> Bool {
    conditions.holds(literal / 2, in: Int(rowOfWorld[world])) == (literal % 2 == 0)
  }

  /// The literal that holds in no exception, and in the most relevant worlds; `nil` where these are fewer than half of the
  /// relevant worlds that are no exceptions.
  private func literalExcludingExceptions(of evidence: Evidence, _ modelConditions: [Int]) -> Int? {
    let (exceptions, relevant) = (evidence.exceptions, evidence.relevantWorlds)
    var best: (literal: Int, count: Int)?
    // A bit for each condition: set in `metBits` if the condition holds in some exception, in `unmetBits` if it fails in some.
    var (metBits, unmetBits) = (UInt64(0), UInt64(0))
    for world in exceptions {
      let bits = conditions.bits[Int(rowOfWorld[world])]
      (metBits, unmetBits) = (metBits | bits, unmetBits | ~bits)
    }
    for literal in modelConditions.flatMap({ [2 * $0, 2 * $0 + 1] })
    where (literal % 2 == 0 ? metBits : unmetBits) >> UInt64(literal / 2) & 1 == 0 {
      let count = relevant.count { holds(literal, in: $0) }
      if count > best?.count ?? 0 { best = (literal, count) }
    }
    guard let best, 2 * best.count >= relevant.count - exceptions.count else { return nil }
    return best.literal
  }

  /// The observations that a message changes, except observations of the view. For speed, only the first 64 relevant worlds are
  /// looked at.
  private func footprint(_ message: Int, _ evidence: Evidence) -> Set<Int> {
    var changedObservations: Set<Int> = []
    for world in evidence.relevantWorlds.prefix(64) {
      let nextWorld = ends.end(of: message, from: UInt32(world))
      guard nextWorld < Ends.failure else { continue }
      let (rowBefore, rowAfter) = (Int(rowOfWorld[world]), Int(rowOfWorld[Int(nextWorld)]))
      for observation in worlds.observations.indices where !worlds.observations[observation].access.isOfView {
        if worlds.value(observation, of: rowBefore) != worlds.value(observation, of: rowAfter) {
          changedObservations.insert(observation)
        }
      }
    }
    return changedObservations
  }

  private struct Trial {
    let candidate: Candidate
    /// The index of the queue that the candidate comes from; each kind of equation has a queue.
    let queue: Int
    /// The number of worlds in which the equation is known to say something.
    var support = 0
    var exceptions = Tally()
    /// The equation has an exception that its condition should have excluded.
    var isRefuted: Bool { candidate.literal != nil && exceptions.count > 0 }
  }

  private func run(_ trials: inout [Trial], _ test: Test) {
    let (equations, literals) = (trials.map(\.candidate.equation), trials.map(\.candidate.literal))
    for world in 0..<worlds.worldCount {
      var undecided: UInt32 = 0
      for index in trials.indices where !trials[index].isRefuted {
        if let literal = literals[index], !holds(literal, in: world) { continue }
        switch ends.finding(of: equations[index], in: world) {
        case .holds: trials[index].support += 1
        case .broken:
          trials[index].support += 1
          trials[index].exceptions.add(1, first: world)
        case .vacuous: break
        case .unknown: undecided |= 1 << UInt32(index)
        }
      }
      // A check of the statement calls `update` in every world, so the worlds in which the steps do not tell are tried as well.
      guard undecided != 0 else { continue }
      let broken = test(equations, undecided, world)
      for index in trials.indices where broken >> UInt32(index) & 1 != 0 {
        trials[index].support += 1
        trials[index].exceptions.add(1, first: world)
      }
    }
  }

  private mutating func add(_ trial: Trial) {
    let candidate = trial.candidate
    let equation = candidate.equation
    let (first, second) = (messages.names[equation.first], messages.names[equation.second])
    var words: String
    let code: String
    switch equation.kind {
    case .idempotent: (words, code) = ("\(first.words) is idempotent", "Idempotent(\(first.code))")
    case .inverse:
      words = "\(second.words) takes back \(first.words)"
      code = "Inverse(of: \(first.code), \(second.code))"
    case .commuting:
      words = "\(first.words) and \(second.words) commute"
      code = "Commute(\(first.code), \(second.code))"
    }
    var premise: Formula?
    if let literal = candidate.literal {
      let condition = conditions.conditions[literal / 2]
      words += " while \(literal % 2 == 0 ? condition.words : condition.negation)"
      premise = literal % 2 == 0 ? condition.holds : condition.fails
    }
    var statement = Statement(
      words: words, code: premise?.code(code) ?? code, total: worlds.worldCount, support: trial.support,
      exceptions: trial.exceptions, observations: candidate.footprint, score: candidate.score)
    statement.law = equation.kind
    statement.family = "\(equation.kind): \(first.family), \(second.family)"
    statements.append(statement)
  }
}
