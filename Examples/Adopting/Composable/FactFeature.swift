/// A number with a fact about it, wrong on purpose: a failure to load a fact leaves `isLoading` on.
enum FactFeature {
  struct State: Hashable {
    var number = 0
    var fact: String?
    var isLoading = false
  }

  enum Action: Hashable {
    case incrementTapped
    case factTapped
    case cancelTapped
    case factLoaded(String)
    case factFailed
  }

  enum Request: Hashable {
    case fact(about: Int)
  }

  enum CancelID: Hashable {
    case fact
  }

  static func reduce(into state: inout State, action: Action) -> Effect<Request, CancelID> {
    switch action {
    case .incrementTapped:
      guard state.number < 3 else { return .none }
      state.number += 1
      state.fact = nil
      state.isLoading = false
      return .cancel(.fact)
    case .factTapped:
      state.fact = nil
      state.isLoading = true
      return .run(.fact(about: state.number)).cancellable(id: .fact, cancelInFlight: true)
    case .cancelTapped:
      state.isLoading = false
      return .cancel(.fact)
    case .factLoaded(let fact):
      state.isLoading = false
      state.fact = fact
      return .none
    case .factFailed:
      state.fact = "no fact today"
      return .none
    }
  }
}
