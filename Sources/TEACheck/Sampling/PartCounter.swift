internal import TEAGenerators
internal import TEARuntime

/// Counts the parts of values, down to numbers and short texts, as a measure of the cost of hashing.
///
/// The counter reads memory by the metadata of types, and calls no function of the program. An object counts as one part.
struct PartCounter {
  /// The number of parts since the last restart.
  private(set) var count = 0

  /// The layout of a type, as far as counting needs it. A field, payload or element has the index of its shape in ``shapes``.
  private enum Shape {
    /// A type whose shape was not needed so far.
    case unknown(Any.Type)
    /// A type whose values count as one part each, such as a number or an object.
    case single
    case text
    /// A struct or tuple: the total number of parts of the fields whose type fixes it, and the fields to be counted in a value.
    case fields(fixedParts: Int, [(offset: Int, shape: Int)])
    /// An enum: the payload of each case, by tag. `offsetInBox` is `nil` for a payload outside of a box; see
    /// ``TypeShape/Case/offsetInBox``.
    case cases([(shape: Int, offsetInBox: Int?)?], ValueWitnesses)
    /// The first element is `start` bytes after the start of the storage.
    case array(element: Int, stride: Int, start: Int)
    case dictionary(key: Int, value: Int, keyStride: Int, valueStride: Int)
    case collection(any ElementCollection.Type)
  }

  private var shapes: [Shape] = []
  /// The index in ``shapes`` of each type.
  private var shapeIndices: [ObjectIdentifier: Int] = [:]
  /// The number of values that contain the current one.
  private var depth = 0

  /// The number of parts at which counting ends.
  private var maxParts = 1 << 16
  /// The deepest level of nesting; a value that is nested deeper counts as one part.
  private static var maxDepth: Int { 100 }

  /// Sets the count to zero, and keeps the shapes of types. Counting ends at a cost of 2²⁰ ns, from which
  /// ``Rules/stepsBetweenHashes(_:)`` is at its bound.
  ///
  /// - Parameter costOfPart: Nanoseconds that a hash takes for each part.
  mutating func restart(costOfPart: Int) { (count, maxParts) = (0, (1 << 20) / costOfPart) }

  mutating func add<Value>(_ value: Value) {
    let shape = index(of: Value.self)
    withUnsafePointer(to: value) { add(shape, at: UnsafeRawPointer($0)) }
  }

  private var isFull: Bool { count >= maxParts }

  /// Adds a number of parts, cut to ``maxParts`` so that the count cannot overflow.
  private mutating func add(parts number: Int) { count += min(number, maxParts) }

  private mutating func add(_ shape: Int, at memory: UnsafeRawPointer) {
    guard !isFull else { return }
    guard depth < Self.maxDepth else { return add(parts: 1) }
    depth += 1
    defer { depth -= 1 }
    if case .unknown(let type) = shapes[shape] { computeShape(type, at: shape) }
    switch shapes[shape] {
    case .unknown, .single: add(parts: 1)
    // A text counts as one part, and one more for each 16 bytes.
    case .text: add(parts: 1 + memory.assumingMemoryBound(to: String.self).pointee.utf8.count / 16)
    case .fields(let parts, let fields):
      add(parts: parts)
      for field in fields { add(field.shape, at: memory + field.offset) }
    case .cases(let payloads, let witnesses):
      add(parts: 1)
      let tag = witnesses.enumTag(of: memory)
      guard payloads.indices.contains(tag), let payload = payloads[tag] else { return }
      // Projecting the payload overwrites the tag, so a bitwise copy is used. The copy is never destroyed: the original
      // value keeps its references alive.
      withUnsafeTemporaryAllocation(byteCount: witnesses.size, alignment: witnesses.alignment) { copy in
        guard let copyStart = copy.baseAddress else { return }
        copyStart.copyMemory(from: memory, byteCount: witnesses.size)
        witnesses.projectPayload(of: copyStart)
        guard let offset = payload.offsetInBox else { return add(payload.shape, at: UnsafeRawPointer(copyStart)) }
        add(payload.shape, at: copyStart.load(as: UnsafeRawPointer.self) + offset)
      }
    case .array(let element, let stride, let start):
      let storage = NativeStorage.of(memory)
      let elementCount = NativeStorage.count(of: storage)
      add(parts: 1)
      if let parts = fixedParts(element) { return add(parts: elementCount * parts) }
      for index in 0..<elementCount where !isFull { add(element, at: storage + start + index * stride) }
    case .dictionary(let key, let value, let keyStride, let valueStride):
      let entries = NativeHashTable(NativeStorage.of(memory), keyStride: keyStride, valueStride: valueStride)
      add(parts: 1)
      for word in 0..<entries.wordCount where !isFull {
        entries.forEachBucket(of: word) { bucket in
          add(key, at: entries.key(bucket))
          add(value, at: entries.value(bucket))
        }
      }
    case .collection(let collection): addElements(of: collection, at: memory)
    }
  }

  private mutating func addElements<Elements: ElementCollection>(of type: Elements.Type, at memory: UnsafeRawPointer) {
    let elements = memory.assumingMemoryBound(to: type).pointee
    add(parts: 1)
    if let parts = fixedParts(index(of: Elements.Element.self)) { return add(parts: elements.count * parts) }
    for element in elements where !isFull { add(element) }
  }

  /// The number of parts of each value of a shape; `nil` where the number may differ between two values.
  private mutating func fixedParts(_ shape: Int) -> Int? {
    if case .unknown(let type) = shapes[shape] { computeShape(type, at: shape) }
    return switch shapes[shape] {
    case .single: 1
    case .fields(let parts, let others) where others.isEmpty: parts
    default: nil
    }
  }

  private mutating func index(of type: Any.Type) -> Int {
    if let index = shapeIndices[ObjectIdentifier(type)] { return index }
    shapeIndices[ObjectIdentifier(type)] = shapes.count
    shapes.append(.unknown(type))
    return shapes.count - 1
  }

  /// The shapes of elements and payloads are computed when they are first counted: a generic type may contain ever larger
  /// instances of itself.
  private mutating func computeShape(_ type: Any.Type, at index: Int) {
    if let shape = shapeOfCollection(type) {
      shapes[index] = shape
      return
    }
    switch TypeShape(of: type) {
    case .structure(let fields) where TypeShape.isOfUser(type) && TypeShape.hasKnownFields(type):
      shapes[index] = shape(of: fields)
    case .tuple(let fields): shapes[index] = shape(of: fields)
    case .enumeration(let cases): shapes[index] = shape(of: cases, in: type)
    case .structure, .other: shapes[index] = .single
    }
  }

  private mutating func shape(of fields: [TypeShape.Field]) -> Shape {
    let allFields = fields.map { (offset: $0.offset, shape: index(of: $0.type)) }
    var (parts, otherFields) = (0, [(offset: Int, shape: Int)]())
    for field in allFields {
      if let fixed = fixedParts(field.shape) { parts += fixed } else { otherFields.append(field) }
    }
    return .fields(fixedParts: parts, otherFields)
  }

  private mutating func shape(of cases: [TypeShape.Case], in type: Any.Type) -> Shape {
    guard cases.contains(where: { $0.payload != nil }) else { return .single }
    let payloads = cases.map { enumCase in
      enumCase.payload.map { (shape: index(of: $0), offsetInBox: enumCase.offsetInBox) }
    }
    return .cases(payloads, ValueWitnesses(of: type))
  }

  /// The shape of a text or a collection of the standard library; `nil` for any other type.
  private mutating func shapeOfCollection(_ type: Any.Type) -> Shape? {
    if type == String.self { return .text }
    guard let collection = type as? any ElementCollection.Type, let parts = elementTypes(ofCollection: type) else {
      return nil
    }
    guard NativeArray.hasKnownLayout else { return .collection(collection) }
    let layout = ValueWitnesses(of: parts[0])
    if type is any RowArray.Type {
      // The elements follow the object header and two more words: the count and the capacity.
      let start = (32 + layout.alignment - 1) & ~(layout.alignment - 1)
      return .array(element: index(of: parts[0]), stride: layout.stride, start: start)
    }
    guard parts.count == 2, NativeHashTable.hasKnownLayout else { return .collection(collection) }
    return .dictionary(
      key: index(of: parts[0]), value: index(of: parts[1]), keyStride: layout.stride,
      valueStride: ValueWitnesses(of: parts[1]).stride)
  }
}

private protocol ElementCollection: Collection {}
extension Array: ElementCollection {}
extension ArraySlice: ElementCollection {}
extension ContiguousArray: ElementCollection {}
extension Dictionary: ElementCollection {}
extension Set: ElementCollection {}

extension Rules {
  /// An estimate of the nanoseconds that hashing a world takes.
  ///
  /// The estimate depends only on the world's values and types, so that decisions based on it are the same on every machine.
  func costOfHash(_ world: World<M>, _ partCounter: inout PartCounter) -> Int {
    // Hashing a part takes about 1 ns where a model is hashed as fast as memory is read, and about 16 ns otherwise.
    let costOfPart = identity.isCheap ? 1 : 16
    partCounter.restart(costOfPart: costOfPart)
    partCounter.add(world.model)
    let costOfModel = partCounter.count * costOfPart
    partCounter.restart(costOfPart: 16)
    for command in world.outstanding { partCounter.add(command) }
    return costOfModel + partCounter.count * 16
  }

  /// The number of steps from one hashed world to the next, given the cost of a hash in nanoseconds.
  ///
  /// Every world is hashed where a hash costs up to 2 048 ns. Otherwise hashing costs about 256 ns per step on average, as long
  /// as the number of steps is below its bound of 4 096.
  static func stepsBetweenHashes(_ cost: Int) -> Int { cost <= 2_048 ? 1 : min(4_096, (cost + 255) / 256) }
}
