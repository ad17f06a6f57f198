extension StateGraph {
  /// Writes the graph as one JSON object, a node or an edge on a line.
  func writeJSON(to output: inout some TextOutputStream) {
    func list(_ name: String, _ elements: some Sequence<JSON>) {
      output.write(",\n\"\(name)\":[")
      var separator = "\n"
      for element in elements {
        output.write(separator + element.text)
        separator = ",\n"
      }
      output.write("]")
    }
    output.write("{\"version\":\(CheckResult.recordVersion),\"kind\":\"graph\",\"title\":\(JSON.string(title).text),")
    output.write("\"quotient\":\(mergesViews),\"complete\":\(shortfall == nil)")
    if let shortfall { output.write(",\"shortfall\":\(JSON.string(shortfall).text)") }
    list("nodes", nodes.lazy.map(\.json))
    list("starts", starts.map { .object(["node": .integer($0.node), "label": .string($0.label)]) })
    list(
      "edges",
      edges.lazy.map { edge in
        .object(["from": .integer(edge.from), "to": .integer(edge.to), "label": .string(labels[edge.label])])
      })
    output.write("}\n")
  }
}

extension StateGraph.Node {
  var json: JSON {
    func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
    return .object([
      "fields": .array(fields.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
      "outstanding": strings(outstanding),
      "surroundings": surroundings.isEmpty
        ? nil : .array(surroundings.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
      "worlds": .integer(worlds), "expanded": .bool(isExpanded),
      "violates": strings(violated),
    ])
  }
}
