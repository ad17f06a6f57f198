internal import TEARuntime

/// The functions of a specification about the surroundings of a program, with numbers in place of the program's values, for one
/// worker of a search.
///
/// The results of all functions are remembered. A step that is taken again *in values*, with the program's own
/// values, calls the functions again. Where it leads to the same world, it *confirms* the results that it used.
final class NumberedFunctions<M: Module>: @unchecked Sendable {
  // Unchecked: only one worker uses an object, from functions that must be Sendable.

  /// The results that were used since the last step began.
  let usedResults = UsedResults()

  private let rules: Rules<M>
  private let parts: PartNumbers<M>
  private let models: PartTable
  private let writer: RowWriter
  /// The commands in numbers, by the numbers of the commands; `nil` where one was not asked for yet.
  @exclusivity(unchecked) private var commands: [NumberedProgram.Command?] = []
  /// The confirmations of the policies of commands, by the numbers of the commands.
  @exclusivity(unchecked) private var confirmationsOfPolicies: [Confirmations] = []
  /// The states of environments in numbers, by their numbers; `nil` for a state that was not asked for yet.
  @exclusivity(unchecked) private var environments: [AnyHashable?] = []
  /// The number of each list of live subscriptions, from 1, by the numbers of the subscriptions.
  @exclusivity(unchecked) private var listsOfSubscriptions: [[UInt32]: UInt32] = [:]
  // The remembered results of the functions, by the numbers of their arguments:
  private let environmentsAfterEffects = ResultMemory<UInt32>()
  private let environmentsAfterCancellations = ResultMemory<UInt32>()
  private let environmentsAfterReplies = ResultMemory<UInt32>()
  private let environmentReplies = ResultMemory<[NumberedProgram.Message]?>()
  private let declaredReplies = ResultMemory<[NumberedProgram.Message]?>()
  private let interimReplies = ResultMemory<[NumberedProgram.Message]?>()
  private let sentMessages = ResultMemory<[NumberedProgram.Message]?>()
  private let environmentEvents = ResultMemory<[NumberedEvent]>()
  private let resultsOfCanBeLost = ResultMemory<Bool>()
  private let resultsOfCanBeRepeated = ResultMemory<Bool>()

  init(_ rules: Rules<M>, _ parts: PartNumbers<M>, _ models: PartTable, _ writer: RowWriter) {
    (self.rules, self.parts, self.models, self.writer) = (rules, parts, models, writer)
  }

  /// The rules of the program in numbers, with the functions of this object.
  var numberedRules: Rules<NumberedProgram> {
    var numbered = Rules<NumberedProgram>(offer: .fixed([]))
    guard let surroundings = rules.surroundingRules else { return numbered }
    numbered.replies = numberedReplies(rules.replies, declaredReplies)
    numbered.surroundingRules = numberedRules(surroundings)
    return numbered
  }

  private func numberedReplies(
    _ replies: (@Sendable (M.Command, M.Model) throws -> [M.Message]?)?,
    _ results: ResultMemory<[NumberedProgram.Message]?>
  ) -> (@Sendable (NumberedProgram.Command, NumberedProgram.Model) throws -> [NumberedProgram.Message]?)? {
    guard let replies else { return nil }
    return { command, model in
      try results.result(self.arguments(command, model), self.usedResults) {
        try self.messages(replies(self.values.command(command), self.value(model)))
      }
    }
  }

  private func numberedFault(
    _ isPossible: (@Sendable (M.Command) -> Bool)?, _ results: ResultMemory<Bool>
  ) -> (@Sendable (NumberedProgram.Command) -> Bool)? {
    guard let isPossible else { return nil }
    return { command in
      results.result(NumberedArguments(command: command.number), self.usedResults) {
        isPossible(self.values.command(command))
      }
    }
  }

  private func numberedRules(_ rules: SurroundingRules<M>) -> SurroundingRules<NumberedProgram> {
    var numbered = SurroundingRules<NumberedProgram>()
    numbered.environment = rules.environment.map { numberedEnvironment($0) }
    if let subscriptionMessages = rules.subscriptionMessages {
      numbered.subscriptionMessages = { subscription, model in
        let arguments = NumberedArguments(subscription: subscription.number, model: self.argument(model))
        return try self.sentMessages.result(arguments, self.usedResults) {
          try self.messages(subscriptionMessages(self.values.subscription(subscription), self.value(model)))
        } ?? []
      }
    }
    numbered.interimReplies = numberedReplies(rules.interimReplies, interimReplies)
    numbered.canBeLost = numberedFault(rules.canBeLost, resultsOfCanBeLost)
    numbered.canBeRepeated = numberedFault(rules.canBeRepeated, resultsOfCanBeRepeated)
    numbered.hasSubscriptions = rules.hasSubscriptions
    numbered.hasRacyCancellation = rules.hasRacyCancellation
    (numbered.unit, numbered.tracksSilentEffects) = (rules.unit, rules.tracksSilentEffects)
    numbered.usageLog = rules.usageLog
    numbered.canonicalOrder = { commands in rules.canonicalOrder(commands.map(self.values.command)) }
    return numbered
  }

  private func numberedEnvironment(_ environment: AnyEnvironment<M>) -> AnyEnvironment<NumberedProgram> {
    var cancel: (@Sendable (AnyHashable, NumberedProgram.Command) -> AnyHashable)?
    if let cancelling = environment.cancel {
      cancel = { state, command in
        self.changed(state, by: command, self.environmentsAfterCancellations, cancelling)
      }
    }
    var replies: AnyEnvironment<NumberedProgram>.Replies?
    if let answering = environment.replies {
      replies = { state, command in
        try self.environmentReplies.result(self.arguments(state, command), self.usedResults) {
          try self.messages(answering(self.values.environment(state), self.values.command(command)))
        }
      }
    }
    var events: AnyEnvironment<NumberedProgram>.Events?
    if let possible = environment.events {
      events = { state, subscriptions in
        var arguments = NumberedArguments(environment: PartNumbers<M>.number(ofEnvironment: state))
        arguments.subscription = self.number(ofList: subscriptions)
        return try self.environmentEvents.result(arguments, self.usedResults) {
          let live = subscriptions.map(self.values.subscription)
          return try possible(self.values.environment(state), live).map { name, message, next in
            (
              name, message.map { self.parts.message($0, self.writer) },
              self.environment(self.number(ofEnvironment: next))
            )
          }
        }
      }
    }
    var numbered = AnyEnvironment<NumberedProgram>(
      type: NumberedProgram.EnvironmentState.self,
      initial: { self.environment(self.number(ofEnvironment: environment.initial())) },
      perform: { state, command in
        self.changed(state, by: command, self.environmentsAfterEffects, environment.perform)
      },
      cancel: cancel,
      replies: replies,
      reply: { state, command, message in
        self.changed(state, by: command, sending: message.number, self.environmentsAfterReplies) {
          environment.reply($0, $1, self.values.message(message))
        }
      },
      events: events)
    numbered.isAtOnce = environment.isAtOnce
    return numbered
  }

  /// - Parameter message: The number of the message that the change depends on; 0 for none.
  private func changed(
    _ state: AnyHashable, by command: NumberedProgram.Command, sending message: UInt32 = 0,
    _ results: ResultMemory<UInt32>, _ change: (AnyHashable, M.Command) -> AnyHashable
  ) -> AnyHashable {
    var arguments = arguments(state, command)
    arguments.message = message
    let next = results.result(arguments, usedResults) {
      number(ofEnvironment: change(values.environment(state), values.command(command)))
    }
    return environment(next)
  }

  // MARK: Numbers and values

  /// The command with a number, made at the first call. Counts as a use of the command's policy.
  func command(_ number: UInt32) -> NumberedProgram.Command {
    let index = Int(number)
    if index >= commands.count {
      commands.grow(toHold: index, filledWith: nil)
      confirmationsOfPolicies.grow(toHold: index, filledWith: Confirmations())
    }
    if M.EffectID.self != Never.self, !confirmationsOfPolicies[index].suffice {
      usedResults.addUnconfirmed { [unowned self] in confirmationsOfPolicies[index].add(by: $0) }
    }
    if let command = commands[index] { return command }
    UserCode.restartStepTime()
    let command = parts.command(parts.commands.value(number), number: number, writer)
    commands[index] = command
    return command
  }

  private func value(_ model: NumberedProgram.Model) -> M.Model { models.value(model.number) }

  private var values: ProgramMap<NumberedProgram, M> { parts.values }

  private func number(ofEnvironment state: AnyHashable) -> UInt32 { parts.number(ofEnvironment: state, writer) }

  /// The number of a list of live subscriptions; 0 for the empty list.
  private func number(ofList subscriptions: [NumberedProgram.Subscription]) -> UInt32 {
    if subscriptions.isEmpty { return 0 }
    let newNumber = UInt32(truncatingIfNeeded: listsOfSubscriptions.count + 1)
    let numbers = subscriptions.map(\.number)
    if let number = listsOfSubscriptions[numbers] { return number }
    listsOfSubscriptions[numbers] = newNumber
    return newNumber
  }

  private func arguments(_ state: AnyHashable, _ command: NumberedProgram.Command) -> NumberedArguments {
    NumberedArguments(environment: PartNumbers<M>.number(ofEnvironment: state), command: command.number)
  }

  private func arguments(_ command: NumberedProgram.Command, _ model: NumberedProgram.Model) -> NumberedArguments {
    NumberedArguments(command: command.number, model: argument(model))
  }

  /// The number of a model as an argument of declarations: 0 where none of them depends on the model.
  private func argument(_ model: NumberedProgram.Model) -> UInt32 { rules.repliesDependOnModel ? model.number + 1 : 0 }

  private func messages(_ messages: [M.Message]?) -> [NumberedProgram.Message]? {
    messages.map { $0.map { parts.message($0, writer) } }
  }

  private func environment(_ number: UInt32) -> AnyHashable {
    let index = Int(number)
    if index >= environments.count { environments.grow(toHold: index, filledWith: nil) }
    if let state = environments[index] { return state }
    let state = AnyHashable(NumberedProgram.EnvironmentState(number: number))
    environments[index] = state
    return state
  }
}

/// An event of an environment; see ``AnyEnvironment/events``.
private typealias NumberedEvent = (name: String, message: NumberedProgram.Message?, next: AnyHashable)

/// The numbers of the values that one function is called with; 0 in place of those that it does not take.
private struct NumberedArguments: Hashable {
  var environment: UInt32 = 0
  var command: UInt32 = 0
  var message: UInt32 = 0
  /// The number of a subscription, or of a list of subscriptions.
  var subscription: UInt32 = 0
  /// The number of the model plus 1; 0 where the result does not depend on the model.
  var model: UInt32 = 0
}

/// The remembered results that a step has used.
final class UsedResults {
  /// The step used a result that is not confirmed, so the step must be taken again in values.
  @exclusivity(unchecked) private(set) var mustBeRepeated = false
  /// The functions that were added, one for each use of an unconfirmed result. They must not retain the object that added them,
  /// because that object retains this one.
  @exclusivity(unchecked) private var confirmingFunctions: [(_ repetition: Int) -> Void] = []
  /// The number of calls of ``confirm()``.
  @exclusivity(unchecked) private var repetitionCount = 0

  func removeAll() {
    if !mustBeRepeated { return }
    mustBeRepeated = false
    confirmingFunctions.removeAll(keepingCapacity: true)
  }

  /// Notes the use of a result that is not confirmed. A step may use the same result several times.
  ///
  /// - Parameter confirm: Called where a repetition of the step confirms the result, with the number of the repetition, from 1.
  func addUnconfirmed(_ confirm: @escaping (_ repetition: Int) -> Void) {
    mustBeRepeated = true
    confirmingFunctions.append(confirm)
  }

  /// To be called where a result was not remembered, before it is computed.
  func addUnknown() { mustBeRepeated = true }

  /// To be called where a repetition of the step, in values, has led to the same world.
  func confirm() {
    repetitionCount += 1
    for confirm in confirmingFunctions { confirm(repetitionCount) }
    removeAll()
  }
}

/// The repetitions of steps that have confirmed one result.
struct Confirmations {
  private var count = 0
  /// The number of the last repetition that confirmed the result; 0 for none.
  private var lastRepetition = 0

  /// Three are enough. One alone may agree by chance, as where a function tosses a coin.
  var suffice: Bool { count == 3 }

  mutating func add(by repetition: Int) {
    if suffice || repetition == lastRepetition { return }
    (count, lastRepetition) = (count + 1, repetition)
  }
}

/// The remembered results of one function. The type of the results does not depend on the module.
private final class ResultMemory<Result>: @unchecked Sendable {
  // Unchecked, as in ``NumberedFunctions``: one worker uses an object.

  @exclusivity(unchecked) private var results: [NumberedArguments: (result: Result, confirmations: Confirmations)] = [:]

  /// The largest number of results, which bounds the memory; all are forgotten before one more is remembered.
  private static var maxCount: Int { 1 << 16 }

  func result(
    _ arguments: NumberedArguments, _ usedResults: UsedResults, _ compute: () throws -> Result
  ) rethrows -> Result {
    if let (result, confirmations) = results[arguments] {
      if !confirmations.suffice { addUnconfirmed(arguments, to: usedResults) }
      return result
    }
    UserCode.restartStepTime()
    // Noted before the call, because nothing is remembered where the function throws.
    usedResults.addUnknown()
    let result = try compute()
    if results.count >= Self.maxCount { results.removeAll(keepingCapacity: true) }
    results[arguments] = (result, Confirmations())
    addUnconfirmed(arguments, to: usedResults)
    return result
  }

  private func addUnconfirmed(_ arguments: NumberedArguments, to usedResults: UsedResults) {
    usedResults.addUnconfirmed { [unowned self] in results[arguments]?.confirmations.add(by: $0) }
  }
}
