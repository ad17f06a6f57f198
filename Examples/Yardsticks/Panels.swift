import TEACheck

/// Independent searches side by side, each a ``Race``.
enum Panels: Module {
  struct Flags { var count: Int, race: Race.Flags }
  enum Message { case panel(Int, Race.Message) }
  enum Command: Hashable { case panel(Int, Race.Command) }

  static func start(with flags: Flags) -> [Race.Model] {
    Array(repeating: Race.start(with: flags.race), count: flags.count)
  }

  static func update(for message: Message, model: inout [Race.Model], perform: (Command) -> Void) {
    switch message {
    case .panel(let index, let message):
      Race.update(for: message, model: &model[index]) { perform(.panel(index, $0)) }
    }
  }

  /// Panels side by side, each with a bounded number of inputs and retries.
  ///
  /// - Parameters:
  ///   - count: The number of panels.
  ///   - typed: The maximum number of inputs of each panel.
  ///   - retries: The maximum number of retries of each panel.
  ///   - isFixed: `true` where replies to all inputs except the last are ignored.
  ///   - settles: `true` where the specification has the property that the results at rest are those of the last input.
  static func specification(
    count: Int, typed: Int, retries: Int, isFixed: Bool, settles: Bool = false
  ) -> Specification<Panels> {
    Specification(of: Panels.self) {
      Start(with: [Flags(count: count, race: Race.Flags(typed: typed, retries: retries, isFixed: isFixed))])
      Messages(of: .model) { panels in
        panels.indices.flatMap { index in Race.offers(panels[index]).map { .panel(index, $0) } }
      }
      Replies { command in
        switch command {
        case .panel(let index, let command): Race.replies(to: command).map { .panel(index, $0) }
        }
      }
      if settles {
        Always("each panel shows what was typed last", of: .world) { world in
          world.model.indices.allSatisfy { index in
            let isWaiting = world.outstanding.contains { if case .panel(index, _) = $0 { true } else { false } }
            return isWaiting || world.model[index].status != .idle
              || world.model[index].shown == world.model[index].typed
          }
        }
      }
    }
  }
}
