extension StateGraph {
  /// Writes the graph as a labelled transition system in the format of Aldebaran, which CADP, mCRL2 and LTSmin read.
  ///
  /// A line `des (first state, transitions, states)` is followed by one `(from, "label", to)` for each transition. State
  /// 0 is the start. Where there are several, it is a state of its own with a transition to each.
  func writeAldebaran(to output: inout some TextOutputStream) {
    let hasOneStart = Set(starts.map(\.node)).count == 1
    let shift = hasOneStart ? 0 : 1
    let first = hasOneStart ? starts[0].node : 0
    let transitions = edges.count + (hasOneStart ? 0 : starts.count)
    output.write("des (\(first), \(transitions), \(nodes.count + shift))\n")
    if !hasOneStart {
      for start in starts { output.write("(0, \"\(Self.aldebaran(start.label))\", \(start.node + shift))\n") }
    }
    let labels = labels.map(Self.aldebaran)
    for edge in edges {
      output.write("(\(edge.from + shift), \"\(labels[edge.label])\", \(edge.to + shift))\n")
    }
  }

  /// A label between double quotes, which the format cannot escape: double quotes become single ones, and single ones
  /// are escaped. The names that these tools reserve for invisible steps get an empty payload.
  private static func aldebaran(_ label: String) -> String {
    if label == "tau" || label == "i" { return label + "()" }
    return label.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\"", with: "'")
  }
}
