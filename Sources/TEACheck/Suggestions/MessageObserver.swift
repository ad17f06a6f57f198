internal import TEAAnalysis
internal import TEARuntime

/// Numbers the messages of worlds by their content, and finds them in ``ObservedMessages`` by their numbers.
final class MessageObserver<M: Module> {
  let observed = ObservedMessages()
  private let table: PartTable
  /// Keeps the tables to which the layout of messages refers.
  private let tables = PartTables()
  private let writer = RowWriter()

  init() {
    table = tables.table(ofWhole: M.Message.self)
  }

  func name(_ message: UnsafePointer<M.Message>) { observed.name(message.pointee, number: number(of: message)) }

  private func number(of message: UnsafeRawPointer) -> UInt32 { table.number(of: message, writer) }

  /// -1 where the message has no name in ``observed``.
  func index(of message: UnsafeRawPointer) -> Int32 { Int32(observed.index(ofMessage: number(of: message)) ?? -1) }
}
