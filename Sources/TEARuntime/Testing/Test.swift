/// A program under test: a module, with the flags or the model that the test begins with.
///
/// Each expectation runs the program again from that start, and leaves the test unchanged.
public struct Test<M: Module> {
  enum Start {
    case flags(M.Flags)
    case model(M.Model)
  }

  let start: Start
  let report: (String, StaticString, UInt) -> Void

  private struct Outcome {
    var model: M.Model
    /// The commands of the last step; before the first step, the commands of the start.
    var commands: [M.Command] = []
  }

  /// Expects the program to start.
  ///
  /// - Returns: The model that it starts with, or `nil` after reporting a failure.
  public func expectModel(file: StaticString = #filePath, line: UInt = #line) -> M.Model? {
    expectSuccess("A model", file, line) { try run([]).model }
  }

  /// Expects the program to take the messages, in order.
  ///
  /// - Returns: The model after the last message, or `nil` after reporting a failure.
  public func expectModel(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> M.Model? {
    expectSuccess("A model", file, line) { try run(messages).model }
  }

  /// Expects the program to start and to show a view.
  ///
  /// - Returns: The view, or `nil` after reporting a failure.
  public func expectView(file: StaticString = #filePath, line: UInt = #line) -> M.View? {
    expectSuccess("A view", file, line) { try M.view(for: try run([]).model) }
  }

  /// Expects the last of the messages, or the start if there are no messages, to perform exactly one command.
  ///
  /// - Returns: The command, or `nil` after reporting a failure.
  public func expectCommand(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> M.Command? {
    guard let commands = expectSuccess("A command", file, line, { try run(messages).commands }) else { return nil }
    guard commands.count == 1 else {
      report("Expected exactly one command, got \(literal(commands))", file, line)
      return nil
    }
    return commands[0]
  }

  /// Expects the program to take the messages.
  ///
  /// - Returns: The commands that the last message performs, in order, or `nil` after reporting a failure.
  public func expectCommands(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> [M.Command]? {
    expectSuccess("A list of commands", file, line) { try run(messages).commands }
  }

  /// Expects the program to start.
  ///
  /// - Returns: The commands that the start performs, in order, or `nil` after reporting a failure.
  public func expectCommands(file: StaticString = #filePath, line: UInt = #line) -> [M.Command]? {
    expectSuccess("A list of commands", file, line) { try run([]).commands }
  }

  /// Expects the start or the view to fail.
  ///
  /// - Returns: The failure, or `nil` after reporting that nothing failed or that the error is of another type.
  public func expectFailure(file: StaticString = #filePath, line: UInt = #line) -> M.Failure? {
    expectError(file, line) { literal(try M.view(for: try run([]).model)) }
  }

  /// Expects the update for the last of the messages to fail.
  ///
  /// - Returns: The failure, or `nil` after reporting that nothing failed, that the error is of another type, or that an
  ///   earlier step failed.
  public func expectFailure(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> M.Failure? {
    guard let lastMessage = messages.last else { return expectFailure(file: file, line: line) }
    guard
      let model = expectSuccess("A model before the last message", file, line, { try run(messages.dropLast()).model })
    else { return nil }
    return expectError(file, line) {
      var commands: [M.Command] = []
      return literal(try Kernel<M>.update(model, for: lastMessage, performing: &commands))
    }
  }

  private func run(_ messages: [M.Message]) throws -> Outcome {
    var outcome: Outcome
    switch start {
    case .model(let model):
      outcome = Outcome(model: model)
    case .flags(let flags):
      var commands: [M.Command] = []
      outcome = Outcome(model: try M.start(with: flags, perform: { commands.append($0) }))
      outcome.commands = commands
    }
    for message in messages {
      outcome.commands = []
      outcome.model = try Kernel<M>.update(outcome.model, for: message, performing: &outcome.commands)
    }
    return outcome
  }

  private func expectSuccess<Result>(
    _ expected: String, _ file: StaticString, _ line: UInt, _ body: () throws -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      report("\(expected) was expected, but \(M.self) failed: \(literal(error))", file, line)
      return nil
    }
  }

  /// Expects the body to throw. If the body does not throw, the report shows the text that the body returns.
  private func expectError(_ file: StaticString, _ line: UInt, _ body: () throws -> String) -> M.Failure? {
    do {
      report("A failure was expected, but \(M.self) succeeded: \(try body())", file, line)
      return nil
    } catch {
      if let failure = error as? M.Failure { return failure }
      report(
        "A failure of type \(M.Failure.self) was expected, but \(M.self) threw \(literal(error)) of type "
          + "\(type(of: error))", file, line)
      return nil
    }
  }
}
