/// Reads the values in existentials of one type, each as a value of its dynamic type.
///
/// The layout is the stable ABI of Swift 5 and later (*MetadataValues.h* and *Metadata.h* of the Swift project).
struct ExistentialReader {
  private enum Layout {
    /// Three words with the value or the address of its box, and then the type of the value.
    case opaque
    /// A box: the header of an object, the type, the conformance to `Error`, and the value.
    case boxedError
    /// An error that is not in the box of `boxedError`. Its value is found by opening `any Error`.
    case otherError
    /// A class-bound or constrained existential. Its value is found by casts.
    case other((UnsafeRawPointer) -> Any)
  }

  private let layout: Layout

  init<Existential>(_ type: Existential.Type) {
    if type == (any Error).self {
      layout = Self.errorsAreBoxed ? .boxedError : .otherError
    } else if Self.isOpaque(type) {
      layout = .opaque
    } else {
      layout = .other { $0.assumingMemoryBound(to: type).pointee }
    }
  }

  /// `true` where errors are kept in the box that ``Layout/boxedError`` describes; the runtime of Objective-C has another box.
  private static let errorsAreBoxed: Bool = {
    struct Probe: Error { let number: UInt64 }
    // Any number that the box is unlikely to hold by chance would do.
    let number: UInt64 = 0xA076_1D64_78BD_642F
    // The memory is allocated here, so that the optimiser cannot release the error before its box is read.
    let error = UnsafeMutablePointer<any Error>.allocate(capacity: 1)
    error.initialize(to: Probe(number: number))
    defer {
      error.deinitialize(count: 1)
      error.deallocate()
    }
    guard MemoryLayout<any Error>.size == 8 else { return false }
    let box = UnsafeRawPointer(error).load(as: UnsafeRawPointer.self)
    return box.load(fromByteOffset: 16, as: UInt.self) == UInt(bitPattern: ObjectIdentifier(Probe.self))
      && box.load(fromByteOffset: 32, as: UInt64.self) == number
  }()

  func withValue<Result>(_ existential: UnsafeRawPointer, _ body: (Any.Type, UnsafeRawPointer) -> Result) -> Result {
    func open<Value>(_ value: Value) -> Result {
      let type = Swift.type(of: value)
      return withUnsafePointer(to: value) { body(type, $0) }
    }
    switch layout {
    case .opaque:
      let type = existential.load(fromByteOffset: 24, as: Any.Type.self)
      // An object may be of a subclass of this type.
      if Self.isClass(type) { return open(existential.load(as: AnyObject.self)) }
      let value = ValueWitnesses(of: type).value(inBuffer: existential)
      // Generic code may put an existential into another one.
      if MetadataKind.isExistential(type) { return Self.reader(of: type).withValue(value, body) }
      return body(type, value)
    case .boxedError:
      let box = existential.load(as: UnsafeRawPointer.self)
      let type = box.load(fromByteOffset: 16, as: Any.Type.self)
      let alignment = ValueWitnesses(of: type).alignment
      let value = box + ((32 + alignment - 1) & ~(alignment - 1))
      return Self.isClass(type) ? open(value.load(as: AnyObject.self)) : body(type, value)
    case .otherError: return _openExistential(existential.assumingMemoryBound(to: (any Error).self).pointee, do: open)
    case .other(let read):
      let value = read(existential)
      let type = Swift.type(of: value)
      return withAddress(of: value, as: type) { body(type, $0) }
    }
  }

  /// Returns whether the existentials of a type have the layout `opaque`.
  fileprivate static func isOpaque(_ type: Any.Type) -> Bool {
    guard MetadataKind.of(type) == MetadataKind.existential else { return false }
    let flags = unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 8, as: UInt32.self)
    // Bit 31 is set where the type is not bound to classes. Bits 24 to 29 are 0 except for special protocols like `Error`.
    return flags & 0x8000_0000 != 0 && flags & 0x3F00_0000 == 0
  }

  private static func reader(of type: Any.Type) -> ExistentialReader {
    func open<Existential>(_ type: Existential.Type) -> ExistentialReader { ExistentialReader(type) }
    return _openExistential(type, do: open)
  }

  fileprivate static func isClass(_ type: Any.Type) -> Bool {
    // With the runtime of Objective-C, the first word of a class is a pointer, and so larger than every kind.
    let kind = MetadataKind.of(type)
    return kind == MetadataKind.swiftClass || kind > MetadataKind.largest || kind == MetadataKind.foreignClass
      || kind == MetadataKind.objectiveCClass
  }
}

/// Existentials that begin with three words for a value or the address of its box, and then have the type of the value.
package enum OpaqueExistential {
  package static func includes(_ type: Any.Type) -> Bool { ExistentialReader.isOpaque(type) }

  /// Fills the bytes of the first three words that hold no value with zeros, so that copies of a value have the same bytes.
  package static func clearUnusedBytes(of existential: UnsafeMutableRawPointer) {
    let type = existential.load(fromByteOffset: 24, as: Any.Type.self)
    let witnesses = ExistentialReader.isClass(type) ? ValueWitnesses(of: Int.self) : ValueWitnesses(of: type)
    let isInline = witnesses.value(inBuffer: UnsafeRawPointer(existential)) == UnsafeRawPointer(existential)
    var offset = isInline ? witnesses.size : 8
    while offset & 7 != 0 {
      existential.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
      offset += 1
    }
    while offset < 24 {
      existential.storeBytes(of: 0, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
  }
}
