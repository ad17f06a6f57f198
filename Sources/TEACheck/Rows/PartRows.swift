/// The models and commands of a search, told apart by rows.
@usableFromInline
final class PartRows: @unchecked Sendable {
  // Its tables have locks of their own.

  let models: PartTable
  let commands: PartTable
  /// Those of the parts, which the layouts refer to.
  private let tables: PartTables

  /// - Parameters:
  ///   - type: The type of a world, which begins with its model.
  ///   - example: A model, of which others are expected to have arrays as long as its own.
  init(of type: Any.Type, model: Any.Type, like example: UnsafeRawPointer, commands: Any.Type) {
    tables = PartTables()
    models = PartTable(of: type, number: 0, .row(RowLayoutMaker.layout(of: model, tables, like: example)))
    self.commands = PartTable(of: commands, number: 0, .row(RowLayoutMaker.layout(of: commands, tables)))
  }
}
