internal import TEAResults

/// Annotations of GitHub Actions, which show violations at the line of the property.
///
/// The annotations are printed last, so that the text of the report comes first in the log. GitHub shows the first ten errors
/// and the first ten warnings of a step.
final class GitHubAnnotations: Output {
  private let requiresComplete: Bool
  private let write: (String) -> Void
  /// The workflow commands of GitHub Actions, one for each annotation; each ends with a line break.
  private var workflowCommands: [String] = []

  init(requiresComplete: Bool, write: @escaping (String) -> Void) {
    self.requiresComplete = requiresComplete
    self.write = write
  }

  func add(_ result: CheckResult, of suite: String) {
    for separateResult in result.separateResults { annotate(separateResult) }
  }

  private func annotate(_ result: CheckResult) {
    let status = result.ciStatus(requiresComplete: requiresComplete)
    guard status != .passed else { return }
    let printable = result.printable
    let lines =
      [result.shortfall(requiresComplete: requiresComplete)].compactMap { $0 }
      + TextReport.lines(of: result).dropFirst()
    let story = lines.joined(separator: "\n")
    let message = story.isEmpty ? printable.summary : story
    var command = status == .failed ? "::error " : "::warning "
    // GitHub does not list annotations of files that are not in the repository.
    if result.path != nil, !printable.sourceFile.hasPrefix("/") {
      command += "file=\(Self.escaped(printable.sourceFile, isProperty: true)),"
      if let line = result.line { command += "line=\(line)," }
    }
    command += "title=\(Self.escaped(printable.subject, isProperty: true))::"
    workflowCommands.append(command + Self.escaped(message, isProperty: false) + "\n")
  }

  func end() {
    if !workflowCommands.isEmpty { write("\n" + workflowCommands.joined()) }
  }

  /// A text in the escaping that the runner of GitHub Actions reverses.
  ///
  /// - Parameter isProperty: `true` for the value of a property such as `title`; `false` for the message.
  static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
