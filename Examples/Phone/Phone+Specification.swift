package import TEACheck

extension Phone {
  /// Requires that no tap is lost in up to `taps` taps on +, save or load, while the app is left up to `backgroundings` times.
  package static func keepsTaps(save: App.Message, taps: Int = 3, backgroundings: Int = 2) -> Specification<Self>
  where App.Message: Sendable {
    Specification(of: Self.self) {
      Start(with: [.init(taps: taps, backgroundings: backgroundings)])
      Messages(of: .model) { phone in
        var messages: [Message] = []
        if phone.isActive, phone.tapsLeft > 0 {
          messages += [.tap(App.increment), .tap(save), .tap(App.load)]
        }
        if !phone.isActive { messages.append(.becomeActive) }
        if phone.isActive, phone.backgroundingsLeft > 0 { messages.append(.resign) }
        if !phone.queue.isEmpty { messages.append(.run) }
        return messages
      }
      Replies { command, phone in
        App.reply(to: command.value, stored: phone.stored).map { [.storeReplied(command.replacing(with: $0))] }
      }
      Always("when all is quiet, no tap is lost", of: .world) { world in
        let isQuiet = world.outstanding.isEmpty && world.model.queue.isEmpty
        return !isQuiet || App.value(of: world.model.app) == world.model.expected
      }
    }
  }
}
