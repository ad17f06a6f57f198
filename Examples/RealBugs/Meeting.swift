import TEACheck

/// A meeting of equal turns, each of whole seconds.
///
/// It is wrong on purpose: if the turns are together shorter than the meeting, somebody speaks after the last attendee.
enum Meeting: Module {
  struct Flags: Hashable {
    var seconds: Int
    var attendees: Int
  }

  enum Message {
    case tick
    /// The speaker ends early, and the next one begins.
    case next
  }

  struct Model: Hashable {
    /// The length of the meeting, in seconds.
    var seconds: Int
    var attendees: Int
    /// The seconds that have passed, and those that speakers gave up by ending early.
    var elapsed = 0
    /// The index of the attendee who speaks.
    var speaker = 0
    var isOver = false

    var secondsEach: Int { seconds / attendees }
    var remaining: Int { seconds - elapsed }
  }

  enum Subscription { case everySecond }

  static func start(with flags: Flags) -> Model {
    Model(seconds: flags.seconds, attendees: flags.attendees)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .tick:
      model.elapsed += 1
      if model.elapsed.isMultiple(of: model.secondsEach) {
        if model.elapsed == model.seconds { model.isOver = true } else { model.speaker += 1 }
      }
    case .next:
      guard model.speaker < model.attendees - 1 else { return }
      model.speaker += 1
      model.elapsed = model.speaker * model.secondsEach
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isOver ? [] : [.everySecond] }
}

/// The same meeting, whose last speaker may speak until its end.
enum FixedMeeting: Module {
  typealias Flags = Meeting.Flags
  typealias Message = Meeting.Message
  typealias Model = Meeting.Model
  typealias Subscription = Meeting.Subscription

  static func start(with flags: Flags) -> Model { Meeting.start(with: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .tick:
      model.elapsed += 1
      if model.elapsed == model.seconds {
        model.isOver = true
      } else if model.elapsed.isMultiple(of: model.secondsEach), model.speaker < model.attendees - 1 {
        model.speaker += 1
      }
    case .next:
      Meeting.update(for: .next, model: &model, perform: perform)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { Meeting.subscriptions(for: model) }
}
