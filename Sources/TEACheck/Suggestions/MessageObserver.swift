internal import TEAAnalysis
internal import TEARuntime

/// Numbers the messages of worlds by their content, and adds the steps of these messages to ``ObservedMessages``.
final class MessageObserver<M: Module> {
  let observed = ObservedMessages()
  private let table: PartTable
  /// Keeps the tables to which the layout of messages refers.
  private let tables = PartTables()
  private let writer = RowWriter()

  init() {
    table = tables.table(ofWhole: M.Message.self)
  }

  /// - Parameters:
  ///   - edges: The indices of the steps in the graph, see ``WorldGraph/edges(of:)``; `nil` for a world that was not expanded.
  ///   - model: The number of the world's model; `nil` where a world consists of its model alone.
  func add(_ stepsOfWorld: [WorldStep<M>], _ edges: Range<Int>?, model: UInt32?) {
    guard !observed.hasNoCommonMessage else { return }
    if observed.names.isEmpty {
      for case .message(let message) in stepsOfWorld {
        observed.name(message, number: withUnsafePointer(to: message) { number(of: $0) })
      }
    }
    observed.beginWorld(model: model)
    guard !observed.hasNoCommonMessage, let edges else { return }
    var edge = edges.lowerBound
    // The edges are counted by hand, because `zip` looks up the metadata of its generic types for each element.
    for step in stepsOfWorld where edge < edges.upperBound {
      if case .message(let message) = step {
        let index = withUnsafePointer(to: message) { self.index(of: $0) }
        if index >= 0 { observed.add(step: edge, ofMessageAt: Int(index)) }
      }
      edge += 1
    }
    observed.endWorld()
  }

  func number(of message: UnsafeRawPointer) -> UInt32 { table.number(of: message, writer) }

  /// -1 where the message has no name in ``observed``.
  func index(of message: UnsafeRawPointer) -> Int32 { Int32(observed.index(ofMessage: number(of: message)) ?? -1) }
}
