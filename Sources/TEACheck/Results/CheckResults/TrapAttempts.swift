package import TEASupport

/// Lets another process of the same program take steps that may trap. The process answers that no step trapped, or reports a
/// trap and ends.
package final class TrapAttempts: @unchecked Sendable {
  // Unchecked, because each object is used by one check, on one thread at a time.

  package enum Request: Sendable, Equatable {
    case script(Script)
    /// The steps of a live program. Between two steps the program may have been stopped and resumed. The specification need not
    /// allow these steps.
    case session(Session)
    /// The choices of a random run.
    case choices([UInt64])
  }

  package enum Answer: Sendable, Equatable {
    case survived
    /// `message` is Swift's message about the trap, if the process printed one.
    case trapped(TrapReport, message: String?)
    /// The process could not be started, or it ended without a report of a trap.
    case failed
  }

  package let arguments: [String]
  package let silenceLimit: Duration?
  private var process: ChildProcess?

  /// - Parameter silenceLimit: The longest time for which the process may print nothing; `nil` for any time.
  package init(arguments: [String], silenceLimit: Duration? = nil) {
    self.arguments = arguments
    self.silenceLimit = silenceLimit
  }

  /// Waits for the answer, or for the end of the process.
  package func answer(_ request: Request) -> Answer {
    if process == nil { process = ChildProcess(Platform.pathOfProgram, arguments, silenceLimit: silenceLimit) }
    guard let child = process, child.write(request.json.text + "\n") else {
      process = nil
      return .failed
    }
    while let line = child.readLine() {
      guard let record = try? JSON(parsing: line) else { continue }
      switch record["kind"]?.string {
      case "survived": return .survived
      case "trap":
        guard let report = TrapReport(record: record) else { continue }
        // Swift's message is complete only when the process has ended.
        while child.readLine() != nil {}
        process = nil
        return .trapped(report, message: Self.message(in: child.errors))
      default: continue
      }
    }
    process = nil
    return .failed
  }

  /// Swift's last message about a trap.
  package static func message(in text: String) -> String? {
    let signs = ["Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type"]
    let line = text.split(separator: "\n").last { line in signs.contains { line.contains($0) } }
    return line.map(String.init)
  }
}

extension TrapAttempts.Request {
  package var json: JSON {
    switch self {
    case .script(let script): .object(["start": script.start, "steps": script.steps])
    case .session(let session): .object(["session": session.text])
    // A choice is written as a text, because a `UInt64` need not fit into `JSON.integer`.
    case .choices(let choices): .object(["choices": choices.map { "\($0)" }])
    }
  }

  package init?(json: JSON) {
    if let choices = json["choices"]?.array {
      self = .choices(choices.compactMap { $0.string.flatMap { UInt64($0) } })
    } else if let text = json["session"]?.string {
      guard let session = try? Session(parsing: text) else { return nil }
      self = .session(session)
    } else if let steps = json["steps"]?.array {
      self = .script(Script(start: json["start"]?.string, steps: steps.compactMap(\.string)))
    } else {
      return nil
    }
  }
}
