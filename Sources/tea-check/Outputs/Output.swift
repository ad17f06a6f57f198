internal import TEAResults
import TEASupport

/// A report of a run, which receives the results one after another, and at the end all of them.
protocol Output {
  /// Takes the titles of the checks of the suite whose results come next.
  func begin(_ titles: [String])

  func add(_ result: CheckResult, of suite: String)

  func end(_ results: [SuiteResult]) throws
}

typealias SuiteResult = (suite: String, result: CheckResult)

extension Output {
  func begin(_ titles: [String]) {}
  func add(_ result: CheckResult, of suite: String) {}
  func end(_ results: [SuiteResult]) {}
}

/// Text for people, printed as results come.
struct TextOutput: Output {
  let printer: TextPrinter
  let hasSummary: Bool
  var requiresComplete = false

  func begin(_ titles: [String]) {
    printer.titleWidth = TextReport.width(ofTitles: titles)
  }

  func add(_ result: CheckResult, of suite: String) { printer.print(result, requiresComplete: requiresComplete) }

  func end(_ results: [SuiteResult]) { if hasSummary { printer.printSummary(of: results.map(\.result)) } }
}

/// JSON Lines, printed as results come.
struct JSONOutput: Output {
  let write: (String) -> Void

  func add(_ result: CheckResult, of suite: String) { write(result.record(suite: suite).text + "\n") }
}
