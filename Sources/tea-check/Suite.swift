import Foundation
import TEACheck

/// A built suite.
struct Suite {
  let name: String
  let executable: URL
  /// What its environment has beside the command's own.
  var environment: [String: String] = [:]

  /// What a suite says while it runs.
  enum Event {
    case listed([SuiteCheck])
    case started(title: String)
    case progress(CheckProgress)
    case detail(String)
    /// The worlds of the check that is about to be finished.
    case graph(ReportGraph)
    case finished(CheckResult)
    case unitTest(String)
    case trapped(TrapSite)
  }

  /// The checks of the suite.
  ///
  /// - Throws: ``SuiteError`` when the executable does not behave like a suite.
  func list() throws -> [SuiteCheck] {
    var checks: [SuiteCheck]?
    let end = try run(["list", "--format", "records", "--config", "off"]) {
      if case .listed(let listed) = $0 { checks = listed }
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

  /// How a suite ended.
  struct End {
    var status: Int32
    var wasSignalled: Bool

    /// Whether a step ended a suite that only looks at worlds, or the suite ended itself because of it.
    var isOfTrap: Bool { wasSignalled || status == ExitCode.violated }

    var text: String { wasSignalled ? "it was killed by signal \(status)" : "it exited with \(status)" }
  }

  /// Runs the suite and hands on its events.
  ///
  /// - Parameter onErrors: Receives what it writes to standard error, on another thread; without it, the suite writes to
  ///   this process's own.
  func run(
    _ arguments: [String], onErrors: (@Sendable (Data) -> Void)? = nil, onEvent: (Event) -> Void
  ) throws -> End {
    var pending = Data()
    func take(_ data: Data) {
      // A line may come in many pieces, of which each is searched once.
      var rest = data[...]
      while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        pending.append(rest[..<newline])
        let line = String(decoding: pending, as: UTF8.self)
        pending.removeAll()
        rest = rest[(newline + 1)...]
        if let record = try? JSON(parsing: line), let event = event(of: record) { onEvent(event) }
      }
      pending.append(rest)
    }
    let (status, wasSignalled) = try Subprocess.start(
      executable, arguments, environment: environment, onErrors: onErrors, onOutput: take)
    return End(status: status, wasSignalled: wasSignalled)
  }

  /// What a record says, if it is one of ours and says what can be.
  func event(of record: JSON) -> Event? {
    func text(_ name: String) -> String { record[name]?.string ?? "" }
    guard record["version"]?.integer == CheckResult.recordVersion else { return nil }
    switch record["kind"]?.string {
    case "suite":
      let checks = record["checks"]?.array ?? []
      return .listed(checks.compactMap { SuiteCheck(record: $0, suite: self) })
    case "started": return .started(title: text("title"))
    case "progress": return .progress(CheckProgress(record: record))
    case "detail": return .detail(text("text"))
    case "test": return .unitTest(text("text"))
    case "graph": return record["graph"].flatMap(ReportGraph.init).map { .graph($0) }
    case "trap": return record["site"]?.string.flatMap(TrapSite.init).map { .trapped($0) }
    case "check": return CheckResult(record: record).map { .finished($0) }
    default: return nil
    }
  }
}

/// One check of a built suite.
struct SuiteCheck {
  let suite: Suite
  let module: String
  let name: String
  let title: String
  let place: String
  let path: String?

  init?(record: JSON, suite: Suite) {
    guard let module = record["module"]?.string, let name = record["name"]?.string,
      let title = record["title"]?.string, let place = record["place"]?.string
    else { return nil }
    self.suite = suite
    self.module = module
    self.name = name
    self.title = title
    self.place = place
    path = record["path"]?.string
  }

  /// The result where the check was not begun, because of an interruption.
  var notRun: CheckResult { .notRun(module: module, name: name, place: place, path: path) }

  /// The result where the suite died in the check.
  func death(_ end: Suite.End) -> CheckResult {
    var result = CheckResult(
      module: module, name: name, place: place, path: path, verdict: end.wasSignalled ? .trapped : .error)
    result.message = "\(suite.name) died in this check: \(end.text). Its last words stand above, if it had any."
    return result
  }

  var candidate: CheckSelection.Candidate {
    .init(suite: suite.name, module: module, name: name, title: title)
  }
}

/// An executable that does not behave like a suite.
struct SuiteError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

extension SuiteCheck {
  /// The check as a record of kind `listed`.
  func record(in repository: Repository) -> JSON {
    .object([
      "version": .integer(CheckResult.recordVersion), "kind": .string("listed"), "suite": .string(suite.name),
      "module": .string(module), "name": .string(name), "place": .string(place),
      "path": path.map { .string(repository.path(of: $0)) },
    ])
  }
}

/// What `tea-check list` prints.
enum Listing {
  static func write(_ checks: [SuiteCheck], of package: UserPackage, as format: Invocation.Format) {
    let repository = Repository(containing: package.path)
    var suite = ""
    for check in checks {
      if format == .json {
        Platform.write(check.record(in: repository).text + "\n", to: Platform.standardOutput)
        continue
      }
      if check.suite.name != suite {
        suite = check.suite.name
        Platform.write("\(suite)\n", to: Platform.standardOutput)
      }
      Platform.write("  \(visibleLine(check.title))   \(visibleLine(check.place))\n", to: Platform.standardOutput)
    }
  }
}
