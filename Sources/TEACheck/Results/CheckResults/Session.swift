internal import TEASupport

/// A recording of a live program, as its recorder wrote it.
package struct Session: Sendable, Equatable {
  /// One line of the recording after the first.
  package enum Line: Sendable, Equatable {
    /// A step. `model` is the model after the step, and `nil` where the step failed. `carriesOut` lists the commands that the
    /// step carried out, and is `nil` where the recording does not say.
    case step(String, model: String?, carriesOut: [String]? = nil)
    /// The program resumed from a model, after it had stopped; the text is the word `from` and the model.
    case resume(String)
  }

  package var module: String
  /// The model of the program when the recording began, written as the start of a ``Script``: `from …`.
  var start: String
  /// The recording begins after a start from a model, or after a resumption: the program had performed no commands of a start.
  package var isResumedAtStart = false
  package var lines: [Line]

  static let version = 1

  static func isSession(_ text: String) -> Bool {
    guard let first = text.split(maxSplits: 1, whereSeparator: { $0 == "\n" || $0 == "\r\n" }).first,
      let json = try? JSON(parsing: first)
    else { return false }
    return json["kind"]?.string == "session"
  }

  /// A last line that is no JSON was cut off when the program ended, and is ignored.
  init(parsing text: String) throws(ReadingError) {
    // An editor or a version control system may have replaced line feeds.
    var texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // After the last line break stands an empty text, unless a line was cut off, or an app wrote no line break at the end.
    if let last = texts.last, (try? JSON(parsing: last)) == nil { texts.removeLast() }
    guard texts.count <= Script.maxStepCount + 1 else { throw ReadingError("there are too many steps") }
    guard let first = texts.first, let head = try? JSON(parsing: first) else {
      throw ReadingError("its first line is not whole")
    }
    guard head["version"]?.integer == Self.version else {
      throw ReadingError("it is not of version \(Self.version), the only one that this tea-check reads")
    }
    guard let module = head["module"]?.string, let start = head["start"]?.string else {
      throw ReadingError("its first line does not say the 'module' and the 'start'")
    }
    (self.module, self.start, lines) = (module, start, [])
    isResumedAtStart = head["resumed"]?.bool == true
    for (index, text) in texts.enumerated().dropFirst() {
      guard let json = try? JSON(parsing: text) else {
        throw ReadingError("line \(index + 1) is no JSON")
      }
      if let step = json["step"]?.string {
        let commands = json["carriesOut"]?.array?.compactMap { $0.string }
        lines.append(.step(step, model: json["model"]?.string, carriesOut: commands))
      } else if let start = json["resume"]?.string {
        lines.append(.resume(start))
      } else {
        throw ReadingError("line \(index + 1) is neither a 'step' nor a 'resume'")
      }
    }
  }

  /// The recording in the format of its recorder, without the errors of failed steps.
  var text: String {
    let head = JSON.object([
      "kind": "session", "version": Self.version, "module": module, "start": start,
      "resumed": isResumedAtStart ? true : nil,
    ])
    let rest = lines.map { line -> JSON in
      switch line {
      case .step(let step, let model, let commands): .object(["step": step, "model": model, "carriesOut": commands])
      case .resume(let start): .object(["resume": start])
      }
    }
    return ([head] + rest).map { $0.text + "\n" }.joined()
  }

  package var script: Script {
    Script(
      start: start,
      steps: lines.map { line in
        switch line {
        case .step(let text, _, _): text
        case .resume(let start): "resume \(start)"
        }
      })
  }

  package func isResume(_ index: Int) -> Bool { if case .resume = lines[index] { true } else { false } }

  /// The model after the step of a line; `nil` where the step failed, and for a resumption.
  package func model(after line: Int) -> String? {
    if case .step(_, let model, _) = lines[line] { model } else { nil }
  }

  /// The commands that the step of a line carried out; `nil` for a failed step, for a resumption, and for a module without
  /// effect identities.
  package func commandsCarriedOut(in line: Int) -> [String]? {
    if case .step(_, _, let commands) = lines[line] { commands } else { nil }
  }
}
