internal import TEAGenerators
public import TEARuntime

/// Collects the declarations of a specification.
@resultBuilder
public enum SpecificationBuilder<M: Module> {
  /// A line of the specification.
  public static func buildExpression(_ part: any SpecificationPart<M>) -> [Declaration<M>] {
    // More overloads would hide a mistake in a property behind errors of overload resolution. With `some` in place of `any`,
    // the compiler would infer the module after the closures, and time out on a closure with four comparisons.
    part.declarations
  }

  /// The lines of the specification, in their order.
  public static func buildBlock(_ parts: [Declaration<M>]...) -> [Declaration<M>] { parts.flatMap { $0 } }
  /// Lines under an `if`.
  public static func buildOptional(_ parts: [Declaration<M>]?) -> [Declaration<M>] { parts ?? [] }
  /// Lines under an `if` that has an `else`.
  public static func buildEither(first parts: [Declaration<M>]) -> [Declaration<M>] { parts }
  /// Lines under an `else`.
  public static func buildEither(second parts: [Declaration<M>]) -> [Declaration<M>] { parts }
  /// Lines in a loop.
  public static func buildArray(_ parts: [[Declaration<M>]]) -> [Declaration<M>] { parts.flatMap { $0 } }
}

/// One line of a specification, such as ``Always`` or ``Messages``, or all lines of another specification.
public protocol SpecificationPart<M> {
  /// The module that the line speaks of.
  associatedtype M: Module

  /// The lines, ready to be collected.
  var declarations: [Declaration<M>] { get }
}

/// One collected line of a specification.
public struct Declaration<M: Module>: Sendable {
  enum Kind: Sendable {
    case messages(@Sendable (World<M>) throws -> [M.Message], dependOnModelOnly: Bool)
    /// The generator of messages in a world; `nil` where it makes none.
    case generatedMessages(@Sendable (World<M>) throws -> Gen<M.Message>?)
    /// The replies to a command; `nil` where it is never answered.
    case replies(@Sendable (M.Command, M.Model) throws -> [M.Message]?, dependOnModel: Bool)
    case failures(@Sendable (M.Command) throws -> [M.Message])
    case precondition(@Sendable (World<M>, M.Message) throws -> Bool, dependsOnModelOnly: Bool)
    case start(@Sendable () throws -> [Start<M>.Value])
    case startGenerator(Gen<Start<M>.Value>)
    case property(Property<World<M>>)
    case step(Property<Transition<M>>)
    case laws([Law])
    case target(Measure<M, Double>)
    /// The text of a label in a world; `nil` where the world does not have the label.
    case label(Measure<M, String?>)
    case cover(CoverCondition<M>)
    /// Changes the assumptions of the declarations before it.
    case fairness(@Sendable (inout FairnessAssumptions<M>) -> Void)
    case systemMessages(@Sendable (M.Message) -> Bool)
    case canonicalForm(@Sendable (World<M>) -> World<M>)
    /// The key of a world; worlds with equal keys count as one.
    case abstraction(@Sendable (World<M>) -> AnyHashable)
    case environment(AnyEnvironment<M>)
    case subscriptions(@Sendable (M.Subscription, M.Model) throws -> [M.Message], dependOnModel: Bool)
    /// The interim replies to a command; `nil` where it never sends any.
    case interimReplies(@Sendable (M.Command, M.Model) throws -> [M.Message]?, dependOnModel: Bool)
    case lostReplies(@Sendable (M.Command) -> Bool)
    case repeatedReplies(@Sendable (M.Command) -> Bool)
    case staleViews
    case racyCancellation
  }

  let kind: Kind
  let place: SourcePlace
  /// The environment that the line looks at; `nil` for none.
  var neededEnvironment: NeededEnvironment?
}

extension Declaration {
  /// A declaration at the place of a call.
  init(
    _ kind: Kind, _ fileID: StaticString, _ filePath: StaticString, _ line: UInt,
    needing environment: NeededEnvironment? = nil
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(kind: kind, place: place, neededEnvironment: environment)
  }
}
