import TEACheck

extension Meeting {
  /// Meetings of each number of minutes with up to a dozen attendees.
  static func all(minutes: ClosedRange<Int>) -> [Flags] {
    minutes.flatMap { minutes in (1...12).map { Flags(seconds: minutes * 60, attendees: $0) } }
  }
}

extension Module
where
  Flags == Meeting.Flags, Message == Meeting.Message, Model == Meeting.Model,
  Subscription == Meeting.Subscription, Command == Never
{
  /// The attendees speak one after the other: the seconds pass, and each speaker may hand over to the next one.
  static func speaking(_ flags: [Flags]) -> Specification<Self> {
    Specification(of: Self.self) {
      Start(with: flags)
      Messages(of: .model) { model in
        (subscriptions(for: model).isEmpty ? [] : [.tick]) + (model.isOver ? [] : [.next])
      }
      Always("somebody speaks") { $0.speaker < $0.attendees }
      Always("the meeting ends when its time is up") { $0.isOver == ($0.remaining <= 0) }
      Always("nobody but the last speaks for longer than the others") { model in
        let endOfTurn = (model.speaker + 1) * model.secondsEach
        return model.speaker >= model.attendees - 1 || model.elapsed < endOfTurn
      }
      Step("the word goes to the next one") { step in
        guard case .next = step.message else { return step.after.speaker - step.before.speaker <= 1 }
        return step.after.speaker == min(step.before.speaker + 1, step.before.attendees - 1)
      }
      Sometimes("the meeting ends") { $0.isOver }
    }
  }
}
