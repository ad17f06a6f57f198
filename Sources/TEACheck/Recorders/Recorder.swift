/// What happens while a suite runs.
enum SuiteEvent {
  /// The suite is about to run these checks.
  case suite(String, [Check])
  case started(String)
  case progress(CheckProgress)
  /// The worlds of the check that is about to be finished, where they are wanted.
  case picture(StateGraph)
  case finished(CheckResult)
  /// The Swift of a unit test, in place of a result.
  case unitTest(String)
  /// A step of a check ends the process.
  case trapped(String, TrapSite)
  /// Steps that might have trapped did not.
  case survived
  case ended([CheckResult])
}

/// Turns the events of a suite into some kind of report.
protocol Recorder {
  func receive(_ event: SuiteEvent)
}

/// Text for people: results on standard output.
struct TextRecorder: Recorder {
  private let printer: TextPrinter

  init(titleWidth: Int) {
    printer = TextPrinter(titleWidth: titleWidth, style: .ofStandardOutput) {
      Platform.write($0, to: Platform.standardOutput)
    }
  }

  func receive(_ event: SuiteEvent) {
    switch event {
    case .suite, .started, .progress, .picture, .trapped, .survived: break
    case .finished(let result): printer.print(result)
    case .unitTest(let text): Platform.write(text, to: Platform.standardOutput)
    case .ended(let results): if !results.allSatisfy(\.isReplay) { printer.printSummary(of: results) }
    }
  }
}

/// JSON Lines: a record for each event that a reader of results wants, or for every event.
struct JSONRecorder: Recorder {
  let suite: String
  let output: Int32
  /// Whether everything is recorded, for the command that runs the suite.
  let withProgress: Bool

  func receive(_ event: SuiteEvent) {
    guard let record = record(of: event) else { return }
    Platform.write(record.text + "\n", to: output)
  }

  func record(of event: SuiteEvent) -> JSON? {
    let version = JSON.integer(CheckResult.recordVersion)
    switch event {
    case .suite(let name, let checks):
      guard withProgress else { return nil }
      let list = checks.map { check -> JSON in
        .object([
          "module": .string(check.module), "name": .string(check.name), "title": .string(check.title),
          "place": .string("\(check.place)"), "path": .string("\(check.place.filePath)"),
        ])
      }
      return .object([
        "version": version, "kind": .string("suite"), "suite": .string(name), "checks": .array(list),
      ])
    case .started(let title):
      guard withProgress else { return nil }
      return .object(["version": version, "kind": .string("started"), "title": .string(title)])
    case .progress(let progress):
      guard withProgress else { return nil }
      return .object([
        "version": version, "kind": .string("progress"), "title": .string(progress.title),
        "states": .integer(progress.states), "transitions": .integer(progress.transitions),
        "depth": .integer(progress.depth), "frontier": .integer(progress.frontier),
        "runs": .integer(progress.runs),
      ])
    case .picture(let graph):
      return .object(["version": version, "kind": .string("graph"), "suite": .string(suite), "graph": graph.pageData])
    case .finished(let result): return result.record(suite: suite)
    case .unitTest(let text):
      return .object([
        "version": version, "kind": .string("test"), "suite": .string(suite), "text": .string(text),
      ])
    case .trapped(let title, let site):
      guard withProgress else { return nil }
      return .object([
        "version": version, "kind": .string("trap"), "title": .string(title), "site": .string("\(site)"),
      ])
    case .survived:
      guard withProgress else { return nil }
      return .object(["version": version, "kind": .string("survived")])
    case .ended:
      guard withProgress else { return nil }
      return .object(["version": version, "kind": .string("ended"), "suite": .string(suite)])
    }
  }
}
