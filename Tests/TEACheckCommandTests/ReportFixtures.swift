@testable import TEASupport
import Foundation

@testable import TEACheck
@testable import tea_check

/// Programs for tests of the report, and the report pages of their checks.
enum ReportFixtures {
  /// A search field in which a late reply to an early request overwrites the results. One typed text is hostile.
  enum Search: Module {
    enum Message: Hashable { case typed(String), loaded(String) }
    struct Model: Hashable { var query = "", results: [String] = [] }
    struct View: Hashable { var title: String, lines: [String] }
    enum Command: Hashable { case search(String) }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typed(let query):
        model.query = query
        perform(.search(query))
      case .loaded(let result): model.results = [result]
      }
    }

    static func view(for model: Model) -> View { View(title: "<h1>\(model.query)</h1>", lines: model.results) }
  }

  /// A text with markup, script ends and characters that do not print.
  static let hostileText = "</script><!--<b onclick='x'>&amp;\u{202E}\u{2028}\u{1B}[31m\""
  /// A value that is longer than what a page shows unfolded.
  static let longText = String(repeating: "a long value ", count: 60)

  static let search = Specification(of: Search.self) {
    // A person types the hostile text, then the long one, and then no more.
    Messages { view in
      view.title == "<h1></h1>"
        ? [.typed(hostileText)] : view.title.hasPrefix("<h1></script>") ? [.typed(longText)] : []
    }
    Replies { command in
      switch command {
      case .search(let query): [.loaded(query)]
      }
    }
    Always("no <i>late</i> reply", of: .world) { world in
      world.model.results.isEmpty || world.model.results == [world.model.query] || !world.outstanding.isEmpty
    }
  }

  /// Ten thousand worlds: four counters from 0 to 9.
  enum Counters: Module {
    enum Message: CaseIterable { case first, second, third, fourth }
    typealias Model = [Int]
    static func start(with flags: Void) -> Model { [0, 0, 0, 0] }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let counter = Message.allCases.firstIndex(of: message)!
      model[counter] = (model[counter] + 1) % 10
    }
  }

  static let counters = Specification(of: Counters.self) {
    Always("not all are nine") { $0 != [9, 9, 9, 9] }
  }

  /// Runs checks as a suite does for a report, and returns the page of their results.
  ///
  /// - Parameter room: The number of bytes that the graphs of the page may take.
  static func page(_ suites: [(String, [Check])], room: Int = 32_000_000) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("report.html").path
    let report = try Report(path: path, packagePath: "/somewhere/My <Package>", room: room)
    for (suite, checks) in suites {
      for check in checks {
        var settings = CheckSettings()
        settings.pictureLimit = 10_000
        let outcome = check.outcome(settings, onProgress: { _ in })
        // The page has only data that was read back from records.
        if let picture = outcome.picture, let graph = ReportGraph(try JSON(parsing: picture.pageData.text)) {
          report.add(graph)
        }
        let record = try JSON(parsing: outcome.result.record(suite: suite).text)
        report.add(CheckResult(record: record) ?? outcome.result, of: suite)
      }
    }
    try report.end([])
    return try String(contentsOfFile: path, encoding: .utf8)
  }
}
