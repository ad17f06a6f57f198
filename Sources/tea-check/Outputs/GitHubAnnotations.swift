internal import TEAResults
internal import TEAText

/// Annotations of GitHub Actions, which show violations at the line of the property.
///
/// The annotations are printed last, so that the text of the report comes first in the log. GitHub shows the first ten errors
/// and the first ten warnings of a step.
struct GitHubAnnotations: Output {
  let requiresComplete: Bool
  let write: (String) -> Void

  func end(_ results: [SuiteResult]) {
    let workflowCommands = results.flatMap(\.result.separateResults).compactMap(workflowCommand)
    if !workflowCommands.isEmpty { write("\n" + workflowCommands.joined()) }
  }

  /// The annotation of a result as a workflow command of GitHub Actions, with a line break at its end; `nil` for a result that
  /// passes.
  private func workflowCommand(for result: CheckResult) -> String? {
    let status = result.ciStatus(requiresComplete: requiresComplete)
    guard status != .passed else { return nil }
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
    return command + Self.escaped(message, isProperty: false) + "\n"
  }

  /// A text in the escaping that the runner of GitHub Actions reverses.
  ///
  /// - Parameter isProperty: `true` for the value of a property such as `title`; `false` for the message.
  static func escaped(_ text: String, isProperty: Bool) -> String {
    let message = text.replacing(scalars: ["%": "%25", "\r": "%0D", "\n": "%0A"])
    return isProperty ? message.replacing(scalars: [":": "%3A", ",": "%2C"]) : message
  }
}
