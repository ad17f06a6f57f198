internal import TEAAnalysis
internal import TEAMemory
internal import TEARuntime
internal import TEAStateSpace

/// Passes the steps of worlds on to ``ObservedSteps`` and ``ObservedMessages``.
///
/// To save time, messages are read in the memory into which the functions of the module write them. Most steps never become a
/// ``WorldStep``.
final class StepObserver<M: Module> {
  let steps: ObservedSteps
  /// `nil` in a search with a canonical form or `Distinguish`. A step in the graph may then lead to another world than the one
  /// that its message makes.
  let messages: ObservedMessages?
  /// Numbers messages by their content.
  private let table: PartTable
  /// Keeps the tables to which the layout of messages refers.
  private let tables = PartTables()
  private let writer = RowWriter()
  private let rules: Rules<M>
  private let functions: ModuleFunctions<M>
  /// `nil` where all worlds offer the same messages, which are ``commonMessages``.
  private let offered: OfferedMessages<M>?
  private let commonMessages: MessagesInMemory
  private let buffer = MessageBuffer<M.Message>()
  private let next: NextModel
  /// For each message of the last offer, the number of its innermost case, and its index among the observed messages. The index
  /// is -1 for a message that is not observed, and where ``hasLastOfferIndices`` is `false`.
  private var lastOffer: [(messageCase: Int8, index: Int32)] = []
  /// The bytes of the messages of ``lastOffer``, if equal bytes mean equal messages; otherwise empty.
  private var lastOfferBytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var hasLastOfferIndices = false

  init(_ rules: Rules<M>, _ functions: ModuleFunctions<M>, observesMessages: Bool) {
    (self.rules, self.functions) = (rules, functions)
    next = NextModel(functions)
    steps = ObservedSteps(of: M.self)
    messages = observesMessages ? ObservedMessages() : nil
    table = tables.table(ofWhole: M.Message.self)
    offered = OfferedMessages(of: rules)
    if offered == nil, case .fixed(let messages) = rules.offer {
      commonMessages = buffer.add(messages)
    } else {
      commonMessages = MessagesInMemory(first: nil, count: 0)
    }
  }

  deinit { lastOfferBytes.deallocate() }

  func add(_ number: Int, _ world: World<M>, of graph: WorldGraph<M>) {
    let edges = graph.edges(of: number)
    defer { if offered != nil { buffer.removeAll() } }
    let possible = possibleSteps(number, world, edges, graph)
    let arePossible = possible != nil
    // Otherwise, these are the steps of the edges by value. A nondeterministic program may offer fewer when asked again; each
    // missing step is added without a message or an answered command.
    let (offer, others) = possible ?? (MessagesInMemory(first: nil, count: 0), steps(edges, number, world, graph))
    var observed: ObservedMessages?
    if let messages, !messages.hasNoCommonMessage {
      if messages.names.isEmpty { name(offer, others, edges, graph, messages) }
      messages.beginWorld(model: graph.maker?.modelNumber?(number))
      // The steps of a world that was not fully expanded may have no target in the graph.
      let isExpanded = number < graph.expandedCount
      if isExpanded, !messages.hasNoCommonMessage { observed = messages }
    }
    if !edges.isEmpty { updateLastOffer(by: offer, observed) }
    for edge in edges {
      let step = arePossible ? Int(graph.stepNumbers[edge]) : edge - edges.lowerBound
      if step < offer.count {
        steps.addStep(message: lastOffer[step].messageCase, command: -1)
        if let observed, lastOffer[step].index >= 0 {
          observed.add(step: edge, ofMessageAt: Int(lastOffer[step].index))
        }
      } else if step - offer.count < others.count {
        steps.add(others[step - offer.count], in: world)
        if let observed, case .message(let message) = others[step - offer.count] {
          let index = withUnsafePointer(to: message) { self.index(of: $0, in: observed) }
          if index >= 0 { observed.add(step: edge, ofMessageAt: Int(index)) }
        }
      } else {
        steps.addStep(message: -1, command: -1)
      }
    }
    observed?.endWorld()
  }

  /// Takes steps of a world again, and returns those whose `update` throws.
  ///
  /// - Parameter suspects: The indices of the steps in the graph, as in the result; see ``WorldGraph/edges(of:)``.
  func failing(_ suspects: [Int], in world: World<M>, _ number: Int, of graph: WorldGraph<M>) -> [Int] {
    defer { if offered != nil { buffer.removeAll() } }
    guard !rules.hasSurroundings, let (offer, others) = possibleSteps(number, world, graph.edges(of: number), graph)
    else {
      let taken = steps(suspects, number, world, graph)
      return zip(suspects, taken).filter { $1.message != nil && rules.take($1, in: world).failure != nil }.map(\.0)
    }
    return suspects.filter { edge in
      let step = Int(graph.stepNumbers[edge])
      guard let message = address(step, in: offer), step < offer.count else {
        let other = others[step - offer.count]
        return other.message != nil && rules.take(other, in: world).failure != nil
      }
      return withUnsafePointer(to: world.model) { model in
        UserCode.calling(.step) { !next.update(model, by: message) }
      }
    }
  }

  /// - Returns: The offered messages and the other steps; `nil` where a declaration throws, or the graph has a step that is
  ///   not among these, as is possible for a nondeterministic program.
  private func possibleSteps(
    _ number: Int, _ world: World<M>, _ edges: Range<Int>, _ graph: WorldGraph<M>
  ) -> (MessagesInMemory, [WorldStep<M>])? {
    if edges.isEmpty { return (MessagesInMemory(first: nil, count: 0), []) }
    let hasOthers = rules.replies != nil || rules.hasSurroundings
    let possible = try? UserCode.calling(.offer) {
      let offer = try offered.map { offered in
        try withUnsafePointer(to: world.model) { model in
          try withUnsafePointer(to: world) { try functions.addOffered(model, $0, offered, buffer) }
        }
      }
      return (
        offer ?? commonMessages, hasOthers ? try graph.maker?.stepsBesidesMessages(of: number, in: world) ?? [] : []
      )
    }
    guard let possible else { return nil }
    let count = possible.0.count + possible.1.count
    return graph.stepNumbers[edges].allSatisfy { Int($0) < count } ? possible : nil
  }

  private func steps(
    _ edges: some Sequence<Int>, _ number: Int, _ world: World<M>, _ graph: WorldGraph<M>
  ) -> [WorldStep<M>] {
    graph.maker?.steps(edges.map { Int(graph.stepNumbers[$0]) }, of: number, in: world) ?? []
  }

  /// The address of the message with an index in the offer; `nil` where the offer is empty.
  private func address(_ index: Int, in offer: MessagesInMemory) -> UnsafePointer<M.Message>? {
    offer.first.map { ($0 + index * MemoryLayout<M.Message>.stride).assumingMemoryBound(to: M.Message.self) }
  }

  private func name(
    _ offer: MessagesInMemory, _ others: [WorldStep<M>], _ edges: Range<Int>, _ graph: WorldGraph<M>,
    _ messages: ObservedMessages
  ) {
    for step in graph.stepNumbers[edges] where step < offer.count {
      if let message = address(Int(step), in: offer) { messages.name(message.pointee, number: number(of: message)) }
    }
    for case .message(let message) in others {
      messages.name(message, number: withUnsafePointer(to: message) { number(of: $0) })
    }
  }

  private func number(of message: UnsafeRawPointer) -> UInt32 { table.number(of: message, writer) }

  /// -1 where the message has no name among the observed ones.
  private func index(of message: UnsafeRawPointer, in observed: ObservedMessages) -> Int32 {
    Int32(observed.index(ofMessage: number(of: message)) ?? -1)
  }

  /// Fills ``lastOffer`` with the messages of an offer, unless it has them already.
  ///
  /// - Parameter messages: `nil` where no indices are needed.
  private func updateLastOffer(by offer: MessagesInMemory, _ messages: ObservedMessages?) {
    let size = offer.count * MemoryLayout<M.Message>.stride
    if offered == nil, offer.count == lastOffer.count, hasLastOfferIndices || messages == nil { return }
    if let first = offer.first, size == lastOfferBytes.count, hasLastOfferIndices || messages == nil,
      let lastBytes = lastOfferBytes.baseAddress, RawMemory.areSame(first, lastBytes, bytes: size)
    {
      return
    }
    lastOffer.removeAll(keepingCapacity: true)
    for index in 0..<offer.count {
      guard let message = address(index, in: offer) else { break }
      let messageCase = steps.messages.choices.isEmpty ? 0 : Int8(steps.messages.number(at: message))
      lastOffer.append((messageCase, messages.map { self.index(of: message, in: $0) } ?? -1))
    }
    hasLastOfferIndices = messages != nil
    guard _isPOD(M.Message.self) else { return }
    if lastOfferBytes.count != size {
      lastOfferBytes.deallocate()
      lastOfferBytes = .allocate(byteCount: size, alignment: 16)
    }
    if let first = offer.first { lastOfferBytes.baseAddress?.copyMemory(from: first, byteCount: size) }
  }
}
