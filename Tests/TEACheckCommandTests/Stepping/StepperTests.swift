import TEASupport
import TEACheck
import TEARuntime
import Testing

@testable import tea_check

/// Single steps of the stepper's update, and a check of the stepper itself.
@Suite struct StepperTests {
  /// The path to the stepper's position after some keys; `nil` without a position.
  private func path(_ keys: StepperKey...) -> WalkPath? {
    var model = MadeUpSuite.stepper()
    for key in keys { press(key, &model) }
    return model.position?.path
  }

  /// Presses a key, and answers all requests that result.
  private func press(_ key: StepperKey, _ model: inout Stepper.Model) {
    var requests: [WalkRequest] = []
    func perform(_ command: Stepper.Command) { if case .ask(let request) = command { requests.append(request) } }
    Stepper.update(for: .key(key), model: &model, perform: perform)
    while !requests.isEmpty {
      Stepper.update(for: MadeUpSuite.answer(requests.removeFirst()), model: &model, perform: perform)
    }
  }

  @Test func `keys go forwards and backwards, and not beyond either end`() {
    #expect(path(.forward) == WalkPath(recorded: 1))
    #expect(path(.forward, .forward) == WalkPath(recorded: 2))
    #expect(path(.forward, .forward, .forward) == WalkPath(recorded: 2))
    #expect(path(.forward, .forward, .back) == WalkPath(recorded: 1))
    #expect(path(.back) == WalkPath())
    #expect(path(.last) == WalkPath(recorded: 2))
    #expect(path(.last, .first) == WalkPath())
  }

  @Test func `another step leaves the recording, and going back returns to it`() {
    #expect(path(.forward, .down, .take) == WalkPath(recorded: 1, chosenSteps: [2]))
    #expect(path(.forward, .up, .take, .take) == WalkPath(recorded: 1, chosenSteps: [0, 0]))
    #expect(path(.forward, .up, .take, .forward) == WalkPath(recorded: 1, chosenSteps: [0]))
    #expect(path(.forward, .up, .take, .back, .forward) == WalkPath(recorded: 2))
    #expect(path(.forward, .up, .take, .last) == WalkPath(recorded: 2))
  }

  @Test func `choosing the recorded step follows the recording`() {
    #expect(path(.take, .take) == WalkPath(recorded: 2))
  }

  @Test func `the cursor stands at the recorded step, and at the step that was taken back`() {
    #expect(MadeUpSuite.stepper().cursor == 0)
    #expect(MadeUpSuite.stepper(.forward).cursor == 1)
    #expect(MadeUpSuite.stepper(.down, .down, .down, .down).cursor == 2)
    #expect(MadeUpSuite.stepper(.up).cursor == 0)
    #expect(MadeUpSuite.stepper(.pageDown).cursor == 2)
    let offTheRecording = MadeUpSuite.stepper(.down, .down, .take)
    #expect(offTheRecording.cursor == 0)
    #expect(MadeUpSuite.stepper(.down, .down, .take, .back).cursor == 2)
  }

  @Test func `a step that traps is not taken, and the model names it`() {
    let model = MadeUpSuite.stepper(.down, .down, .take, .down, .down, .take)
    #expect(model.position?.path == WalkPath(chosenSteps: [2]))
    #expect(model.trappedStep?.index == 2)
    #expect(model.cursor == 2)
    #expect(MadeUpSuite.stepper(.down, .down, .take, .down, .down, .take, .back).trappedStep == nil)
  }

  @Test func `a program whose start traps ends the stepper`() {
    var model = MadeUpSuite.stepper(.forward)
    var commands: [Stepper.Command] = []
    Stepper.update(for: .key(.first), model: &model) { commands.append($0) }
    commands = []
    let trap = WalkTrap(shownStepCount: -1, sentence: "start traps", explanation: "no words")
    Stepper.update(for: .trapped(trap), model: &model) { commands.append($0) }
    #expect(commands == [.fail("Turnstile · one coin, one person: start traps at the start\nno words")])
    #expect(model.isOver)
    #expect(model.pendingRequest == nil)
  }

  @Test func `a trap leads back to the step before it, and the model has the index of the step that traps`() {
    var model = MadeUpSuite.stepper()
    model.pendingRequest = WalkRequest(WalkPath(chosenSteps: [0, 1, 2]))
    let trap = WalkTrap(shownStepCount: 1, sentence: "update traps", explanation: "")
    Stepper.update(for: .trapped(trap), model: &model) { _ in }
    #expect(model.trappedStep?.index == 1)
    #expect(model.pendingRequest?.path == WalkPath(chosenSteps: [0]))
    // A path with one step can trap only in this step, so a larger number of steps before the trap counts as zero.
    for stepCount in [0, 5] {
      model.pendingRequest = WalkRequest(WalkPath(chosenSteps: [2]))
      let trap = WalkTrap(shownStepCount: stepCount, sentence: "update traps", explanation: "")
      Stepper.update(for: .trapped(trap), model: &model) { _ in }
      #expect(!model.isOver)
      #expect(model.pendingRequest?.path == WalkPath())
    }
  }

  @Test func `the cursor is at the last step if there are fewer than before, and takes no step if there is none`() {
    var model = MadeUpSuite.stepper(.forward)
    model.pendingRequest = WalkRequest(WalkPath())
    model.cursorAfterAnswer = 5
    Stepper.update(for: .arrived(MadeUpSuite.position(at: WalkPath())), model: &model) { _ in }
    #expect(model.cursor == 2)
    model.cursor = 0
    model.position?.nextCount = 0
    Stepper.update(for: .key(.take), model: &model) { _ in Issue.record("there is nothing to take") }
  }

  @Test func `a long list of next steps is asked for in batches`() throws {
    var model = MadeUpSuite.stepper()
    var position = MadeUpSuite.position(at: WalkPath())
    position.nextCount = 250
    position.nextSteps = (0..<100).map { "typed(\($0))" }
    model.position = position
    for _ in 0..<10 { Stepper.update(for: .key(.pageDown), model: &model) { _ in } }
    #expect(model.cursor == 100)
    let request = try #require(model.pendingRequest)
    #expect(request == WalkRequest(WalkPath(), batchStart: 100))
    position.batchStart = 100
    position.nextSteps = (100..<200).map { "typed(\($0))" }
    Stepper.update(for: .arrived(position), model: &model) { _ in Issue.record("nothing more is to be asked") }
    #expect(model.cursor == 100)
    #expect(model.position?.text(ofNext: 100) == "typed(100)")
    #expect(model.position?.text(ofNext: 99) == nil)
  }

  @Test func `keys that are pressed before an answer are ignored, except for quit`() {
    var model = MadeUpSuite.stepper()
    Stepper.update(for: .key(.forward), model: &model) { _ in }
    let waiting = model
    Stepper.update(for: .key(.forward), model: &model) { _ in Issue.record("nothing is to be asked") }
    #expect(model == waiting)
    var commands: [Stepper.Command] = []
    Stepper.update(for: .key(.quit), model: &model) { commands.append($0) }
    #expect(commands == [.quit])
  }

  @Test func `any key goes back from the help to the page before it`() {
    #expect(MadeUpSuite.stepper(.help, .take).page == .position)
    let backAtModel = MadeUpSuite.stepper(.model, .help, .forward)
    #expect(backAtModel.page == .model(scroll: 0))
    #expect(backAtModel.position?.path == WalkPath())
    #expect(MadeUpSuite.stepper(.model, .help, .help, .model).page == .position)
  }

  @Test func `in every world the cursor is at a step and the screen fits`() throws {
    var flags = MadeUpSuite.flags
    flags.size = ScreenSize(columns: 40, rows: 12)
    try Specification(of: Stepper.self) { [flags] in
      Start(with: [flags])
      Messages { _ in StepperKey.allCases.map { .key($0) } + [.resized(ScreenSize(columns: 9, rows: 3))] }
      Replies { command in
        if case .ask(let request) = command { [MadeUpSuite.answer(request)] } else { nil }
      }
      Always("the cursor is at a step that can happen", of: .model) { model in
        model.cursor == 0 || model.cursor < model.position?.nextCount ?? 0
      }
      Always("the screen fits", of: .model) { model in
        let lines = Stepper.view(for: model).lines.map { $0.text(.plain, width: model.size.columns) }
        return lines.count <= model.size.rows && lines.allSatisfy { columns(of: $0) <= model.size.columns }
      }
      Always("the recording is followed as far as it goes", of: .model) { ($0.position?.path.recordedCount ?? 0) <= 2 }
      Always("where nothing is asked, something is shown", of: .world) { world in
        world.model.isOver || world.model.pendingRequest != nil || world.model.position != nil
      }
      Always("one answer is waited for", of: .world) { $0.outstanding.count <= 1 || $0.model.isOver }
      Always("the model is not scrolled beyond its end", of: .model) { model in
        guard case .model(let scroll) = model.page else { return true }
        return scroll <= Screen.hiddenLineCountOfModel(model)
      }
      Step("after the end nothing happens", when: { $0.before.isOver }) { $0.after == $0.before && $0.commands.isEmpty }
      Step("an answer is followed by no request for the same batch") { step in
        guard case .arrived(let position) = step.message, !step.before.isOver else { return true }
        let batchStart = step.after.cursor / WalkRequest.batchSize * WalkRequest.batchSize
        return step.commands.isEmpty || batchStart != position.batchStart
      }
      Step("a key does what the help says", when: { $0.before.isReady }) { step in
        guard case .key(let key) = step.message, key != .quit else { return true }
        let (before, after) = (step.before, step.after)
        switch (before.page, key) {
        case (.help(let former), _): return after.page == former && step.commands.isEmpty
        case (_, .help): return after.page == .help(over: before.page)
        case (.position, .model): return after.page == .model(scroll: 0)
        case (.model, .model): return after.page == .position
        case (.model, .take): return step.commands.isEmpty
        case (.model(let scroll), .down):
          return after.page == .model(scroll: min(scroll + 1, Screen.hiddenLineCountOfModel(before)))
            && after.cursor == before.cursor
        case (.model, .up), (.model, .pageUp), (.model, .pageDown): return after.cursor == before.cursor
        case (_, .first): return step.commands.isEmpty == (before.position?.path.count == 0)
        default: return true
        }
      }
      Sometimes("a step traps", of: .model) { $0.trappedStep != nil }
    }
    .check(depth: 7).run()
  }
}

extension Stepper.Model {
  /// `true` if the stepper obeys keys: it has a position, it is not over, and no request is pending.
  fileprivate var isReady: Bool { !isOver && pendingRequest == nil && position != nil }
}
