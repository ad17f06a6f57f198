internal import TEARuntime

/// The cases of a message type that a derivation leaves out: cases of the type itself, and of the messages of children in its
/// payloads.
package struct ExcludedCases: Sendable, Equatable {
  /// The enum tags of the cases that are left out with all their payloads.
  package var tags: Set<Int> = []
  /// The cases that are left out of payloads, by the enum tag of the case with the payload. For a tuple, the keys are the
  /// indices of its elements.
  package var inside: [Int: ExcludedCases] = [:]

  package init() {}

  var isEmpty: Bool { tags.isEmpty && inside.isEmpty }

  func contains<Value>(_ value: Value) -> Bool {
    withUnsafePointer(to: value) { contains(UnsafeRawPointer($0), of: Value.self) }
  }

  private func contains(_ value: UnsafeRawPointer, of type: Any.Type) -> Bool {
    switch TypeShape(of: type) {
    case .tuple(let elements):
      return inside.contains { index, excluded in
        excluded.contains(value + elements[index].offset, of: elements[index].type)
      }
    case .enumeration(let cases):
      let witnesses = ValueWitnesses(of: type)
      let tag = witnesses.enumTag(of: value)
      if tags.contains(tag) { return true }
      guard let excluded = inside[tag], let payload = cases[tag].payload else { return false }
      return withUnsafeTemporaryAllocation(byteCount: max(1, witnesses.size), alignment: 16) { scratch in
        // The bytes are copied, without retaining the value: projecting the payload clears the bits of the tag.
        guard let copy = scratch.baseAddress else { return false }
        copy.copyMemory(from: value, byteCount: witnesses.size)
        witnesses.projectPayload(of: copy)
        guard let offsetInBox = cases[tag].offsetInBox else { return excluded.contains(copy, of: payload) }
        return excluded.contains(copy.load(as: UnsafeRawPointer.self) + offsetInBox, of: payload)
      }
    case .structure, .other: return false
    }
  }
}
