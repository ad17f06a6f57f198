internal import TEAResults
internal import TEASupport
internal import TEAText
internal import TEARuntime

extension StateGraph {
  /// - Parameters:
  ///   - rules: The rules whose invariants are evaluated in the worlds of described nodes.
  ///   - onStage: Receives the stage before each world: texts of many worlds take longer than the search.
  init<M>(
    _ graph: WorldGraph<M>, _ rules: Rules<M>, title: String, _ detail: Detail, onStage: (String) -> Void = { _ in }
  ) {
    self.init(title: title)
    isQuotient = detail.mergesViews
    let log = detail.includesOutputs ? DescriptionLog() : nil
    DescriptionLog.$current.withValue(log) {
      addNodes(graph, rules, detail.maxDescribedNodes, onStage)
      addStarts(graph, rules)
      addEdges(graph, detail.includesOutputs ? rules : nil, onStage)
      if detail.includesOutputs { addViews(graph) }
    }
    guard let log else { return }
    (descriptions, describedTypes, isCut) = (log.texts.sorted(), log.types.sorted(), log.isCut)
    declaredNames = TEACheck.declaredNames(
      of: [M.Model.self, M.View.self, M.Message.self, M.Command.self, M.Subscription.self]
    ).sorted()
  }

  package struct Detail: Sendable, Equatable {
    /// Worlds with equal views are one node.
    var mergesViews = false
    /// The number of nodes that have fields, from the first. Invariants are not evaluated in the worlds of the other nodes.
    var maxDescribedNodes = Int.max
    /// Nodes have their views and subscriptions, unless worlds with equal views are merged. Edges have the commands or the
    /// failures of their steps, and each step is taken again for them.
    var includesOutputs = false
    /// The search ends with more worlds than this; `nil` for no such bound.
    var mostWorlds: Int?
  }

  /// Adds the nodes in the order in which their worlds were found.
  private mutating func addNodes<M>(
    _ graph: WorldGraph<M>, _ rules: Rules<M>, _ maxDescribedNodes: Int, _ onStage: (String) -> Void
  ) {
    nodeOfWorld.reserveCapacity(graph.worldCount)
    var nodeOfView: [AnyHashable: Int] = [:]
    let (worldsWithStepsLeftOut, worldCount) = (Set(graph.worldsWithStepsLeftOut), grouped(graph.worldCount))
    for (number, world) in graph.worlds.enumerated() {
      if number & 0x3F == 0 { onStage("describing world \(grouped(number + 1)) of \(worldCount)") }
      var node = nodes.count
      if isQuotient {
        // All worlds whose view throws share one node.
        let viewKey = (try? world.view).map { recognitionKey(of: $0) } ?? AnyHashable(FailedViewKey())
        node = nodeOfView[viewKey] ?? node
        nodeOfView[viewKey] = node
      }
      if node == nodes.count {
        nodes.append(node < maxDescribedNodes ? self.node(describing: world) : Node())
      } else {
        nodes[node].worldCount += 1
      }
      nodeOfWorld.append(node)
      if number >= graph.expandedCount || worldsWithStepsLeftOut.contains(UInt32(number)) {
        nodes[node].isExpanded = false
      }
      if node < maxDescribedNodes {
        for name in rules.namesOfViolatedInvariants(in: world) where !nodes[node].violatedProperties.contains(name) {
          nodes[node].violatedProperties.append(name)
        }
      }
    }
  }

  private struct FailedViewKey: Hashable {}

  func node<M>(describing world: World<M>) -> Node {
    guard isQuotient else {
      return Node(
        fields: Self.fields(of: world.model), outstanding: world.outstanding.map { caseLiteral($0) },
        surroundings: world.fieldsTellingApart.map { Field(name: escaped($0.name), value: $0.text) })
    }
    return Node(fields: Self.fields(ofViewIn: world))
  }

  private static func fields<M>(ofViewIn world: World<M>) -> [Field] {
    do {
      return fields(of: try world.view)
    } catch {
      return [Field(name: "", value: "view fails with \(literal(error))")]
    }
  }

  private static func fields(of value: Any) -> [Field] {
    Counterexample.fields(of: value, upTo: .max).map { Field(name: escaped($0.path), value: $0.after) }
  }

  private mutating func addStarts<M>(_ graph: WorldGraph<M>, _ rules: Rules<M>) {
    let areAlike = rules.areAlikeWorlds
    for (index, origin) in rules.origins.enumerated() {
      let performs = origin.commands.map { caseLiteral($0) }
      let firstWorld = (0..<graph.startCount).first { areAlike(graph.worlds[$0], origin.world) }
      guard let world = firstWorld else { continue }
      // The flags are written again, because the text of the origin was written without the log of descriptions.
      let text = origin.text.isEmpty ? nil : origin.flags.map { "with flags \(literal($0))" }
      let suffix = text ?? (rules.origins.count > 1 ? "\(index + 1)" : "")
      starts.append(
        Start(node: nodeOfWorld[world], label: suffix.isEmpty ? "start" : "start \(suffix)", commands: performs))
    }
  }

  /// - Parameter rules: The rules by which each step is taken again for its commands; `nil` to add no commands.
  private mutating func addEdges<M>(_ graph: WorldGraph<M>, _ rules: Rules<M>?, _ onStage: (String) -> Void) {
    var table = LabelTable()
    var outputs = Numbering([StepOutput()])
    var addedEdges: Set<Edge> = []
    let (steps, worlds, worldCount) = (graph.steps, graph.worlds, grouped(graph.worldCount))
    for world in 0..<graph.expandedCount {
      if world & 0x3F == 0 { onStage("describing the steps of world \(grouped(world + 1)) of \(worldCount)") }
      for step in graph.edges(of: world) {
        // A search that was cut short has steps to worlds that it did not keep.
        let target = Int(graph.targets[step])
        guard target < graph.worldCount else { continue }
        let label = table.number(of: steps[step], in: worlds[world])
        var edge = Edge(from: nodeOfWorld[world], to: nodeOfWorld[target], label: label)
        if let rules {
          let outcome = rules.take(steps[step], in: worlds[world])
          let output =
            outcome.failure.map { StepOutput(failure: literal($0)) }
            ?? StepOutput(commands: outcome.commands.map { caseLiteral($0) })
          edge.outputNumber = outputs.number(of: output)
        }
        if !isQuotient || addedEdges.insert(edge).inserted { edges.append(edge) }
      }
    }
    // The worlds of one node need not be adjacent, so its edges may be apart.
    if isQuotient { sortEdges() }
    labels = table.texts
    if rules != nil { stepOutputs = outputs.values }
  }

  private mutating func addViews<M>(_ graph: WorldGraph<M>) {
    guard !isQuotient else { return }
    for (number, world) in graph.worlds.enumerated() {
      if M.Subscription.self != Never.self {
        nodes[nodeOfWorld[number]].subscriptions = M.subscriptions(for: world.model).map { caseLiteral($0) }
      }
      if M.View.self != M.Model.self { nodes[nodeOfWorld[number]].view = Self.fields(ofViewIn: world) }
    }
  }

  /// Adds, for the worlds that were not fully expanded, only the steps by which another world was first found. The other steps
  /// of these worlds depend on the number of workers.
  mutating func addDiscoveries<M>(_ graph: WorldGraph<M>) {
    var table = LabelTable(texts: labels)
    var isFound = Array(repeating: false, count: graph.worldCount)
    for world in 0..<graph.startCount { isFound[world] = true }
    for world in 0..<graph.worldCount {
      for step in graph.edges(of: world) where Int(graph.targets[step]) < graph.worldCount {
        let target = Int(graph.targets[step])
        if !isFound[target], world >= graph.expandedCount {
          let label = table.number(of: graph.steps[step], in: graph.worlds[world])
          let edge = Edge(from: nodeOfWorld[world], to: nodeOfWorld[target], label: label)
          if !edges.contains(edge) { edges.append(edge) }
        }
        isFound[target] = true
      }
    }
    labels = table.texts
    sortEdges()
  }

  mutating func sortEdges() {
    edges = edges.enumerated().sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
  }
}

/// The labels of edges, each once.
struct LabelTable {
  private var numbering: Numbering<String>
  /// The number of each message's text, by the recognition key of the message: its `==` may ignore a part of the text.
  private var numberOfMessage: [AnyHashable: Int] = [:]

  init(texts: [String] = []) { numbering = Numbering(texts) }

  var texts: [String] { numbering.values }

  mutating func number<M>(of step: WorldStep<M>, in world: World<M>) -> Int {
    if case .message(let message) = step { return number(of: message) }
    return numbering.number(of: step.reportText(in: world))
  }

  private mutating func number(of message: some Any) -> Int {
    let key = recognitionKey(of: message)
    if let number = numberOfMessage[key] { return number }
    let number = numbering.number(of: caseLiteral(message))
    numberOfMessage[key] = number
    return number
  }
}

extension Rules {
  func namesOfViolatedInvariants(in world: World<M>) -> [String] {
    always.filter { !((try? $0.holds(world)) ?? false) }.map { escaped($0.name) }
  }
}
