import TEACheck

/// The device that an audio player runs on: a loader of songs, and the queue of its events.
enum AudioDevice<App: Module>: Module
where
  App.Flags == Void, App.Message == AudioPlayer.Message, App.Model == AudioPlayer.Model,
  App.Command == AudioPlayer.Command, App.View == AudioPlayer.View, App.Failure == AudioPlayer.Failure
{
  typealias Failure = App.Failure

  struct Model: Hashable {
    var app: AudioPlayer.Model
    /// The song that is being loaded; `nil` for none.
    var loading: AudioPlayer.Song?
    /// The songs that became ready and that are not reported to the app yet.
    var queue: [AudioPlayer.Song] = []
    /// `true` while the device plays a song.
    var isHeard = false
  }

  enum Message {
    case tap(AudioPlayer.Message)
    /// The song that is being loaded becomes ready, and waits in the queue.
    case becomesReady
    /// The app takes the first song of the queue.
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

  /// Updates the app for a message, and carries out its commands at once.
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
}
