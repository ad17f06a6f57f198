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
    var loading = model.loading
    try App.update(for: message, model: &model.app) { command in
      if case .load(let song) = command { loading = song }
    }
    model.loading = loading
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
    }
  }
}
