internal import TEAResults
internal import TEASupport
internal import TEARuntime
internal import Synchronization

/// The facts that a check has learned about its program; all rules of the check share them.
final class Learning: Sendable {
  private let state = Mutex(LearnedFacts())

  var facts: LearnedFacts {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension CheckRunner {
  /// The rules of the check. They derive no message that the outside world was found to send.
  ///
  /// - Parameter cases: The numbers of the message cases that the outside world sends; `nil` for those that were learned.
  func rules(sentFromOutside cases: Set<Int>? = nil, watchedBy watch: TrapWatch = TrapWatch(nil)) throws -> Rules<M> {
    let rules = try Rules<M>(
      specification.declarations, scope: bounds.scope(settings),
      sentFromOutside: cases ?? learning.facts.casesFromOutside, sortsLists: learning.facts.sortsLists, watch: watch)
    // Kept, so that later rules, which may not be watched, need not call the declarations again, which may trap.
    if learning.facts.casesFromOutside == nil { learning.facts.casesFromOutside = rules.underivedCases }
    return rules
  }

  /// Explores the first worlds for derived messages that the outside world sends, and makes rules that do not derive them.
  ///
  /// Called after a violation or a trap, which a derived message that no person can send may have caused. Also called after a
  /// passed or an inconclusive check, if a property asks for a reachable world, or for a world at rest: messages of the system
  /// keep a world from rest. Any other pass stays valid, because derived messages only add worlds.
  ///
  /// - Parameters:
  ///   - trappedCase: The number of the message's case whose step traps; `nil` for none. This exploration does not derive the
  ///     case, so that it does not end at the same trap.
  ///   - knownCases: The numbers of the message cases that the outside world sent in the search before.
  /// - Returns: `nil` where nothing new was learned, or where the rules cannot be made.
  /// - Throws: ``VaryingSteps`` where this exploration finds that a list is not the same each time.
  func rulesAfterLearning(
    _ rules: Rules<M>, withoutCase trappedCase: Int?, knowing knownCases: Set<Int> = []
  ) throws -> Rules<M>? {
    guard rules.derivesMessages, rules.mayMissMessagesFromOutside else { return nil }
    let sentCases = Mutex<Set<Int>>([])
    var observingRules = rules
    if let trappedCase {
      let cases = rules.underivedCases.union([trappedCase])
      guard let rulesWithoutCase = try? self.rules(sentFromOutside: cases, watchedBy: watch) else { return nil }
      observingRules = rulesWithoutCase
    }
    observingRules.observeOnly { [rulesOfSteps = observingRules] world in
      let found = try rulesOfSteps.stepsBesidesMessages(in: world).compactMap { step -> Int? in
        if case .event(let event) = step, event.isOfPerson { return nil }
        return step.message.flatMap(rulesOfSteps.numberOfCase)
      }
      if !found.isEmpty { sentCases.withLock { $0.formUnion(found) } }
    }
    var limits = ExplorationBounds(states: Self.maxWorldsToLearnFrom, time: timeLeft)
    limits.interruption = settings.interruption
    let exploration = specification.engines.explore(observingRules, limits, 1) { _ in }
    if case .error(let error as VaryingSteps) = exploration.end { throw error }
    // A search that ends because lists must be sorted has not seen all messages.
    if !learning.facts.sortsLists, let sortedRules = try? rulesInCanonicalOrder(after: observingRules) {
      return sortedRules
    }
    let cases = sentCases.withLock { $0 }.union(rules.underivedCases).union(knownCases)
    guard cases != rules.underivedCases else { return nil }
    let earlierFacts = learning.facts
    learning.facts.casesFromOutside = cases
    let newRules = try? makeRules()
    if newRules == nil { learning.facts = earlierFacts }
    return newRules
  }

  /// The numbers of the message cases that the outside world sends in a search of all worlds within the bounds; empty for any
  /// other search, because the number of workers decides how many steps it has counted.
  func casesFromOutside(in exploration: Exploration<M>, _ rules: Rules<M>) -> Set<Int> {
    // The counts take late messages of views for messages from outside.
    guard exploration.end.isBySearchItself, rules.derivesMessages, rules.surroundingRules?.hasStaleViews != true else {
      return []
    }
    return exploration.casesFromOutside
  }

  /// So few worlds take little time, and most commands and subscriptions occur near the start.
  private static var maxWorldsToLearnFrom: Int { 1_000 }
}

extension Rules {
  /// Replaces all properties by one that always holds, and hands each world to `observe`.
  fileprivate mutating func observeOnly(_ observe: @escaping @Sendable (World<M>) throws -> Void) {
    let place = SourcePlace(fileID: #fileID, filePath: #filePath, line: #line)
    relaxProperties()
    (stepProperties, liveness) = ([], [])
    always = [
      Property(name: "messages of the world", place: place) { world in
        try? observe(world)
        return true
      }
    ]
    prepare()
  }
}
