import TEACheck

/// Annotations of GitHub Actions: what is wrong, at the line of the property.
///
/// They stand at the end, because the text of a report is read before. GitHub shows the first ten errors and the first
/// ten warnings of a step.
final class GitHubAnnotations: Output {
  private let isStrict: Bool
  private let write: (String) -> Void
  private var commands: [String] = []

  init(isStrict: Bool, write: @escaping (String) -> Void) {
    self.isStrict = isStrict
    self.write = write
  }

  func add(_ result: CheckResult, of suite: String) {
    for violation in result.violations { annotate(violation) }
  }

  private func annotate(_ result: CheckResult) {
    let status = result.ciStatus(isStrict: isStrict)
    guard status != .passed else { return }
    let shown = result.visible
    let lines = [result.shortfall(isStrict: isStrict)].compactMap { $0 } + TextReport.lines(of: result).dropFirst()
    let story = lines.joined(separator: "\n")
    let message = story.isEmpty ? shown.summary : story
    var command = status == .failed ? "::error " : "::warning "
    // A file that GitHub does not know takes the annotation off its list.
    if result.path != nil, !shown.sourceFile.hasPrefix("/") {
      command += "file=\(Self.escaped(shown.sourceFile, isProperty: true)),"
      if let line = result.line { command += "line=\(line)," }
    }
    command += "title=\(Self.escaped(shown.subject, isProperty: true))::"
    commands.append(command + Self.escaped(message, isProperty: false) + "\n")
  }

  func end() {
    if !commands.isEmpty { write("\n" + commands.joined()) }
  }

  /// A text as the runner reads it back.
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
