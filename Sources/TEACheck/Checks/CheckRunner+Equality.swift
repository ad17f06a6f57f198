internal import TEARuntime

extension CheckRunner {
  func noteOnHiddenDifference(_ exploration: Exploration<M>?) -> String? {
    guard let difference = exploration?.hiddenDifference else { return nil }
    let advice =
      difference.isOnlyInStorage
      ? ": let update store it in one way, or let Distinguish say" : ", and Distinguish says"
    return "the model's == takes for one what differs (\(difference.text)); worlds are told apart by all that they "
      + "store\(advice) what is to count as one"
  }

  /// Returns whether some part of the worlds may be hashed by a `hash(into:)` of its type, and not by all that it stores.
  func callsHashInto(_ rules: Rules<M>) -> Bool {
    var types: [Any.Type] = [M.Model.self, M.Command.self]
    if rules.hasSurroundings {
      types += [M.Message.self, M.Subscription.self, M.EffectID.self]
      if let environment = rules.surroundingRules?.environment?.type { types.append(environment) }
    }
    return types.contains { type in
      let contents = TypeContents.of(type)
      return contents.hashesItself || contents.mayHoldAnything
    }
  }
}
