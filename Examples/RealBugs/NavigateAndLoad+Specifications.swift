import TEACheck

extension Module
where
  Message == NavigateAndLoad.Message, Model == NavigateAndLoad.Model, Command == NavigateAndLoad.Command,
  Flags == Void
{
  /// The person opens and closes the second screen while up to three loads are outstanding.
  static var closing: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .world) { world in
        guard world.model.isOpen else { return world.outstanding.count < 3 ? [.open] : [] }
        guard let counter = world.model.counter, counter < 2 else { return [.back] }
        return [.back, .increment]
      }
      Replies { _ in [.loaded] }
      Always("a closed screen keeps nothing") { $0.isOpen || $0.counter == nil }
      Step("back closes the screen") { step in
        if case .back = step.message { !step.after.isOpen } else { true }
      }
      Step("an increment counts one") { step in
        if case .increment = step.message { step.after.counter == step.before.counter.map { $0 + 1 } } else { true }
      }
      Sometimes("the screen has loaded") { $0.counter != nil }
    }
  }
}
