package import TEASupport

extension StateGraph {
  /// The graph as the data of a page: the texts, each once, and nodes and edges with the numbers of their texts.
  ///
  /// Fields are a flat list of names and values. Edges are a flat list with three numbers for each: source, target and label.
  package var pageData: JSON {
    var texts = Numbering<String>()
    let nodes = nodes.map { node -> JSON in
      let fields = node.fields.flatMap { [texts.number(of: $0.name), texts.number(of: $0.value)] }
      let surroundings = node.surroundings.flatMap { [texts.number(of: $0.name), texts.number(of: $0.value)] }
      func listUnlessEmpty(_ numbers: [Int]) -> [Int]? { numbers.isEmpty ? nil : numbers }
      return .object([
        "fields": fields, "outstanding": listUnlessEmpty(node.outstanding.map { texts.number(of: $0) }),
        "surroundings": listUnlessEmpty(surroundings), "worlds": node.worldCount == 1 ? nil : node.worldCount,
        "unexpanded": node.isExpanded ? nil : true,
        "violates": listUnlessEmpty(node.violatedProperties.map { texts.number(of: $0) }),
      ])
    }
    let starts = starts.map { [$0.node, texts.number(of: $0.label)] }
    let labels = labels.map { texts.number(of: $0) }
    let edges = edges.flatMap { [$0.from, $0.to, labels[$0.label]] }
    return .object([
      "title": title, "quotient": isQuotient, "shortfall": shortfall, "nodes": nodes, "edges": edges,
      "starts": starts, "trail": trail, "texts": texts.pageTexts,
    ])
  }
}

extension Numbering<String> {
  /// The texts for a page. Of a text of more than 400 characters, the middle is left out to keep pages small.
  package var pageTexts: [String] {
    values.map { $0.utf8.count > 400 && $0.count > 400 ? "\($0.prefix(300))…\($0.suffix(99))" : $0 }
  }
}
