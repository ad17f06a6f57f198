internal import TEASupport

extension StateGraph {
  func writeJSON(to output: inout some TextOutputStream) {
    func writeList(_ name: String, _ elements: some Sequence<JSON>) {
      output.write(",\n\"\(name)\":[")
      var separator = "\n"
      for element in elements {
        output.write(separator + element.text)
        separator = ",\n"
      }
      output.write("]")
    }
    output.write("{\"version\":\(RecordFormat.version),\"kind\":\"graph\",\"title\":\(JSON.string(title).text),")
    output.write("\"quotient\":\(isQuotient),\"complete\":\(shortfall == nil)")
    if stepOutputs != nil { output.write(",\"performances\":true") }
    if let shortfall { output.write(",\"shortfall\":\(JSON.string(shortfall).text)") }
    writeList("nodes", nodes.lazy.map(\.json))
    writeList("starts", starts.map(\.json))
    writeList(
      "edges",
      edges.lazy.map { edge in
        let stepOutput = stepOutputs?[edge.outputNumber]
        return .object([
          "from": edge.from, "to": edge.to, "label": labels[edge.label],
          "performs": stepOutput.flatMap { $0.commands.isEmpty ? nil : $0.commands }, "failure": stepOutput?.failure,
        ])
      })
    if stepOutputs != nil {
      writeList("names", declaredNames.lazy.map { .string($0) })
      writeList("descriptions", descriptions.lazy.map { .string($0) })
      writeList("described", describedTypes.lazy.map { .string($0) })
    }
    output.write("}\n")
  }
}

extension StateGraph.Node {
  var json: JSON {
    func list(_ fields: [StateGraph.Field]) -> [JSON] { fields.map { .object(["name": $0.name, "value": $0.value]) } }
    return .object([
      "fields": list(fields), "outstanding": outstanding,
      "surroundings": surroundings.isEmpty ? nil : list(surroundings), "view": view.isEmpty ? nil : list(view),
      "subscriptions": subscriptions.isEmpty ? nil : subscriptions,
      "worlds": worldCount, "expanded": isExpanded, "violates": violatedProperties,
    ])
  }
}

extension StateGraph.Start {
  var json: JSON { .object(["node": node, "label": label, "performs": commands.isEmpty ? nil : commands]) }
}
