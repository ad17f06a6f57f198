internal import TEAResults
import TEASupport

/// A report that receives results one after the other.
protocol Output: AnyObject {
  /// Takes the titles of the checks of a suite, whose results come next.
  func begin(_ titles: [String])

  /// Takes the result of a check as soon as it is known.
  func add(_ result: CheckResult, of suite: String)

  /// Writes the rest of the report.
  ///
  /// - Throws: ``FileError`` when a file could not be written.
  func end() throws
}

extension Output {
  func begin(_ titles: [String]) {}
}

/// Text for people, printed as results come.
final class TextOutput: Output {
  /// `true` where the text ends with a summary of all results.
  private let hasSummary: Bool
  /// `true` if an incomplete search is a failure.
  private let requiresComplete: Bool
  private let write: (String) -> Void
  private var printer: TextPrinter
  private var results: [CheckResult] = []

  /// - Parameters:
  ///   - hasSummary: `true` to end the text with a summary of all results.
  ///   - showsPasses: `true` to print passes and notes, and not only failures.
  ///   - requiresComplete: `true` if an incomplete search is a failure.
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
