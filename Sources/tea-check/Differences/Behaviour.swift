import TEACheck

/// A state graph as what people see of it: the screen of each world, and what each message brings and performs.
struct Behaviour {
  struct Field: Hashable {
    /// Empty where the value is the whole.
    var name: String
    var value: String
  }

  /// What a world shows.
  typealias Screen = [Field]

  struct Step {
    /// The number of what happens.
    var label: Int
    /// The world that it leads to.
    var target: Int
    /// The number of the list of commands that it performs.
    var performs: Int
  }

  struct Start {
    var label: String
    var node: Int
    var performs: [String]
  }

  struct Node {
    /// The number of the screen.
    var screen: Int
    /// Whether all its steps are there.
    var isExpanded: Bool
    var steps: [Step] = []
  }

  var title: String
  /// What is missing, in words; `nil` where every step of every reachable world is there.
  var shortfall: String?
  /// How many worlds the nodes stand for.
  var worlds = 0
  var nodes: [Node] = []
  var starts: [Start] = []
  /// The screens, each once, in the order of discovery.
  var screens: [Screen] = []
  var labels: [String] = []
  /// The lists of commands that steps perform, of which the first is empty.
  var performances: [[String]] = [[]]
  /// Whether the graph says what steps perform.
  var tellsPerformances: Bool
  /// Whether screens are views, and not models.
  var showsViews: Bool
}

/// A graph that is none, or that says what cannot be.
struct GraphError: Error, CustomStringConvertible {
  var description: String
}

extension Behaviour {
  /// Whether all worlds of a graph say what they show, beside what they are.
  static func hasViews(_ graph: JSON) -> Bool {
    graph["nodes"]?.array?.allSatisfy { $0["view"] != nil } ?? false
  }

  /// Reads a graph as `tea-check graph --format json` writes it.
  ///
  /// - Parameter showsViews: Whether the screen of a world is its view, or its model.
  /// - Throws: ``GraphError`` where it is none.
  init(_ graph: JSON, showsViews: Bool) throws(GraphError) {
    guard graph["kind"]?.string == "graph", let title = graph["title"]?.string, let nodes = graph["nodes"]?.array,
      let edges = graph["edges"]?.array, let starts = graph["starts"]?.array
    else { throw GraphError(description: "it holds no graph") }
    self.title = title
    self.showsViews = showsViews
    shortfall = graph["complete"]?.bool == true ? nil : graph["shortfall"]?.string ?? "it is not said why"
    tellsPerformances = graph["performances"]?.bool ?? false
    var screens = Numbering<Screen>()
    var labels = Numbering<String>()
    var performances = Numbering<[String]>([[]])
    for node in nodes {
      guard let fields = node[showsViews ? "view" : "fields"]?.array else {
        throw GraphError(description: "a node says nothing of itself")
      }
      let screen = fields.map { Field(name: $0["name"]?.string ?? "", value: $0["value"]?.string ?? "") }
      worlds += node["worlds"]?.integer ?? 1
      self.nodes.append(Node(screen: screens.number(of: screen), isExpanded: node["expanded"]?.bool ?? true))
    }
    func node(_ json: JSON?) throws(GraphError) -> Int {
      guard let number = json?.integer, nodes.indices.contains(number) else {
        throw GraphError(description: "it names a node that is not there")
      }
      return number
    }
    for edge in edges {
      guard let label = edge["label"]?.string else { throw GraphError(description: "an edge has no label") }
      let step = Step(
        label: labels.number(of: label), target: try node(edge["to"]),
        performs: performances.number(of: edge["performs"]?.array?.compactMap(\.string) ?? []))
      self.nodes[try node(edge["from"])].steps.append(step)
    }
    for start in starts {
      self.starts.append(
        Start(
          label: start["label"]?.string ?? "start", node: try node(start["node"]),
          performs: start["performs"]?.array?.compactMap(\.string) ?? []))
    }
    guard !self.starts.isEmpty else { throw GraphError(description: "it has no start") }
    (self.screens, self.labels, self.performances) = (screens.values, labels.values, performances.values)
  }

  var stepCount: Int { nodes.reduce(0) { $0 + $1.steps.count } }
}

/// Values, each once, by numbers in the order of their first appearance.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  init(_ values: [Value] = []) {
    for value in values { _ = number(of: value) }
  }

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
