internal import TEASupport
internal import TEAText

/// The worlds of a program and the steps between them as plain data, for pictures and other tools.
package struct StateGraph: Sendable, Equatable {
  /// A world, all worlds with one view, or a trap. Where the number of described nodes is bounded, the nodes beyond the bound
  /// have no texts.
  package struct Node: Sendable, Equatable {
    /// The fields of the model or of the view, with their values as text.
    package var fields: [Field] = []
    /// The outstanding commands; empty where worlds with one view are merged.
    package var outstanding: [String] = []
    /// The other parts that tell worlds apart, such as the environment's fields, pending deadlines and late messages; empty
    /// where worlds with one view are merged.
    package var surroundings: [Field] = []
    /// The fields of the view; empty where the view is the model or is not included.
    package var view: [Field] = []
    /// The live subscriptions; empty where they are not included.
    package var subscriptions: [String] = []
    package var worldCount = 1
    /// The graph has all steps of the node's worlds: all were expanded, and no step was left out because of the bound on
    /// outstanding commands.
    package var isExpanded = true
    /// The names of the invariants that some of the node's worlds violate, or of the property that a trap violates.
    package var violatedProperties: [String] = []

    package init(
      fields: [Field] = [], outstanding: [String] = [], surroundings: [Field] = [], violatedProperties: [String] = []
    ) {
      self.fields = fields
      self.outstanding = outstanding
      self.surroundings = surroundings
      self.violatedProperties = violatedProperties
    }
  }

  package struct Field: Sendable, Equatable {
    /// The name of the field; empty for a value without fields, which is written as a whole.
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A step, by the indices of its two nodes in `nodes` and of its label in `labels`.
  package struct Edge: Sendable, Hashable {
    package var from: Int
    package var to: Int
    package var label: Int
    /// The index of the step's commands or failure in `stepOutputs`; 0 for none.
    package var outputNumber = 0

    package init(from: Int, to: Int, label: Int) {
      self.from = from
      self.to = to
      self.label = label
    }
  }

  /// The commands of a step, or its failure.
  package struct StepOutput: Sendable, Hashable {
    package var commands: [String] = []
    /// The error that `update` throws; no command is then carried out.
    package var failure: String?

    package init(commands: [String] = [], failure: String? = nil) {
      self.commands = commands
      self.failure = failure
    }
  }

  package struct Start: Sendable, Equatable {
    /// The index in `nodes`.
    package var node: Int
    package var label: String
    /// The commands that the start performs, in order.
    package var commands: [String] = []

    package init(node: Int, label: String, commands: [String] = []) {
      self.node = node
      self.label = label
      self.commands = commands
    }
  }

  /// The title of the check; characters that do not print are made visible.
  var title: String
  /// Worlds with equal views are one node.
  package var isQuotient = false
  /// The reason why the graph is not the whole state space; `nil` where it is.
  package var shortfall: String?
  /// The graph lacks nothing but what the scope leaves out.
  package var isCompleteWithinScope = false
  /// Parts of values are left out of the texts, because they are nested too deeply, or are objects that contain themselves.
  /// Always `false` where ``stepOutputs`` is `nil`.
  package var isCut = false
  package var nodes: [Node] = []
  package var starts: [Start] = []
  /// The edges, sorted by source and then in the order of exploration.
  package var edges: [Edge] = []
  /// The labels of edges, each once.
  package var labels: [String] = []
  /// The commands or failures of steps, each once, and the empty output first; `nil` where the graph leaves them out.
  package var stepOutputs: [StepOutput]?
  /// The texts that the `description` of values gave. A comparison of two graphs looks for no renamed types or cases inside of
  /// them.
  package var descriptions: [String] = []
  /// The types whose texts may leave a part of a value out, such as those with a `description` of their own.
  package var describedTypes: [String] = []
  /// The names that the types of the program declare.
  package var declaredNames: [String] = []
  /// The indices of the nodes that a counterexample goes through, from its start to its end; empty where there is none.
  package var trail: [Int] = []
  /// For each world, in the order of discovery, the index of its node in `nodes`.
  package var nodeOfWorld: [Int] = []

  package init(title: String) { self.title = escaped(title) }
}

extension StateGraph {
  /// All edges between two nodes in one direction.
  struct Bundle: Equatable {
    /// The index of the source in `nodes`; -1 for the edges that mark a node as a start.
    var from: Int
    var to: Int
    var labels: [String]
  }

  var bundles: [Bundle] {
    var bundles: [Bundle] = []
    var indices: [Edge: Int] = [:]
    for edge in edges {
      let pair = Edge(from: edge.from, to: edge.to, label: 0)
      if let index = indices[pair] {
        if !bundles[index].labels.contains(labels[edge.label]) { bundles[index].labels.append(labels[edge.label]) }
      } else {
        indices[pair] = bundles.count
        bundles.append(Bundle(from: edge.from, to: edge.to, labels: [labels[edge.label]]))
      }
    }
    return bundles
  }

  var startBundles: [Bundle] {
    var bundles: [Bundle] = []
    for start in starts {
      if let index = bundles.firstIndex(where: { $0.to == start.node }) {
        bundles[index].labels.append(start.label)
      } else {
        bundles.append(Bundle(from: -1, to: start.node, labels: [start.label]))
      }
    }
    return bundles
  }
}

extension StateGraph.Bundle {
  var lines: [String] {
    let limit = 4
    let lines = labels.prefix(labels.count > limit ? limit - 1 : limit).map { abbreviated($0) }
    return labels.count > limit ? lines + ["… and \(grouped(labels.count - lines.count)) more"] : lines
  }
}

extension StateGraph.Node {
  /// The node as lines of a picture.
  var lines: [String] {
    let limit = 8
    var lines = fields.prefix(fields.count > limit ? limit - 1 : limit).map { field in
      (field.name.isEmpty ? "" : "\(abbreviated(field.name)): ") + abbreviated(field.value)
    }
    if fields.count > limit { lines.append("… and \(grouped(fields.count - lines.count)) more") }
    if !outstanding.isEmpty {
      let commands = outstanding.prefix(3).map { abbreviated($0) }.joined(separator: ", ")
      lines.append("outstanding: \(commands)\(outstanding.count > 3 ? ", …" : "")")
    }
    for field in surroundings.prefix(limit) { lines.append("\(abbreviated(field.name)): \(abbreviated(field.value))") }
    if surroundings.count > limit { lines.append("… and \(grouped(surroundings.count - limit)) more") }
    if worldCount > 1 { lines.append(counted(worldCount, "world")) }
    return lines + violatedProperties.map { "✗ \(abbreviated($0))" }
  }
}
