internal import TEAText
internal import TEARuntime
internal import TEAResults
import TEASupport
import Foundation

/// The page of `--report`: all checks of all suites, with their counterexamples and graphs.
final class Report: Output {
  struct Entry {
    var suite: String
    var result: CheckResult
    /// The violations of other properties of the check.
    var others: [CheckResult] = []
    /// A sentence about the incomplete search if the check fails for this reason alone; otherwise `nil`.
    var shortfall: String?
    /// The graph of the explored worlds, or of a counterexample of random runs; `nil` if the suite sent no graph, or the page
    /// has no room for it.
    var graph: ReportGraph?
    var isGraphLeftOut = false
  }

  private let packageName: String
  private let requiresComplete: Bool
  private(set) var entries: [Entry] = []
  private var file: FileWriter
  private var nextGraph: ReportGraph?
  /// In bytes.
  private var remainingRoom: Int

  /// - Parameter room: The largest size of all graphs together, in bytes, so that browsers can open the page.
  init(path: String, packagePath: String?, requiresComplete: Bool = false, room: Int = 32_000_000) throws {
    file = try FileWriter(path: path)
    packageName = URL(fileURLWithPath: packagePath ?? ".").standardized.lastPathComponent
    self.requiresComplete = requiresComplete
    remainingRoom = room
  }

  /// Receives the graph of the check whose result comes next.
  func add(_ graph: ReportGraph) { nextGraph = graph }

  func add(_ result: CheckResult, of suite: String) {
    var entry = Entry(
      suite: suite, result: result.printable, shortfall: result.shortfall(requiresComplete: requiresComplete))
    entry.others = result.otherViolations.map(\.printable)
    if let graph = nextGraph, graph.title == escaped(result.title) {
      if graph.text.utf8.count <= remainingRoom {
        remainingRoom -= graph.text.utf8.count
        entry.graph = graph
      } else {
        entry.isGraphLeftOut = true
      }
    }
    nextGraph = nil
    entries.append(entry)
  }

  /// - Throws: ``FileError`` when the page could not be written completely; a former page then stays as it was.
  func end(_ results: [SuiteResult]) throws {
    ReportPage(package: packageName, entries: entries).write(to: &file)
    try file.finish()
  }
}
