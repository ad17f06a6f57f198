/// The state of the observable model as a plain value, with its changes.
///
/// This is the first version, with a bug that its check finds: see `AdoptingChecks`.
struct FavouriteState: Hashable {
  enum Event: Hashable { case tapped, saved, failed }
  enum Request: Hashable { case save(Bool) }

  var isOn = false
  var isSaving = false

  mutating func handle(_ event: Event) -> Request? {
    switch event {
    case .tapped:
      isOn.toggle()
      isSaving = true
      return .save(isOn)
    case .saved: isSaving = false
    case .failed:
      isSaving = false
      isOn.toggle()
    }
    return nil
  }
}
