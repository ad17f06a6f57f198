internal import TEAGenerators
public import TEARuntime

/// A property that must hold in every reachable world.
///
/// The condition may throw instead of returning `false`; the error is part of the report.
public struct Always<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares an invariant of the model or, with a condition, of the models that satisfy it.
  ///
  /// ```swift
  /// Always("a paid order has an address", when: { $0.isPaid }) { $0.address != nil }
  /// ```
  ///
  /// The report of an exploration notes a condition that no world satisfies, since the invariant then says nothing.
  @inlinable
  public init(
    _ name: String, when condition: (@Sendable (M.Model) throws -> Bool)? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    guard let condition else {
      self.init(name, place, dependsOnModelOnly: true) { (world: World<M>) in try holds(world.model) }
      return
    }
    self.init(
      name, place, dependsOnModelOnly: true, when: { try condition($0.model) }
    ) { (world: World<M>) in try !condition(world.model) || holds(world.model) }
  }

  @usableFromInline
  init(
    _ name: String, _ place: SourcePlace, dependsOnModelOnly: Bool, needing environment: NeededEnvironment? = nil,
    when condition: (@Sendable (World<M>) throws -> Bool)? = nil,
    ofWorld holds: @escaping @Sendable (World<M>) throws -> Bool
  ) {
    declarations = [
      Declaration(
        Property(
          name: name, place: place, dependsOnModelOnly: dependsOnModelOnly, condition: condition, holds: holds),
        needing: environment)
    ]
  }

  /// Declares an invariant of the model, the view or the world or, with a condition, of those that satisfy it.
  ///
  /// The report of an exploration notes a condition that no world satisfies, since the invariant then says nothing.
  @inlinable
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, when condition: (@Sendable (Value) throws -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(
      name, SourcePlace(fileID: fileID, filePath: filePath, line: line),
      dependsOnModelOnly: subject.dependsOnModelOnly, needing: subject.neededEnvironment,
      when: condition.map { condition in { @Sendable (world: World<M>) in try condition(try subject.read(world)) } }
    ) { (world: World<M>) in
      let value = try subject.read(world)
      if let condition, try !condition(value) { return true }
      return try holds(value)
    }
  }
}

/// A relation that must hold between the models before and after every step that brings a message.
public struct Step<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares a relation between the model before a step, the message, the model after the step, and the commands.
  ///
  /// With a condition, the relation must hold of the steps that satisfy it. The report of an exploration notes a condition that
  /// no step satisfies, since the relation then says nothing.
  public init(
    _ name: String, when condition: (@Sendable (Transition<M>) throws -> Bool)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Transition<M>) throws -> Bool
  ) {
    declarations = [
      Declaration(
        Property(
          name: name, place: SourcePlace(fileID: fileID, filePath: filePath, line: line), condition: condition,
          holds: condition.map { condition in { @Sendable step in try !condition(step) || holds(step) } } ?? holds))
    ]
  }
}

/// A property that must hold in some reachable world.
///
/// It guards against a check that passes because nothing happened.
public struct Sometimes<M: Module>: WorldProperty, EnvironmentNeeding {
  public internal(set) var declarations: [Declaration<M>]

  public init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool) {
    declarations = [Declaration(Property(name: name, kind: .sometimes, place: place, holds: holds))]
  }
}

/// A law of The Elm Architecture that a module can be held to.
public enum Law: String, Sendable, CaseIterable {
  /// `view` never throws. Always checked.
  case viewNeverFails = "view never fails"

  /// `update` and `view` are functions: two runs on the same values give the same results.
  ///
  /// If the law is not declared, explorations check `update` in steps that find a new world or perform a command without
  /// replies, and in some of these steps also with the model's sets and dictionaries in another order. If the law is declared,
  /// `update` is checked for every model and message that meet and `view` for every model, also with sets and dictionaries of
  /// models and messages in up to two other orders. `subscriptions(for:)` is asked again with each view, and its order counts
  /// only where the search follows subscriptions. In the worlds that are asked twice what can happen, the lists must be the same
  /// also with sets and dictionaries of the model and the environment in another order, unless the model, a message, a command, a
  /// subscription or the environment holds an index of a set. Two views of a type without `==` are compared by all that they hold
  /// but functions. Of the random runs, every 16th is made twice, whether the law is declared or not.
  case deterministic = "update and view are deterministic"

  /// An `update` that throws leaves the model unchanged, without the help of the runtime's roll-back.
  ///
  /// Checked where declared.
  case failedUpdateLeavesModelAlone = "a failed update leaves the model alone"

  /// `update` never throws. Checked where declared.
  case updateNeverFails = "update never fails"

  /// `start` and `update` throw only failures of the declared `Failure` type. Always checked, except for a `start` that refuses
  /// derived flags.
  case onlyDeclaredFailures = "only declared failures are thrown"

  /// Replies and messages of the system do not follow each other for ever without an action of a person or the passing of
  /// time.
  ///
  /// Checked where declared, by explorations; see ``SystemMessages``.
  case noEndlessChain = "no endless chain of replies"

  /// Models that are equal by `==` are equal in all of their fields.
  ///
  /// Checked where declared: for the models before and after every step and, in explorations, for the models and commands of
  /// all worlds that are found. Each of the first 1,000 different models is compared with all earlier models by `==`; a later
  /// model is compared only with models of the same hash, and with none where the type has no hash. The same is true of
  /// commands.
  case honestEquality = "== is honest"
}

/// Holds the module to laws of The Elm Architecture.
public struct Laws<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Holds the module to laws.
  public init(
    _ laws: Law..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.laws(laws), fileID, filePath, line)]
  }
}

/// One step, as ``Step`` properties receive it.
public struct Transition<M: Module> {
  /// The model before the step.
  public let before: M.Model
  /// The message that `update` received.
  public let message: M.Message
  /// The model after the step; where `update` failed, the model before it.
  public let after: M.Model
  /// The commands that the step performed, in order.
  public let commands: [M.Command]
  /// The error that `update` threw; `nil` where it threw none.
  public let failure: (any Error)?
  /// The command that the message answers; `nil` where the message is not a reply.
  public let answering: M.Command?

  @inlinable
  init(
    before: M.Model, message: M.Message, after: M.Model, commands: [M.Command], failure: (any Error)?,
    answering: M.Command? = nil
  ) {
    self.before = before
    self.message = message
    self.after = after
    self.commands = commands
    self.failure = failure
    self.answering = answering
  }

  /// `nil` for a step without a message, which does not call `update`.
  @inlinable
  init?(
    _ step: WorldStep<M>, in world: World<M>, to after: M.Model, performing commands: [M.Command],
    failure: (any Error)? = nil
  ) {
    guard let message = step.message else { return nil }
    self.init(
      before: world.model, message: message, after: after, commands: commands, failure: failure,
      answering: step.answeredCommand(in: world))
  }

  init?(_ step: WorldStep<M>, in world: World<M>, _ outcome: StepOutcome<M>) {
    self.init(step, in: world, to: outcome.world.model, performing: outcome.commands, failure: outcome.failure)
  }
}

/// A property of worlds or of steps, as it is declared.
struct Property<Subject>: Sendable {
  typealias Condition = @Sendable (Subject) throws -> Bool

  let name: String
  /// `.always` for every property of steps.
  var kind = PropertyKind.always
  let place: SourcePlace
  var dependsOnModelOnly = false
  /// The condition after `when`, or the first condition of a ``LeadsTo``; `nil` where none is declared.
  var condition: Condition?
  var holds: Condition
}

enum PropertyKind: Sendable, Equatable {
  case always, sometimes, settles
  case liveness(Liveness)
}

extension Declaration {
  init(_ property: Property<World<M>>, needing environment: NeededEnvironment? = nil) {
    self.init(kind: .property(property), place: property.place, neededEnvironment: environment)
  }

  init(_ property: Property<Transition<M>>) { self.init(kind: .step(property), place: property.place) }

  /// The name of a property; `nil` for any other declaration.
  var nameOfProperty: String? {
    switch kind {
    case .property(let property): property.name
    case .step(let property): property.name
    default: nil
    }
  }
}
