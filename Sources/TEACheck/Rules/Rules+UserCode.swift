internal import TEAGenerators
internal import TEAResults
internal import TEARuntime

extension Rules {
  /// The same rules, with the functions of the specification called by ``UserCode``, so that the report of a trap names the
  /// function. The search calls the functions directly, which is faster; a step that traps is taken again with these rules.
  var callingThroughUserCode: Rules {
    var rules = self
    rules.preconditions = preconditions.map { holds in
      { world, message in try UserCode.calling(.precondition) { try holds(world, message) } }
    }
    // The wrapped preconditions restrict the offer anew.
    switch unrestrictedOffer ?? offer {
    case .fixed(let messages): rules.restrict(.fixed(messages))
    case .byWorld(let offered):
      rules.restrict(.byWorld { world in try UserCode.calling(.offer) { try offered(world) } })
    }
    if let replies {
      rules.replies = { command, model in try UserCode.calling(.replies) { try replies(command, model) } }
    }
    if let form = canonicalForm {
      rules.canonicalForm?.apply = { world in UserCode.calling(.form) { form.apply(world) } }
    }
    if let abstraction { rules.abstraction = { world in UserCode.calling(.key) { abstraction(world) } } }
    if let generator = derivedMessageGenerator {
      rules.derivedMessageGenerator = Self.callingThroughUserCode(generator)
    }
    if let generated = declaredMessageGenerator {
      rules.declaredMessageGenerator = { world in
        try UserCode.calling(.offer) { try generated(world) }.map { Self.callingThroughUserCode($0) }
      }
    }
    rules.always = always.enumerated().map { $1.callingThroughUserCode(.always($0)) }
    rules.stepProperties = stepProperties.enumerated().map { $1.callingThroughUserCode(.relation($0)) }
    rules.sometimes = sometimes.enumerated().map { $1.callingThroughUserCode(.sometimes($0)) }
    rules.liveness = liveness.enumerated().map { $1.callingThroughUserCode(.liveness($0)) }
    rules.targets = targets.enumerated().map { $1.callingThroughUserCode(.target($0)) }
    rules.labels = labels.enumerated().map { $1.callingThroughUserCode(.label($0)) }
    rules.covers = covers.enumerated().map { number, cover in
      CoverCondition(name: cover.name, share: cover.share, place: cover.place) { world in
        try UserCode.calling(.cover(number)) { try cover.isMet(world) }
      }
    }
    rules.fairness.labels = fairness.labels.enumerated().map { number, assumption in
      (assumption.strength, { message in UserCode.calling(.fairness(number)) { assumption.label(message) } })
    }
    rules.prepare()
    return rules
  }

  static func callingThroughUserCode<Value>(_ generator: Gen<Value>, as part: TrapPart = .generator) -> Gen<Value> {
    Gen.uncheckedSendable { choices throws(Discarded) in
      try UserCode.calling(part) { () throws(Discarded) in try generator.generate(&choices) }
    }
  }
}

extension Property {
  fileprivate func callingThroughUserCode(_ part: TrapPart) -> Property {
    func wrapped(_ holds: @escaping Condition) -> Condition {
      { subject in try UserCode.calling(part) { try holds(subject) } }
    }
    var property = self
    (property.condition, property.holds) = (condition.map(wrapped), wrapped(holds))
    return property
  }
}

extension Measure {
  fileprivate func callingThroughUserCode(_ part: TrapPart) -> Measure {
    Measure(name: name) { [read] world in try UserCode.calling(part) { try read(world) } }
  }
}

extension SurroundingRules {
  /// Searches use the result as well: a step in surroundings takes much longer than the calls of ``UserCode``.
  var callingThroughUserCode: SurroundingRules {
    var rules = self
    rules.environment = environment?.callingThroughUserCode
    if let subscriptionMessages {
      rules.subscriptionMessages = { subscription, model in
        try UserCode.calling(.signals) { try subscriptionMessages(subscription, model) }
      }
    }
    if let interimReplies {
      rules.interimReplies = { command, model in try UserCode.calling(.interim) { try interimReplies(command, model) } }
    }
    if let canBeLost { rules.canBeLost = { command in UserCode.calling(.losses) { canBeLost(command) } } }
    if let canBeRepeated {
      rules.canBeRepeated = { command in UserCode.calling(.repetitions) { canBeRepeated(command) } }
    }
    return rules
  }
}

extension AnyEnvironment {
  fileprivate var callingThroughUserCode: AnyEnvironment {
    var environment = self
    environment.initial = { [initial] in UserCode.calling(.environment) { initial() } }
    environment.perform = { [perform] state, command in UserCode.calling(.performing) { perform(state, command) } }
    if let cancel {
      environment.cancel = { state, command in UserCode.calling(.cancelling) { cancel(state, command) } }
    }
    if let replies {
      environment.replies = { state, command in try UserCode.calling(.answering) { try replies(state, command) } }
    }
    environment.reply = { [reply] state, command, message in
      UserCode.calling(.replying) { reply(state, command, message) }
    }
    if let events { environment.events = { state, live in try UserCode.calling(.events) { try events(state, live) } } }
    return environment
  }
}
