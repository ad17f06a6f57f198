import TEACheck

extension Module where Message == Timers.Message, Model == Timers.Model, Flags == Void, Command == Never {
  /// Up to four timers are started, and cancelled at any time.
  static var identity: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        (model.started < 4 ? Timers.ID.allCases.map { .start($0) } : []) + Timers.ID.allCases.map { .cancel($0) }
      }
      Always("no id has two timers") { model in
        Timers.ID.allCases.allSatisfy { id in model.live.count { $0.id == id } <= 1 }
      }
      Step("timers are numbered one after the other") { step in
        if case .start = step.message { step.after.started == step.before.started + 1 } else { true }
      }
    }
  }
}
