internal import TEAAnalysis
internal import TEARuntime

extension ObservedSteps {
  /// - Parameter count: The number of the world's steps. A nondeterministic program may offer fewer when asked again; each
  ///   missing step is added without a message or an answered command.
  func add<M: Module>(_ steps: [WorldStep<M>], count: Int, in world: World<M>) {
    for step in steps { add(step, in: world) }
    for _ in steps.count..<max(count, steps.count) { addStep(message: -1, command: -1) }
  }

  func add<M: Module>(_ step: WorldStep<M>, in world: World<M>) {
    // Where no cases are known, 0 stands for any message, because -1 stands for a step without a message.
    func caseNumber(of message: M.Message) -> Int8 { messages.isEmpty ? 0 : Int8(enumCase(of: message) ?? 0) }
    func commandCase(answeredBy step: WorldStep<M>) -> Int8 {
      commands.isEmpty ? -1 : step.answeredCommand(in: world).map { Int8(enumCase(of: $0) ?? 0) } ?? -1
    }
    // A switch is faster than `step.message`: an optional of a program's type would look up its metadata each time.
    switch step {
    case .message(let sent): addStep(message: caseNumber(of: sent), command: -1)
    case .reply(let sent, _): addStep(message: caseNumber(of: sent), command: commandCase(answeredBy: step))
    case .event(let event):
      addStep(
        message: event.message.map { caseNumber(of: $0) } ?? -1, command: commandCase(answeredBy: step))
    }
  }
}
