import TEACheck

/// ``FavouriteModule`` with a fix: taps are ignored while the heart is being saved.
enum FixedFavouriteModule: Module {
  typealias Message = FavouriteState.Event
  typealias Command = FavouriteState.Request

  static func start(with flags: Void) -> FavouriteState { FavouriteState() }

  static func update(for event: Message, model: inout FavouriteState, perform: (Command) -> Void) {
    if event == .tapped, model.isSaving { return }
    FavouriteModule.update(for: event, model: &model, perform: perform)
  }
}
