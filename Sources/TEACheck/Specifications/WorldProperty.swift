public import TEARuntime

/// A property that is declared of the model, or else of the view or the world, in one of two ways for all its kinds.
public protocol WorldProperty<M>: SpecificationPart {
  /// Declares the property, of worlds.
  init(_ name: String, at place: SourcePlace, ofWorlds holds: @escaping @Sendable (World<M>) throws -> Bool)
}

extension WorldProperty {
  /// Declares the property, by the model.
  public init(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (M.Model) throws -> Bool
  ) {
    self.init(name, at: SourcePlace(fileID: fileID, filePath: filePath, line: line)) { try holds($0.model) }
  }

  /// Declares the property, by the model, the view or the world.
  public init<Value>(
    _ name: String, of subject: Subject<M, Value>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ holds: @escaping @Sendable (Value) throws -> Bool
  ) {
    self.init(name, at: SourcePlace(fileID: fileID, filePath: filePath, line: line)) {
      try holds(try subject.read($0))
    }
  }
}
