import TEACheck

extension AudioDevice {
  /// The person taps what the view offers, and up to two songs that are ready wait in the queue.
  private static var listening: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        var messages: [Message] = try App.view(for: model.app).buttons.map { .tap($0) }
        if model.loading != nil, model.queue.count < 2 { messages.append(.becomesReady) }
        if !model.queue.isEmpty { messages.append(.deliverReady) }
        return messages
      }
    }
  }

  /// Requires that `update` never throws, whatever the person and the loader do.
  static var events: Specification<Self> {
    Specification(of: Self.self) {
      listening
      Laws(.updateNeverFails)
    }
  }

  /// Requires that the song that is heard is the one that is shown as playing.
  static var songs: Specification<Self> {
    Specification(of: Self.self) {
      listening
      Step("only the song that became ready begins") { step in
        guard case .deliverReady = step.message, case .playing(let song) = step.after.app else { return true }
        return step.before.app == step.after.app || step.before.queue.first == song
      }
      Always("a song is heard exactly while it plays") { model in
        if case .playing = model.app { model.isHeard } else { !model.isHeard }
      }
      Step("a tap stops what loads") { step in
        guard case .tap(.toggle) = step.message, case .loading(let song) = step.before.app else { return true }
        return step.after.app == .ready(song)
      }
      Sometimes("a song plays") { $0.isHeard }
    }
  }
}
