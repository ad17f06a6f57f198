internal import TEARuntime

/// A logger whose type does not matter.
struct LoopLogger<Types: LoopTypes> {
  let willInitiate: (Types.Model) -> Void
  let didInitiate: (Types.Model, First<Types.Model, Types.Effect>) -> Void
  let willUpdate: (Types.Model, Types.Event) -> Void
  let didUpdate: (Types.Model, Types.Event, Next<Types.Model, Types.Effect>) -> Void

  init<Logger: MobiusLogger>(_ logger: Logger)
  where Logger.Model == Types.Model, Logger.Event == Types.Event, Logger.Effect == Types.Effect {
    willInitiate = logger.willInitiate
    didInitiate = logger.didInitiate
    willUpdate = logger.willUpdate
    didUpdate = logger.didUpdate
  }

  func log(_ event: ProgramEvent<LoopModule<Types>>) {
    switch event {
    case .willUpdate(let event, let model, _): willUpdate(model.state, event)
    case .didUpdate(let event, let before, let after, _):
      if let next = after.next { didUpdate(before.state, event, next) }
    case .didFail, .didDrop, .didWait, .didElapse, .didSkip, .didStop, .didResume: break
    }
  }
}
