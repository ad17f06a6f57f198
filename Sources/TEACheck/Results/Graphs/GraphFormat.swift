package import TEASupport

/// A format of graphs, named by the extension of its files.
package enum GraphFormat: String, Sendable, CaseIterable {
  /// Graphviz.
  case dot
  /// Mermaid.
  case mmd
  case json
  /// Aldebaran: a labelled transition system, for tools that decide formulas of the µ-calculus and equivalences.
  case aut
  /// An HTML page that loads nothing.
  case html

  package init(path: String) throws(UsageError) {
    let fileName = path.split(separator: "/").last ?? ""
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let fileExtension = parts.last,
      let format = GraphFormat(rawValue: fileExtension.lowercased())
    else {
      throw UsageError("The extension of '\(path)' names no format; it must be one of \(Self.list)")
    }
    self = format
  }

  package static var list: String { allCases.map { ".\($0.rawValue)" }.joined(separator: ", ") }

  /// The largest number of nodes in the picture of a report, and the default of `--limit` for a page.
  static var pageNodeLimit: Int { 10_000 }

  /// The largest number of nodes without `--limit`; `nil`, for no limit, in JSON and Aldebaran, which are data and no pictures.
  package var defaultNodeLimit: Int? {
    switch self {
    // Mermaid's own limit of arrows is 500, unless its configuration raises it.
    case .dot, .mmd: 500
    case .html: Self.pageNodeLimit
    case .json, .aut: nil
    }
  }
}

extension StateGraph {
  package func write(as format: GraphFormat, to output: inout some TextOutputStream) {
    switch format {
    case .dot: writeDOT(to: &output)
    case .mmd: writeMermaid(to: &output)
    case .json: writeJSON(to: &output)
    case .aut: writeAldebaran(to: &output)
    case .html: writeHTML(to: &output)
    }
  }
}
