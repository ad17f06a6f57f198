internal import TEAResults
internal import TEASupport
public import TEARuntime

extension Rules {
  /// A quick test: returns `false` where the view throws or the condition does not hold. ``violation(in:reorderedModels:)`` then
  /// names the violation.
  @inlinable
  static func passesProperties(_ world: World<M>, by holds: (World<M>) throws -> Bool) -> Bool {
    do {
      _ = try world.sharedView
      return try holds(world)
    } catch {
      return false
    }
  }

  /// A quick test: returns `false` where a step violates a relation, which ``violation(of:in:_:reorderedModels:)`` then names.
  @inlinable
  static func passesProperties(
    _ step: WorldStep<M>, in world: World<M>, to after: M.Model, performing commands: [M.Command],
    by relations: [@Sendable (Transition<M>) throws -> Bool]
  ) -> Bool {
    if relations.isEmpty { return true }
    guard let transition = Transition(step, in: world, to: after, performing: commands) else { return true }
    do {
      for holds in relations where try !holds(transition) { return false }
      return true
    } catch {
      return false
    }
  }

  /// - Parameter reorderedModels: The kept result of ``reordered(_:)`` for the model of the world; `nil` to compute it.
  @usableFromInline
  func violation(in world: World<M>, reorderedModels: [M.Model]? = nil) -> Violation? {
    if isUnequalToItself(world.model) { return violationOfReflexivity(of: world.model) }
    var world = world
    world.keptView = nil
    world.keepView()
    do {
      let view = try UserCode.calling(.view) { try world.sharedView }
      if laws.contains(.deterministic), let detail = textOfDifference(view, try self.view(of: world.model)) {
        return Violation(property: Law.deterministic.rawValue, detail: "view, run again, differs: \(detail)")
      }
      for model in reorderedModels ?? reordered(world.model) {
        if let detail = textOfDifference(view, try self.view(of: model)) {
          return Violation(
            property: Law.deterministic.rawValue,
            detail: "view differs when the model's sets and dictionaries are in another order: \(detail)")
        }
      }
    } catch {
      return Violation(property: Law.viewNeverFails.rawValue, detail: "view threw \(literal(error))")
    }
    if let violation = violationOfSubscriptions(in: world, reorderedModels) { return violation }
    return Self.violation(of: always, by: world, TrapPart.always)
  }

  /// The violation by subscriptions that are others when the model is asked again, or in another order of its sets and
  /// dictionaries. Their own order does not count: it decides nothing but which begins first.
  private func violationOfSubscriptions(in world: World<M>, _ reorderedModels: [M.Model]?) -> Violation? {
    guard laws.contains(.deterministic), M.Subscription.self != Never.self else { return nil }
    func subscriptions(for model: M.Model) -> [M.Subscription] {
      UserCode.calling(.subscriptions) { M.subscriptions(for: model) }
    }
    let first = SubscriptionChange(from: [], to: subscriptions(for: world.model), of: M.self).live
    func violation(_ words: String, for model: M.Model) -> Violation? {
      let change = SubscriptionChange(from: first, to: subscriptions(for: model), of: M.self)
      return textOfDifference(change.ending, change.beginning).map {
        Violation(property: Law.deterministic.rawValue, detail: "subscriptions\(words): \($0)")
      }
    }
    if let found = violation(", run again, differ", for: world.model) { return found }
    for model in reorderedModels ?? reordered(world.model) {
      let words = " differ when the model's sets and dictionaries are in another order"
      if let found = violation(words, for: model) { return found }
    }
    return nil
  }

  /// Copies of a model with its sets and dictionaries in other orders; empty without the law `deterministic`, or where none of
  /// these has two elements.
  func reordered(_ model: M.Model) -> [M.Model] { reordersModels ? Reordering.otherOrders(of: model) : [] }

  /// The same for a message.
  func reordered(message: M.Message) -> [M.Message] { reordersMessages ? Reordering.otherOrders(of: message) : [] }

  /// The violation by a step that leads to another model where the sets and dictionaries of the model before it are in another
  /// order; `nil` for none, also where there is no other order. The commands are not compared, because many programs perform them
  /// in the order of a set.
  ///
  /// - Parameter take: Takes the step from a world.
  func violationInAnotherOrder(
    from before: World<M>, to after: M.Model, by take: (World<M>) -> World<M>
  ) -> Violation? {
    guard let model = Reordering.otherOrder(0, of: before.model) else { return nil }
    let next = UserCode.calling(.reordering) { take(before.replacingModel(by: model)) }
    return textOfDifference(after, next.model).map {
      Self.violationInAnotherOrder("model", $0, isOfSampledStep: true)
    }
  }

  /// Takes a step in each of the orders in which a search may take it again, so that a trap in one of them shows.
  func takeInOtherOrders(_ step: WorldStep<M>, in world: World<M>) {
    var commands: [M.Command] = []
    let models =
      reordersSomeModels ? Reordering.otherOrder(0, of: world.model).map { [$0] } ?? [] : reordered(world.model)
    for model in models {
      UserCode.calling(.reordering) { _ = take(step, in: world.replacingModel(by: model), performing: &commands) }
    }
    for message in step.message.map(reordered(message:)) ?? [] {
      UserCode.calling(.reordering) {
        _ = advance(world.model, by: message, answering: step.answeredCommand(in: world), performing: &commands)
      }
    }
  }

  /// Takes a step without surroundings, in a world that holds nothing but a model and the command that the step answers.
  private func advance(
    _ model: M.Model, by message: M.Message, answering command: M.Command?, performing commands: inout [M.Command]
  ) -> (world: World<M>, failure: (any Error)?) {
    let step: WorldStep<M> = command == nil ? .message(message) : .reply(message, commandIndex: 0)
    let world = World<M>(model: model, outstanding: command.map { [$0] } ?? [])
    return Self.take(step, in: world, answeredBy: replies, performing: &commands)
  }

  static func violationInAnotherOrder(
    _ owner: String, _ detail: String, isOfSampledStep: Bool = false
  ) -> Violation {
    Violation(
      property: Law.deterministic.rawValue,
      detail: "update differs when the \(owner)'s sets and dictionaries are in another order: \(detail)",
      isOfSampledStep: isOfSampledStep)
  }

  private func view(of model: M.Model) throws -> M.View { try UserCode.calling(.view) { try M.view(for: model) } }

  /// - Parameter reorderedModels: The kept result of ``reordered(_:)`` for the model before the step; `nil` to compute it.
  @usableFromInline
  func violation(
    of step: WorldStep<M>, in before: World<M>, _ outcome: StepOutcome<M>, reorderedModels: [M.Model]? = nil
  ) -> Violation? {
    guard let transition = Transition(step, in: before, outcome) else { return nil }
    let message = transition.message
    if let failure = outcome.failure,
      let violation = violation(by: failure, of: message, answering: transition.answering, in: before)
    {
      return violation
    }
    if repeatsSteps || laws.contains(.deterministic),
      let violation = violationOfDeterminism(of: transition, in: before, outcome, reorderedModels)
    {
      return violation
    }
    if comparesStructure, areEqual(before.model, outcome.world.model) == true,
      let violation = violationOfEquality(outcome.world, takenFor: before, "before the step")
    {
      return violation
    }
    if isUnequalToItself(outcome.world.model) { return violationOfReflexivity(of: outcome.world.model) }
    return Self.violation(of: stepProperties, by: transition, TrapPart.relation)
  }

  private static func violation<Subject>(
    of properties: [Property<Subject>], by subject: Subject, _ part: (Int) -> TrapPart
  ) -> Violation? {
    for (number, property) in properties.enumerated() {
      do {
        if try UserCode.calling(part(number), { try property.holds(subject) }) { continue }
        return Violation(property: property.name, place: property.place)
      } catch {
        return Violation(property: property.name, place: property.place, detail: detail(of: error))
      }
    }
    return nil
  }

  /// Returns whether a world meets the goal with an index. Notes the text of the goal's first error.
  static func meets(
    _ goals: [@Sendable (World<M>) throws -> Bool], _ index: Int, _ world: World<M>, noting errors: inout [Int: String]
  ) -> Bool {
    do {
      return try goals[index](world)
    } catch {
      if errors[index] == nil { errors[index] = literal(error) }
      return false
    }
  }

  static func detail(of error: any Error) -> String {
    (error as? Objection)?.description ?? "it threw \(literal(error))"
  }

  /// The violation by a failure of `update`; `nil` where the failure is allowed.
  @usableFromInline
  func violation(
    by failure: any Error, of message: M.Message, answering command: M.Command? = nil, in before: World<M>
  ) -> Violation? {
    if laws.contains(.failedUpdateLeavesModelAlone) {
      var model = before.model
      _ = try? M.update(for: message, answering: command, model: &model, perform: { _ in })
      if let detail = textOfDifference(before.model, model, trustingEquality: false) {
        return Violation(
          property: Law.failedUpdateLeavesModelAlone.rawValue,
          detail: "update threw \(literal(failure)) after it had changed \(detail)")
      }
    }
    if laws.contains(.updateNeverFails) {
      return Violation(property: Law.updateNeverFails.rawValue, detail: "update threw \(literal(failure))")
    }
    return failure is M.Failure ? nil : Violation(undeclared: failure, thrownBy: "update", of: M.self)
  }

  /// Runs `update` again on the same values, and on models and messages with their sets and dictionaries in another order.
  private func violationOfDeterminism(
    of transition: Transition<M>, in before: World<M>, _ outcome: StepOutcome<M>, _ reorderedModels: [M.Model]?
  ) -> Violation? {
    let (model, message) = (before.model, transition.message)
    if let detail = difference(in: transition, takenAgainFrom: model, by: message, outcome, adviceOnObject(in:_:)) {
      return Violation(property: Law.deterministic.rawValue, detail: "update, run again, differs: \(detail)")
    }
    func violation(_ owner: String, from model: M.Model, by message: M.Message) -> Violation? {
      UserCode.calling(.reordering) { difference(in: transition, takenAgainFrom: model, by: message, outcome) }
        .map { Self.violationInAnotherOrder(owner, $0) }
    }
    for reordered in reorderedModels ?? reordered(model) {
      if let found = violation("model", from: reordered, by: message) { return found }
    }
    for reordered in reordered(message: message) {
      if let found = violation("message", from: model, by: reordered) { return found }
    }
    return nil
  }

  /// - Parameters:
  ///   - outcome: The outcome of the first call.
  ///   - advice: Words after the difference, on the models of both calls.
  private func difference(
    in step: Transition<M>, takenAgainFrom model: M.Model, by message: M.Message, _ outcome: StepOutcome<M>,
    _ advice: (M.Model, M.Model) -> String = { _, _ in "" }
  ) -> String? {
    var commands: [M.Command] = []
    UserCode.restartStepTime()
    let (worldAgain, failureAgain) = advance(model, by: message, answering: step.answering, performing: &commands)
    let detail =
      textOfDifference(outcome.world.model, worldAgain.model)
      ?? difference(betweenCommands: outcome.commands, commands)
      ?? ((failureAgain == nil) == (outcome.failure == nil) ? nil : "it failed only once")
    return detail.map { $0 + advice(outcome.world.model, worldAgain.model) }
  }

  /// Unless the law `deterministic` is declared, only differences that show in the texts of the commands count, in any order: two
  /// objects of one class may differ, and so may the order of a set that `update` makes.
  private func difference(betweenCommands first: [M.Command], _ second: [M.Command]) -> String? {
    func texts(_ commands: [M.Command]) -> [String] { commands.map { literal($0) }.sorted() }
    guard let difference = textOfDifference(first, second),
      laws.contains(.deterministic) || texts(first) != texts(second)
    else { return nil }
    return "the commands, \(difference)"
  }

  /// A model that may hold a NaN is always tested. The law of honest equality tests every model by its own `==`.
  private func isUnequalToItself(_ model: M.Model) -> Bool {
    !identity.isReflexive(model) || comparesStructure && areEqual(model, model) == false
  }

  private func violationOfReflexivity(of model: M.Model) -> Violation {
    Violation(
      property: Violation.reflexivity,
      detail: "\(literal(model, upTo: shownLength)) is not equal to itself; is there a NaN in it, or an == that never "
        + "holds?")
  }

  /// The violation by a step that led to two different worlds when it was taken twice.
  ///
  /// - Parameter isEqualToItself: `false` where the model of the first world is unequal to itself by `==`, which then is the
  ///   violation.
  func violationOfDeterminism(first: World<M>, second: World<M>, isEqualToItself: Bool) -> Violation? {
    guard isEqualToItself else { return violationOfReflexivity(of: first.model) }
    let detail =
      textOfDifference(first.model, second.model)
      ?? textOfDifference(first.model, second.model, trustingEquality: false)
      ?? textOfDifference(first.outstanding, second.outstanding).map { "the commands, \($0)" }
      ?? textOfDifference(first.subscriptions, second.subscriptions).map { "the subscriptions, \($0)" }
    if detail == nil, let one = first.surroundings?.environment,
      let other = second.surroundings?.environment,
      let difference = textOfDifference(one.base, other.base, trustingEquality: false)
    {
      return Violation(
        property: Law.deterministic.rawValue,
        detail: "the environment, acted on again by the same step, differs: \(difference)", isNondeterminism: true)
    }
    return Violation(
      property: Law.deterministic.rawValue,
      detail: "update, run again, differs: \(detail ?? "values that look alike and are not equal")"
        + adviceOnObject(in: first.model, second.model),
      isNondeterminism: true)
  }

  func violationOfDeterminism(first: [M.Command], second: [M.Command]) -> Violation? {
    guard let difference = UserCode.calling(.comparison, { difference(betweenCommands: first, second) }) else {
      return nil
    }
    return Violation(
      property: Law.deterministic.rawValue, detail: "update, run again, differs: \(difference)", isNondeterminism: true)
  }

  /// - Parameter descriptionOfOther: Words for the other world, after “the model equals that”.
  func violationOfEquality(_ world: World<M>, takenFor other: World<M>, _ descriptionOfOther: String) -> Violation? {
    textOfDifference(other.model, world.model, trustingEquality: false).map {
      Violation(
        property: Law.honestEquality.rawValue,
        detail: "by its ==, the model equals that \(descriptionOfOther), and differs: \($0)")
    }
  }
}

extension World {
  fileprivate func replacingModel(by model: M.Model) -> World {
    var world = self
    world.model = model
    return world
  }
}

extension Rules {
  /// The rules for taking a counterexample's steps again, each twice where the violated property is determinism or unknown.
  ///
  /// The law itself is switched on only where it is violated, because it also compares views and other orders of sets. Where
  /// the property is unknown, a model with an object is updated once: a second call may change the object in all worlds.
  ///
  /// - Parameter property: The violated property; `nil` where it is not known.
  func checkingDeterminism(ifViolated property: String?) -> Rules {
    guard !laws.contains(.deterministic) else { return self }
    var rules = self
    if property == nil {
      rules.repeatsSteps = objectInModel == nil
    } else if property == Law.deterministic.rawValue {
      rules.laws.insert(.deterministic)
      rules.prepare()
    }
    return rules
  }

  /// The rules without all declared properties and laws but one. The laws that are never declared remain.
  func judgingOnly(_ property: String) -> Rules {
    var rules = self
    rules.always.removeAll { $0.name != property }
    rules.stepProperties.removeAll { $0.name != property }
    rules.liveness.removeAll { $0.name != property }
    rules.laws = laws.filter { $0.rawValue == property }
    rules.prepare()
    return rules
  }
}
