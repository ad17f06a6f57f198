internal import TEAResults
import TEASupport

/// The graph of a check, read from a record that another process wrote, and validated.
struct ReportGraph {
  let title: String
  let nodeCount: Int
  let edgeCount: Int
  /// `true` where each node represents all worlds with one view.
  let isQuotient: Bool
  /// The number of worlds that the nodes stand for.
  let worldCount: Int
  /// The reason why the graph is not the whole state space; `nil` where it is.
  let shortfall: String?
  /// JSON that the page's script reads.
  let text: String

  /// - Returns: `nil` where a member is missing or invalid, such as an index out of range.
  init?(_ record: JSON) {
    let data = record.printable
    guard let title = data["title"]?.string, let isQuotient = data["quotient"]?.bool,
      let texts = data["texts"]?.array, let nodes = data["nodes"]?.array,
      let edges = data["edges"]?.array, let starts = data["starts"]?.array, let trail = data["trail"]?.array
    else { return nil }
    func isNode(_ number: JSON?) -> Bool { number?.integer.map(nodes.indices.contains) ?? false }
    func isText(_ number: JSON?) -> Bool { number?.integer.map(texts.indices.contains) ?? false }
    func areTexts(_ numbers: JSON?) -> Bool { numbers.map { $0.array?.allSatisfy(isText) ?? false } ?? true }
    var worlds = 0
    for node in nodes {
      guard let fields = node["fields"]?.array, fields.count.isMultiple(of: 2), fields.allSatisfy(isText),
        areTexts(node["outstanding"]), areTexts(node["violates"]), areTexts(node["surroundings"]),
        node["surroundings"]?.array?.count.isMultiple(of: 2) ?? true
      else { return nil }
      // The numbers are limited, so that a record of another process cannot make the sum overflow.
      worlds += max(0, min(node["worlds"]?.integer ?? 1, 1_000_000_000))
    }
    guard !nodes.isEmpty, texts.allSatisfy({ $0.string != nil }), edges.count.isMultiple(of: 3),
      edges.enumerated().allSatisfy({ $0.offset % 3 == 2 ? isText($0.element) : isNode($0.element) }),
      !starts.isEmpty, starts.allSatisfy({ isNode($0.array?.first) && isText($0.array?.last) }),
      trail.allSatisfy(isNode)
    else { return nil }
    (self.title, self.isQuotient, self.worldCount) = (title, isQuotient, worlds)
    (self.nodeCount, self.edgeCount) = (nodes.count, edges.count / 3)
    shortfall = data["shortfall"]?.string
    text = scriptText(data)
  }

  var caption: String {
    var parts: [String] = []
    if isQuotient {
      parts.append(
        "\(counted(worldCount, "world")) as \(counted(nodeCount, "screen")), worlds that show the same being one, with "
          + "\(counted(edgeCount, "step"))")
    } else {
      parts.append("\(counted(nodeCount, "world")) and \(counted(edgeCount, "step"))")
    }
    parts.append(shortfall ?? "every reachable world")
    // The script of `GraphPicture` draws more than 300 nodes only around the current node.
    if nodeCount > 300 {
      parts.append("the picture shows what is around the \(isQuotient ? "screen" : "world") that you stand in")
    }
    return parts.joined(separator: " · ")
  }
}
