/// The state of the observable model as a plain value, with its changes.
///
/// It is wrong on purpose: a failure switches the heart back, even if a later tap has done so already.
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
