internal import TEAResults
internal import TEAText
import TEASupport

/// A JUnit report: a file of XML for CI engines.
///
/// A suite is a `testsuite`, and a check is a `testcase`. A check that could not run is an `error`. An inconclusive check
/// is `skipped`, or a `failure` where completeness is required.
struct JUnitOutput: Output {
  private let requiresComplete: Bool
  private let file: FileWriter

  private struct Case {
    /// The XML of the `testcase`.
    var element: String
    var kind: Kind
    var seconds: Double
  }

  private enum Kind { case passed, failure, error, skipped }

  /// Removes the report of an earlier run, which could be mistaken for the report of this run. The new report appears with
  /// ``end(_:)``.
  init(path: String, requiresComplete: Bool) throws {
    file = try FileWriter(path: path)
    Platform.removeFile(path)
    self.requiresComplete = requiresComplete
  }

  /// - Throws: ``FileError`` when the report could not be written completely; then there is no file.
  func end(_ results: [SuiteResult]) throws {
    var suites: [(name: String, cases: [Case])] = []
    for (suite, result) in results {
      let testCase = makeCase(of: result, suite)
      if let index = suites.firstIndex(where: { $0.name == suite }) {
        suites[index].cases.append(testCase)
      } else {
        suites.append((suite, [testCase]))
      }
    }
    var file = file
    file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    file.write("<testsuites name=\"tea-check\"\(Self.counts(suites.flatMap(\.cases)))>\n")
    for suite in suites {
      file.write("  <testsuite name=\"\(Self.escaped(printableLine(suite.name)))\"\(Self.counts(suite.cases))>\n")
      for testCase in suite.cases { file.write(testCase.element) }
      file.write("  </testsuite>\n")
    }
    file.write("</testsuites>\n")
    try file.finish()
  }

  private func makeCase(of result: CheckResult, _ suite: String) -> Case {
    let kind: Kind =
      switch result.ciStatus(requiresComplete: requiresComplete) {
      case .passed: .passed
      case .undecided: .skipped
      case .failed: result.verdict == .error ? .error : .failure
      }
    let printable = result.printable
    let name = printable.name.isEmpty ? printable.module : printable.name
    var element =
      "    <testcase classname=\"\(Self.escaped("\(printableLine(suite)).\(printable.module)"))\" name=\"\(Self.escaped(name))\""
    element += " time=\"\(Self.text(ofSeconds: result.seconds))\""
    element += " file=\"\(Self.escaped(printable.sourceFile))\""
    if let line = result.line { element += " line=\"\(line)\"" }
    element += ">\n"
    let report = Self.escaped(TextReport.lines(of: result).joined(separator: "\n"), isAttribute: false)
    let summary = result.shortfall(requiresComplete: requiresComplete) ?? printable.summary
    let message = Self.escaped(kind == .skipped ? summary : "\(printable.subject): \(summary)")
    switch kind {
    case .passed: element += "      <system-out>\(report)</system-out>\n"
    case .failure, .error:
      let type = result.verdict == .passed ? "incomplete" : result.verdict.rawValue
      element += "      <\(kind) message=\"\(message)\" type=\"\(type)\">\(report)</\(kind)>\n"
    case .skipped:
      element += "      <skipped message=\"\(message)\"/>\n      <system-out>\(report)</system-out>\n"
    }
    return Case(element: element + "    </testcase>\n", kind: kind, seconds: result.seconds)
  }

  private static func counts(_ cases: [Case]) -> String {
    func count(_ kind: Kind) -> Int { cases.count { $0.kind == kind } }
    return " tests=\"\(cases.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
      + " skipped=\"\(count(.skipped))\" time=\"\(text(ofSeconds: cases.reduce(0) { $0 + $1.seconds }))\""
  }

  private static func text(ofSeconds seconds: Double) -> String {
    // The limit keeps the number of thousandths within an `Int`.
    let thousandths = Int((min(max(seconds, 0), 1e12) * 1_000).rounded())
    let fraction = String(thousandths % 1_000)
    return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }

  /// A text as XML. Control characters except line feeds, and other characters that XML forbids, become U+FFFD.
  private static func escaped(_ text: String, isAttribute: Bool = true) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case "\n": scalar
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: scalar
      }
    }
    let xml = String(String.UnicodeScalarView(scalars)).replacing(scalars: ["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    return isAttribute ? xml.replacing(scalars: ["\"": "&quot;", "\n": "&#10;"]) : xml
  }
}
