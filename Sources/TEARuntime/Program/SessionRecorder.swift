internal import TEAText

/// Records a live program as a session: text that `tea-check replay` replays step by step.
///
/// ```swift
/// let recorder = try SessionRecorder(of: program, toFile: "session.jsonl")
/// ```
///
/// A session is JSON Lines. The first line has the model with which the recording begins. Each further line has a step, or
/// the model from which a stopped program resumed. A step has its message with the sender, and the model after the step or
/// the failure of `update` or `view`. Where the module has effect identities, a step also has the commands that are carried
/// out. Each line is written directly after its step, so that a crash loses no earlier step.
///
/// Models are written with all that they store: consider this before you send a session to others.
public final class SessionRecorder<M: Module> {
  private let write: (String) -> Void
  /// The origin of the latest message; `nil` before the first one.
  private var origin: ProgramEvent<M>.Origin?

  /// Records a program from now on.
  ///
  /// `module` is the name of the module in its checks; `nil` for the name of the program's module type. `write` receives
  /// each line with its line break.
  public init(of program: Program<M>, module: String? = nil, write: @escaping (String) -> Void) {
    self.write = write
    writeLine(
      [
        ("version", "1"), ("kind", Self.json("session")), ("module", Self.json(module ?? moduleName(of: M.self))),
        ("start", Self.json("from \(structuralLiteral(program.model))")),
      ] + (program.beganWithModel ? [("resumed", "true")] : []))
    // The program retains the recorder.
    program.log { event in self.record(event) }
  }

  /// Records a program to a file, and replaces the file if it exists.
  ///
  /// - Throws: ``RecordingError`` where the file cannot be opened.
  public convenience init(of program: Program<M>, toFile path: String, module: String? = nil) throws {
    let file = try LineFile(path)
    self.init(of: program, module: module) { file.append($0) }
  }

  private func record(_ event: ProgramEvent<M>) {
    switch event {
    case .willUpdate(_, _, let origin): self.origin = origin
    case .didUpdate(let message, _, let model, let commands):
      // Without effect identities, all commands that `update` performs are carried out.
      let carriesOut = "[\(commands.map { Self.json(structuralLiteral($0)) }.joined(separator: ", "))]"
      writeLine(
        [("step", Self.json(scriptText(message))), ("model", Self.json(structuralLiteral(model)))]
          + (M.EffectID.self == Never.self ? [] : [("carriesOut", carriesOut)]))
    case .didFail(let message, let failure):
      writeLine([("step", Self.json(scriptText(message))), ("failure", Self.json(literal(failure)))])
    case .didResume(let model): writeLine([("resume", Self.json("from \(structuralLiteral(model))"))])
    case .didDrop, .didDebounce, .didElapse, .didSkipTicks, .didStop: break
    }
  }

  /// A step in the notation of the checker's scripts.
  private func scriptText(_ message: M.Message) -> String {
    let text = structuralLiteral(message)
    return switch origin {
    case .reply(let command)?: "\(structuralLiteral(command)) replies \(text)"
    case .subscription(let subscription)?: "\(structuralLiteral(subscription)) sends \(text)"
    case .dispatch?, nil: text
    }
  }

  /// - Parameter members: The names of the members, and their values as JSON.
  private func writeLine(_ members: [(String, String)]) {
    write("{" + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}\n")
  }

  private static func json(_ text: String) -> String {
    var result = ""
    result.append(jsonString: text)
    return result
  }
}
