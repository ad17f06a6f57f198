internal import TEARuntime

/// The worlds of a whole graph whose form may be wrong.
///
/// A form is taken once for each world and not once for each step: where a step leads is in the graph, and where the steps
/// of a form lead is found once for all worlds that share it. What is suspected here is judged by ``Rules/violationOfForm(of:)``,
/// which also says why; what is not is right.
///
/// - Complexity: One application of the form and one key for each world; one step more for each step of a form.
struct FormProof<M: Module> {
  private let rules: Rules<M>
  private let graph: WorldGraph<M>
  private let form: CanonicalForm<M>
  /// The number of the form with a key.
  private var numbers: [AnyHashable: Int] = [:]
  private var forms: [Form] = []
  /// The form of each world, and whether the world is its own.
  private var formOfWorld: [(number: Int, isOwn: Bool)] = []

  /// A form, as its worlds must be.
  private struct Form {
    let world: World<M>
    var profile: Profile?
  }

  /// The profile that a world and its form have in common.
  private struct Profile: Equatable {
    var hasView: Bool
    var properties: [Answer]
    var results: Set<Result>
  }

  private struct Result: Hashable {
    var form: Int
    var answers: [Answer]
  }

  init?(of rules: Rules<M>, over graph: WorldGraph<M>) {
    // The waits of a graph are more than those that a form is asked for.
    guard let form = rules.canonicalForm, !rules.hasSurroundings else { return nil }
    (self.rules, self.graph, self.form) = (rules, graph, form)
  }

  /// The worlds to be judged, in the order in which they were found.
  ///
  /// - Parameter isInterrupted: Asked for each world.
  mutating func suspects(unless isInterrupted: () -> Bool) -> [Int] {
    for world in graph.worlds {
      guard !isInterrupted() else { return [] }
      guard let found = UserCode.calling(.form, { try? number(of: world) }) else { return Array(0..<graph.worldCount) }
      formOfWorld.append(found)
    }
    return (0..<graph.worldCount).filter { world in
      !isInterrupted() && !formOfWorld[world].isOwn && UserCode.calling(.form) { isSuspect(world) }
    }
  }

  /// The form of a world.
  private mutating func number(of world: World<M>) throws -> (number: Int, isOwn: Bool) {
    let (own, other) = (try form.key(world), form.apply(world))
    let key = try form.key(other)
    if let number = numbers[key] { return (number, own == key) }
    let number = forms.count
    numbers[key] = number
    forms.append(Form(world: other))
    return (number, own == key)
  }

  private mutating func isSuspect(_ number: Int) -> Bool {
    let form = formOfWorld[number].number
    guard let expected = profile(ofForm: form) else { return true }
    let world = graph.worlds[number]
    return Profile(
      hasView: (try? M.view(for: world.model)) != nil, properties: rules.propertyAnswers(in: world),
      results: results(of: number)) != expected
  }

  /// - Returns: Nil where the form is no form of itself, or cannot be asked what follows it.
  private mutating func profile(ofForm number: Int) -> Profile? {
    if let profile = forms[number].profile { return profile }
    let world = forms[number].world
    guard let again = try? self.number(of: world), again == (number, true),
      let steps = try? rules.possibleSteps(in: world)
    else { return nil }
    var results: Set<Result> = []
    for step in steps {
      let outcome = rules.take(step, in: world)
      guard let target = try? self.number(of: outcome.world) else { return nil }
      results.insert(Result(form: target.number, answers: rules.propertyAnswers(of: step, in: world, outcome)))
    }
    let profile = Profile(
      hasView: (try? M.view(for: world.model)) != nil, properties: rules.propertyAnswers(in: world), results: results)
    forms[number].profile = profile
    return profile
  }

  private func results(of world: Int) -> Set<Result> {
    var results: Set<Result> = []
    let asksSteps = !rules.steps.isEmpty
    for step in graph.edges(of: world) {
      // A step of the graph did not fail: one that does ends the search.
      var answers = [Answer.yes]
      if asksSteps {
        let (taken, source) = (graph.steps[step], graph.worlds[world])
        answers = rules.propertyAnswers(of: taken, in: source, rules.take(taken, in: source))
      }
      results.insert(Result(form: formOfWorld[Int(graph.targets[step])].number, answers: answers))
    }
    return results
  }
}
