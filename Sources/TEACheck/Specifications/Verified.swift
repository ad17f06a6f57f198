public import TEARuntime

/// An observer of each step of a client, which may object to a step: to a broken protocol, for example.
///
/// ```swift
/// enum NoSecondFetch: Verifier {
///   static func start(with flags: Void) -> Int { 0 }
///   static func verify(_ step: Transition<Search>, state running: inout Int) throws {
///     if case .loaded = step.message { running -= 1 }
///     running += step.commands.count
///     if running > 1 { throw Objection("two fetches at a time") }
///   }
/// }
///
/// Specification(of: Verified<NoSecondFetch>.self) {
///   Replies { … }
///   Accepts("one fetch at a time")
/// }
/// ```
public protocol Verifier<Client>: SendableMetatype {
  /// The module that is watched.
  associatedtype Client: Module
  /// The state that the verifier keeps from step to step.
  associatedtype State

  /// Makes the first state, from the flags of the client.
  static func start(with flags: Client.Flags) throws -> State

  /// Checks a step of the client.
  ///
  /// - Throws: An objection to the step; ``Objection`` describes it in words.
  static func verify(_ step: Transition<Client>, state: inout State) throws
}

/// The objection of a verifier, or of the condition of a property, in words.
public struct Objection: Error, CustomStringConvertible {
  public let description: String

  /// Makes an objection, with a reason for the report.
  public init(_ description: String) { self.description = description }
}

/// A client and its verifier as one module, with the client's messages, commands, subscriptions, effect policies and
/// view.
public enum Verified<V: Verifier>: Module {
  /// The program that is verified.
  public typealias Client = V.Client
  public typealias Flags = Client.Flags
  public typealias Message = Client.Message
  public typealias Command = Client.Command
  public typealias View = Client.View
  public typealias Subscription = Client.Subscription
  public typealias EffectID = Client.EffectID
  public typealias Failure = Client.Failure

  public struct Model {
    /// The model of the program.
    public var client: Client.Model
    /// The state of the verifier.
    public var verifier: V.State
    /// The verifier's objection to the last step; `nil` for none.
    public var objection: String?
    /// The error that the client's `update` threw in the last step; `nil` where it threw none. With an error, the client is
    /// unchanged, and the verifier has seen the step.
    public var failure: String?
  }

  public static func start(with flags: Flags, perform: (Command) -> Void) throws -> Model {
    let client: Client.Model
    do {
      client = try Client.start(with: flags, perform: perform)
    } catch {
      // A lockstep reports a start that only the client refuses: `V.start` then throws `UnsharedStart`.
      if V.self is any StartComparing.Type { _ = try V.start(with: flags) }
      throw error
    }
    return Model(client: client, verifier: try V.start(with: flags))
  }

  public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    try update(for: message, answering: nil, model: &model, perform: perform)
  }

  public static func update(
    for message: Message, answering command: Command?, model: inout Model, perform: (Command) -> Void
  ) throws {
    let before = model.client
    var commands: [Command] = []
    var failure: (any Error)?
    do {
      model.client = try Kernel<Client>.update(before, for: message, answering: command, performing: &commands)
    } catch {
      // Any other error violates the law that only declared failures are thrown.
      guard error is Client.Failure else { throw error }
      failure = error
    }
    let step = Transition<Client>(
      before: before, message: message, after: model.client, commands: commands, failure: failure,
      answering: command)
    do {
      model.objection = nil
      try V.verify(step, state: &model.verifier)
    } catch {
      model.objection = (error as? Objection)?.description ?? literal(error)
    }
    model.failure = failure.map { literal($0) }
    for command in commands { perform(command) }
  }

  public static func subscriptions(for model: Model) -> [Subscription] { Client.subscriptions(for: model.client) }

  public static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
    Client.timer(for: subscription)
  }

  public static func policy(for command: Command) -> EffectPolicy<EffectID> { Client.policy(for: command) }

  public static func view(for model: Model) throws -> View { try Client.view(for: model.client) }
}

extension Verified.Model: Equatable where V.Client.Model: Equatable, V.State: Equatable {}
extension Verified.Model: Hashable where V.Client.Model: Hashable, V.State: Hashable {}
extension Verified.Model: Sendable where V.Client.Model: Sendable, V.State: Sendable {}

extension Verified: NamedModule {
  package static var moduleName: String { (V.self as? any NamedModule.Type)?.moduleName ?? shortName(of: self) }
}

/// A model that keeps the error that its program threw in the last step, so that the step itself does not fail.
protocol FailureKeeping { var failure: String? { get } }

extension Verified.Model: FailureKeeping {}

/// The verifier objects to no step.
public struct Accepts<V: Verifier>: SpecificationPart {
  public let declarations: [Declaration<Verified<V>>]

  /// Declares that the verifier accepts every step; its objection is part of the report.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations =
      Always<Verified<V>>(name, fileID: fileID, filePath: filePath, line: line) { model in
        if let objection = model.objection { throw Objection(objection) }
        return true
      }.declarations
  }
}
