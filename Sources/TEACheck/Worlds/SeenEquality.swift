internal import TEARuntime

/// Whether values are the same in all that can be seen of them, apart from the order of sets and dictionaries: an `==` of
/// their types may leave something out.
///
/// What the type says about the memory of its values is found out once.
struct SeenEquality: Sendable {
  private let isSame: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Whether it costs no more than to read the values.
  let isCheap: Bool

  /// - Parameter depth: How far the type may be taken apart; one may hold arrays of itself.
  init<Value>(of type: Value.Type, depth: Int = 6) {
    if type == String.self {
      isCheap = true
      isSame = { one, other in
        let one = one.assumingMemoryBound(to: String.self).pointee
        return one.utf8.elementsEqual(other.assumingMemoryBound(to: String.self).pointee.utf8)
      }
      return
    }
    if depth > 0, let array = type as? any SeenElementwise.Type {
      (isSame, isCheap) = array.comparison(depth - 1)
      return
    }
    let memory = MeaningfulMemory(of: type, size: MemoryLayout<Value>.size)
    if depth > 0, case .structure(let fields) = TypeShape(of: type), TypeShape.isOfUser(type), TypeShape.isKnown(type) {
      let parts = fields.map { (offset: $0.offset, equality: SeenEquality($0.type, depth - 1)) }
      isCheap = parts.allSatisfy(\.equality.isCheap)
      isSame = { one, other in
        memory.isSame(one, other)
          || parts.allSatisfy { $0.equality.isSame(one + $0.offset, other + $0.offset) }
      }
      return
    }
    isCheap = _isPOD(type)
    if type is any BinaryFloatingPoint.Type {
      // Zero has two signs.
      isSame = { memory.isSame($0, $1) }
      return
    }
    // Enums may have memory that means nothing. What cannot be looked into, a function or an object, is never the same.
    isSame = { one, other in
      if memory.isSame(one, other) { return true }
      guard let one = try? StructuralValue(throughout: one.assumingMemoryBound(to: Value.self).pointee),
        let other = try? StructuralValue(throughout: other.assumingMemoryBound(to: Value.self).pointee)
      else { return false }
      return one == other
    }
  }

  private init(_ type: Any.Type, _ depth: Int) {
    func open<Value>(_ type: Value.Type) -> SeenEquality { SeenEquality(of: type, depth: depth) }
    self = _openExistential(type, do: open)
  }

  func callAsFunction<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { isSame(one, $0) } }
  }
}

/// A collection whose elements are compared one by one.
private protocol SeenElementwise {
  static func comparison(_ depth: Int) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool, isCheap: Bool)
}

extension Array: SeenElementwise {
  fileprivate static func comparison(
    _ depth: Int
  ) -> (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool, isCheap: Bool) {
    let element = SeenEquality(of: Element.self, depth: depth)
    return (
      { one, other in
        let one = one.assumingMemoryBound(to: [Element].self).pointee
        let other = other.assumingMemoryBound(to: [Element].self).pointee
        guard one.count == other.count else { return false }
        return one.indices.allSatisfy { element(one[$0], other[$0]) }
      }, element.isCheap
    )
  }
}
