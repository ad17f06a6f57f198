internal import TEAResults
import TEARuntime

/// Steps through a recording, or along other possible steps. Keys choose the next position, and the suite describes the world
/// there.
enum Stepper: Module {
  struct Flags: Hashable {
    /// The title of the check.
    var title: String
    /// The file or the token of the recording.
    var source: String
    var size: ScreenSize
  }

  enum Message: Hashable {
    case key(StepperKey)
    case resized(ScreenSize)
    /// The suite describes a position.
    case arrived(WalkPosition)
    /// The suite's process ended before it answered.
    case trapped(WalkTrap)
  }

  enum Command: Hashable {
    /// Sends a request to the suite, which is answered by ``Message/arrived(_:)`` or ``Message/trapped(_:)``.
    case ask(WalkRequest)
    case quit
    /// Ends `tea-check` with an error.
    case fail(String)
  }

  indirect enum Page: Hashable {
    /// The last step, the world after it, and the steps that can happen next.
    case position
    /// The complete model; `scroll` is the number of lines above the first visible line.
    case model(scroll: Int)
    /// The help in place of a page. Any key that does not quit returns to that page.
    case help(over: Page)
  }

  /// A step that traps, and is not taken.
  struct TrappedStep: Hashable {
    /// The index of the step among the possible steps; `nil` for the recorded step.
    var index: Int?
    var trap: WalkTrap
  }

  struct Model: Hashable {
    var title: String
    var source: String
    var size: ScreenSize
    var page = Page.position
    /// The position that is shown; `nil` before the first answer.
    var position: WalkPosition?
    /// The index of the chosen step among the possible steps.
    var cursor = 0
    /// The step that trapped after the shown position; `nil` without one.
    var trappedStep: TrappedStep?
    /// The request that the suite has not answered yet; `nil` without one.
    var pendingRequest: WalkRequest?
    /// The index at which the cursor will be after the answer; `nil` for the index of the recorded step.
    var cursorAfterAnswer: Int?
    var isOver = false
  }

  static func start(with flags: Flags, perform: (Command) -> Void) -> Model {
    var model = Model(title: flags.title, source: flags.source, size: flags.size)
    model.go(to: WalkPath(), perform)
    return model
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    guard !model.isOver else { return }
    switch message {
    case .key(.quit):
      model.isOver = true
      perform(.quit)
    case .key(let key):
      // A key that is pressed before the answer would refer to a position that is not shown yet.
      if let position = model.position, model.pendingRequest == nil { model.press(key, at: position, perform) }
    case .resized(let size):
      model.size = size
      model.limitScroll()
    case .arrived(let position): model.arrive(at: position, perform)
    case .trapped(let trap): model.retreat(from: trap, perform)
    }
  }

  static func view(for model: Model) -> Screen { Screen(of: model) }
}

extension Stepper.Model {
  fileprivate mutating func press(
    _ key: StepperKey, at position: WalkPosition, _ perform: (Stepper.Command) -> Void
  ) {
    if case .help(let coveredPage) = page {
      page = coveredPage
      limitScroll()
      return
    }
    let path = position.path
    switch key {
    case .forward:
      if position.recordedNextIndex != nil { go(to: WalkPath(recorded: path.recordedCount + 1), perform) }
    case .back:
      if path.count > 0 { go(to: path.prefix(path.count - 1), cursor: path.chosenSteps.last, perform) }
    case .take:
      guard page == .position, cursor < position.nextCount else { return }
      let isRecorded = cursor == position.recordedNextIndex
      go(to: isRecorded ? WalkPath(recorded: path.recordedCount + 1) : path.taking(cursor), perform)
    case .first: if path.count > 0 { go(to: WalkPath(), perform) }
    case .last: go(to: WalkPath(recorded: position.recordingLength), perform)
    case .up: move(by: -1, perform)
    case .down: move(by: 1, perform)
    case .pageUp: move(by: -10, perform)
    case .pageDown: move(by: 10, perform)
    case .model: page = page == .position ? .model(scroll: 0) : .position
    case .help: page = .help(over: page)
    case .quit: break
    }
  }

  /// - Parameter cursor: The cursor at the new position; `nil` for the recorded step.
  fileprivate mutating func go(to path: WalkPath, cursor: Int? = nil, _ perform: (Stepper.Command) -> Void) {
    trappedStep = nil
    ask(path, cursor: cursor, perform)
  }

  private mutating func ask(_ path: WalkPath, cursor: Int?, _ perform: (Stepper.Command) -> Void) {
    let request = WalkRequest(path, batchStart: Self.batchStart(of: cursor ?? 0))
    pendingRequest = request
    cursorAfterAnswer = cursor
    perform(.ask(request))
  }

  /// The index of the first step in the batch of possible steps that contains the step at the cursor.
  private static func batchStart(of cursor: Int) -> Int { cursor / WalkRequest.batchSize * WalkRequest.batchSize }

  fileprivate mutating func arrive(at position: WalkPosition, _ perform: (Stepper.Command) -> Void) {
    guard let request = pendingRequest else { return }
    pendingRequest = nil
    self.position = position
    cursor = max(0, min(cursorAfterAnswer ?? position.recordedNextIndex ?? 0, position.nextCount - 1))
    limitScroll()
    let batchStart = Self.batchStart(of: cursor)
    // The answer may describe a batch of steps without the cursor. Then the cursor's batch is requested, but only once.
    if batchStart != position.batchStart, batchStart != request.batchStart {
      ask(position.path, cursor: cursor, perform)
    }
  }

  /// Shows the step that trapped, and returns to the position before that step.
  fileprivate mutating func retreat(from trap: WalkTrap, _ perform: (Stepper.Command) -> Void) {
    guard let request = pendingRequest else { return }
    let stepCount = min(trap.shownStepCount, request.path.count - 1)
    guard stepCount >= 0 else {
      pendingRequest = nil
      isOver = true
      perform(.fail("\(title): \(trap.sentence) at the start\n\(trap.explanation)"))
      return
    }
    let stepIndex = request.path.prefix(stepCount + 1).chosenSteps.last
    trappedStep = Stepper.TrappedStep(index: stepIndex, trap: trap)
    ask(request.path.prefix(stepCount), cursor: stepIndex, perform)
  }

  private mutating func move(by distance: Int, _ perform: (Stepper.Command) -> Void) {
    guard let position else { return }
    if case .model(let scroll) = page {
      page = .model(scroll: max(0, scroll + distance))
      limitScroll()
      return
    }
    cursor = max(0, min(cursor + distance, position.nextCount - 1))
    let batchStart = Self.batchStart(of: cursor)
    if batchStart != position.batchStart, position.nextCount > 0 { ask(position.path, cursor: cursor, perform) }
  }

  /// Keeps the scrolled model within its lines, which depend on the position and on the size of the screen.
  fileprivate mutating func limitScroll() {
    guard case .model(let scroll) = page else { return }
    page = .model(scroll: max(0, min(scroll, Screen.hiddenLineCountOfModel(self))))
  }
}

extension WalkPath {
  fileprivate func taking(_ index: Int) -> WalkPath {
    WalkPath(recorded: recordedCount, chosenSteps: chosenSteps + [index])
  }
}
