import TEACheck

/// What an audio player runs on: a loader of songs, and the queue of its events.
enum AudioDevice<App: Module>: Module
where
  App.Flags == Void, App.Message == AudioPlayer.Message, App.Model == AudioPlayer.Model,
  App.Command == AudioPlayer.Command, App.View == AudioPlayer.View, App.Failure == AudioPlayer.Failure
{
  typealias Failure = App.Failure

  struct Model: Hashable {
    var app: AudioPlayer.Model
    var loading: AudioPlayer.Song?
    /// The songs that became ready, and the app does not know it yet.
    var queue: [AudioPlayer.Song] = []
    var isHeard = false
  }

  enum Message {
    case tap(AudioPlayer.Message)
    case becomesReady
    case deliverReady
  }

  static func start(with flags: Void) throws -> Model { Model(app: try App.start(with: ())) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .tap(let message): try pass(message, to: &model)
    case .becomesReady:
      if let song = model.loading { model.queue.append(song) }
      model.loading = nil
    case .deliverReady:
      try pass(.playerBecameReady(model.queue.removeFirst()), to: &model)
    }
  }

  private static func pass(_ message: App.Message, to model: inout Model) throws {
    var (loading, isHeard) = (model.loading, model.isHeard)
    try App.update(for: message, model: &model.app) { command in
      switch command {
      case .load(let song): loading = song
      case .play: isHeard = true
      case .pause: isHeard = false
      }
    }
    (model.loading, model.isHeard) = (loading, isHeard)
  }

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

  /// Whatever the person and the loader do, there is an answer to it.
  static var events: Specification<Self> {
    Specification(of: Self.self) {
      listening
      Laws(.updateNeverFails)
    }
  }

  /// Nobody hears a song that is not there.
  static var songs: Specification<Self> {
    Specification(of: Self.self) {
      listening
      Step("a song begins when it became ready itself") { step in
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
