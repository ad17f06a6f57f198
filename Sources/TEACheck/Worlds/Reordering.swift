internal import Synchronization
internal import TEARuntime

/// Makes an equal value with its sets and dictionaries in another order.
///
/// The order of a set depends on its capacity and, unless hashing is deterministic, on its address, so a function of a
/// model must not depend on it. Reordering covers structs, tuples, arrays, sets, dictionaries and the payloads of
/// enums.
enum Reordering {
  /// The unordered parts of a type's values.
  private enum Plan: Sendable {
    /// There is no unordered part.
    case unchanged
    case collection
    case fields([TypeShape.Field])
    /// The cases, and those whose payloads may have an unordered part.
    case payloads([TypeShape.Case], reordered: [Bool])
  }

  /// The plan of each type, made once: reading metadata takes longer than most steps of a program.
  private static let plans = Mutex<[ObjectIdentifier: Plan]>([:])

  private static func plan(of type: Any.Type) -> Plan {
    if let known = plans.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    let plan = makePlan(of: type)
    plans.withLock { $0[ObjectIdentifier(type)] = plan }
    return plan
  }

  private static func makePlan(of type: Any.Type) -> Plan {
    guard mayHoldUnordered(type, in: []) else { return .unchanged }
    if type is any Reorderable.Type { return .collection }
    if case .enumeration(let cases) = TypeShape(of: type) {
      return .payloads(cases, reordered: cases.map { $0.payload.map { mayHoldUnordered($0, in: []) } ?? false })
    }
    return .fields(fields(of: type).filter { mayHoldUnordered($0.type, in: []) })
  }

  /// Tests for a type whose values may contain a set or a dictionary.
  static func mayHoldUnordered(_ type: Any.Type) -> Bool {
    if case .unchanged = plan(of: type) { false } else { true }
  }

  /// - Parameter outer: The types around this one, to end the recursion.
  private static func mayHoldUnordered(_ type: Any.Type, in outer: Set<ObjectIdentifier>) -> Bool {
    let identity = ObjectIdentifier(type)
    guard !outer.contains(identity) else { return false }
    let outer = outer.union([identity])
    if let collection = type as? any Reorderable.Type {
      return collection.isUnordered || collection.parts.contains { mayHoldUnordered($0, in: outer) }
    }
    if case .enumeration(let cases) = TypeShape(of: type) {
      return cases.contains { $0.payload.map { mayHoldUnordered($0, in: outer) } ?? false }
    }
    return fields(of: type).contains { mayHoldUnordered($0.type, in: outer) }
  }

  /// An equal value in another order; the value itself where it has no unordered part.
  static func of<Value>(_ value: Value) -> Value {
    switch plan(of: Value.self) {
    case .unchanged: return value
    case .collection: return (value as? any Reorderable)?.reordered() as? Value ?? value
    case .payloads(let cases, let reordered):
      var copy = value
      reorderPayload(of: &copy, cases, reordered)
      return copy
    case .fields(let fields):
      var copy = value
      withUnsafeMutablePointer(to: &copy) { memory in
        for field in fields { reorder(field.type, at: UnsafeMutableRawPointer(memory) + field.offset) }
      }
      return copy
    }
  }

  private static func fields(of type: Any.Type) -> [TypeShape.Field] {
    switch TypeShape(of: type) {
    case .structure(let fields): TypeShape.isOfUser(type) ? fields : []
    case .tuple(let fields): fields
    case .enumeration, .other: []
    }
  }

  private static func reorderPayload<Value>(of value: inout Value, _ cases: [TypeShape.Case], _ reordered: [Bool]) {
    let witnesses = ValueWitnesses(of: Value.self)
    let tag = withUnsafePointer(to: value) { witnesses.enumTag(of: $0) }
    guard reordered[tag], let payload = cases[tag].payload else { return }
    withUnsafeMutablePointer(to: &value) { value in
      let memory = UnsafeMutableRawPointer(value)
      witnesses.projectPayload(of: memory)
      if cases[tag].isIndirect {
        // Other values may share the box.
        func rebox<Payload>(_ type: Payload.Type) {
          let box = memory.assumingMemoryBound(to: Boxed<Payload>.self)
          if case .value(let payload) = box.pointee { box.pointee = .value(of(payload)) }
        }
        _openExistential(payload, do: rebox)
      } else {
        reorder(payload, at: memory)
      }
      witnesses.injectEnumTag(tag, into: memory)
    }
  }

  private static func reorder(_ type: Any.Type, at memory: UnsafeMutableRawPointer) {
    func reorder<Field>(_ type: Field.Type) {
      let field = memory.assumingMemoryBound(to: type)
      field.pointee = of(field.pointee)
    }
    _openExistential(type, do: reorder)
  }
}

/// A collection that is unordered, or may contain an unordered part.
private protocol Reorderable: StandardType {
  /// Equal values may hold their elements in different orders.
  static var isUnordered: Bool { get }
  func reordered() -> Self
}

extension Reorderable where Self: Collection {
  /// The first of a few larger collections of the same elements in another order; the collection itself where none has
  /// one.
  ///
  /// - Parameters:
  ///   - isSame: Tests for elements that are equal up to the order of their parts.
  ///   - make: Makes the collection with a minimum capacity.
  fileprivate func inAnotherOrder(_ isSame: (Element, Element) -> Bool, _ make: (Int) -> Self) -> Self {
    // A single element has one order, but may contain an unordered part.
    if count < 2 { return isEmpty || !Reordering.mayHoldUnordered(Element.self) ? self : make(4) }
    for factor in [4, 16, 2, 8, 32, 64] {
      let other = make(factor * count)
      if !zip(self, other).allSatisfy(isSame) { return other }
    }
    return self
  }
}

extension Set: Reorderable {
  static var isUnordered: Bool { true }

  func reordered() -> Set {
    let isPlain = !Reordering.mayHoldUnordered(Element.self)
    return inAnotherOrder(==) { capacity in
      var other = Set(minimumCapacity: capacity)
      for element in self { other.insert(isPlain ? element : Reordering.of(element)) }
      return other
    }
  }
}

extension Dictionary: Reorderable {
  static var isUnordered: Bool { true }

  func reordered() -> Dictionary {
    let isPlain = !Reordering.mayHoldUnordered(Element.self)
    return inAnotherOrder({ $0.key == $1.key }) { capacity in
      var other = Dictionary(minimumCapacity: capacity)
      for (key, value) in self {
        if isPlain { other[key] = value } else { other[Reordering.of(key)] = Reordering.of(value) }
      }
      return other
    }
  }
}

extension Array: Reorderable {
  static var isUnordered: Bool { false }
  func reordered() -> Array { Reordering.mayHoldUnordered(Element.self) ? map { Reordering.of($0) } : self }
}

extension Optional: Reorderable {
  static var isUnordered: Bool { false }
  func reordered() -> Optional { map { Reordering.of($0) } }
}
