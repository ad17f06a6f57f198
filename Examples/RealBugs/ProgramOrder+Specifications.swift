import TEACheck

extension Module
where Message == ProgramOrder.Message, Model == ProgramOrder.Model, Flags == Void, Command == Never {
  /// Up to five letters are dispatched, one or two at a time.
  private static var dispatching: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        let letters: [ProgramOrder.Letter] = [.note, .question]
        let lettersLeft = 5 - model.dispatched.count { $0 != .answer }
        return (lettersLeft > 0 ? letters.map { .dispatch([$0]) } : [])
          + (lettersLeft > 1 ? letters.flatMap { first in letters.map { .dispatch([first, $0]) } } : [])
      }
    }
  }

  /// Requires that messages are processed first in, first out.
  static var queue: Specification<Self> {
    Specification(of: Self.self) {
      dispatching
      Always("messages are processed in the order of dispatch") { $0.processed == $0.dispatched }
    }
  }

  /// Requires that the view after a message is shown before the commands of the message are carried out.
  static var views: Specification<Self> {
    Specification(of: Self.self) {
      dispatching
      Always("the view comes before the commands") { model in
        model.events.indices.allSatisfy { index in
          guard case .command(let number) = model.events[index] else { return true }
          return model.events[..<index].contains(.view(number))
        }
      }
    }
  }
}
