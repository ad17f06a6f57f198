@testable import TEACheck
@testable import tea_check

/// The answers of an imaginary suite to the stepper. Three steps can always happen: `coin`, `push` and `shake`. Two `shake` in
/// a row end the process. The recording has `coin` and `push`; a request beyond its end is answered at its end.
enum MadeUpSuite {
  static let flags = Stepper.Flags(
    title: "Turnstile · one coin, one person", source: ".tea-check/Turnstile.json",
    size: ScreenSize(columns: 76, rows: 20))

  static func answer(_ request: WalkRequest) -> Stepper.Message {
    let path = request.path
    // The index of `shake` among the steps is 2.
    if let index = zip(path.chosenSteps, path.chosenSteps.dropFirst()).enumerated().first(where: { $1 == (2, 2) })?
      .offset
    {
      return .trapped(
        WalkTrap(
          shownStepCount: path.recordedCount + index + 1, sentence: "update traps",
          explanation: "Gate/Gate.swift:19: Fatal error: no coins left"))
    }
    return .arrived(position(at: path.recordedCount > 2 ? WalkPath(recorded: 2) : path))
  }

  static func position(at path: WalkPath) -> WalkPosition {
    let hasRecordedStep = path.isOnRecording && path.recordedCount < 2
    var step = Counterexample.Step(message: "start", changes: [], performs: [], outstanding: [])
    if path.count > 0 {
      step.message =
        path.chosenSteps.last.map { ["coin", "push", "shake"][$0] } ?? ["coin", "push"][path.recordedCount - 1]
      step.changes = [.init(path: "steps", before: "\(path.count - 1)", after: "\(path.count)")]
      step.performs = ["ring(bell: 1)"]
      step.outstanding = ["ring(bell: 1)"]
    }
    return WalkPosition(
      path: path, recordingLength: 2, step: step,
      model: [.init("steps", "\(path.count)"), .init("name", "\"a\\u{1B}[31m\"")],
      fieldsBesideModel: path.count > 0 ? [.init("outstanding", "ring(bell: 1)")] : [],
      violations: path == WalkPath(recorded: 2)
        ? [.init(property: "nobody passes for free", place: "Checks/Checks.swift:7", detail: "1 of 0")] : [],
      nextSteps: ["coin", "push", "shake"], recordedNextIndex: hasRecordedStep ? path.recordedCount : nil)
  }

  /// The stepper after some keys, where the suite answers each request at once.
  static func stepper(_ keys: StepperKey..., flags: Stepper.Flags = flags) -> Stepper.Model {
    var commands: [Stepper.Command] = []
    var model = Stepper.start(with: flags) { commands.append($0) }
    var messages: [Stepper.Message] = keys.map { .key($0) }
    while true {
      if let command = commands.first {
        commands.removeFirst()
        if case .ask(let request) = command { messages.insert(answer(request), at: 0) }
      }
      guard !messages.isEmpty else { return model }
      Stepper.update(for: messages.removeFirst(), model: &model) { commands.append($0) }
    }
  }
}
