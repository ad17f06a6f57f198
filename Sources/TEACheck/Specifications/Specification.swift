public import TEARuntime

/// The steps that a program may take and the properties that must hold, declared once for every runner.
///
/// ```swift
/// let search = Specification(of: Search.self) {
///   Messages { view in view.buttons.map(\.message) + [.typed("a"), .typed("ab")] }
///   Replies { command in
///     switch command {
///     case .fetch(let query): [.loaded(query, [query + "!"]), .failed(query)]
///     }
///   }
///   Always("results belong to the query on screen") { $0.results.isEmpty || $0.results.query == $0.query }
/// }
/// ```
///
/// Parts that are not declared are derived, and the report names them: the messages from the message type, the flags
/// from the flags type.
public struct Specification<M: Module>: SpecificationPart, Sendable {
  public internal(set) var declarations: [Declaration<M>]
  let place: SourcePlace
  let engines: Engines<M>

  init(_ declarations: [Declaration<M>], place: SourcePlace, engines: Engines<M>) {
    self.declarations = declarations
    self.place = place
    self.engines = engines
  }
}

extension Specification {
  /// Declares what may happen to a module and what must hold.
  ///
  /// It is inlined into the user's module, so that the search is specialised for its model.
  @_alwaysEmitIntoClient
  public init(
    of module: M.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, @SpecificationBuilder<M> _ declarations: () -> [Declaration<M>]
  ) {
    self.init(
      declarations(), SourcePlace(fileID: fileID, filePath: filePath, line: line), Engines(of: module))
  }

  @usableFromInline
  init(_ declarations: [Declaration<M>], _ place: SourcePlace, _ engines: Engines<M>) {
    self.init(declarations, place: place, engines: engines)
  }
}

/// Collects the declarations of a specification.
@resultBuilder
public enum SpecificationBuilder<M: Module> {
  // One overload only: with several, the compiler reports the mismatch with another one, and not the mistake in the
  // property.
  /// A line of the specification.
  public static func buildExpression<Part: SpecificationPart>(_ part: Part) -> [Declaration<M>]
  where Part.M == M {
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
    case generatedMessages(@Sendable (World<M>) throws -> Gen<M.Message>?)
    case replies(@Sendable (M.Command, M.Model) throws -> [M.Message]?, dependOnModel: Bool)
    case failures(@Sendable (M.Command) throws -> [M.Message])
    case precondition(Precondition<M>.Condition)
    case start(@Sendable () throws -> [Start<M>.Value])
    case startGenerator(Gen<Start<M>.Value>)
    case property(Property<M>)
    case laws([Law])
    case target(Measure<M, Double>)
    case label(Measure<M, String?>)
    case cover(Coverage<M>)
    case fairness(@Sendable (inout FairnessAssumptions<M>) -> Void)
    case systemMessages(@Sendable (M.Message) -> Bool)
    case form(@Sendable (World<M>) -> World<M>)
    case key(@Sendable (World<M>) -> AnyHashable)
    case environment(AnyEnvironment<M>)
    case subscriptions(@Sendable (M.Subscription) throws -> [M.Message])
    case interimReplies(@Sendable (M.Command, M.Model) throws -> [M.Message]?)
    case losses(@Sendable (M.Command) -> Bool)
    case repetitions(@Sendable (M.Command) -> Bool)
    case staleViews
    case racyCancellation
  }

  let kind: Kind
  let place: SourcePlace
}
