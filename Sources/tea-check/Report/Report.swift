import TEASupport
import Foundation
import TEACheck

/// The page that `--report` writes: all checks of all suites, with their stories and graphs.
final class Report: Output {
  /// One check.
  struct Entry {
    var suite: String
    var result: CheckResult
    /// The violations of other properties.
    var others: [CheckResult] = []
    /// The reason that fails the run where nothing is wrong but that not every world was looked at.
    var shortfall: String?
    /// The worlds that were explored, where the suite handed them over.
    var graph: ReportGraph?
    /// There were worlds, and no room for them.
    var leftGraphOut = false
  }

  private let package: String
  private let isStrict: Bool
  private(set) var entries: [Entry] = []
  private var file: FileWriter
  /// A graph whose check has not ended yet.
  private var graph: ReportGraph?
  /// The room that the page has for graphs, in bytes.
  private var room: Int

  /// - Parameter isStrict: Whether not to look at every world is a failure.
  /// - Throws: ``FileError`` when there can be no such file.
  init(path: String, packagePath: String?, isStrict: Bool = false, room: Int = 32_000_000) throws {
    file = try FileWriter(path: path)
    package = URL(fileURLWithPath: packagePath ?? ".").standardized.lastPathComponent
    self.isStrict = isStrict
    self.room = room
  }

  /// Takes the graph of the check that ends next.
  func add(_ graph: ReportGraph) { self.graph = graph }

  func add(_ result: CheckResult, of suite: String) {
    var entry = Entry(suite: suite, result: result.visible, shortfall: result.shortfall(isStrict: isStrict))
    entry.others = result.others.map(\.visible)
    if let graph, graph.title == escaped(result.title) {
      if graph.text.utf8.count <= room {
        room -= graph.text.utf8.count
        entry.graph = graph
      } else {
        entry.leftGraphOut = true
      }
    }
    graph = nil
    entries.append(entry)
  }

  /// Writes the page.
  ///
  /// - Throws: ``FileError`` when not all of it could be written; there is then no file.
  func end() throws {
    ReportPage(package: package, entries: entries).write(to: &file)
    try file.finish()
  }
}
