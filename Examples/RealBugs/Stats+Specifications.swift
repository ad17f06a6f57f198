import TEACheck

extension Module where Message == Stats.Message, Model == Stats.Model, Flags == Void, Command == Never {
  /// The person counts between -4 and 4.
  static var extremes: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        var messages: [Message] = [.reset]
        if model.count < 4 { messages.append(.increment) }
        if model.count > -4 { messages.append(.decrement) }
        return messages
      }
      Always("the count lies between the lowest and the highest") { model in
        model.lowest <= model.count && model.count <= model.highest
      }
      Step("counts in ones, and from zero after a reset") { step in
        switch step.message {
        case .increment: step.after.count == step.before.count + 1
        case .decrement: step.after.count == step.before.count - 1
        case .reset: step.after == Model()
        }
      }
      Step("the extremes narrow only by a reset") { step in
        if case .reset = step.message { return true }
        return step.after.lowest <= step.before.lowest && step.after.highest >= step.before.highest
      }
    }
  }
}
