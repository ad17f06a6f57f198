import TEACheck

extension Module
where Message == NumberFact.Message, Model == NumberFact.Model, Command == NumberFact.Command, Flags == Void {
  /// The person counts between -1 and 1, and asks for facts while fewer than two answers are outstanding.
  private static var asking: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .world) { world in
        var messages: [Message] = []
        if world.model.count < 1 { messages.append(.increment) }
        if world.model.count > -1 { messages.append(.decrement) }
        if world.outstanding.count < 2 { messages.append(.ask) }
        return messages
      }
      Replies { command in
        switch command {
        case .load(let number): [.loaded(.init(number: number, text: "\(number) is a number"))]
        }
      }
    }
  }

  /// Requires that a fact is shown only beside the number that it is about.
  static var facts: Specification<Self> {
    Specification(of: Self.self) {
      asking
      Always("the fact is about the count") { $0.fact == nil || $0.fact?.number == $0.count }
      Step("counts in ones") { step in
        switch step.message {
        case .increment: step.after.count == step.before.count + 1
        case .decrement: step.after.count == step.before.count - 1
        case .ask, .loaded: step.after.count == step.before.count
        }
      }
      Sometimes("a fact is shown") { $0.fact != nil }
    }
  }

  /// Requires that the counter is loading exactly while an answer is outstanding.
  static var loading: Specification<Self> {
    Specification(of: Self.self) {
      asking
      Always("it is loading while something is outstanding", of: .world) { world in
        world.model.isLoading == !world.outstanding.isEmpty
      }
      Step("asking hides the last fact") { step in
        if case .ask = step.message { step.after.fact == nil } else { true }
      }
    }
  }
}
