internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

/// A canonical form: a function that maps each world to the one that represents all worlds like it.
struct CanonicalForm<M: Module>: Sendable {
  var apply: @Sendable (World<M>) -> World<M>
  let place: SourcePlace
  let comparison: WorldComparison<M>
  /// The check of the form before the search; `nil` where there was none.
  var trial: CanonicalFormTrial?

  /// The form was found right for every world that the program reaches without the form, within the bounds of the check. The
  /// search checks an unproven form in a sample of the worlds that it replaces; see ``CanonicalFormSample``.
  var isProven: Bool {
    switch trial {
    case .whole?, .toDepth?: true
    case .part?, nil: false
    }
  }

  /// The size of the frontier at which ``CanonicalFormTrial/toDepth(_:worlds:frontier:)`` ended; `nil` for any other trial. The
  /// form may be wrong beyond this frontier, even if a search by the form takes every step.
  var frontierOfProof: Int? { if case .toDepth(_, _, let frontier)? = trial { frontier } else { nil } }

  /// The name of the property that a wrong form violates.
  static var property: String { "Symmetric gives a canonical form" }

  func violation(_ detail: String) -> Violation { Violation(property: Self.property, place: place, detail: detail) }
}

/// The part of the state space in which a form was checked before the search.
enum CanonicalFormTrial {
  case whole(worlds: Int)
  /// All worlds up to a depth: their number, and the number of those whose steps were not taken.
  case toDepth(Int, worlds: Int, frontier: Int)
  /// The first `worlds` worlds of an exploration, and the worlds of random runs. The exploration needs more of `option`.
  case part(worlds: Int, option: String)

  /// The largest number of worlds of a ``part(worlds:option:)``.
  static var maxWorlds: Int { 1_000 }
  /// The number of random runs of a ``part(worlds:option:)``.
  static var runCount: Int { 10 }
  /// The largest number of steps of a random run of a ``part(worlds:option:)``.
  static var maxLength: Int { 100 }
}

/// The replaced worlds in which the search checks an unproven form: the first ones, and a sample of the others.
enum CanonicalFormSample {
  /// The number of the first replaced worlds, in all of which the form is checked.
  static var firstCount: Int { 10_000 }
  /// The form is checked in one of this many later replaced worlds.
  static var stride: Int { 16 }

  static func contains(_ number: Int) -> Bool { number < firstCount || number.isMultiple(of: stride) }
}

extension Rules {
  /// The violation by a canonical form that is wrong for a world; `nil` for a form that is right.
  ///
  /// Applied to its own result, the form must change nothing. A world and its form must satisfy the same properties. The steps
  /// of both must satisfy the same properties, and lead to worlds with the same forms.
  func violationOfCanonicalForm(of world: World<M>) -> Violation? {
    guard let form = canonicalForm else { return nil }
    return UserCode.calling(.form) { violation(of: form, in: world) }
  }

  private func violation(of form: CanonicalForm<M>, in world: World<M>) -> Violation? {
    let canonical = form.apply(world)
    let (hash, isSame) = (form.comparison.hash, form.comparison.isSame)
    // Worlds that cannot be compared, and models that are unequal to themselves, are errors that the search reports elsewhere.
    guard hash(world) != nil, hash(canonical) != nil, isSame(world, world), !isSame(world, canonical) else {
      return nil
    }
    do {
      let twice = form.apply(canonical)
      if !isSame(twice, canonical) {
        return form.violation("applied to its own result, the form changes \(Self.change(from: canonical, to: twice))")
      }
      let detail = try differenceOfProperties(world, canonical) ?? differenceOfSteps(world, canonical, form)
      return detail.map {
        form.violation("\($0)\nbetween this world and its form: \(Self.change(from: world, to: canonical))")
      }
    } catch {
      // A step leads to a world that cannot be compared.
      return nil
    }
  }

  private static func change(from world: World<M>, to other: World<M>) -> String {
    textOfDifference(world.model, other.model)
      ?? textOfDifference(world.outstanding, other.outstanding).map { "the commands, \($0)" }
      ?? "values that look alike and are not equal"
  }

  private func differenceOfProperties(_ world: World<M>, _ canonical: World<M>) -> String? {
    if ((try? M.view(for: world.model)) == nil) != ((try? M.view(for: canonical.model)) == nil) {
      return "the view fails of only one of this world and its form"
    }
    for property in always + sometimes {
      let value = PropertyValue { try property.holds(world) }
      let canonicalValue = PropertyValue { try property.holds(canonical) }
      if value == canonicalValue { continue }
      if value == .yes { return "“\(property.name)” holds in this world, and not in its form" }
      return canonicalValue == .yes
        ? "“\(property.name)” holds in the form of this world, and not in the world"
        : "“\(property.name)” throws in only one of this world and its form"
    }
    return nil
  }

  private func differenceOfSteps(_ world: World<M>, _ canonical: World<M>, _ form: CanonicalForm<M>) throws -> String? {
    let (possible, canonicalPossible) = (
      Result { try possibleSteps(in: world) }, Result { try possibleSteps(in: canonical) }
    )
    guard case (.success(let steps), .success(let canonicalSteps)) = (possible, canonicalPossible) else {
      if case (.failure, .failure) = (possible, canonicalPossible) { return nil }
      return "what can happen is declared for only one of this world and its form"
    }
    let (results, canonicalResults) = (
      try steps.map { try result(of: $0, in: world, form) },
      try canonicalSteps.map { try result(of: $0, in: canonical, form) }
    )
    func isFound(_ result: StepResult<M>, in results: [StepResult<M>]) -> Bool {
      results.contains { $0.values == result.values && $0.hasSameTarget(as: result, form.comparison) }
    }
    let (index, canonicalIndex) = (
      results.firstIndex { !isFound($0, in: canonicalResults) },
      canonicalResults.firstIndex { !isFound($0, in: results) }
    )
    if index == nil, canonicalIndex == nil { return nil }
    func leads(_ results: [StepResult<M>], toTargetOf result: StepResult<M>) -> Bool {
      results.contains { $0.hasSameTarget(as: result, form.comparison) }
    }
    if let index = results.firstIndex(where: { !leads(canonicalResults, toTargetOf: $0) }) {
      return "\(steps[index].reportText(in: world)) leads from this world to where no step leads from its form"
    }
    if let index = canonicalResults.firstIndex(where: { !leads(results, toTargetOf: $0) }) {
      return "\(canonicalSteps[index].reportText(in: canonical)) leads from the form of this world "
        + "to where no step leads from the world"
    }
    if let index {
      return "\(steps[index].reportText(in: world)) has other properties in this world than in its form"
        + suffixNamingProperty(of: results[index], among: canonicalResults, form)
    }
    return canonicalIndex.map {
      "\(canonicalSteps[$0].reportText(in: canonical)) has other properties in the form of this world than in the world"
        + suffixNamingProperty(of: canonicalResults[$0], among: results, form)
    }
  }

  private func result(of step: WorldStep<M>, in world: World<M>, _ form: CanonicalForm<M>) throws -> StepResult<M> {
    let outcome = take(step, in: world)
    let target = form.apply(outcome.world)
    let hash = try UserCode.calling(.comparison) { try target.hash(identity) }
    return StepResult(
      target: target, hash: hash, values: propertyValues(of: step, in: world, outcome))
  }

  /// The values of the step properties for a step. The last element is about `update`: `.yes` where it succeeded, `.no` where
  /// it threw an `M.Failure`, and `.thrown` where it threw any other error.
  func propertyValues(of step: WorldStep<M>, in world: World<M>, _ outcome: StepOutcome<M>) -> [PropertyValue] {
    let transition = stepProperties.isEmpty ? nil : Transition(step, in: world, outcome)
    var values = stepProperties.map { property in
      transition.map { transition in PropertyValue { try property.holds(transition) } } ?? .yes
    }
    values.append(outcome.failure.map { $0 is M.Failure ? .no : .thrown } ?? .yes)
    return values
  }

  func propertyValues(in world: World<M>) -> [PropertyValue] {
    (always + sometimes).map { property in PropertyValue { try property.holds(world) } }
  }

  /// The end of a sentence about a step. It names the first property whose value differs from those for all steps of `others`
  /// with the same target. Empty where only combinations of values differ.
  private func suffixNamingProperty(
    of result: StepResult<M>, among others: [StepResult<M>], _ form: CanonicalForm<M>
  ) -> String {
    let resultsWithSameTarget = others.filter { $0.hasSameTarget(as: result, form.comparison) }
    for (index, property) in stepProperties.enumerated()
    where !resultsWithSameTarget.contains(where: { $0.values[index] == result.values[index] }) {
      return ": “\(property.name)” holds of only one of them"
    }
    return ""
  }
}

enum PropertyValue: Hashable {
  case yes, no, thrown

  init(_ holds: () throws -> Bool) {
    do { self = try holds() ? .yes : .no } catch { self = .thrown }
  }
}

/// The target of a step, and the values of the properties for the step.
private struct StepResult<M: Module> {
  /// The canonical form of the world that the step leads to.
  var target: World<M>
  var hash: Int
  /// See ``Rules/propertyValues(of:in:_:)``.
  var values: [PropertyValue]

  func hasSameTarget(as other: StepResult, _ comparison: WorldComparison<M>) -> Bool {
    hash == other.hash && comparison.isSame(target, other.target)
  }
}
