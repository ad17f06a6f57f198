internal import TEASupport
public import TEARuntime

/// Two programs on the same steps: a new `update` beside the old one, or a module beside a simpler model of it.
///
/// ```swift
/// Specification(of: Lockstep<NewSearch, OldSearch>.self) {
///   Replies { command in … }                       // to the commands of the first
///   Agree("the same results") { new, old in new.results == old.results }
///   AgreeOnCommands()
/// }
/// ```
///
/// Both programs receive every message. The commands of the first are performed, and its view is shown. Flags with which only
/// one of them starts are an error of the check; flags that both refuse are left out.
public typealias Lockstep<First: Module, Second: Module> = Verified<Follower<First, Second>>
where First.Message == Second.Message, First.Flags == Second.Flags

/// A verifier that runs a second module on the messages of the client, and compares the commands of both.
public enum Follower<First: Module, Second: Module>: Verifier
where First.Message == Second.Message, First.Flags == Second.Flags {
  public typealias Client = First

  public struct State {
    /// The model of the program that follows.
    public var model: Second.Model
    /// The difference between the two programs' commands or failures in the last step, or between their commands at the start;
    /// `nil` if there is none.
    public var difference: String?
  }

  /// Starts the program that follows with the flags of the first one.
  ///
  /// - Throws: If neither program starts, the error of the first one. If only one starts, an error that names the other.
  public static func start(with flags: First.Flags) throws -> State {
    var (firstCommands, secondCommands): ([First.Command], [Second.Command]) = ([], [])
    let first = Result { try First.start(with: flags) { firstCommands.append($0) } }
    let second = Result { try Second.start(with: flags) { secondCommands.append($0) } }
    switch (first, second) {
    case (.success, .success(let model)):
      return State(model: model, difference: difference(firstCommands, nil, secondCommands, nil))
    case (.failure(let failure), .success): throw UnsharedStart(failing: .first, failure)
    case (.success, .failure(let failure)): throw UnsharedStart(failing: .second, failure)
    case (.failure(let failure), .failure): throw failure
    }
  }

  private static func difference(
    _ firstCommands: [First.Command], _ firstFailure: (any Error)?, _ secondCommands: [Second.Command],
    _ secondFailure: (any Error)?
  ) -> String? {
    if firstCommands.isEmpty, secondCommands.isEmpty, firstFailure == nil, secondFailure == nil { return nil }
    // While there is a log, values are written to a greater depth, because their texts are compared.
    let log = DescriptionLog()
    let (first, second) = DescriptionLog.$current.withValue(log) {
      (text(of: firstCommands, firstFailure), text(of: secondCommands, secondFailure))
    }
    if first != second { return "the first \(first), the second \(second)" }
    // Commands of one type are also compared by what they store, because a description may leave something out.
    guard firstFailure == nil, secondFailure == nil, First.Command.self == Second.Command.self else {
      return log.isCut ? "both do what is nested too deep to be compared by its text" : nil
    }
    return textOfDifference(firstCommands as Any, secondCommands as Any, trustingEquality: false).map {
      "the first \(first), the second performs what looks alike and stores something else: \($0)"
    }
  }

  public static func verify(_ step: Transition<First>, state: inout State) {
    var commands: [Second.Command] = []
    var failure: (any Error)?
    do {
      // The second program is told which command a reply answers only where its commands have the type of the first one's.
      state.model = try Kernel<Second>.update(
        state.model, for: step.message, answering: step.answering as? Second.Command, performing: &commands)
    } catch {
      failure = error
    }
    state.difference = difference(step.commands, step.failure, commands, failure)
  }

  private static func text(of commands: [some Any], _ failure: (any Error)?) -> String {
    if let failure { return "fails with \(literal(failure))" }
    return commands.isEmpty
      ? "performs nothing" : "performs " + commands.map { caseLiteral($0) }.joined(separator: ", ")
  }
}

extension Follower: StartComparing {}

extension Follower: NamedModule {
  /// The name of the ``Lockstep``.
  package static var moduleName: String {
    "Lockstep<\(TEARuntime.moduleName(of: First.self)), \(TEARuntime.moduleName(of: Second.self))>"
  }
}

extension Follower.State: Equatable where Second.Model: Equatable {}
extension Follower.State: Hashable where Second.Model: Hashable {}
extension Follower.State: Sendable where Second.Model: Sendable {}

/// Marks a verifier whose `start` is called even if the client's `start` throws, to report that only one program starts.
protocol StartComparing {}

/// The error of flags with which only one of two programs in lockstep starts. Flags that both refuse are left out instead.
struct UnsharedStart: Error, CustomStringConvertible {
  enum Program: String { case first, second }

  private let program: Program
  private let failure: any Error

  init(failing program: Program, _ failure: any Error) { (self.program, self.failure) = (program, failure) }

  var description: String {
    "only one of the two programs starts: the \(program.rawValue) fails with \(literal(failure))"
  }
}

/// A relation between the models of two programs in lockstep, in every reachable world.
public struct Agree<First: Module, Second: Module>: SpecificationPart
where First.Message == Second.Message, First.Flags == Second.Flags {
  public let declarations: [Declaration<Lockstep<First, Second>>]

  /// Declares what must hold between the models of the first and of the second program.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ agree: @escaping @Sendable (First.Model, Second.Model) throws -> Bool
  ) {
    declarations =
      Always<Lockstep<First, Second>>(name, fileID: fileID, filePath: filePath, line: line) {
        try agree($0.client, $0.verifier.model)
      }.declarations
  }
}

/// Two programs in lockstep perform the same commands at the start and in every step, or fail in a step with the same failure.
public struct AgreeOnCommands<First: Module, Second: Module>: SpecificationPart
where First.Message == Second.Message, First.Flags == Second.Flags {
  public let declarations: [Declaration<Lockstep<First, Second>>]

  /// Declares that commands and failures are the same, compared by their text; commands of one type also by what they store.
  /// Where only texts are compared, values nested more than 400 levels deep never count as the same, and neither do objects
  /// that contain themselves.
  public init(
    _ name: String = "the same commands", fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    declarations =
      Always<Lockstep<First, Second>>(name, fileID: fileID, filePath: filePath, line: line) { model in
        if let difference = model.verifier.difference { throw Objection(difference) }
        return true
      }.declarations
  }
}
