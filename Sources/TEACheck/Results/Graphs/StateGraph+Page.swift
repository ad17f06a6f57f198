package import TEASupport

extension StateGraph {
  /// The graph as the data of a page: a ``TextTable``, and nodes and edges with the numbers of their texts.
  ///
  /// Fields are a flat list of names and values. Edges are a flat list with three numbers for each: source, target and label.
  package var pageData: JSON {
    var texts = TextTable()
    let nodes = nodes.map { node -> JSON in
      let fields = node.fields.flatMap { [texts.number(of: $0.name), texts.number(of: $0.value)] }
      let surroundings = node.surroundings.flatMap { [texts.number(of: $0.name), texts.number(of: $0.value)] }
      func listUnlessEmpty(_ numbers: [JSON]) -> JSON? { numbers.isEmpty ? nil : .array(numbers) }
      return .object([
        "fields": .array(fields), "outstanding": listUnlessEmpty(node.outstanding.map { texts.number(of: $0) }),
        "surroundings": listUnlessEmpty(surroundings),
        "worlds": node.worldCount == 1 ? nil : .integer(node.worldCount),
        "unexpanded": node.isExpanded ? nil : .bool(true),
        "violates": listUnlessEmpty(node.violatedProperties.map { texts.number(of: $0) }),
      ])
    }
    let starts = starts.map { JSON.array([.integer($0.node), texts.number(of: $0.label)]) }
    let labels = labels.map { texts.number(of: $0) }
    let edges = edges.flatMap { [JSON.integer($0.from), .integer($0.to), labels[$0.label]] }
    return .object([
      "title": .string(title), "quotient": .bool(isQuotient), "shortfall": shortfall.map { .string($0) },
      "nodes": .array(nodes), "edges": .array(edges), "starts": .array(starts),
      "trail": .array(trail.map { .integer($0) }), "texts": .array(texts.texts.map { .string($0) }),
    ])
  }
}

/// The texts of a page by number, each once. Of a text of more than 400 characters, the middle is left out to keep pages small.
package struct TextTable {
  package private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  package init() {}

  package mutating func number(of text: String) -> JSON {
    if let number = numbers[text] { return .integer(number) }
    numbers[text] = texts.count
    texts.append(text.utf8.count > 400 && text.count > 400 ? "\(text.prefix(300))…\(text.suffix(99))" : text)
    return .integer(texts.count - 1)
  }
}
