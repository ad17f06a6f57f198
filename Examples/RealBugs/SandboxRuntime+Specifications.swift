import TEACheck

extension SandboxRuntime {
  /// At most three messages are sent.
  static var updatesMade: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { ($0.sent < 3 ? [.send] : []) + ($0.writes.isEmpty ? [] : [.flush]) }
      Always("as many updates as messages") { !$0.writes.isEmpty || $0.model == $0.sent }
    }
  }
}

extension FixedSandboxRuntime {
  /// At most three messages are sent.
  static var updatesMade: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { ($0.sent < 3 ? [.send] : []) + ($0.updatesWaiting == 0 ? [] : [.flush]) }
      Always("as many updates as messages") { $0.updatesWaiting > 0 || $0.model == $0.sent }
      Always("an update that waits is made once") { $0.model + $0.updatesWaiting == $0.sent }
    }
  }
}
