internal import TEARuntime

/// Features that classify worlds without a declaration: coarse values of the fields of the model.
///
/// The coarse value of an enum is its case. Small numbers and short texts count as they are, large numbers by their magnitude,
/// collections and longer texts by their size. Fields of nested structs are features as well, up to three levels deep.
struct WorldFeatures: Sendable {
  typealias Reader = @Sendable (UnsafeRawPointer) -> UInt64

  let readers: [Reader]

  /// The largest number of features, because all of them are read in every world; later fields are ignored.
  private static var maxFeatureCount: Int { 24 }

  init(readers: [Reader]) { self.readers = readers }

  init(of type: Any.Type) {
    var readers: [Reader] = []
    Self.collect(type, at: 0, depth: 0, into: &readers)
    self.readers = Array(readers.prefix(Self.maxFeatureCount))
  }

  private static func collect(_ type: Any.Type, at offset: Int, depth: Int, into readers: inout [Reader]) {
    guard depth < 4, readers.count < maxFeatureCount else { return }
    if let readable = type as? any FeatureReadable.Type {
      let read = readable.reader
      return readers.append { read($0 + offset) }
    }
    if let optional = type as? any AnyOptional.Type {
      return collectWrapped(optional, at: offset, depth: depth, into: &readers)
    }
    switch TypeShape(of: type) {
    case .structure(let fields), .tuple(let fields):
      for field in fields { collect(field.type, at: offset + field.offset, depth: depth + 1, into: &readers) }
    case .enumeration(let cases):
      guard cases.count > 1 else { return }
      let witnesses = ValueWitnesses(of: type)
      readers.append { UInt64(witnesses.enumTag(of: $0 + offset)) }
    case .other: break
    }
  }

  /// The features of an optional value are those of the wrapped value, each with 0 for `nil`. If the wrapped value has no
  /// features, the presence of a value is the only feature.
  private static func collectWrapped(
    _ optional: any AnyOptional.Type, at offset: Int, depth: Int, into readers: inout [Reader]
  ) {
    var wrappedReaders: [Reader] = []
    // The wrapped value begins at the same address as the optional.
    collect(optional.wrapped, at: offset, depth: depth, into: &wrappedReaders)
    let witnesses = ValueWitnesses(of: optional)
    if wrappedReaders.isEmpty { readers.append { witnesses.enumTag(of: $0 + offset) == 0 ? 1 : 0 } }
    for read in wrappedReaders { readers.append { witnesses.enumTag(of: $0 + offset) == 0 ? 2 &+ read($0) : 0 } }
  }
}

/// A type of the standard library whose values are one feature each, by their coarse value.
protocol FeatureReadable: SendableMetatype {
  /// The function that reads the coarse value.
  static var reader: WorldFeatures.Reader { get }
}

/// The coarse value of a number. Each number from -16 to 63 has a coarse value of its own, below 80. Other numbers with the
/// same sign and the same number of significant bits share a coarse value above 100.
private func coarseValue(_ number: Int) -> UInt64 {
  if (-16..<64).contains(number) { return UInt64(number + 16) }
  let bits = UInt64(64 - number.magnitude.leadingZeroBitCount)
  return 100 + 2 * bits + (number < 0 ? 1 : 0)
}

extension FeatureReadable where Self: FixedWidthInteger {
  static var reader: WorldFeatures.Reader {
    { coarseValue(Int(clamping: $0.assumingMemoryBound(to: Self.self).pointee)) }
  }
}

extension Int: FeatureReadable {}
extension Int8: FeatureReadable {}
extension Int16: FeatureReadable {}
extension Int32: FeatureReadable {}
extension Int64: FeatureReadable {}
extension UInt: FeatureReadable {}
extension UInt8: FeatureReadable {}
extension UInt16: FeatureReadable {}
extension UInt32: FeatureReadable {}
extension UInt64: FeatureReadable {}

extension Bool: FeatureReadable {
  static var reader: WorldFeatures.Reader { { $0.assumingMemoryBound(to: Bool.self).pointee ? 1 : 0 } }
}

/// The coarse value of the whole part of a number, cut to ±10¹⁵ so that the conversion to `Int` cannot trap. Infinities and NaN
/// have the value 99, which no other number has.
private func coarseValue(_ number: Double) -> UInt64 {
  number.isFinite ? coarseValue(Int(max(-1e15, min(1e15, number)))) : 99
}

extension Double: FeatureReadable {
  static var reader: WorldFeatures.Reader { { coarseValue($0.assumingMemoryBound(to: Double.self).pointee) } }
}

extension Float: FeatureReadable {
  static var reader: WorldFeatures.Reader { { coarseValue(Double($0.assumingMemoryBound(to: Float.self).pointee)) } }
}

extension String: FeatureReadable {
  /// A hash of the bytes of a text with at most eight bytes, or else the coarse value of the length.
  static var reader: WorldFeatures.Reader {
    { memory in
      let text = memory.assumingMemoryBound(to: String.self).pointee.utf8
      guard text.count <= 8 else { return coarseValue(text.count) }
      return text.reduce(UInt64(text.count)) { $0 << 8 ^ UInt64($1) } &* 0x9E37_79B9_7F4A_7C15
    }
  }
}

/// A collection whose value is one reference to its storage.
private protocol StorageReadable: FeatureReadable, Collection {}

extension StorageReadable {
  // The count is read from the storage, where it follows the object header. Calling `count` through the type's conformance
  // would cost more than the rest of a step.
  static var reader: WorldFeatures.Reader {
    guard NativeArray.hasKnownLayout, NativeHashTable.hasKnownLayout else {
      return { coarseValue($0.assumingMemoryBound(to: Self.self).pointee.count) }
    }
    return { coarseValue(NativeStorage.count(of: NativeStorage.of($0))) }
  }
}

extension Array: StorageReadable {}
extension Set: StorageReadable {}
extension Dictionary: StorageReadable {}

private protocol AnyOptional {
  static var wrapped: Any.Type { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
