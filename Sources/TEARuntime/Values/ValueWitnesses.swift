/// The operations on values of a type that is known only at run time, by its value witness table.
@usableFromInline
package struct ValueWitnesses: @unchecked Sendable {
  // Unchecked: metadata lives as long as the process and never changes.
  @usableFromInline let metadata: UnsafeRawPointer
  @usableFromInline let table: UnsafeRawPointer

  package init(of type: Any.Type) {
    metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    // The word before the metadata is the address of the table.
    table = (metadata - 8).load(as: UnsafeRawPointer.self)
  }

  // The layout of a value follows the eight functions: the size at byte 0, the stride at byte 8, and the flags at byte 16.

  @inlinable
  package var size: Int { (table + 8 * 8).load(as: Int.self) }

  package var stride: Int { (table + 8 * 8 + 8).load(as: Int.self) }

  @inlinable
  package var alignment: Int { Int((table + 8 * 8 + 16).load(as: UInt32.self) & 0xFF) + 1 }

  /// The offset of a value in a box of its own, in bytes: after the header of an object, which has two words.
  var offsetInBox: Int { (2 * MemoryLayout<Int>.size + alignment - 1) & ~(alignment - 1) }

  /// `true` where the bytes of a value may be read at another address while the value exists, without a copy of the value.
  ///
  /// Bits 20 and 24 of the flags are set where a value cannot be moved or read bitwise.
  var isBitwiseBorrowable: Bool { (table + 8 * 8 + 16).load(as: UInt32.self) & 0x110_0000 == 0 }

  /// The memory of the value in the buffer of an existential: the buffer, or a box to which it points.
  func value(inBuffer buffer: UnsafeRawPointer) -> UnsafeRawPointer {
    let flags = (table + 8 * 8 + 16).load(as: UInt32.self)
    // Bit 17 is set where a value does not fit into the buffer.
    return flags & 0x2_0000 == 0 ? buffer : buffer.load(as: UnsafeRawPointer.self) + offsetInBox
  }

  @usableFromInline typealias Destroy = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  @inlinable
  package func destroy(_ value: UnsafeMutableRawPointer) {
    // The second of the eight functions of every type; the third and the fourth copy a value.
    let function = table.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    unsafeBitCast(function, to: Destroy.self)(value, metadata)
  }

  @usableFromInline typealias Copy =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer

  @inlinable
  package func initialize(_ target: UnsafeMutableRawPointer, copying value: UnsafeRawPointer) {
    let function = table.load(fromByteOffset: 2 * 8, as: UnsafeRawPointer.self)
    _ = unsafeBitCast(function, to: Copy.self)(target, value, metadata)
  }

  @inlinable
  package func assign(_ target: UnsafeMutableRawPointer, copying value: UnsafeRawPointer) {
    let function = table.load(fromByteOffset: 3 * 8, as: UnsafeRawPointer.self)
    _ = unsafeBitCast(function, to: Copy.self)(target, value, metadata)
  }

  @usableFromInline typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32

  @inlinable
  package func enumTag(of value: UnsafeRawPointer) -> Int {
    // The first of the three functions of an enum, after the eight of every type and 24 bytes of layout.
    let function = table.load(fromByteOffset: 8 * 8 + 24, as: UnsafeRawPointer.self)
    return Int(unsafeBitCast(function, to: GetTag.self)(value, metadata))
  }

  @usableFromInline typealias ProjectPayload = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// Turns the memory of an enum into its payload, without the tag.
  @inlinable
  package func projectPayload(of value: UnsafeMutableRawPointer) {
    // The second of the three functions of an enum.
    let function = table.load(fromByteOffset: 8 * 8 + 24 + 8, as: UnsafeRawPointer.self)
    unsafeBitCast(function, to: ProjectPayload.self)(value, metadata)
  }

  @usableFromInline typealias InjectTag =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  /// Turns the memory of an enum, in which the payload has been initialised, into a value of a case.
  ///
  /// Cases with a payload are numbered before those without one, each in the order of declaration.
  @inlinable
  package func injectEnumTag(_ tag: Int, into value: UnsafeMutableRawPointer) {
    // The last of the three functions of an enum.
    let function = table.load(fromByteOffset: 8 * 8 + 24 + 2 * 8, as: UnsafeRawPointer.self)
    unsafeBitCast(function, to: InjectTag.self)(value, UInt32(tag), metadata)
  }
}
