internal import TEASupport
internal import TEARuntime

/// The declared starts, which are made again where a model holds an object: an earlier run may have changed it in place.
struct StartRepetition<M: Module>: Sendable {
  private let list: @Sendable () throws -> [Start<M>.Value]
  /// The text of each start that can be made again. `nil` for flags, and for a model that differs from the one made again, or
  /// shares an object with it.
  private var texts: [String?]

  /// - Parameter values: The values that `list` has returned.
  init(
    of values: [Start<M>.Value], by list: @escaping @Sendable () throws -> [Start<M>.Value]
  ) {
    self.list = { try UserCode.calling(.starts) { try list() } }
    let isSame = WorldComparison<M>().isSame
    texts = values.map { if case .model(let model) = $0 { Self.text(of: model) } else { nil } }
    let others = (try? self.list()) ?? []
    for (number, value) in values.enumerated() {
      guard case .model(let model) = value else { continue }
      let other = self.model(number, among: others)
      let isRepeated = other.map {
        isSame(World(model: model), World(model: $0)) && Self.objects(in: model).isDisjoint(with: Self.objects(in: $0))
      }
      if isRepeated != true { texts[number] = nil }
    }
  }

  private static func objects(in value: Any) -> Set<ObjectIdentifier> {
    var (objects, values): (Set<ObjectIdentifier>, [Any]) = ([], [value])
    while let value = values.popLast() {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !objects.insert(ObjectIdentifier(value as AnyObject)).inserted { continue }
      var level: Mirror? = mirror
      while let fields = level {
        values += fields.children.map { $0.value }
        level = fields.superclassMirror
      }
    }
    return objects
  }

  func canRepeat(_ number: Int) -> Bool { texts[number] != nil }

  /// The model of a start, made again; `nil` where it cannot be made again.
  func model(_ number: Int) -> M.Model? {
    guard canRepeat(number), let values = try? list() else { return nil }
    return model(number, among: values)
  }

  /// Finds a start by its text, where another start now has this number: a declaration that iterates over a set may list the
  /// starts in any order.
  private func model(_ number: Int, among values: [Start<M>.Value]) -> M.Model? {
    func model(_ value: Start<M>.Value) -> M.Model? {
      guard case .model(let model) = value, Self.text(of: model) == texts[number] else { return nil }
      return model
    }
    return (values.indices.contains(number) ? model(values[number]) : nil) ?? values.lazy.compactMap(model).first
  }

  /// The start in a script, without the word `start`.
  static func text(of model: M.Model) -> String { "from \(structuralLiteral(model))" }
}
