import TEACheck
import TEARuntime

extension Newcomers {
  /// A player of a list of songs, with a clock while it plays.
  enum Player: Module {
    struct Song: Hashable, Sendable, Identifiable { var id: Int; var seconds: Int }
    enum Repeat: Hashable, Sendable, CaseIterable { case off, one, all }
    struct Model: Hashable, Sendable {
      var songs = [Song(id: 1, seconds: 2), Song(id: 2, seconds: 3)]
      var index = 0
      var position = 0
      var isPlaying = false
      var isPaused = false
      var isStopped = true
      var isMuted = false
      var volume = 2
      var repeats = Repeat.off
    }
    enum Message: Hashable, Sendable, CaseIterable {
      case play, pause, stop, next, previous, tick, mute, louder, quieter, changeRepeat
    }
    enum Subscription: Hashable, Sendable { case clock }
    static func start(with flags: Void) -> Model { Model() }
    static func subscriptions(for model: Model) -> [Subscription] { model.isPlaying ? [.clock] : [] }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .every(.seconds(1), .tick) }
    static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
      switch message {
      case .play: (model.isPlaying, model.isPaused, model.isStopped) = (true, false, false)
      case .pause:
        guard model.isPlaying else { return }
        (model.isPlaying, model.isPaused) = (false, true)
      case .stop:
        (model.isPlaying, model.isPaused, model.isStopped) = (false, false, true)
        model.position = 0
      case .next:
        model.index = (model.index + 1) % model.songs.count
        model.position = 0
      case .previous:
        model.index = (model.index + model.songs.count - 1) % model.songs.count
        model.position = 0
      case .tick:
        model.position += 1
        guard model.position >= model.songs[model.index].seconds else { return }
        model.position = 0
        switch model.repeats {
        case .one: break
        case .all: model.index = (model.index + 1) % model.songs.count
        case .off:
          if model.index + 1 < model.songs.count {
            model.index += 1
          } else {
            (model.isPlaying, model.isPaused, model.isStopped) = (false, false, true)
          }
        }
      case .mute: model.isMuted.toggle()
      case .louder:
        model.volume = min(3, model.volume + 1)
        model.isMuted = false
      case .quieter: model.volume = max(0, model.volume - 1)
      case .changeRepeat:
        model.repeats =
          switch model.repeats {
          case .off: .one;
          case .one: .all;
          case .all: .off
          }
      }
    }

    static var specification: Specification<Self> { Specification(of: Player.self) {} }
  }
}
