internal import TEAAnalysis
internal import TEARuntime

extension ObservedSteps {
  func add<M: Module>(_ step: WorldStep<M>, in world: World<M>) {
    // Where no cases are known, 0 stands for any message, because -1 stands for a step without a message.
    func caseNumber(of message: M.Message) -> Int8 { messages.choices.isEmpty ? 0 : Int8(messages.number(of: message)) }
    func commandCase(answeredBy step: WorldStep<M>) -> Int8 {
      commands.choices.isEmpty ? -1 : step.answeredCommand(in: world).map { Int8(commands.number(of: $0)) } ?? -1
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
