internal import TEAGenerators
public import TEARuntime

/// A property of worlds, which can be declared by the model, the view or the world.
public protocol WorldProperty<M>: SpecificationPart {
  /// Declares the property by a condition on worlds.
  init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool)
}

extension WorldProperty {
  /// Declares the property by a condition on the model.
  @inlinable
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, at: SourcePlace(fileID: fileID, filePath: filePath, line: line)) { try holds($0.model) }
  }

  /// Declares the property by a condition on the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(name, at: SourcePlace(fileID: fileID, filePath: filePath, line: line)) {
      try holds(try subject.read($0))
    }
    guard let needed = subject.neededEnvironment, var property = self as? any EnvironmentNeeding<M> else { return }
    for index in property.declarations.indices { property.declarations[index].neededEnvironment = needed }
    if let property = property as? Self { self = property }
  }
}

/// A property whose declarations note the environment that they look at; other libraries' types of properties cannot conform.
protocol EnvironmentNeeding<M>: SpecificationPart {
  var declarations: [Declaration<M>] { get set }
}
