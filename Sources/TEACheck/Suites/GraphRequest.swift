package import TEASupport

/// The graph that a command line asks for.
package struct GraphRequest: Sendable, Equatable {
  var format = GraphFormat.dot
  /// The file to write; standard output without it.
  var path: String?
  /// Worlds with equal views are one node.
  var mergesViews = false
  /// The most nodes of the graph; `nil` for any number.
  var limit: Int?

  /// - Throws: ``UsageError`` when the file's extension names no format.
  package init(_ invocation: Invocation) throws(UsageError) {
    path = invocation.output
    mergesViews = invocation.mergesViews
    if let format = invocation.graphFormat {
      self.format = format
    } else if let path {
      format = try GraphFormat(path: path)
    }
    limit = invocation.limit ?? format.limit
  }

  /// The details of nodes and steps that the graph tells.
  var detail: StateGraph.Detail {
    StateGraph.Detail(
      mergesViews: mergesViews, describedNodes: format == .aut ? 0 : limit ?? .max,
      tellsPerformances: format == .json && !mergesViews)
  }

  /// Refuses a graph that is larger than a picture can be.
  ///
  /// - Parameter quotient: Counts the nodes where those of equal views are merged.
  /// - Throws: ``UsageError`` that says what to do about it.
  func judge(_ graph: StateGraph, quotient: () throws -> Int) throws {
    guard let limit else { return }
    // Mermaid refuses to draw more edges than that, too.
    let edges = format == .mmd ? graph.bundles.count : 0
    guard graph.nodes.count > limit || edges > limit else { return }
    let what = counted(graph.nodes.count, "node") + (edges > limit ? " and \(counted(edges, "edge"))" : "")
    var ways = ["allow more with --limit \(max(graph.nodes.count, edges))"]
    ways.append("write .aut or .json, which have no limit")
    if !mergesViews, case let merged = try quotient(), merged < graph.nodes.count {
      ways.insert("merge worlds of equal views with --quotient (\(counted(merged, "node")))", at: 0)
    } else if !mergesViews {
      ways.insert("look less far with --depth", at: 0)
    }
    throw UsageError(
      "The graph of '\(graph.title)' has \(what), too many for a picture of \(grouped(limit)): "
        + ways.joined(separator: ", or "))
  }
}
