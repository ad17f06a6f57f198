internal import TEAResults
import TEASupport

/// A report of a run, which receives the results one after another.
protocol Output: AnyObject {
  /// Takes the titles of the checks of the suite whose results come next.
  func begin(_ titles: [String])

  func add(_ result: CheckResult, of suite: String)

  func end() throws
}

extension Output {
  func begin(_ titles: [String]) {}
}

/// Text for people, printed as results come.
final class TextOutput: Output {
  private let hasSummary: Bool
  private let requiresComplete: Bool
  private let write: (String) -> Void
  private var printer: TextPrinter
  private var results: [CheckResult] = []

  /// - Parameter showsPasses: `true` to print passes and notes, and not only failures.
  init(
    style: TextStyle = .ofStandardOutput, hasSummary: Bool, showsPasses: Bool = true, requiresComplete: Bool = false,
    write: @escaping (String) -> Void
  ) {
    self.hasSummary = hasSummary
    self.requiresComplete = requiresComplete
    self.write = write
    printer = TextPrinter(titleWidth: 0, style: style, showsPasses: showsPasses, write: write)
  }

  func begin(_ titles: [String]) {
    printer.titleWidth = TextReport.width(ofTitles: titles)
  }

  func add(_ result: CheckResult, of suite: String) {
    results.append(result)
    printer.print(result, requiresComplete: requiresComplete)
  }

  func end() { if hasSummary { printer.printSummary(of: results) } }
}

/// JSON Lines, printed as results come.
final class JSONOutput: Output {
  private let write: (String) -> Void

  init(write: @escaping (String) -> Void) { self.write = write }

  func add(_ result: CheckResult, of suite: String) { write(result.record(suite: suite).text + "\n") }

  func end() {}
}
