import TEACheck

extension Module
where
  Message == Cancellation.Message, Model == Cancellation.Model, Command == Cancellation.Command, Flags == Void
{
  /// The person searches up to three times, and all tasks run in any order.
  static var searching: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { $0.searches < 3 ? [.search] : [] }
      Replies { command in
        switch command {
        case .cancel(let search): [.cancelled(for: search)]
        case .register(let search): [.registered(search)]
        case .work(let search): [.worked(search)]
        }
      }
      Step("a cancelled search shows nothing any more") { step in
        guard let shown = step.after.shown, shown != step.before.shown else { return true }
        // The search with the number `newestCanceller` should have cancelled every search with a lower number.
        return shown >= step.before.newestCanceller
      }
      Step("searches are numbered one after the other") { step in
        if case .search = step.message { step.after.searches == step.before.searches + 1 } else { true }
      }
      Sometimes("the third search shows its results") { $0.shown == 3 }
    }
  }
}
