import Extent
import Foundation
import Testing

@testable import RealBugsChecks
@testable import TEACheck

/// Compares the suggestions for modules with real bugs, and for their fixes, with the bugs and the modules' own properties.
@Suite struct RealBugSuggestionTests {
  /// A bug, and the suggested statement that shows it.
  struct Row {
    /// The title of the check on the module with the bug.
    var bug: String
    /// The title of the check on the fixed module, if the statement is suggested for that module only. `nil` if it is suggested
    /// for the module with the bug, as a statement with exceptions.
    var fix: String?
    var statement: String
    /// The place of the statement in the list of suggestions, from 1.
    var rank: Int
    /// The number of steps to the first exception; `nil` if there is a `fix`.
    var steps: Int?
  }

  static let rows = [
    Row(bug: "RowTodos · move to the end", statement: "update never fails", rank: 1, steps: 3),
    Row(
      bug: "MemoPlayer<VoiceMemos> · delete the only memo while it plays", statement: "update never fails", rank: 1,
      steps: 3),
    Row(
      bug: "MemoPlayer<VoiceMemos> · delete the first memo while it plays", statement: "update never fails", rank: 1,
      steps: 3),
    Row(
      bug: "MemoPlayer<TimedVoiceMemos> · delete a memo while it plays",
      statement: "playing is one of app.memos, where there is one", rank: 3, steps: 2),
    Row(
      bug: "Timers · one timer for an id", fix: "FixedTimers · one timer for an id",
      statement: "no two of live have the same id", rank: 3),
    Row(
      bug: "NavigateAndLoad · back while it loads", fix: "FixedNavigateAndLoad · back while it loads",
      statement: "isOpen whenever counter is set", rank: 3),
    Row(
      bug: "StopwatchTimer<Stopwatch> · stop while a second is on its way",
      fix: "StopwatchTimer<FixedStopwatch> · stop while a second is on its way",
      statement: "app.seconds grows only while app.isRunning", rank: 2),
    Row(
      bug: "NumberFact · count on while a fact loads", fix: "FixedNumberFact · count on while a fact loads",
      statement: "count equals fact.number", rank: 2),
    Row(
      bug: "NumberFact · ask twice", fix: "FixedNumberFact · ask twice",
      statement: "isLoading exactly if a load is outstanding", rank: 1),
    Row(
      bug: "AudioDevice<AudioPlayer> · another song while the first one loads", statement: "update never fails",
      rank: 1,
      steps: 5),
    Row(
      bug: "Meeting · seven people in five minutes",
      fix: "FixedMeeting · up to a dozen people in five to eight minutes",
      statement: "attendees is more than speaker", rank: 1),
    Row(
      bug: "Meeting · up to a dozen people in five minutes",
      fix: "FixedMeeting · up to a dozen people in five to eight minutes",
      statement: "attendees is more than speaker", rank: 1),
    Row(
      bug: "Stats · the lowest and the highest", statement: "highest is never below 0", rank: 1, steps: 3),
    Row(bug: "SlowScreen<Stack> · back, twice", statement: "update never fails", rank: 1, steps: 3),
    Row(
      bug: "Dispatcher · an observer sends", fix: "FixedDispatcher · an observer sends",
      statement: "state.count equals sent", rank: 1),
    Row(
      bug: "ProgramOrder · a command dispatches", fix: "FixedProgramOrder · a command dispatches",
      statement: "dispatched is processed", rank: 1),
  ]

  /// Properties of the fixed modules that have the form of a suggestion, each with the suggested statements that together mean
  /// the same. The list of statements is empty if none is suggested.
  static let properties: [(check: String, property: String, statements: [String])] = [
    ("FixedTodos · move to the end", "update never fails", ["update never fails"]),
    (
      "MemoPlayer<FixedVoiceMemos> · delete the only memo while it plays", "update never fails",
      ["update never fails"]
    ),
    ("FixedTimers · one timer for an id", "no id has two timers", ["no two of live have the same id"]),
    (
      "FixedNavigateAndLoad · back while it loads", "a closed screen keeps nothing", ["isOpen whenever counter is set"]
    ),
    (
      "StopwatchTimer<FixedStopwatch> · stop while a second is on its way", "a stopped watch stands still",
      ["app.seconds grows only while app.isRunning"]
    ),
    ("FixedNumberFact · count on while a fact loads", "the fact is about the count", ["count equals fact.number"]),
    (
      "FixedNumberFact · ask twice", "it is loading while something is outstanding",
      ["isLoading exactly if a load is outstanding"]
    ),
    (
      "AudioDevice<FixedAudioPlayer> · another song while the first one loads", "update never fails",
      ["update never fails"]
    ),
    (
      "FixedMeeting · up to a dozen people in five to eight minutes", "somebody speaks",
      ["attendees is more than speaker"]
    ),
    (
      "FixedMeeting · up to a dozen people in five to eight minutes", "the meeting ends when its time is up",
      ["isOver exactly if seconds equals elapsed"]
    ),
    (
      "FixedStats · the lowest and the highest", "the count lies between the lowest and the highest",
      ["count is at least lowest", "count is at most highest"]
    ),
    (
      "FixedStats · the lowest and the highest", "the extremes narrow only by a reset",
      ["highest falls by .reset only", "lowest rises by .reset only"]
    ),
    ("SlowScreen<FixedStack> · back, twice", "update never fails", ["update never fails"]),
    ("FixedDispatcher · an observer sends", "what is sent is done before send returns", ["state.count equals sent"]),
    (
      "FixedProgramOrder · a command dispatches", "messages are processed in the order of dispatch",
      ["dispatched is processed"]
    ),
    ("FixedSandboxRuntime · two messages before the model is written", "as many updates as messages", []),
    (
      "SettingsServer<FixedSettings> · switch while a refresh is on its way",
      "when all is written and read, the switches are the server's", []
    ),
  ]

  private func suggestions(
    _ title: String, states: Int, suggestsAll: Bool = false
  ) throws -> [CheckResult.Suggestion] {
    var settings = CheckSettings()
    settings.engine = .suggest
    settings.states = states
    settings.suggestsAll = suggestsAll
    let check = try #require(RealBugsChecks.checks.first { $0.title == title }, "\(title)")
    return try #require(check.outcome(settings, onProgress: { _ in }).result.suggestions)
  }

  /// The rows, grouped by the check for which the statement is suggested, so that each of these checks runs once.
  static let rowsByCheck = Dictionary(grouping: rows) { $0.fix ?? $0.bug }

  @Test(arguments: rowsByCheck.keys.sorted()) func `each bug of the table shows in its list, or in that of its fix`(
    _ title: String
  )
    throws
  {
    let states = Extent.of(gate: 3_500, night: 5_000)
    let topSuggestions = try suggestions(title, states: states)
    for row in try #require(Self.rowsByCheck[title]) {
      guard row.fix != nil else {
        #expect(topSuggestions.count <= 10)
        let index = try #require(topSuggestions.firstIndex { $0.words == row.statement })
        #expect(index + 1 == row.rank)
        #expect(topSuggestions[index].exceptions > 0)
        #expect(topSuggestions[index].exception?.steps.count == row.steps)
        continue
      }
      let bugSuggestions = try suggestions(row.bug, states: states)
      #expect(bugSuggestions.count <= 10)
      #expect(!bugSuggestions.contains { $0.words == row.statement && $0.exceptions == 0 })
      #expect(topSuggestions.firstIndex { $0.words == row.statement && $0.exceptions == 0 }.map { $0 + 1 } == row.rank)
    }
  }

  @Test func `all but two properties are among the first fifteen suggestions`() throws {
    var missingProperties: [String] = []
    var wordsByCheck: [String: [String]] = [:]
    for (check, property, statements) in Self.properties {
      // One of the programs has about 10 000 worlds.
      let words =
        try wordsByCheck[check] ?? suggestions(check, states: 20_000, suggestsAll: true).prefix(15).map(\.words)
      wordsByCheck[check] = words
      if statements.isEmpty || !statements.allSatisfy(words.contains) { missingProperties.append(property) }
    }
    #expect(
      missingProperties == [
        "as many updates as messages", "when all is written and read, the switches are the server's",
      ])
  }

  @Test func `the documentation has the table of bugs`() throws {
    var table = "| bug | in the list | shown by | steps |\n|---|---|---|---|\n"
    for row in Self.rows {
      let title = row.bug.replacing(/^(.+) · (.+)$/) { "`\($0.1)` · \($0.2)" }
      table += "| \(title) | \(row.fix == nil ? "\(row.rank)" : "\(row.rank) of the fixed one") | \(row.statement) "
      table += "| \(row.steps.map { "\($0)" } ?? "") |\n"
    }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("Sources/TEACheck/TEACheck.docc/Reference/SuggestedStatements.md"),
      encoding: .utf8)
    #expect(page.contains(table), "\(table)")
    #expect(page.contains("\(Self.rows.count) of the \(RealBugsChecks.checks.count { $0.knownIssue != nil }) bugs"))
  }
}
