internal import TEASupport
internal import TEARuntime

/// The worlds of a program and the steps between them as plain data, for whoever draws or studies them.
package struct StateGraph: Sendable, Equatable {
  /// A world, or all worlds with one view.
  package struct Node: Sendable, Equatable {
    /// The fields of the model or of the view, with their values as text.
    var fields: [Field] = []
    /// The commands that are outstanding; nothing where worlds are merged.
    var outstanding: [String] = []
    /// The rest that tells worlds apart: the environment's fields, what waits for time, what may come late or again;
    /// nothing where worlds are merged.
    var surroundings: [Field] = []
    /// The fields of the view, where that is something else than the model and is asked for.
    var view: [Field] = []
    /// The live subscriptions, where they are asked for.
    var subscriptions: [String] = []
    /// The number of worlds that the node stands for.
    var worlds = 1
    /// All steps of its worlds are there.
    var isExpanded = true
    /// The properties that do not hold of some of its worlds.
    var violated: [String] = []
  }

  package struct Field: Sendable, Equatable {
    /// Empty where the value is the whole.
    var name: String
    var value: String
  }

  package struct Edge: Sendable, Equatable, Hashable {
    var from: Int
    var to: Int
    /// The number of the label.
    var label: Int
    /// The number of the performance, of which 0 is nothing.
    var performs = 0
  }

  /// What a step brings to the outside world.
  struct Performance: Sendable, Equatable, Hashable {
    /// The commands, in order.
    var commands: [String] = []
    /// The error that `update` throws; the commands are of no effect then.
    var failure: String?
  }

  /// A node to start from.
  package struct Start: Sendable, Equatable {
    var node: Int
    var label: String
    /// The commands that the start performs, where they are asked for.
    var performs: [String] = []
  }

  /// The title of the check; like all text here, without characters that do not print.
  var title: String
  /// Worlds with equal views are one node.
  var mergesViews = false
  /// The missing part, in words; `nil` where every step of every reachable world is there.
  package var shortfall: String?
  package var nodes: [Node] = []
  var starts: [Start] = []
  /// In the order of their sources, and of exploration.
  package var edges: [Edge] = []
  var labels: [String] = []
  /// The performances of steps, each once, of which the first is nothing; `nil` where they were not asked for.
  var performances: [Performance]?
  /// The texts that types write of themselves, in which no names of the program stand.
  var descriptions: [String] = []
  /// The types of the program that write texts of themselves.
  var describedTypes: [String] = []
  /// The names that the types of the program declare.
  var names: [String] = []
  /// The nodes that a counterexample goes through, from its start to its end.
  var trail: [Int] = []
  /// The node of each world that was explored, in the order of discovery.
  var nodeOfWorld: [Int] = []

  package init(title: String) { self.title = escaped(title) }
}

extension StateGraph {
  /// All edges from one node to another.
  struct Bundle: Equatable {
    var from: Int
    var to: Int
    var labels: [String]
  }

  /// The edges, with those from one node to the same other joined.
  var bundles: [Bundle] {
    var bundles: [Bundle] = []
    var places: [Edge: Int] = [:]
    for edge in edges {
      let pair = Edge(from: edge.from, to: edge.to, label: 0)
      if let place = places[pair] {
        if !bundles[place].labels.contains(labels[edge.label]) { bundles[place].labels.append(labels[edge.label]) }
      } else {
        places[pair] = bundles.count
        bundles.append(Bundle(from: edge.from, to: edge.to, labels: [labels[edge.label]]))
      }
    }
    return bundles
  }

  /// The edges into the nodes to start from, in their order.
  var startBundles: [Bundle] {
    var bundles: [Bundle] = []
    for start in starts {
      if let place = bundles.firstIndex(where: { $0.to == start.node }) {
        bundles[place].labels.append(start.label)
      } else {
        bundles.append(Bundle(from: -1, to: start.node, labels: [start.label]))
      }
    }
    return bundles
  }
}

extension StateGraph.Bundle {
  /// The labels for a picture: folded, and no more than a few.
  var lines: [String] {
    let most = 4
    let lines = labels.prefix(labels.count > most ? most - 1 : most).map { fold($0) }
    return labels.count > most ? lines + ["… and \(grouped(labels.count - lines.count)) more"] : lines
  }
}

extension StateGraph.Node {
  /// The lines of text for a picture.
  var lines: [String] {
    let most = 8
    var lines = fields.prefix(fields.count > most ? most - 1 : most).map { field in
      (field.name.isEmpty ? "" : "\(fold(field.name)): ") + fold(field.value)
    }
    if fields.count > most { lines.append("… and \(grouped(fields.count - lines.count)) more") }
    if !outstanding.isEmpty {
      let commands = outstanding.prefix(3).map { fold($0) }.joined(separator: ", ")
      lines.append("outstanding: \(commands)\(outstanding.count > 3 ? ", …" : "")")
    }
    for field in surroundings.prefix(most) { lines.append("\(fold(field.name)): \(fold(field.value))") }
    if surroundings.count > most { lines.append("… and \(grouped(surroundings.count - most)) more") }
    if worlds > 1 { lines.append(counted(worlds, "world")) }
    return lines + violated.map { "✗ \(fold($0))" }
  }
}
