import TEACheck

/// A labelled graph as a program: the model is a node, a message is an edge.
enum LivenessGraph: Module {
  struct Message: Sendable { var label: String, target: Int }
  struct Edge: Hashable { var source: Int, label: String, target: Int }

  static func start(with flags: Void) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = message.target }

  /// Reads edges such as `0a1`, which leads from node 0 to node 1 and has the label `a`, in the order of the text.
  static func edges(_ text: String) -> [Edge] {
    text.split(separator: " ").map { word in
      let source = word.prefix { $0.isNumber }
      let target = word.drop { $0.isNumber }.drop { !$0.isNumber }
      let label = word.dropFirst(source.count).dropLast(target.count)
      return Edge(source: Int(source)!, label: String(label), target: Int(target)!)
    }
  }

  static func specification(
    _ edges: [Edge], _ fairness: FairnessStrength, @SpecificationBuilder<Self> _ properties: () -> [Declaration<Self>]
  ) -> Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { node in
        edges.filter { $0.source == node }.map { Message(label: $0.label, target: $0.target) }
      }
      Fairness(fairness) { $0.label }
      DeclarationList(declarations: properties())
    }
  }
}
