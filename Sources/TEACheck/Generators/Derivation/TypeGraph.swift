internal import TEARuntime

/// The types inside of each type, and the nesting depth of each type's flattest value.
package struct TypeGraph {
  private enum Node {
    /// A type that has no parts, has an empty value or a generator of its own, or cannot be derived.
    case leaf
    /// Each value has a value of every one of these types.
    case all([Any.Type])
    /// Each value has a value of just one of these types; `nil` for a case without a payload.
    case any([Any.Type?])
  }

  private let root: Any.Type
  /// The tags of the cases of an enum `root` that are left out.
  private let excludedTags: Set<Int>
  /// `true` where a root that registers a generator counts as a type without parts.
  private let usesGeneratorOfRoot: Bool
  private var nodes: [ObjectIdentifier: Node] = [:]
  /// The depth of each type's flattest value. A type has no entry if it has no finite value, or while its depth is unknown.
  private var depths: [ObjectIdentifier: Int] = [:]

  /// The largest number of types in the graph: a generic type may contain ever larger instances of itself.
  static var maxTypes: Int { 2_000 }

  /// `true` once types beyond ``maxTypes`` were left out.
  private(set) var isCut = false

  init(root: Any.Type, excludingTags: Set<Int>, usesGeneratorOfRoot: Bool) {
    self.root = root
    self.usesGeneratorOfRoot = usesGeneratorOfRoot
    excludedTags = excludingTags
  }

  /// The number of levels in the flattest value of a type. `nil` where no finite value is known: the type has none, or each of
  /// its values needs a type that was left out (``isCut``).
  mutating func depth(of type: Any.Type) -> Int? {
    let key = ObjectIdentifier(type)
    if nodes[key] != nil { return depths[key] }
    let addedTypes = add(type)
    // Types may contain each other, so the depths are computed again until none changes.
    var isSettled = false
    while !isSettled {
      isSettled = true
      for type in addedTypes {
        let depth = depth(at: nodes[ObjectIdentifier(type)]!)
        if depth != depths[ObjectIdentifier(type)] {
          depths[ObjectIdentifier(type)] = depth
          isSettled = false
        }
      }
    }
    return depths[key]
  }

  /// The depth of a node by the depths of its parts; `nil` where too few of these are known.
  private func depth(at node: Node) -> Int? {
    func knownDepth(_ type: Any.Type) -> Int? { depths[ObjectIdentifier(type)] }
    switch node {
    case .leaf: return 0
    case .all(let parts):
      let depths = parts.map(knownDepth)
      return depths.contains(nil) ? nil : 1 + (depths.compactMap { $0 }.max() ?? 0)
    case .any(let payloads):
      return payloads.compactMap { $0.map(knownDepth) ?? 0 }.min().map { 1 + $0 }
    }
  }

  /// Adds a type and the types inside of it. Returns those that the graph did not have before.
  private mutating func add(_ type: Any.Type) -> [Any.Type] {
    var addedTypes: [Any.Type] = []
    var pendingTypes = [type]
    while let next = pendingTypes.popLast() {
      guard nodes[ObjectIdentifier(next)] == nil else { continue }
      guard nodes.count < Self.maxTypes else {
        isCut = true
        continue
      }
      let node = node(of: next)
      nodes[ObjectIdentifier(next)] = node
      addedTypes.append(next)
      switch node {
      case .leaf: break
      case .all(let parts): pendingTypes += parts
      case .any(let payloads): pendingTypes += payloads.compactMap { $0 }
      }
    }
    return addedTypes
  }

  private func node(of type: Any.Type) -> Node {
    switch type {
    case is any Generatable.Type where usesGeneratorOfRoot || type != root: return .leaf
    case is any EmptiableType.Type: return .leaf
    case let finite as any CaseIterable.Type:
      // An empty list of a type with values is an error of the derivation, so that no case is left out in silence.
      return !finite.allCases.isEmpty || TypeShape(of: type).plainCaseCount != 0 ? .leaf : .any([])
    case let result as any AlternativeType.Type: return .any(result.parts)
    case let standard as any StandardType.Type: return standard.parts.isEmpty ? .leaf : .all(standard.parts)
    default: break
    }
    if SystemType(type) != nil { return .leaf }
    switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields): return fields.isEmpty ? .leaf : .all(fields.map(\.type))
    // Its derivation throws an error, so that the case with such a payload is not left out.
    case .enumeration where !TypeShape.hasKnownCases(type): return .leaf
    case .enumeration(let cases):
      let excluded = type == root ? excludedTags : []
      return .any(cases.enumerated().filter { !excluded.contains($0.offset) }.map(\.element.payload))
    case .other: return .leaf
    }
  }

  /// Returns `true` where the generator that is derived for a type may need one for the target type. Types with a generator of
  /// their own, and system types, are not looked into.
  static func reaches(_ target: Any.Type, from type: Any.Type) -> Bool {
    var seenTypes: Set<ObjectIdentifier> = []
    func search(_ type: Any.Type) -> Bool {
      if type == target { return true }
      guard seenTypes.insert(ObjectIdentifier(type)).inserted else { return false }
      return !(type is any Generatable.Type) && parts(of: type).contains(where: search)
    }
    return search(type)
  }

  /// The types of a value and of the values inside of it, level by level, up to ``maxTypes``. System types are not looked into.
  package static func types(in roots: [Any.Type]) -> [Any.Type] {
    var (types, seenTypes, index) = ([Any.Type](), Set<ObjectIdentifier>(), 0)
    func add(_ parts: [Any.Type]) {
      for type in parts where types.count < maxTypes && seenTypes.insert(ObjectIdentifier(type)).inserted {
        types.append(type)
      }
    }
    add(roots)
    while index < types.count {
      add(parts(of: types[index]))
      index += 1
    }
    return types
  }

  private static func parts(of type: Any.Type) -> [Any.Type] {
    if let standard = type as? any StandardType.Type { return standard.parts }
    if SystemType(type) != nil { return [] }
    return switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields): fields.map(\.type)
    case .enumeration(let cases): cases.compactMap(\.payload)
    case .other: []
    }
  }
}
