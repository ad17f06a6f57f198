internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import Synchronization

enum SuiteEvent {
  /// The suite with this name has selected these checks, and is about to run or to list them.
  case suite(String, [Check])
  /// A check of the list that the command `list` prints.
  case listed(Check)
  /// The check with this title begins.
  case started(String)
  case progress(CheckProgress)
  /// A line that only `--verbose` prints.
  case detail(String)
  /// The graph of the check that finishes next, where the format asks for graphs.
  case picture(StateGraph)
  case finished(CheckResult)
  /// The Swift source of a unit test, printed instead of a result.
  case unitTest(String)
  /// A step of the check with this title traps, and the process ends after the report.
  case trapped(String, TrapReport)
  /// The steps that `tea-check` asked for did not trap; see ``SuiteRunner/attempt(_:_:)``.
  case survived
  case ended([CheckResult])
}

protocol Recorder {
  func receive(_ event: SuiteEvent)
}

/// Text for people: results on standard output, progress on standard error.
struct TextRecorder: Recorder {
  private let titles: [String]
  private let requiresComplete: Bool
  private let printer: TextPrinter
  private let console: Console

  init(_ titles: [String], _ invocation: Invocation) {
    let console = Console(invocation.verbosity)
    (self.titles, self.console, requiresComplete) = (titles, console, invocation.requiresComplete)
    printer = TextPrinter(
      titleWidth: TextReport.width(ofTitles: titles), style: .ofStandardOutput,
      showsPasses: invocation.verbosity != .quiet
    ) { console.write($0, to: Platform.standardOutput) }
  }

  func receive(_ event: SuiteEvent) {
    switch event {
    case .suite, .started, .picture, .trapped, .survived: break
    case .listed(let check): console.write(printableLine(check.title) + "\n", to: Platform.standardOutput)
    case .progress(let progress): console.show(progress, position: position(of: progress.title, among: titles))
    case .detail(let text): console.detail(text)
    case .finished(let result):
      console.clear()
      printer.print(result, requiresComplete: requiresComplete)
    case .unitTest(let text): console.write(text, to: Platform.standardOutput)
    case .ended(let results): if !results.allSatisfy(\.isReplay) { printer.printSummary(of: results) }
    }
  }
}

/// Writes JSON Lines, for users or for `tea-check`.
struct JSONRecorder: Recorder {
  let suite: String
  /// A file descriptor.
  let output: Int32
  /// `true` where the reader is `tea-check`, which needs every event but a listed check. Any other reader gets only listed
  /// checks, results, graphs and unit tests.
  let isForTeaCheck: Bool

  func receive(_ event: SuiteEvent) {
    guard let record = record(of: event) else { return }
    Self.writeLock.withLock { _ in Platform.write(record.text + "\n", to: output) }
  }

  /// Writes a line without a record as a sign of life, unless a record is being written.
  func heartbeat() {
    let sign = TrapWatcher.isAtRest ? String(UnicodeScalar(RecordFormat.signOfRest)) : ""
    _ = Self.writeLock.withLockIfAvailable { _ in Platform.write(sign + "\n", to: output) }
  }

  private static let writeLock = Mutex(())

  func record(of event: SuiteEvent) -> JSON? {
    switch event {
    // `tea-check` makes its own list, of the checks of all suites.
    case .listed: if isForTeaCheck { return nil }
    case .picture, .finished, .unitTest: break
    case .suite, .started, .progress, .detail, .trapped, .survived, .ended: if !isForTeaCheck { return nil }
    }
    return switch event {
    case .suite(let name, let checks):
      .record("suite", ["suite": name, "checks": checks.map { $0.listed(by: name) }])
    case .listed(let check): check.listed(by: suite).record
    case .started(let title): .record("started", ["title": title])
    case .progress(let progress): progress.json
    case .detail(let text): .record("detail", ["text": text])
    case .picture(let graph): .record("graph", ["suite": suite, "graph": graph.pageData])
    case .finished(let result): result.record(suite: suite)
    case .unitTest(let text): .record("test", ["suite": suite, "text": text])
    case .trapped(let title, let report): report.record(title: title)
    case .survived: .record("survived", [:])
    case .ended: .record("ended", ["suite": suite])
    }
  }
}
