internal import Synchronization
internal import TEAGenerators
internal import TEASupport
internal import TEARuntime

/// Makes an equal value with its sets and dictionaries in another order.
///
/// The order of a set depends on its capacity and, unless hashing is deterministic, on its address. So a function of a model
/// must not depend on the order.
enum Reordering {
  /// The number of other orders that are tried. One may not be enough: two orders of three or more elements may agree in the
  /// part that a function reads, such as the first element.
  static let orderCount = 2

  /// Different capacities give different orders.
  fileprivate static let capacityFactors = [4, 16, 2, 8, 32, 64]

  /// The number of attempts to make another order, which bounds the time. With deterministic hashing, which `tea-check` asks for,
  /// all attempts with one capacity give the same order.
  fileprivate static let attemptCount =
    Platform.environment("SWIFT_DETERMINISTIC_HASHING") == "1" ? capacityFactors.count : 48

  /// The unordered parts of a type's values.
  private enum Plan: Sendable {
    /// There is no unordered part.
    case unchanged
    case collection
    case fields([TypeShape.Field])
    /// The dynamic type of each value decides.
    case existential
    /// `isReordered` is `true` for each case whose payload may have an unordered part.
    case payloads([TypeShape.Case], isReordered: [Bool])
  }

  /// The plan of each type, which is kept because reading metadata takes longer than most steps of a program.
  private static let plans = Mutex<[ObjectIdentifier: Plan]>([:])

  private static func plan(of type: Any.Type) -> Plan {
    if let cached = plans.withLock({ $0[ObjectIdentifier(type)] }) { return cached }
    let plan = makePlan(of: type)
    plans.withLock { $0[ObjectIdentifier(type)] = plan }
    return plan
  }

  private static func makePlan(of type: Any.Type) -> Plan {
    guard findsUnordered(in: type) else { return .unchanged }
    if type is any Reorderable.Type { return .collection }
    if MetadataKind.isExistential(type) { return .existential }
    if case .enumeration(let cases) = TypeShape(of: type) {
      return .payloads(cases, isReordered: cases.map { $0.payload.map { findsUnordered(in: $0) } ?? false })
    }
    return .fields(fields(of: type).filter { findsUnordered(in: $0.type) })
  }

  static func mayHoldUnordered(_ type: Any.Type) -> Bool {
    if case .unchanged = plan(of: type) { false } else { true }
  }

  /// Returns whether values of a type hold the index of a set or a dictionary, which is valid in one order only.
  static func holdsIndex(_ type: Any.Type) -> Bool {
    var seenTypes: Set<ObjectIdentifier> = []
    return finds({ $0 is any IndexOfUnordered.Type }, in: type, &seenTypes)
  }

  /// The largest number of types inside of a type that are looked at, since a generic type may contain ever larger instances of
  /// itself. A type with more types inside counts as a type with what is looked for.
  private static let maxTypes = 2_000

  /// Looks at the type itself and not at its plan, because ``makePlan(of:)`` calls this function.
  private static func findsUnordered(in type: Any.Type) -> Bool {
    var seenTypes: Set<ObjectIdentifier> = []
    return finds(
      { MetadataKind.isExistential($0) || ($0 as? any Reorderable.Type).map { $0.orderedElement == nil } ?? false },
      in: type, &seenTypes)
  }

  private static func finds(
    _ isWanted: (Any.Type) -> Bool, in type: Any.Type, _ seenTypes: inout Set<ObjectIdentifier>
  ) -> Bool {
    guard seenTypes.insert(ObjectIdentifier(type)).inserted else { return false }
    if seenTypes.count > maxTypes || isWanted(type) { return true }
    let parts: [Any.Type]
    if let collection = type as? any Reorderable.Type {
      parts = collection.orderedElement.map { [$0] } ?? []
    } else if case .enumeration(let cases) = TypeShape(of: type) {
      parts = cases.compactMap(\.payload)
    } else {
      parts = fields(of: type).map(\.type)
    }
    for part in parts where finds(isWanted, in: part, &seenTypes) { return true }
    return false
  }

  /// Equal values with their sets and dictionaries in other orders: at most one where none of these has more than two elements,
  /// none where each has at most one, and none where no attempt finds the first.
  static func otherOrders<Value>(of value: Value) -> [Value] {
    var others: [Value] = []
    while others.count < orderCount, let other = otherOrder(others.count, of: value) { others.append(other) }
    return others
  }

  /// An equal value, with its sets and dictionaries in another order where one is found.
  static func reordered<Value>(_ value: Value, order: Int) -> Value { otherOrder(order, of: value) ?? value }

  /// An equal value, with its sets and dictionaries in another order; `nil` where its parts have no such order.
  ///
  /// - Parameter order: The number of the order, below ``orderCount``.
  static func otherOrder<Value>(_ order: Int, of value: Value) -> Value? {
    switch plan(of: Value.self) {
    case .unchanged: return nil
    case .collection:
      // Not a cast of the value, which would take a `nil` out of an optional and put it into another.
      func open<Collection: Reorderable>(_ type: Collection.Type) -> Value? {
        unsafeBitCast(value, to: type).otherOrder(order).map { unsafeBitCast($0, to: Value.self) }
      }
      return (Value.self as? any Reorderable.Type).flatMap { open($0) }
    case .existential:
      func open<Inner>(_ type: Inner.Type) -> Value? {
        guard let inner = value as? Inner, let other = otherOrder(order, of: inner) else { return nil }
        return other as? Value
      }
      return _openExistential(type(of: value as Any), do: open)
    case .payloads(let cases, let isReordered):
      var copy = value
      return reorderPayload(of: &copy, cases, isReordered, order) ? copy : nil
    case .fields(let fields):
      var copy = value
      let changes = withUnsafeMutablePointer(to: &copy) { memory in
        fields.map { reorder($0.type, at: UnsafeMutableRawPointer(memory) + $0.offset, order) }
      }
      return changes.contains(true) ? copy : nil
    }
  }

  private static func fields(of type: Any.Type) -> [TypeShape.Field] {
    switch TypeShape(of: type) {
    case .structure(let fields): TypeShape.isOfUser(type) || type is any InlineElements.Type ? fields : []
    case .tuple(let fields): fields
    case .enumeration, .other: []
    }
  }

  /// - Returns: `true` where the payload has another order.
  private static func reorderPayload<Value>(
    of value: inout Value, _ cases: [TypeShape.Case], _ isReordered: [Bool], _ order: Int
  ) -> Bool {
    let witnesses = ValueWitnesses(of: Value.self)
    let tag = withUnsafePointer(to: value) { witnesses.enumTag(of: $0) }
    guard isReordered[tag], let payload = cases[tag].payload else { return false }
    return withUnsafeMutablePointer(to: &value) { value in
      let memory = UnsafeMutableRawPointer(value)
      witnesses.projectPayload(of: memory)
      defer { witnesses.injectEnumTag(tag, into: memory) }
      guard cases[tag].isIndirect else { return reorder(payload, at: memory, order) }
      // The payload gets a box of its own, because other values may share the old one.
      func rebox<Payload>(_ type: Payload.Type) -> Bool {
        let box = memory.assumingMemoryBound(to: Boxed<Payload>.self)
        guard case .value(let payload) = box.pointee, let other = otherOrder(order, of: payload) else { return false }
        box.pointee = .value(other)
        return true
      }
      return _openExistential(payload, do: rebox)
    }
  }

  /// - Returns: `true` where the value has another order.
  private static func reorder(_ type: Any.Type, at memory: UnsafeMutableRawPointer, _ order: Int) -> Bool {
    func reorder<Field>(_ type: Field.Type) -> Bool {
      let field = memory.assumingMemoryBound(to: type)
      guard let other = otherOrder(order, of: field.pointee) else { return false }
      field.pointee = other
      return true
    }
    return _openExistential(type, do: reorder)
  }
}

private protocol IndexOfUnordered {}
extension Set.Index: IndexOfUnordered {}
extension Dictionary.Index: IndexOfUnordered {}

/// A type whose values are not reordered field by field: a collection, an optional or `AnyHashable`.
private protocol Reorderable {
  /// The type of the elements; `nil` where equal values may hold their elements, or parts of any type, in different orders.
  static var orderedElement: Any.Type? { get }
  /// An equal value in another order, as ``Reordering/otherOrder(_:of:)`` returns it.
  func otherOrder(_ order: Int) -> Self?
}

extension Reorderable {
  fileprivate static var orderedElement: Any.Type? { nil }
}

extension Reorderable where Self: MutableCollection {
  fileprivate static var orderedElement: Any.Type? { Element.self }

  /// Keeps the indices of the elements.
  fileprivate func otherOrder(_ order: Int) -> Self? {
    guard Reordering.mayHoldUnordered(Element.self) else { return nil }
    var (other, isReordered) = (self, false)
    for index in indices {
      guard let element = Reordering.otherOrder(order, of: self[index]) else { continue }
      other[index] = element
      isReordered = true
    }
    return isReordered ? other : nil
  }
}

extension Reorderable where Self: Collection {
  /// An equal collection, in another order where one is found.
  ///
  /// A collection that begins with another element is preferred, because most updates that depend on an order take the first
  /// element. The order depends on the capacity and on the address of the storage. So rejected collections are kept until the
  /// end, to occupy their addresses.
  ///
  /// - Parameter make: Makes the collection of elements, with a minimum capacity.
  fileprivate func inAnotherOrder(
    _ order: Int, _ isSame: (Element, Element) -> Bool, _ make: ([Element], Int) -> Self
  ) -> Self? {
    let reorderedElements = Reordering.mayHoldUnordered(Element.self) ? Array(self).otherOrder(order) : nil
    // Two elements have a single other order, and one element has none, but may contain an unordered part.
    guard count > order + 1 || reorderedElements != nil else { return nil }
    let elements = reorderedElements ?? Array(self)
    if count < 2 { return make(elements, 4) }
    let wantedCount = Swift.min(order + 1, count - 1)
    var (reorderings, rejected): ([Self], [Self]) = ([], [])
    let factors = Reordering.capacityFactors
    for attempt in 0..<Reordering.attemptCount where reorderings.count < wantedCount {
      let other = make(elements, factors[attempt % factors.count] * count)
      let beginsDifferently = ([self] + reorderings).allSatisfy { !isSame($0[$0.startIndex], other[other.startIndex]) }
      if beginsDifferently { reorderings.append(other) } else { rejected.append(other) }
    }
    return reorderings.last ?? rejected.first { !zip(self, $0).allSatisfy(isSame) }
      ?? reorderedElements.map { make($0, count) }
  }
}

extension Set: Reorderable {
  func otherOrder(_ order: Int) -> Set? {
    inAnotherOrder(order, ==) { elements, capacity in
      var other = Set(minimumCapacity: capacity)
      for element in elements { other.insert(element) }
      return other
    }
  }
}

extension Dictionary: Reorderable {
  func otherOrder(_ order: Int) -> Dictionary? {
    inAnotherOrder(order, { $0.key == $1.key }) { elements, capacity in
      var other = Dictionary(minimumCapacity: capacity)
      for (key, value) in elements { other[key] = value }
      return other
    }
  }
}

// `Keys` and `Values` consist of their dictionary in memory, and can be cast to it.
extension Dictionary.Keys: Reorderable {
  func otherOrder(_ order: Int) -> Self? { unsafeBitCast(self, to: [Key: Value].self).otherOrder(order)?.keys }
}

extension Dictionary.Values: Reorderable {
  // Values can be assigned, and are in the order of their dictionary all the same.
  static var orderedElement: Any.Type? { nil }
  func otherOrder(_ order: Int) -> Self? { unsafeBitCast(self, to: [Key: Value].self).otherOrder(order)?.values }
}

extension Array: Reorderable {}
extension ContiguousArray: Reorderable {}
extension ArraySlice: Reorderable {}

extension Optional: Reorderable {
  static var orderedElement: Any.Type? { Wrapped.self }
  func otherOrder(_ order: Int) -> Self? { flatMap { Reordering.otherOrder(order, of: $0) }.map { .some($0) } }
}

extension AnyHashable: Reorderable {
  func otherOrder(_ order: Int) -> AnyHashable? {
    func open<Value: Hashable>(_ value: Value) -> AnyHashable? {
      Reordering.otherOrder(order, of: value).map { AnyHashable($0) }
    }
    return (base as? any Hashable).flatMap { open($0) }
  }
}
