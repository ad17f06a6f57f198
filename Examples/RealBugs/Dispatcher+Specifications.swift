import TEACheck

extension Module
where Message == Dispatcher.Message, Model == Dispatcher.Model, Flags == Void, Command == Never {
  /// Up to four actions are sent from outside.
  static var publishing: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        model.state.count { $0 != .answer } < 4 ? [.send(.note), .send(.question)] : []
      }
      Always("what is sent is done before send returns") { $0.state.count == $0.sent }
      Always("observers see the states in order") { model in
        model.seen.allSatisfy { seen in zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 } }
      }
    }
  }
}
