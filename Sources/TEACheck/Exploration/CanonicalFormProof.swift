internal import TEAResults
internal import TEARuntime

/// Finds the *suspects* of a graph that holds all worlds within the bounds: the worlds whose canonical form, in short *form*,
/// may be wrong.
///
/// A world that was not expanded is a suspect, because its steps are not known, unless it is its own form.
/// ``Rules/violationOfCanonicalForm(of:)`` then judges each suspect. The graph tells the targets of the steps of expanded
/// worlds, so the form is applied to each world once.
///
/// - Complexity: One application of the form and two keys for each world, and for each step of a form.
struct CanonicalFormProof<M: Module> {
  private let rules: Rules<M>
  private let graph: WorldGraph<M>
  private let form: CanonicalForm<M>
  /// The index in ``forms`` of each form, by the key of the form.
  private var formNumbers: [AnyHashable: Int] = [:]
  private var forms: [Form] = []
  /// The number of each world's form, and `true` where the world is its own form; by the number of the world in the graph.
  private var formOfWorld: [(number: Int, isOwn: Bool)] = []

  /// A form, and the profile that the worlds with this form must have.
  private struct Form {
    let world: World<M>
    /// `nil` until it is computed.
    var profile: Profile?
  }

  /// The facts that must be the same for a world and its form.
  private struct Profile: Equatable {
    /// `false` where `view` throws.
    var hasView: Bool
    var properties: [PropertyValue]
    var results: Set<StepResult>
  }

  /// The facts about a step that must be the same for a world and its form.
  private struct StepResult: Hashable {
    /// The number of the form of the world to which the step leads.
    var form: Int
    /// The values of the properties of steps.
    var values: [PropertyValue]
  }

  /// - Returns: `nil` where no canonical form is declared, or worlds have surroundings.
  init?(of rules: Rules<M>, over graph: WorldGraph<M>) {
    guard let form = rules.canonicalForm, !rules.hasSurroundings else { return nil }
    (self.rules, self.graph, self.form) = (rules, graph, form)
  }

  /// The suspects, in the order of discovery; all worlds of the graph where one of them or its form cannot be compared.
  ///
  /// - Parameter isInterrupted: Returns `true` to end this call early; its result is then incomplete.
  mutating func suspects(unless isInterrupted: () -> Bool) -> [Int] {
    let all = 0..<graph.worldCount
    for world in graph.worlds {
      guard !isInterrupted() else { return [] }
      guard let form = UserCode.calling(.form, { try? formNumber(of: world) }) else { return Array(all) }
      formOfWorld.append(form)
    }
    return all.filter { world in
      !isInterrupted() && !formOfWorld[world].isOwn
        && (world >= graph.expandedCount || UserCode.calling(.form) { isSuspect(world) })
    }
  }

  /// The number of a world's form, and `true` where the world is its own form.
  private mutating func formNumber(of world: World<M>) throws -> (number: Int, isOwn: Bool) {
    let (ownKey, canonical) = (try form.comparison.key(world), form.apply(world))
    let key = try form.comparison.key(canonical)
    if let number = formNumbers[key] { return (number, ownKey == key) }
    let number = forms.count
    formNumbers[key] = number
    forms.append(Form(world: canonical))
    return (number, ownKey == key)
  }

  /// Returns `true` where the form of a world may be wrong: it has no profile, or its profile differs from that of the world.
  private mutating func isSuspect(_ number: Int) -> Bool {
    let formNumber = formOfWorld[number].number
    guard let expected = profile(ofForm: formNumber) else { return true }
    let world = graph.worlds[number]
    return Profile(
      hasView: (try? M.view(for: world.model)) != nil, properties: rules.propertyValues(in: world),
      results: results(of: number)) != expected
  }

  /// The profile of a form, made at the first call.
  ///
  /// - Returns: `nil` where the form of the form is another world, where the possible steps cannot be computed, or where a step
  ///   leads to a world that cannot be compared.
  private mutating func profile(ofForm number: Int) -> Profile? {
    if let profile = forms[number].profile { return profile }
    let world = forms[number].world
    guard let formOfForm = try? formNumber(of: world), formOfForm == (number, true),
      let steps = try? rules.possibleSteps(in: world)
    else { return nil }
    var results: Set<StepResult> = []
    for step in steps {
      let outcome = rules.take(step, in: world)
      guard let target = try? formNumber(of: outcome.world) else { return nil }
      results.insert(StepResult(form: target.number, values: rules.propertyValues(of: step, in: world, outcome)))
    }
    let profile = Profile(
      hasView: (try? M.view(for: world.model)) != nil, properties: rules.propertyValues(in: world), results: results)
    forms[number].profile = profile
    return profile
  }

  private func results(of world: Int) -> Set<StepResult> {
    var results: Set<StepResult> = []
    let valuesMayDiffer = !rules.stepProperties.isEmpty || M.Failure.self != Never.self
    for edge in graph.edges(of: world) {
      // Without properties of steps and declared failures, the only value says that `update` succeeded: an undeclared failure
      // would have ended the search.
      var values = [PropertyValue.yes]
      if valuesMayDiffer {
        let (step, sourceWorld) = (graph.steps[edge], graph.worlds[world])
        values = rules.propertyValues(of: step, in: sourceWorld, rules.take(step, in: sourceWorld))
      }
      results.insert(StepResult(form: formOfWorld[Int(graph.targets[edge])].number, values: values))
    }
    return results
  }
}
