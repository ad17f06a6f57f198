/// An enum whose memory is a reference to a box on the heap, like the memory of every indirect payload.
package indirect enum Boxed<Value> {
  case value(Value)
}

/// A field or a payload in the memory of a value.
struct Part: Sendable {
  /// In bytes from the start of the value.
  let offset: Int
  let initialize: @Sendable (UnsafeMutableRawPointer, inout Choices) throws(Discarded) -> Void
  let destroy: @Sendable (UnsafeMutableRawPointer) -> Void

  init<Value>(offset: Int, _ generator: Gen<Value>) {
    self.offset = offset
    let generate = generator.repeatingEarlierValues.generate
    initialize = { memory, choices throws(Discarded) in
      memory.initializeMemory(as: Value.self, to: try choices.markingPart(generate))
    }
    destroy = { $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }

  /// Initialises all parts of a value, or none.
  static func initialize(
    _ parts: [Part], at memory: UnsafeMutableRawPointer, from choices: inout Choices
  ) throws(Discarded) {
    for (index, part) in parts.enumerated() {
      do {
        try part.initialize(memory + part.offset, &choices)
      } catch {
        for initializedPart in parts[..<index] { initializedPart.destroy(memory + initializedPart.offset) }
        throw error
      }
    }
  }
}

/// A case of a derived enum.
struct Variant: Sendable {
  let tag: Int
  /// `nil` for a case without a payload.
  let payload: Part?
  /// The payload can contain values of the enum.
  let isRecursive: Bool
  /// The nesting depth of the payload's flattest value; 0 without a payload.
  let depth: Int
  /// The case is made at any depth: it is not recursive, or all cases are recursive and no other payload is flatter.
  var endsRecursion: Bool

  init(tag: Int, payload: Part?, isRecursive: Bool = false, depth: Int = 0) {
    self.tag = tag
    self.payload = payload
    self.isRecursive = isRecursive
    self.depth = depth
    endsRecursion = !isRecursive
  }
}

func build<Value, Failure: Error>(
  _ type: Value.Type, _ initialize: (UnsafeMutableRawPointer) throws(Failure) -> Void
) throws(Failure) -> Value {
  try withUnsafeTemporaryAllocation(of: type, capacity: 1) { memory throws(Failure) in
    let pointer = memory.baseAddress!
    try initialize(UnsafeMutableRawPointer(pointer))
    return pointer.move()
  }
}

/// A placeholder for the generator of a recursive type inside of the type's own derivation.
final class Deferred<Value>: @unchecked Sendable {
  // Written once, before the derivation returns any generator to its caller.
  var finished: Gen<Value>?

  func generator() -> Gen<Value> {
    Gen { [unowned self] choices throws(Discarded) in try self.finished!.generate(&choices) }.nested
  }
}
