/// Finds messages that change nothing when they are repeated, that take each other back, or whose order does not matter.
package struct MessageMiner {
  /// Two sequences of messages after which the model is the same.
  package struct Equation: Hashable {
    enum Kind {
      case idempotent
      case inverse
      case commuting
    }

    var kind: Kind
    /// The number of a message among the names of ``ObservedMessages``.
    var first: Int
    /// The number of another message, or of the same.
    var second: Int

    /// The sequences of messages: the model is the same after both.
    package var sequences: (left: [Int], right: [Int]) {
      switch kind {
      case .idempotent: ([first], [first, first])
      case .inverse: ([], [first, second])
      case .commuting: ([first, second], [second, first])
      }
    }
  }

  /// The truth of an equation in a world, as the explored steps tell.
  private enum Finding {
    /// The equation holds, and its first message changes the model; of commuting messages, each alone changes it.
    case holds
    /// The equation says nothing: a message changes nothing, or `update` throws.
    case idle
    /// The equation does not hold. With `isIdle`, the first message changes nothing.
    case broken(isIdle: Bool)
    /// The steps do not tell: the worlds that they lead to were not found, or not expanded.
    case unknown
  }

  /// The numbers of worlds by the truth of an equation in them.
  private struct Tally {
    let equation: Equation
    var relevantCount = 0
    var exceptionCount = 0
    /// The exceptions in which the first message does nothing.
    var idleExceptionCount = 0

    /// No statement can come of the equation: it has too many exceptions in worlds that the first message changes.
    var isHopeless: Bool { exceptionCount - idleExceptionCount > 32 + relevantCount / 2 }

    mutating func add(_ finding: Finding) {
      switch finding {
      case .holds: relevantCount += 1
      case .broken(let isIdle):
        relevantCount += 1
        exceptionCount += 1
        if isIdle { idleExceptionCount += 1 }
      case .idle, .unknown: break
      }
    }
  }

  /// The worlds that tell something about an equation, in the order of their numbers.
  private struct Evidence {
    let equation: Equation
    /// The worlds in which the equation says something.
    var relevantWorlds: [Int] = []
    /// The relevant worlds in which the equation does not hold.
    var exceptions: [Int] = []
    /// The worlds in which the steps do not tell.
    var undecidedWorlds: [Int] = []
  }

  private let worlds: ObservedWorlds
  private let messages: ObservedMessages
  private let conditions: ObservedConditions
  /// The world that each step leads to.
  private let targets: [UInt32]
  /// The steps whose `update` threw.
  private let failures: Set<Int>
  /// Returns whether an equation holds in a world, by calls of `update`.
  private let holds: (Equation, Int) -> Bool
  package private(set) var statements: [Statement] = []

  /// The largest number of statements of a kind, because each calls `update` in all worlds in which the steps do not tell.
  private static let mostOfKind = 6

  /// - Parameters:
  ///   - distinct: The indices of the conditions that are not equivalent to an earlier condition.
  ///   - failures: The steps whose `update` threw, of which an equation says nothing; `nil` where `update` cannot throw.
  ///   - holds: Returns whether an equation holds in a world, by calls of `update`.
  package init(
    _ worlds: ObservedWorlds, _ messages: ObservedMessages, _ conditions: ObservedConditions, distinct: [Int],
    targets: [UInt32], failures: [Int]?, holds: @escaping (Equation, Int) -> Bool
  ) {
    (self.worlds, self.messages, self.conditions) = (worlds, messages, conditions)
    (self.targets, self.failures, self.holds) = (targets, Set(failures ?? []), holds)
    let equations = self.equations
    guard !equations.isEmpty else { return }
    let modelConditions = distinct.filter { index in
      let condition = conditions.conditions[index]
      return !condition.isOfCommands && condition.holds.subject == .model
    }
    let candidates = tallies(of: equations).compactMap { candidate($0, modelConditions) }
    for kind in [Equation.Kind.idempotent, .inverse, .commuting] {
      let candidatesOfKind = candidates.filter { $0.equation.kind == kind }.sorted { $1.score < $0.score }
      var addedEquations: Set<Equation> = []
      for candidate in candidatesOfKind where addedEquations.count < Self.mostOfKind {
        // For two messages that take each other back, only one of the two statements is added.
        let equation = candidate.equation
        if kind == .inverse,
          addedEquations.contains(Equation(kind: kind, first: equation.second, second: equation.first))
        {
          continue
        }
        if add(candidate) { addedEquations.insert(equation) }
      }
    }
  }

  /// All equations of the messages that every world offers.
  private var equations: [Equation] {
    let commonMessages = messages.messagesOfferedEverywhere
    return commonMessages.flatMap { first in
      [Equation(kind: .idempotent, first: first, second: first)]
        + commonMessages.map { Equation(kind: .inverse, first: first, second: $0) }
        + commonMessages.filter { $0 > first }.map { Equation(kind: .commuting, first: first, second: $0) }
    }
  }

  // MARK: - Evidence

  /// The end of a sequence of messages from a world, as the explored steps tell.
  private enum End {
    case world(Int)
    /// `update` threw.
    case failure
    case unknown
  }

  private func end(of sequence: [Int], from world: Int) -> End {
    var world = world
    for message in sequence {
      let step = messages.step(message, of: world)
      guard step != ObservedMessages.unknown, Int(targets[Int(step)]) < worlds.worldCount else { return .unknown }
      if failures.contains(Int(step)) { return .failure }
      world = Int(targets[Int(step)])
    }
    return .world(world)
  }

  /// Returns whether a message changes the model of a world, as far as the steps tell.
  private func changes(_ message: Int, _ world: Int) -> Bool {
    guard case .world(let nextWorld) = end(of: [message], from: world) else { return false }
    return !messages.haveSameModel(world, nextWorld)
  }

  private func tallies(of equations: [Equation]) -> [Tally] {
    var openTallies = equations.map { Tally(equation: $0) }
    for world in 0..<worlds.worldCount {
      for index in openTallies.indices { openTallies[index].add(finding(openTallies[index].equation, world)) }
      // From time to time, equations that cannot become a statement are dropped.
      if world % 512 == 511 { openTallies.removeAll(where: \.isHopeless) }
    }
    return openTallies.filter { !$0.isHopeless && $0.relevantCount > 0 }
  }

  private func finding(_ equation: Equation, _ world: Int) -> Finding {
    let (left, right) = equation.sequences
    switch (end(of: left, from: world), end(of: right, from: world)) {
    case (.failure, _), (_, .failure): return .idle
    case (.unknown, _), (_, .unknown): return .unknown
    case (.world(let leftEnd), .world(let rightEnd)):
      let firstChangesModel = changes(equation.first, world)
      if !messages.haveSameModel(leftEnd, rightEnd) { return .broken(isIdle: !firstChangesModel) }
      return firstChangesModel && (equation.kind != .commuting || changes(equation.second, world)) ? .holds : .idle
    }
  }

  private func evidence(for equation: Equation) -> Evidence {
    var evidence = Evidence(equation: equation)
    for world in 0..<worlds.worldCount {
      switch finding(equation, world) {
      case .holds: evidence.relevantWorlds.append(world)
      case .broken:
        evidence.relevantWorlds.append(world)
        evidence.exceptions.append(world)
      case .idle: break
      case .unknown: evidence.undecidedWorlds.append(world)
      }
    }
    return evidence
  }

  // MARK: - Statements

  /// An equation that is worth a statement.
  private struct Candidate {
    let equation: Equation
    /// The literal under which the equation is stated; `nil` for all worlds. Literal 2n says that condition n holds, and
    /// literal 2n + 1 that it does not.
    var literal: Int?
    /// The observations that the equation's messages change.
    var footprint: Set<Int>
    var score: Double
  }

  /// The number of distinct rows of the worlds with the given indices.
  private func rowCount(_ indices: [Int]) -> Double { Double(Set(indices.map { worlds.rowOfWorld[$0] }).count) }

  /// An equation that may be worth a statement, with the condition under which it holds, if it needs a condition.
  private func candidate(_ tally: Tally, _ modelConditions: [Int]) -> Candidate? {
    // An inverse that does not hold where the first message does nothing is stated under a condition. Further exceptions would
    // need another condition.
    if tally.idleExceptionCount > 0, tally.equation.kind == .inverse, tally.idleExceptionCount < tally.exceptionCount {
      return nil
    }
    var evidence = evidence(for: tally.equation)
    var literal: Int?
    if tally.idleExceptionCount > 0, tally.equation.kind == .inverse {
      guard let scope = scopeLiteral(for: evidence, modelConditions) else { return nil }
      literal = scope
      evidence.relevantWorlds.removeAll { !satisfies(scope, $0) }
      evidence.exceptions = []
    }
    let (first, second) = (footprint(tally.equation.first, evidence), footprint(tally.equation.second, evidence))
    let weight = weight(
      of: tally.equation, isNearMiss: !evidence.exceptions.isEmpty, touchesSameValues: !first.isDisjoint(with: second))
    let score = Statement.score(
      weight: literal == nil ? weight : 0.8 * weight,
      expected: Statement.exceptionRate * rowCount(evidence.relevantWorlds),
      exceptionCount: rowCount(evidence.exceptions))
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

  private func satisfies(_ literal: Int, _ world: Int) -> Bool {
    conditions.holds(literal / 2, in: Int(worlds.rowOfWorld[world])) == (literal % 2 == 0)
  }

  /// Of the literals that no exception satisfies, the one that the most relevant worlds satisfy.
  ///
  /// - Returns: `nil` where there is none, or fewer than half of the relevant worlds without an exception satisfy it.
  private func scopeLiteral(for evidence: Evidence, _ modelConditions: [Int]) -> Int? {
    let (exceptions, relevant) = (evidence.exceptions, evidence.relevantWorlds)
    var best: (literal: Int, count: Int)?
    for literal in modelConditions.flatMap({ [2 * $0, 2 * $0 + 1] })
    where !exceptions.contains(where: { satisfies(literal, $0) }) {
      let count = relevant.count { satisfies(literal, $0) }
      if count > best?.count ?? 0 { best = (literal, count) }
    }
    guard let best, 2 * best.count >= relevant.count - exceptions.count else { return nil }
    return best.literal
  }

  /// The observations that a message changes in the first 64 relevant worlds.
  private func footprint(_ message: Int, _ evidence: Evidence) -> Set<Int> {
    var changedObservations: Set<Int> = []
    for world in evidence.relevantWorlds.prefix(64) {
      guard case .world(let nextWorld) = end(of: [message], from: world) else { continue }
      let (rowBefore, rowAfter) = (Int(worlds.rowOfWorld[world]), Int(worlds.rowOfWorld[nextWorld]))
      for observation in worlds.observations.indices where !worlds.observations[observation].access.isOfView {
        if worlds.value(observation, of: rowBefore) != worlds.value(observation, of: rowAfter) {
          changedObservations.insert(observation)
        }
      }
    }
    return changedObservations
  }

  /// Adds the statement of a candidate.
  ///
  /// - Returns: `false` where the statement has exceptions that its condition should have excluded.
  private mutating func add(_ candidate: Candidate) -> Bool {
    let equation = candidate.equation
    func isInScope(_ world: Int) -> Bool { candidate.literal.map { satisfies($0, world) } ?? true }
    let evidence = evidence(for: equation)
    // A check of the statement calls `update` in every world, so the worlds in which the steps do not tell are tried as well.
    let foundByUpdate = evidence.undecidedWorlds.filter { isInScope($0) && !holds(equation, $0) }
    let exceptions = (evidence.exceptions.filter(isInScope) + foundByUpdate).sorted()
    guard candidate.literal == nil || exceptions.isEmpty else { return false }
    let (first, second) = (messages.names[equation.first], messages.names[equation.second])
    var (words, code): (String, String)
    switch equation.kind {
    case .idempotent: (words, code) = ("\(first.words) is idempotent", "Idempotent(\(first.swift))")
    case .inverse:
      words = "\(second.words) takes back \(first.words)"
      code = "Inverse(of: \(first.swift), \(second.swift))"
    case .commuting:
      words = "\(first.words) and \(second.words) commute"
      code = "Commute(\(first.swift), \(second.swift))"
    }
    if let literal = candidate.literal {
      let condition = conditions.conditions[literal / 2]
      words += " while \(literal % 2 == 0 ? condition.words : condition.negation)"
      code = (literal % 2 == 0 ? condition.holds : condition.fails).code(code)
    }
    statements.append(
      Statement(
        words: words, code: code, total: worlds.worldCount,
        support: evidence.relevantWorlds.count(where: isInScope) + foundByUpdate.count,
        exceptionCount: exceptions.count,
        firstException: exceptions.first.map { .world($0) },
        observations: candidate.footprint, score: candidate.score))
    return true
  }
}
