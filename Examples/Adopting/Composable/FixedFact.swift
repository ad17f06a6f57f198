import TEACheck

/// ``FactModule`` with a fix: a failure ends the loading.
enum FixedFactModule: Module {
  typealias Command = FactModule.Command

  static func start(with flags: Void) -> FactFeature.State { FactFeature.State() }

  static func update(for action: FactFeature.Action, model: inout FactFeature.State, perform: (Command) -> Void) {
    FactModule.update(for: action, model: &model, perform: perform)
    if action == .factFailed { model.isLoading = false }
  }

  static func policy(for command: Command) -> EffectPolicy<FactFeature.CancelID> { FactModule.policy(for: command) }
}
