internal import TEAText

extension StateGraph {
  /// Writes the graph as a labelled transition system in the format of Aldebaran, which CADP, mCRL2 and LTSmin read.
  ///
  /// A line `des (first state, transitions, states)` is followed by a line `(from, "label", to)` for each transition. If the
  /// starts are several nodes, the first state is an additional state 0 with a transition for each start.
  func writeAldebaran(to output: inout some TextOutputStream) {
    let hasOneStart = Set(starts.map(\.node)).count == 1
    // The state of node 0; the states of the other nodes follow.
    let firstNodeState = hasOneStart ? 0 : 1
    let firstState = hasOneStart ? starts[0].node : 0
    let transitions = edges.count + (hasOneStart ? 0 : starts.count)
    output.write("des (\(firstState), \(transitions), \(nodes.count + firstNodeState))\n")
    if !hasOneStart {
      for start in starts { output.write("(0, \"\(Self.quotable(start.label))\", \(start.node + firstNodeState))\n") }
    }
    let labels = labels.map(Self.quotable)
    for edge in edges {
      output.write("(\(edge.from + firstNodeState), \"\(labels[edge.label])\", \(edge.to + firstNodeState))\n")
    }
  }

  /// The text of a label between double quotes. The format cannot escape double quotes, so they become single quotes, and
  /// single quotes are escaped. The names `tau` and `i`, which the tools reserve for invisible steps, get an empty payload.
  private static func quotable(_ label: String) -> String {
    if label == "tau" || label == "i" { return label + "()" }
    return label.replacing(scalars: ["\\": "\\\\", "'": "\\'", "\"": "'"])
  }
}
