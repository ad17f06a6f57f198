internal import TEAResults
import TEASupport
import Foundation

/// A built suite, whose executable answers in records (JSON Lines).
struct Suite {
  let name: String
  let executable: URL
  /// The variables that a process of the suite gets in addition to the environment of this command.
  var environment: [String: String] = [:]

  enum Event {
    case listed([SuiteCheck])
    case started(title: String)
    case progress(CheckProgress)
    /// A line for `--verbose`.
    case detail(String)
    /// The graph of the check whose result comes next.
    case graph(ReportGraph)
    case finished(CheckResult)
    /// The Swift of a unit test, as `replay --as-test` prints it.
    case unitTest(String)
    case trapped(TrapReport)
  }

  func list(within stepTime: Duration) throws -> [SuiteCheck] {
    var checks: [SuiteCheck]?
    var trap: TrapReport?
    let arguments = [
      "list", "--format", "records", "--config", "off", "--step-time", "\(stepTime / .seconds(1))",
    ]
    let printed = DataCollector()
    // The error with which a suite refuses to list its checks is held back, because it may become the suite's result, which
    // stands in all reports.
    let refusal = DataCollector()
    let errors = ErrorLines { data in
      printed.append(data)
      var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // The last line of all may end without a newline, and gets one.
      if lines.last?.isEmpty == true { lines.removeLast() }
      for line in lines {
        let line = line + Data("\n".utf8)
        if refusal.text.isEmpty, line.starts(with: Self.errorMark) {
          refusal.append(line)
        } else {
          line.withUnsafeBytes { Platform.write($0, to: Platform.standardError) }
        }
      }
    }
    let end = try run(arguments, silenceLimit: silenceLimit(for: stepTime), onErrors: errors.receive) {
      if case .listed(let listed) = $0 { checks = listed }
      if case .trapped(let report) = $0 { trap = report }
    }
    let hasTrapped = checks == nil && trap?.site.cause.isTrapSignal == true
    let message = errors.end(isReported: hasTrapped)
    let refusalText = refusal.text
    if checks == nil, end.status == ExitCode.usage, !end.wasSignalled, !refusalText.isEmpty {
      throw SuiteError("\(name) cannot list its checks: \(refusalText.dropFirst(Self.errorMark.count).dropLast())")
    }
    Platform.write(refusalText, to: Platform.standardError)
    if let trap, checks == nil {
      var explanation = trap.explanation(message: message)
      if message == nil, case .signal(let number) = trap.site.cause, hasTrapped {
        explanation =
          "by signal \(number) (\(Platform.nameOfSignal(number))), and Swift said nothing of it"
          + (printed.text.isEmpty ? "" : "; what it printed stands above")
          + "; a debugger shows the place: lldb --batch -o run -o bt -- \(TextReport.shellWord(executable.path)) list"
      }
      throw SuiteError("\(name) cannot list its checks: \(trap.sentence); \(explanation)")
    }
    guard let checks else {
      if end.status == ExitCode.usage, !end.wasSignalled {
        throw SuiteError("\(name) cannot list its checks: what it wrote to standard error stands above")
      }
      throw SuiteError(
        "\(name) does not answer as a check suite does (\(end.text)). Its main type must conform to CheckSuite.")
    }
    return checks
  }

  /// The beginning of the line with which a suite says that it cannot run.
  private static let errorMark = Data("Error: ".utf8)

  /// The time without output after which a suite is taken to hang: the time limit of a step, and one second.
  func silenceLimit(for stepTime: Duration) -> Duration { stepTime + .seconds(1) }

  func run(
    _ arguments: [String], silenceLimit: Duration? = nil, onErrors: (@Sendable (Data) -> Void)? = nil,
    onEvent: (Event) -> Void
  ) throws -> ProcessEnd {
    var unfinishedLine = Data()
    func receive(_ data: Data) {
      // A line may arrive in many pieces, each of which is searched once.
      var rest = data[...]
      while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        unfinishedLine.append(rest[..<newline])
        let line = String(decoding: unfinishedLine, as: UTF8.self)
        unfinishedLine.removeAll()
        rest = rest[(newline + 1)...]
        if let event = event(ofLine: line) { onEvent(event) }
      }
      unfinishedLine.append(rest)
    }
    return try Subprocess.execute(
      executable, arguments, environment: environment, silenceLimit: silenceLimit, onErrors: onErrors, onOutput: receive
    )
  }

  func event(ofLine line: String) -> Event? {
    if let record = try? JSON(parsing: line) { return event(of: record) }
    // The user's code may have printed a text without a line break before the suite diverted its standard output.
    let record = line.firstIndex(of: "{").flatMap { try? JSON(parsing: String(line[$0...])) }
    return record.flatMap(event(of:))
  }

  func event(of record: JSON) -> Event? {
    func text(_ name: String) -> String { record[name]?.string ?? "" }
    guard record["version"]?.integer == RecordFormat.version else { return nil }
    switch record["kind"]?.string {
    case "suite":
      let checks = record["checks"]?.array ?? []
      return .listed(checks.compactMap { SuiteCheck(record: $0, suite: self) })
    case "started": return .started(title: text("title"))
    case "progress": return CheckProgress(json: record).map { .progress($0) }
    case "detail": return .detail(text("text"))
    case "test": return .unitTest(text("text"))
    case "graph": return record["graph"].flatMap(ReportGraph.init).map { .graph($0) }
    case "trap": return TrapReport(record: record).map { .trapped($0) }
    case "check": return CheckResult(record: record).map { .finished($0) }
    default: return nil
    }
  }
}

/// A check of a suite.
@dynamicMemberLookup
struct SuiteCheck {
  let suite: Suite
  let listed: ListedCheck

  init?(record: JSON, suite: Suite) {
    guard var listed = ListedCheck(json: record) else { return nil }
    listed.suite = suite.name
    (self.suite, self.listed) = (suite, listed)
  }

  subscript<Part>(dynamicMember part: KeyPath<ListedCheck, Part>) -> Part { listed[keyPath: part] }

  /// The result of a check in which the suite's process ended.
  ///
  /// - Parameter trapMessage: Swift's message about the last trap; `nil` without one.
  func crashResult(_ end: ProcessEnd, by trap: TrapReport?, trapMessage: String?) -> CheckResult {
    if let trap {
      let steps = trap.steps.map { $0.isEmpty ? "" : "; the steps: " + $0.joined(separator: ", ") } ?? ""
      return listed.result(.trapped, "\(trap.sentence): \(trap.explanation(message: trapMessage))\(steps)")
    }
    return switch end.terminationReason {
    case .interrupted?:
      listed.result(
        .inconclusive,
        "it was interrupted, and did not end within \(ProcessWatch.gracePeriodText): a step may be endless")
    case let reason?: listed.result(.trapped, "\(suite.name) was ended in this check: \(reason.text)")
    case nil:
      listed.result(
        end.wasSignalled ? .trapped : .error, "\(suite.name) died in this check: \(trapMessage ?? end.text)")
    }
  }

  var argument: String { CheckSelection.argument(ofTitle: listed.title) }
}

struct SuiteError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

extension SuiteCheck {
  /// The record of this check in the output of `tea-check list --format json`.
  func record(in repository: Repository) -> JSON {
    var listed = listed
    listed.path = listed.path.map(repository.path)
    return listed.record
  }
}
