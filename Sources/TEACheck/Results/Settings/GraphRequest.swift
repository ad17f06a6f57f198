package import TEASupport

package struct GraphRequest: Sendable, Equatable {
  package var format = GraphFormat.dot
  /// The path of the file to write; `nil` for standard output.
  package var path: String?
  /// Worlds with equal views are one node.
  package var mergesViews = false
  /// The largest number of nodes, and in Mermaid also of arrows; `nil` for no limit.
  package var limit: Int?

  /// Without `--format`, the file's extension names the format; without a file, the format is DOT.
  package init(_ invocation: Invocation) throws(UsageError) {
    path = invocation.output
    mergesViews = invocation.mergesViews
    if let format = invocation.graphFormat {
      self.format = format
    } else if let path {
      format = try GraphFormat(path: path)
    }
    limit = invocation.limit ?? format.defaultNodeLimit
  }

  /// The number of worlds beyond which a search need not go on: the graph is then too large. A search of fewer worlds takes no
  /// time, and its end tells which limit would do. `nil` for a search to its end, where no limit is set or where fewer nodes than
  /// worlds may be left.
  package var mostWorlds: Int? { mergesViews ? nil : limit.map { max($0, GraphFormat.pageNodeLimit) } }

  /// - Parameter nodeCountOfQuotient: Counts the nodes of the graph in which worlds with equal views are merged. Counting takes
  ///   time, so this is called only for a graph that is too large.
  package func validateSize(of graph: StateGraph, nodeCountOfQuotient: () throws -> Int) throws {
    guard let limit else { return }
    // Mermaid limits the number of arrows, those at the starts included.
    let edgeCount = format == .mmd ? graph.bundles.count + graph.startBundles.count : 0
    guard graph.nodes.count > limit || edgeCount > limit else { return }
    let isWhole = graph.nodes.allSatisfy(\.isExpanded)
    let passedCount = mostWorlds.flatMap { graph.nodes.count > $0 ? $0 : nil }
    let size =
      passedCount.map { "more than \(counted($0, "node"))" }
      ?? (isWhole ? "" : "at least ") + counted(graph.nodes.count, "node")
      + (edgeCount > limit ? " and \(counted(edgeCount, "edge"))" : "")
    var remedies = ["allow more with --limit" + (passedCount == nil ? " \(max(graph.nodes.count, edgeCount))" : "")]
    let isPicture = format.defaultNodeLimit != nil
    remedies.append(
      isPicture
        ? "write .aut or .json, which have no limit" : "leave out --limit, which .\(format.rawValue) does not need")
    if passedCount != nil {
      remedies = ["merge worlds of equal views with --quotient", "look less far with --depth"] + remedies
    } else if !mergesViews, case let mergedNodeCount = try nodeCountOfQuotient(), mergedNodeCount < graph.nodes.count {
      remedies.insert("merge worlds of equal views with --quotient (\(counted(mergedNodeCount, "node")))", at: 0)
    } else if !mergesViews {
      remedies.insert("look less far with --depth", at: 0)
    }
    throw UsageError(
      "The graph of '\(graph.title)' has \(size), too many for a \(isPicture ? "picture" : "limit") of "
        + "\(grouped(limit)): "
        + remedies.joined(separator: ", or "))
  }
}
