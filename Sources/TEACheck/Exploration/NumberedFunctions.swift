internal import TEAStateSpace
internal import TEARuntime

/// The functions of a specification about the surroundings of a program, over numbers, for one worker of a search.
///
/// A function is called twice for the same values, and its result is then remembered.
final class NumberedFunctions<M: Module>: @unchecked Sendable {
  // Unchecked: only one worker uses an object, from functions that must be Sendable.

  private struct Arguments: Hashable {
    var environment: UInt32 = 0
    var command: UInt32 = 0
    var message: UInt32 = 0
    /// 0 where the function does not depend on the model.
    var model: UInt32 = 0
  }

  private typealias Messages = [NumberedProgram.Message]?

  /// Since it was last set to `false`, two calls of a function with the same values have had different results.
  @exclusivity(unchecked) var foundDifference = false

  private let rules: Rules<M>
  private let parts: PartNumbers<M>
  private let modelMemory: (UInt32) -> UnsafePointer<M.Model>
  private let writer: RowWriter
  /// By the numbers of the commands.
  @exclusivity(unchecked) private var commands: [NumberedProgram.Command?] = []
  /// By their numbers.
  @exclusivity(unchecked) private var environments: [AnyHashable?] = []
  @exclusivity(unchecked) private var environmentsAfterEffects: [Arguments: UInt32] = [:]
  @exclusivity(unchecked) private var environmentsAfterCancellations: [Arguments: UInt32] = [:]
  @exclusivity(unchecked) private var environmentsAfterReplies: [Arguments: UInt32] = [:]
  @exclusivity(unchecked) private var environmentReplies: [Arguments: [UInt32]?] = [:]
  @exclusivity(unchecked) private var declaredReplies: [Arguments: [UInt32]?] = [:]
  @exclusivity(unchecked) private var interimReplies: [Arguments: [UInt32]?] = [:]
  @exclusivity(unchecked) private var sentMessages: [UInt32: [UInt32]] = [:]
  @exclusivity(unchecked) private var losses: [UInt32: Bool] = [:]
  @exclusivity(unchecked) private var repetitions: [UInt32: Bool] = [:]

  /// The number of results of one function beyond which all of them are forgotten.
  private static var maxResults: Int { 1 << 16 }

  /// - Parameter modelMemory: Returns the memory of the model with a number.
  init(
    _ rules: Rules<M>, _ parts: PartNumbers<M>, _ writer: RowWriter,
    modelMemory: @escaping (UInt32) -> UnsafePointer<M.Model>
  ) {
    (self.rules, self.parts, self.writer, self.modelMemory) = (rules, parts, writer, modelMemory)
  }

  /// The rules of the program in numbers, with the functions of this object.
  var numberedRules: Rules<NumberedProgram> {
    var numbered = Rules<NumberedProgram>(offer: .fixed([]))
    guard let surroundings = rules.surroundingRules else { return numbered }
    if let replies = rules.replies {
      numbered.replies = { command, model in
        try self.messages(self.arguments(command, model), &self.declaredReplies) {
          try replies(self.value(command), self.value(model))
        }
      }
    }
    numbered.surroundingRules = numberedRules(surroundings)
    return numbered
  }

  private func numberedRules(_ rules: SurroundingRules<M>) -> SurroundingRules<NumberedProgram> {
    var numbered = SurroundingRules<NumberedProgram>()
    numbered.environment = rules.environment.map { numberedEnvironment($0) }
    if let sends = rules.sends {
      numbered.sends = { subscription in
        try self.remembered(subscription.number, &self.sentMessages) {
          try self.numbers(sends(self.parts.value(subscription.number, in: self.parts.subscriptions)))
        }.map { .init(number: $0) }
      }
    }
    if let replies = rules.interimReplies {
      numbered.interimReplies = { command, model in
        try self.messages(self.arguments(command, model), &self.interimReplies) {
          try replies(self.value(command), self.value(model))
        }
      }
    }
    if let canBeLost = rules.canBeLost {
      numbered.canBeLost = { command in
        self.remembered(command.number, &self.losses) { canBeLost(self.value(command)) }
      }
    }
    if let canBeRepeated = rules.canBeRepeated {
      numbered.canBeRepeated = { command in
        self.remembered(command.number, &self.repetitions) { canBeRepeated(self.value(command)) }
      }
    }
    numbered.hasRacyCancellation = rules.hasRacyCancellation
    (numbered.unit, numbered.tracksSilentEffects) = (rules.unit, rules.tracksSilentEffects)
    numbered.usageLog = rules.usageLog
    numbered.canonicalOrder = { commands in rules.canonicalOrder(commands.map { self.value($0) }) }
    return numbered
  }

  private func numberedEnvironment(_ environment: AnyEnvironment<M>) -> AnyEnvironment<NumberedProgram> {
    var cancel: (@Sendable (AnyHashable, NumberedProgram.Command) -> AnyHashable)?
    if let cancelling = environment.cancel {
      cancel = { state, command in
        self.changed(state, by: self.value(command), self.arguments(state, command), &self.environmentsAfterCancellations) {
          cancelling($0, $1)
        }
      }
    }
    var numbered = AnyEnvironment<NumberedProgram>(
      type: NumberedProgram.EnvironmentState.self,
      initial: { self.environment(self.number(ofEnvironment: environment.initial())) },
      perform: { state, command in
        self.changed(state, by: self.value(command), self.arguments(state, command), &self.environmentsAfterEffects) {
          environment.perform($0, $1)
        }
      },
      cancel: cancel,
      replies: { state, command in
        try self.messages(self.arguments(state, command), &self.environmentReplies) {
          try environment.replies(self.value(state), self.value(command))
        }
      },
      reply: { state, command, message in
        var arguments = self.arguments(state, command)
        arguments.message = message.number
        return self.changed(state, by: self.value(command), arguments, &self.environmentsAfterReplies) {
          environment.reply($0, $1, self.parts.value(message.number, in: self.parts.messages))
        }
      },
      events: { state, subscriptions in
        let live: [M.Subscription] = subscriptions.map { self.parts.value($0.number, in: self.parts.subscriptions) }
        return try environment.events(self.value(state), live).map { name, message, next in
          (
            name, message.map { self.parts.message($0, self.writer) },
            self.environment(self.number(ofEnvironment: next))
          )
        }
      })
    numbered.isAtOnce = environment.isAtOnce
    return numbered
  }

  private func changed(
    _ state: AnyHashable, by command: @autoclosure () -> M.Command, _ arguments: Arguments,
    _ results: inout [Arguments: UInt32], _ change: (AnyHashable, M.Command) -> AnyHashable
  ) -> AnyHashable {
    environment(
      remembered(arguments, &results) { number(ofEnvironment: change(value(state), command())) })
  }

  // MARK: Numbers and values

  /// - Parameter number: The number of the command.
  func command(_ number: UInt32) -> NumberedProgram.Command {
    let index = Int(number)
    if index >= commands.count {
      commands.append(contentsOf: repeatElement(nil, count: 2 * (index + 1) - commands.count))
    }
    if let command = commands[index] { return command }
    let command = parts.command(parts.value(number, in: parts.commands), number: number, writer)
    commands[index] = command
    return command
  }

  private func value(_ command: NumberedProgram.Command) -> M.Command {
    parts.value(command.number, in: parts.commands)
  }

  private func value(_ model: NumberedProgram.Model) -> M.Model { modelMemory(model.number).pointee }

  private func value(_ state: AnyHashable) -> AnyHashable {
    parts.environment(PartNumbers<M>.number(ofEnvironment: state))
  }

  private func number(ofEnvironment state: AnyHashable) -> UInt32 { parts.number(ofEnvironment: state, writer) }

  private func arguments(_ state: AnyHashable, _ command: NumberedProgram.Command) -> Arguments {
    Arguments(environment: PartNumbers<M>.number(ofEnvironment: state), command: command.number)
  }

  private func arguments(_ command: NumberedProgram.Command, _ model: NumberedProgram.Model) -> Arguments {
    Arguments(command: command.number, model: rules.repliesDependOnModel ? model.number + 1 : 0)
  }

  private func numbers(_ messages: [M.Message]) -> [UInt32] { messages.map { parts.message($0, writer).number } }

  private func environment(_ number: UInt32) -> AnyHashable {
    let index = Int(number)
    if index >= environments.count {
      environments.append(contentsOf: repeatElement(nil, count: 2 * (index + 1) - environments.count))
    }
    if let state = environments[index] { return state }
    let state = AnyHashable(NumberedProgram.EnvironmentState(number: number))
    environments[index] = state
    return state
  }

  // MARK: Memory

  private func messages(
    _ arguments: Arguments, _ results: inout [Arguments: [UInt32]?], _ compute: () throws -> [M.Message]?
  ) rethrows -> [NumberedProgram.Message]? {
    try remembered(arguments, &results) { try compute().map { numbers($0) } }?.map { .init(number: $0) }
  }

  private func remembered<Key: Hashable, Result: Equatable>(
    _ key: Key, _ results: inout [Key: Result], _ compute: () throws -> Result
  ) rethrows -> Result {
    if let result = results[key] { return result }
    let result = try compute()
    // A result that is not the same again is not remembered, so each step that depends on it is found to differ.
    guard try compute() == result else {
      foundDifference = true
      return result
    }
    if results.count >= Self.maxResults { results.removeAll(keepingCapacity: true) }
    results[key] = result
    return result
  }
}
