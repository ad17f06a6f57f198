internal import TEAResults
internal import TEASupport

/// A state graph as users of the program see it: the screen of each world, and the target and the commands of each step.
struct Behaviour {
  typealias Field = GraphFile.Field
  typealias Start = StateGraph.Start
  typealias StepOutput = StateGraph.StepOutput

  typealias Screen = [Field]

  struct Step {
    /// An index in `labels`.
    var label: Int
    /// An index in `nodes`.
    var target: Int
    /// An index in `stepOutputs`; 0 for a step that performs nothing and succeeds.
    var outputNumber: Int
  }

  struct Node {
    /// An index in `screens`.
    var screen: Int
    /// An index in `outstandingCommands`.
    var outstandingNumber = 0
    /// `false` where not all steps of the node were taken.
    var isExpanded: Bool
    var steps: [Step] = []
  }

  var title: String
  /// The reason why the graph is not the whole state space; `nil` where it is.
  var shortfall: String?
  /// The number of worlds that the nodes stand for.
  var worldCount = 0
  var nodes: [Node] = []
  var starts: [Start] = []
  var screens: [Screen] = []
  /// The distinct lists of outstanding commands. The first is empty.
  var outstandingCommands: [[String]] = [[]]
  var labels: [String] = []
  /// The distinct outputs of steps. The first is that of a step that performs nothing and succeeds.
  var stepOutputs = [StepOutput()]
  /// `true` if the graph says which commands its steps perform.
  var includesOutputs: Bool
  /// `true` if the screen of a world is its view, or its model where it has no view; `false` if every screen is a model.
  var showsViews: Bool
  /// The names that the types of the program declare; `nil` if the file of the graph does not list them.
  var names: Set<String>?
  /// The texts that the `description` of values gave in this graph.
  var descriptions: [String] = []
  /// The types whose texts may leave a part of a value out, such as those with a `description` of their own.
  var describedTypes: [String] = []
}

extension Behaviour {
  init(_ graph: GraphFile, showsViews: Bool) {
    title = graph.title
    self.showsViews = showsViews
    names = graph.names.map { Set($0) }
    descriptions = graph.descriptions ?? []
    describedTypes = graph.described ?? []
    shortfall = graph.complete ? nil : graph.shortfall ?? "it is not said why"
    includesOutputs = graph.performances ?? false
    var screens = Numbering<Screen>()
    var outstandingCommands = Numbering([[String]()])
    var labels = Numbering<String>()
    var outputs = Numbering([StepOutput()])
    nodes.reserveCapacity(graph.nodes.count)
    for node in graph.nodes {
      var fields = showsViews ? node.view ?? node.fields : node.fields
      // A program without subscriptions has the same screen as a program without live subscriptions.
      if let live = node.subscriptions, !live.isEmpty {
        fields.append(Field(name: "subscribed to", value: live.joined(separator: ", ")))
      }
      let screen = screens.number(of: fields)
      worldCount += node.worlds ?? 1
      let outstandingNumber = outstandingCommands.number(of: node.outstanding ?? [])
      nodes.append(Node(screen: screen, outstandingNumber: outstandingNumber, isExpanded: node.expanded ?? true))
    }
    for edge in graph.edges {
      let outputNumber = outputs.number(of: StepOutput(commands: edge.performs ?? [], failure: edge.failure))
      nodes[edge.from].steps.append(
        Step(label: labels.number(of: edge.label), target: edge.to, outputNumber: outputNumber))
    }
    starts = graph.starts.map { Start(node: $0.node, label: $0.label, commands: $0.performs ?? []) }
    (self.screens, self.labels, stepOutputs) = (screens.values, labels.values, outputs.values)
    self.outstandingCommands = outstandingCommands.values
  }

  func words(readBy reader: TextReader) -> Set<String> {
    var texts = labels + starts.flatMap { [$0.label] + $0.commands } + stepOutputs.map(\.text)
    texts += Set(screens.joined()).flatMap { [$0.name, $0.value] }
    return Set(texts.flatMap(reader.words))
  }

  var stepCount: Int { nodes.reduce(0) { $0 + $1.steps.count } }

  func screen(of node: Int) -> Screen { screens[nodes[node].screen] }
}

extension Behaviour.StepOutput {
  func mapped(_ text: (String) -> String) -> Behaviour.StepOutput {
    Behaviour.StepOutput(commands: commands.map(text), failure: failure.map(text))
  }

  var text: String { failure ?? commands.joined(separator: ", ") }
}
