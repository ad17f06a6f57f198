import TEACheck

/// A player of one song at a time, which fails at an event that it does not expect in its present state.
///
/// It is wrong on purpose: when any song becomes ready, the song that is loading starts, and without one the update fails.
enum AudioPlayer: Module {
  enum Song: CaseIterable { case first, second }

  enum Message: Hashable {
    case prepare(Song)
    /// The play button: loads the prepared song to play it, gives up on a song that is loading, pauses or continues.
    case toggle
    case playerBecameReady(Song)
  }

  enum Model: Hashable {
    case idle
    case ready(Song)
    case loading(Song)
    case playing(Song)
    case paused(Song)
  }

  enum Command: Hashable {
    case load(Song)
    case play
    case pause
  }

  enum Failure: Error {
    case nothingToPlay
    case notLoading
  }

  struct View { var buttons: [Message] }

  static func start(with flags: Void) -> Model { .idle }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch (message, model) {
    case (.prepare(let song), .playing):
      model = .ready(song)
      perform(.pause)
    case (.prepare(let song), _):
      model = .ready(song)
    case (.toggle, .ready(let song)):
      model = .loading(song)
      perform(.load(song))
    case (.toggle, .loading(let song)):
      model = .ready(song)
    case (.toggle, .playing(let song)):
      model = .paused(song)
      perform(.pause)
    case (.toggle, .paused(let song)):
      model = .playing(song)
      perform(.play)
    case (.toggle, .idle):
      throw Failure.nothingToPlay
    case (.playerBecameReady, .loading(let song)):
      model = .playing(song)
      perform(.play)
    case (.playerBecameReady, _):
      throw Failure.notLoading
    }
  }

  static func view(for model: Model) -> View {
    let songs = Song.allCases.filter { $0 != song(in: model) }
    return View(buttons: songs.map { .prepare($0) } + (model == .idle ? [] : [.toggle]))
  }

  private static func song(in model: Model) -> Song? {
    switch model {
    case .idle: nil
    case .ready(let song), .loading(let song), .playing(let song), .paused(let song): song
    }
  }
}

/// The same player, which ignores a song that becomes ready too late.
enum FixedAudioPlayer: Module {
  typealias Message = AudioPlayer.Message
  typealias Model = AudioPlayer.Model
  typealias Command = AudioPlayer.Command
  typealias Failure = AudioPlayer.Failure
  typealias View = AudioPlayer.View

  static func start(with flags: Void) -> Model { .idle }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    if case .playerBecameReady(let song) = message, model != .loading(song) { return }
    try AudioPlayer.update(for: message, model: &model, perform: perform)
  }

  static func view(for model: Model) -> View { AudioPlayer.view(for: model) }
}
