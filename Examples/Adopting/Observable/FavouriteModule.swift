import TEACheck

enum FavouriteModule: Module {
  typealias Message = FavouriteState.Event
  typealias Command = FavouriteState.Request

  static func start(with flags: Void) -> FavouriteState { FavouriteState() }

  static func update(for event: Message, model: inout FavouriteState, perform: (Command) -> Void) {
    if let request = model.handle(event) { perform(request) }
  }
}

/// The heart as the server has saved it.
struct Account: Hashable {
  var isOn = false
}

func favouriteSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Message == FavouriteState.Event, M.Model == FavouriteState, M.Command == FavouriteState.Request {
  Specification(of: module) {
    Messages(of: .world) { $0.outstanding.count < 2 ? [.tapped] : [] }
    Environment(
      Account(),
      replies: { _, _ in [.saved, .failed] },
      replying: { account, request, reply in
        if case .save(let isOn) = request, reply == .saved { account.isOn = isOn }
      }
    ).atOnce
    Settles("at rest, the heart is the account's", of: .modelAndEnvironment(Account.self)) { state, account in
      state.isOn == account.isOn
    }
    Settles("nothing is saved for ever") { !$0.isSaving }
  }
}
