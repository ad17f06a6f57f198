internal import TEAResults
internal import TEASupport
internal import TEARuntime

extension CheckRunner {
  /// The reason why the requested search is not made; `nil` where it is made.
  func refusal(of rules: Rules<M>) -> String? {
    if settings.engine == .suggest, settings.isCompact || settings.checkpoint != nil {
      return
        "'suggest' needs all worlds and steps, which \(settings.isCompact ? "--compact forgets" : "a checkpoint does not keep")"
    }
    if rules.needsGraph, settings.isCompact || settings.checkpoint != nil {
      return "\(quoted(rules.namesOfLiveness)) can only be judged by all worlds and the steps between them, which "
        + "\(settings.isCompact ? "--compact forgets" : "a checkpoint does not keep"); leave it out"
    }
    if settings.checkpoint != nil, let surroundings = withDurationsAndPolicies(rules).surroundingRules,
      surroundings.unit > .zero || surroundings.hasLateMessages
    {
      return "where time passes or messages are late, more than one search is made, and a checkpoint keeps but one; "
        + "leave it out"
    }
    if rules.comparesStructure, settings.isCompact || rules.isReduced {
      return "“\(Law.honestEquality.rawValue)” compares worlds with those that they are taken for, "
        + (settings.isCompact ? "which --compact forgets" : "and here one world stands for several") + "; leave it out"
    }
    if rules.isReduced, settings.isCompact {
      return "one world stands for several here, and --compact cannot tell the way to it; leave it out"
    }
    if settings.isCompact {
      if let name = nameOfPart(at: \.pathToUnhashed, rules) { return UnhashedPart(name: name).description }
      if let name = nameOfPart(at: \.pathToHashedInPart, rules) {
        return UnhashedPart(name: name, isHashedInPart: true).description
      }
    }
    return nil
  }

  func outcome(ofError message: String) -> Check.Outcome {
    var outcome = emptyOutcome()
    outcome.decide(.error, because: message)
    return outcome
  }

  /// The name of the first part of a world that `findPath` finds; `nil` where there is no such part.
  ///
  /// - Parameter findPath: Returns the path to the part in a type: empty for the whole type; `nil` for none.
  func nameOfPart(at findPath: (TypeContents) -> String?, _ rules: Rules<M>) -> String? {
    var types: [(name: String, type: Any.Type)] = [("the model", M.Model.self), ("a command", M.Command.self)]
    if let surroundings = rules.surroundingRules {
      if let environment = surroundings.environment { types.append(("the environment", environment.type)) }
      types += [("a subscription", M.Subscription.self), ("an effect identity", M.EffectID.self)]
      if surroundings.worldsKeepMessages { types.append(("a message", M.Message.self)) }
    }
    for (name, type) in types {
      if let path = findPath(TypeContents.of(type)) { return path.isEmpty ? name : "\(name)'s \(path)" }
    }
    return nil
  }
}
