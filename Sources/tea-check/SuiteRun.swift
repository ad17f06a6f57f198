import Foundation
import TEACheck

/// One run of the selected checks of one suite.
struct SuiteRun {
  let invocation: Invocation
  let console: Console
  let outputs: Outputs
  /// The titles of the checks of all suites.
  let titles: [String]
  let turn: SuiteTurn
  /// How many threads there are, where other suites run too.
  let workers: Int?

  /// Runs checks, anew after each death of the suite with those that are left.
  ///
  /// - Throws: ``SuiteError`` when the suite does not answer what it is asked.
  func run(_ checks: [SuiteCheck]) throws {
    var rest = checks
    while !rest.isEmpty {
      if Interruption.ofProcess().isRequested {
        for check in rest { report(check.notRun, of: check.suite) }
        return
      }
      let done = try runOnce(rest)
      let left = rest.count
      rest.removeAll { check in done.contains(check.title) }
      guard rest.count < left else {
        throw SuiteError("\(checks[0].suite.name) reported on checks that it was not asked for")
      }
    }
  }

  /// Where the suites keep counterexamples, unless something else says it.
  private var store: [String] {
    let isSaid = invocation.store != nil || Platform.environment("TEACHECK_STORE") != nil
    let folder = invocation.packagePath.map { "\($0)/.tea-check" } ?? ".tea-check"
    return isSaid ? [] : ["--store", folder]
  }

  private func report(_ result: CheckResult, of suite: Suite) {
    var result = result
    // A suite that died did not say which shard it was.
    if result.shard == nil, let shard = invocation.settings.shard { result.shard = ShardAccount(shard: shard) }
    turn.say { [outputs, result] in outputs.add(result, of: suite.name) }
  }

  /// Runs checks, up to the end of the suite or its death.
  ///
  /// - Returns: The titles of the results, of which there is at least one.
  private func runOnce(_ checks: [SuiteCheck]) throws -> [String] {
    let suite = checks[0].suite
    var done: [String] = []
    var running: String?
    var trap: TrapSite?
    let share = workers.map { ["--workers", "\($0)"] } ?? []
    let command =
      [invocation.command.rawValue, "--format", outputs.recordFormat.rawValue] + store + invocation.engineArguments
      + share
    func take(_ event: Suite.Event) {
      switch event {
      case .listed, .unitTest: break
      case .trapped(let site): trap = site
      case .started(let title):
        running = title
        turn.sayNow { console.show(title) }
      case .graph(let graph): turn.say { [outputs] in outputs.add(graph) }
      case .progress(let progress):
        turn.sayNow { console.show(progress, position: position(of: progress.title, among: titles)) }
      case .detail(let text): turn.say { [console] in console.detail(text) }
      case .finished(let result):
        running = nil
        done.append(result.title)
        report(result, of: suite)
      }
    }
    let errors = workers != nil || console.draws ? ErrorLines(console, turn) : nil
    var end = try suite.run(command + ["--"] + checks.map(\.title), onErrors: errors?.take, onEvent: take)
    if let site = trap, let title = running, let check = checks.first(where: { $0.title == title }) {
      end = try check.run(after: site, end, command, [title], onErrors: errors?.take, onEvent: take)
    }
    errors?.end()
    // A suite that was interrupted alone is an interruption all the same.
    if end.status == ExitCode.interrupted, !end.wasSignalled { Interruption.ofProcess().request() }
    if let title = running, let check = checks.first(where: { $0.title == title }) {
      done.append(title)
      report(check.death(end), of: suite)
    }
    if done.isEmpty, Interruption.ofProcess().isRequested {
      // The signal came before the suite could take it.
      for check in checks { report(check.notRun, of: suite) }
      return checks.map(\.title)
    }
    guard !done.isEmpty else { throw SuiteError("\(suite.name) ran no check: \(end.text)") }
    return done
  }
}

/// What a suite writes to standard error, which is handed on by whole lines, so that no progress is drawn over them.
private final class ErrorLines: @unchecked Sendable {
  // One thread uses it at a time: the one that reads, and after it the one that waited for it.

  private let console: Console
  private let turn: SuiteTurn
  private var rest = Data()

  init(_ console: Console, _ turn: SuiteTurn) {
    self.console = console
    self.turn = turn
  }

  func take(_ data: Data) {
    rest += data
    guard let newline = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    hand(on: rest[...newline])
    rest = Data(rest[(newline + 1)...])
  }

  func end() {
    hand(on: rest)
    rest = Data()
  }

  private func hand(on data: Data) {
    guard !data.isEmpty else { return }
    turn.say { [console] in console.write(Array(data), to: Platform.standardError) }
  }
}
