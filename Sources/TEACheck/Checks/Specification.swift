internal import TEAGenerators
public import TEARuntime

/// The steps that a program may take and the properties that must hold, declared once for all checks.
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

  @usableFromInline
  init(_ declarations: [Declaration<M>], _ place: SourcePlace, _ engines: Engines<M>) {
    self.declarations = declarations
    self.place = place
    self.engines = engines
  }
}

extension Specification {
  /// Declares what may happen to a module and what must hold.
  ///
  /// This initialiser is inlined into the user's module, so that calls of the module's functions are specialised there.
  @inlinable
  public init(
    of module: M.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, @SpecificationBuilder<M> _ declarations: () -> [Declaration<M>]
  ) {
    self.init(
      declarations(), SourcePlace(fileID: fileID, filePath: filePath, line: line), Engines(of: module))
  }
}
