import TEACheck

/// A request of a reducer's effect, or a cancellation, as a command of a module.
enum ReducerCommand<Request: Hashable, CancelID: Hashable>: Hashable {
  case run(Request, EffectPolicy<CancelID>)
  case cancel(CancelID)

  var policy: EffectPolicy<CancelID> {
    switch self {
    case .run(_, let policy): policy
    case .cancel(let id): .cancel(id)
    }
  }

  /// Makes the command cancellable by an id, unless the command already has an id.
  ///
  /// `EffectPolicy` has no plain cancellable policy; a throttle of zero drops nothing and can be cancelled.
  func cancellable(id: CancelID) -> ReducerCommand {
    if case .run(let request, .all) = self { .run(request, .throttle(id, .zero)) } else { self }
  }
}

extension Effect where Request: Hashable, CancelID: Hashable {
  var commands: [ReducerCommand<Request, CancelID>] {
    switch self {
    case .none: []
    case .run(let request): [.run(request, .all)]
    case .merge(let effects): effects.flatMap(\.commands)
    case .cancel(let id): [.cancel(id)]
    case .cancellable(.run(let request), let id, cancelInFlight: true): [.run(request, .latest(id))]
    case .cancellable(let effect, let id, let cancelInFlight):
      (cancelInFlight ? [.cancel(id)] : []) + effect.commands.map { $0.cancellable(id: id) }
    case .debounce(let request, let id, let duration): [.run(request, .debounce(id, duration))]
    case .throttle(let request, let id, let duration): [.run(request, .throttle(id, duration))]
    }
  }
}

enum FactModule: Module {
  typealias Command = ReducerCommand<FactFeature.Request, FactFeature.CancelID>

  static func start(with flags: Void) -> FactFeature.State { FactFeature.State() }

  static func update(for action: FactFeature.Action, model: inout FactFeature.State, perform: (Command) -> Void) {
    FactFeature.reduce(into: &model, action: action).commands.forEach(perform)
  }

  static func policy(for command: Command) -> EffectPolicy<FactFeature.CancelID> { command.policy }
}

func factSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Message == FactFeature.Action, M.Model == FactFeature.State, M.Command == FactModule.Command {
  Specification(of: module) {
    Messages(of: .model) { state in [.incrementTapped, state.isLoading ? .cancelTapped : .factTapped] }
    Replies { command in
      switch command {
      case .run(.fact(let number), _): [.factLoaded("a fact about \(number)"), .factFailed]
      case .cancel: nil
      }
    }
    Settles("nothing loads for ever") { !$0.isLoading }
    Always("it is loading while a fact is outstanding", of: .world) { world in
      world.outstanding.isEmpty || world.model.isLoading
    }
    Always("a fact is about the number") { ["a fact about \($0.number)", "no fact today", nil].contains($0.fact) }
    Step("asking hides the last fact, and a tap counts up to three") { step in
      switch step.message {
      case .factTapped: step.after.fact == nil
      case .incrementTapped: step.after.number == min(step.before.number + 1, 3)
      case .cancelTapped, .factLoaded, .factFailed: step.after.number == step.before.number
      }
    }
  }
}
