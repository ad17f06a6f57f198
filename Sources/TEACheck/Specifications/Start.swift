internal import TEAGenerators
public import TEARuntime

/// The start of the program: its flags, or its first model.
///
/// Without a declaration, the flags are derived from their type.
public struct Start<M: Module>: SpecificationPart {
  enum Value {
    case flags(M.Flags)
    case model(M.Model)
  }

  public let declarations: [Declaration<M>]

  /// Declares the flags that the program may be started with.
  public init(
    with flags: @escaping @Sendable @autoclosure () -> [M.Flags], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.start { flags().map { .flags($0) } }, fileID, filePath, line)]
  }

  /// Declares the models that the program may start from.
  public init(
    from models: @escaping @Sendable @autoclosure () -> [M.Model], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.start { models().map { .model($0) } }, fileID, filePath, line)]
  }

  /// Declares generated flags: an exploration starts with the few smallest values, and random runs with generated ones.
  public init(
    with flags: Gen<M.Flags>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.startGenerator(flags.map { .flags($0) }), fileID, filePath, line)]
  }

  /// Declares generated models: an exploration starts from the few smallest values, and random runs from generated ones.
  public init(
    from models: Gen<M.Model>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Declaration(.startGenerator(models.map { .model($0) }), fileID, filePath, line)]
  }
}
