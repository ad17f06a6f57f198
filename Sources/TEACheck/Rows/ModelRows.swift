/// How the models of a search are written as rows, and the parts that they have.
@usableFromInline
final class ModelRows: @unchecked Sendable {
  // Its tables have locks of their own.

  private let tables = PartTables()
  private let layout: RowLayout
  /// The bytes of a row: a multiple of eight.
  @usableFromInline let size: Int

  /// - Parameter example: A model, of which others are expected to have arrays as long as its own.
  init(of type: Any.Type, like example: UnsafeRawPointer) {
    layout = RowLayoutMaker.layout(of: type, tables, like: example)
    size = max(8, (layout.size + 7) & ~7)
  }

  /// Writes a model.
  ///
  /// - Parameter row: Memory of ``size`` bytes.
  /// - Returns: A hash of what the model stores.
  @usableFromInline
  func write(_ model: UnsafeRawPointer, to row: UnsafeMutableRawPointer, _ writer: RowWriter) -> UInt64 {
    row.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
    return layout.write(model, to: row, writer)
  }

  /// Makes a model be the one that was written.
  @usableFromInline
  func read(_ row: UnsafeRawPointer, over model: UnsafeMutableRawPointer) { layout.read(row, to: model, over: true) }
}
