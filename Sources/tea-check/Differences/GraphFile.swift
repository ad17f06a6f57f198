import Foundation

/// A graph as `tea-check graph --format json` writes it.
struct GraphFile: Decodable {
  struct Field: Decodable, Hashable {
    /// The name of the field; empty for a value without fields.
    var name: String
    var value: String
  }

  struct Node: Decodable {
    var fields: [Field]
    /// The view of the world; `nil` where the view is the model.
    var view: [Field]?
    /// The outstanding commands; `nil` counts as none.
    var outstanding: [String]?
    /// The live subscriptions; `nil` counts as none.
    var subscriptions: [String]?
    /// `false` where not all steps of the node were taken; `nil` counts as `true`.
    var expanded: Bool?
    /// The number of worlds that the node stands for; `nil` counts as 1.
    var worlds: Int?
  }

  struct Edge: Decodable {
    /// An index in `nodes`.
    var from: Int
    /// An index in `nodes`.
    var to: Int
    var label: String
    /// The commands that are performed; `nil` counts as none.
    var performs: [String]?
    /// The error that `update` throws; `nil` where it succeeds.
    var failure: String?
  }

  struct Start: Decodable {
    /// An index in `nodes`.
    var node: Int
    var label: String
    /// The commands that are performed; `nil` counts as none.
    var performs: [String]?
  }

  /// The kind of the record: `graph` for a graph.
  var kind: String
  var title: String
  /// `true` where the graph is the whole state space.
  var complete: Bool
  /// The reason why the graph is not complete; `nil` where it is complete, or the file gives no reason.
  var shortfall: String?
  /// `true` where worlds with equal views are one node, whose steps are those of any of these worlds; `nil` counts as `false`.
  var quotient: Bool?
  /// `true` if edges hold the commands of steps; otherwise, an edge without `performs` may stand for a step that performs
  /// commands. `nil` counts as `false`.
  var performances: Bool?
  /// The names that the types of the program declare; `nil` in older files.
  var names: [String]?
  /// The types whose texts may leave out a part of a value, such as those with a `description` of their own; `nil` counts as
  /// none.
  var described: [String]?
  /// The texts that the `description` of values gave. Names of the program are not sought in these texts. `nil` counts as none.
  var descriptions: [String]?
  var nodes: [Node]
  var edges: [Edge]
  var starts: [Start]

  var hasViews: Bool { nodes.allSatisfy { $0.view != nil } }
}

struct GraphFileError: Error, CustomStringConvertible {
  var description: String
}

extension GraphFile {
  /// - Throws: ``GraphFileError`` where the data is no graph, or that of a quotient, has no start or no node, or refers to a
  ///   missing node.
  init(parsing data: Data) throws(GraphFileError) {
    do {
      self = try JSONDecoder().decode(GraphFile.self, from: data)
    } catch DecodingError.keyNotFound(let key, let context) {
      throw GraphFileError(description: "'\(key.stringValue)' is missing\(Self.place(context))")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      throw GraphFileError(description: "a value has another type than in a graph\(Self.place(context))")
    } catch {
      // The decoder throws the same error for a number that does not fit its type and for a text that is not JSON.
      let isJSON = (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      throw GraphFileError(description: isJSON ? "a number in it does not fit" : "it is not JSON")
    }
    guard kind == "graph" else { throw GraphFileError(description: "it is a record of kind '\(kind)'") }
    guard quotient != true else { throw GraphFileError(description: "it is a quotient, which merges worlds") }
    guard !starts.isEmpty else { throw GraphFileError(description: "it has no start") }
    guard !nodes.isEmpty else { throw GraphFileError(description: "it has no node") }
    for number in edges.flatMap({ [$0.from, $0.to] }) + starts.map(\.node) where !nodes.indices.contains(number) {
      throw GraphFileError(description: "it names node \(number), and the last is \(nodes.count - 1)")
    }
  }

  /// The place of a decoding error, such as ` at nodes[0].fields`; empty at the top of the file.
  private static func place(_ context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    return path.isEmpty ? "" : " at \(path.replacing(".[", with: "["))"
  }
}
