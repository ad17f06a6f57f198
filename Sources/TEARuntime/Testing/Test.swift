/// A program under test: a module, with the flags or the model that the test begins with.
///
/// Each expectation runs the program again from that start, and leaves the test unchanged. As in a live program, a start or a
/// step whose view fails has failed.
public struct Test<M: Module> {
  enum Start {
    case flags(M.Flags)
    case model(M.Model)
  }

  let start: Start
  let report: (String, StaticString, UInt) -> Void

  private struct Outcome {
    var model: M.Model
    var view: M.View
    /// The commands of the last step; before the first step, the commands of the start.
    var commands: [M.Command] = []
  }

  /// Expects the program to start, and to take the messages, if any, in order.
  ///
  /// - Returns: The model after the last message, or else the model that the program starts with; `nil` after reporting a
  ///   failure.
  public func expectModel(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> M.Model? {
    expectSuccess("A model", file, line) { try run(messages).model }
  }

  /// Expects the program to start and to show a view.
  ///
  /// - Returns: The view, or `nil` after reporting a failure.
  public func expectView(file: StaticString = #filePath, line: UInt = #line) -> M.View? {
    expectSuccess("A view", file, line) { try run([]).view }
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

  /// Expects the program to start, and to take the messages, if any.
  ///
  /// - Returns: The commands that the last message performs, or else the start, in order; `nil` after reporting a failure.
  public func expectCommands(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> [M.Command]? {
    expectSuccess("A list of commands", file, line) { try run(messages).commands }
  }

  /// Expects the update for the last of the messages, or the start if there are no messages, or the view after it, to fail.
  ///
  /// - Returns: The failure, or `nil` after reporting that nothing failed, that the error is of another type, or that an
  ///   earlier step failed.
  public func expectFailure(
    for messages: M.Message..., file: StaticString = #filePath, line: UInt = #line
  ) -> M.Failure? {
    guard let lastMessage = messages.last else { return expectError(file, line) { literal(try run([]).view) } }
    guard let before = expectSuccess("A model before the last message", file, line, { try run(messages.dropLast()) })
    else { return nil }
    return expectError(file, line) { literal(try outcome(of: lastMessage, in: before.model).model) }
  }

  private func run(_ messages: [M.Message]) throws -> Outcome {
    var last: Outcome
    switch start {
    case .model(let model): last = Outcome(model: model, view: try M.view(for: model))
    case .flags(let flags):
      var commands: [M.Command] = []
      let model = try M.start(with: flags, perform: { commands.append($0) })
      last = Outcome(model: model, view: try M.view(for: model), commands: commands)
    }
    for message in messages { last = try outcome(of: message, in: last.model) }
    return last
  }

  private func outcome(of message: M.Message, in model: M.Model) throws -> Outcome {
    var commands: [M.Command] = []
    let next = try Kernel<M>.update(model, for: message, performing: &commands)
    return Outcome(model: next, view: try M.view(for: next), commands: commands)
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
