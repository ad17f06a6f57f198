internal import TEAResults
import TEASupport
import Foundation

/// Writes a suggestion for a check into its specification.
struct SuggestionWriter {
  /// The number of the suggestion in the report, from 1.
  let number: Int
  let check: SuiteCheck

  func apply(_ results: [CheckResult]) throws {
    let suggestions = results.first { $0.title == check.title }?.suggestions ?? []
    guard suggestions.indices.contains(number - 1) else {
      throw UsageError(
        "There is no suggestion \(number) for '\(printableLine(check.title))': there are \(suggestions.count) in this list"
      )
    }
    let suggestion = suggestions[number - 1]
    guard let path = check.path, let line = check.place.split(separator: ":").last.flatMap({ Int($0) }),
      let source = try? String(contentsOfFile: path, encoding: .utf8)
    else {
      throw UsageError("The file of '\(printableLine(check.title))' cannot be read: \(check.path ?? check.place)")
    }
    if SuggestionEdit.contains(suggestion.code, inSpecificationAt: line, of: source) {
      throw UsageError("Suggestion \(number) stands in \(path) already: \(printableLine(suggestion.words))")
    }
    guard let changed = SuggestionEdit.adding(suggestion.code, toSpecificationAt: line, in: source) else {
      throw UsageError(
        "There is no specification in braces at \(path):\(line): paste the suggestion where it belongs\n\(suggestion.code)"
      )
    }
    var file = try FileWriter(path: path)
    file.write(changed)
    try file.finish()
    let remark = suggestion.exceptions > 0 ? "; it is violated as it stands, and 'tea-check check' tells how" : ""
    Platform.write("\nAdded to \(path):\(line): \(suggestion.words)\(remark)\n", to: Platform.standardOutput)
  }
}
