import TEARuntime
import Testing

@testable import TEACheck

/// Compares values of a type by their identity and by their rows. Both comparisons must agree.
final class ValueComparison {
  private let identity: ValueIdentity
  private let layout: RowLayout
  private let tables = PartTables()
  private let writer = RowWriter()

  init(of type: Any.Type) {
    identity = ValueIdentity.of(type)
    layout = RowLayoutMaker.layout(of: type, tables)
  }

  private func row(_ value: UnsafeRawPointer) -> (bytes: [UInt8], hash: UInt64) {
    let bytes = [UInt8](unsafeUninitializedCapacity: layout.size) { bytes, count in
      if let first = bytes.baseAddress { layout.write(value, to: first, writer) }
      count = layout.size
    }
    return (bytes, bytes.withUnsafeBytes { $0.baseAddress.map(layout.contentHash) ?? 0 })
  }

  /// The hash of a value by its row.
  func hash(of value: UnsafeRawPointer) -> UInt64 { row(value).hash }

  /// Returns `true` if two values are the same, and expects that their rows and hashes say so too.
  func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    let isSame = identity.isSame(one, other)
    #expect((row(one).bytes == row(other).bytes) == isSame)
    #expect(!isSame || identity.hash(one) == identity.hash(other))
    return isSame
  }

  func isEqualToItself(_ value: UnsafeRawPointer) -> Bool { identity.isEqualToItself(value) }
}
