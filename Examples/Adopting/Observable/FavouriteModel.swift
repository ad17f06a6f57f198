import Observation

/// A heart that is switched at once, and saved in the background.
@MainActor @Observable final class FavouriteModel {
  private(set) var state = FavouriteState()
  private let save: @Sendable (Bool) async throws -> Void

  init(save: @escaping @Sendable (Bool) async throws -> Void) { self.save = save }

  func tapped() { send(.tapped) }

  private func send(_ event: FavouriteState.Event) {
    guard case .save(let isOn) = state.handle(event) else { return }
    Task {
      do {
        try await save(isOn)
        send(.saved)
      } catch {
        send(.failed)
      }
    }
  }
}
