import Extent
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import tea_check

/// The modules with real bugs, each beside its mend; the mend of a meeting is checked with other flags than the bug.
@Suite struct DifferenceCorpusTests {
  /// Two checks of one program, and how many messages show that they differ.
  struct Mend: CustomTestStringConvertible {
    /// The titles.
    var bug: String
    var mend: String
    var length: Int
    var testDescription: String { bug }
  }

  static let mends = [
    Mend(bug: "Todos · delete in a filtered list", mend: "FixedTodos · delete in a filtered list", length: 5),
    Mend(bug: "Todos · move in a filtered list", mend: "FixedTodos · move in a filtered list", length: 5),
    Mend(
      bug: "MemoPlayer<VoiceMemos> · delete the only memo while it plays",
      mend: "MemoPlayer<FixedVoiceMemos> · delete the only memo while it plays", length: 2),
    Mend(
      bug: "MemoPlayer<VoiceMemos> · delete the first memo while it plays",
      mend: "MemoPlayer<FixedVoiceMemos> · delete the first memo while it plays", length: 2),
    Mend(bug: "Timers · one timer for an id", mend: "FixedTimers · one timer for an id", length: 2),
    Mend(bug: "NavigateAndLoad · back while it loads", mend: "FixedNavigateAndLoad · back while it loads", length: 3),
    Mend(
      bug: "StopwatchTimer<Stopwatch> · stop while a second is on its way",
      mend: "StopwatchTimer<FixedStopwatch> · stop while a second is on its way", length: 4),
    Mend(
      bug: "NumberFact · count on while a fact loads", mend: "FixedNumberFact · count on while a fact loads", length: 2),
    Mend(bug: "NumberFact · ask twice", mend: "FixedNumberFact · ask twice", length: 2),
    Mend(
      bug: "SettingsServer<Settings> · switch while a refresh is on its way",
      mend: "SettingsServer<FixedSettings> · switch while a refresh is on its way", length: 0),
    Mend(
      bug: "AudioDevice<AudioPlayer> · another song while the first one loads",
      mend: "AudioDevice<FixedAudioPlayer> · another song while the first one loads", length: 5),
    Mend(
      bug: "AudioDevice<AudioPlayer> · play another song while the first one loads",
      mend: "AudioDevice<FixedAudioPlayer> · play another song while the first one loads", length: 5),
    Mend(bug: "Stats · the lowest and the highest", mend: "FixedStats · the lowest and the highest", length: 3),
    Mend(bug: "SlowScreen<Stack> · back, twice", mend: "SlowScreen<FixedStack> · back, twice", length: 3),
    Mend(bug: "Dispatcher · an observer sends", mend: "FixedDispatcher · an observer sends", length: 1),
    Mend(
      bug: "Cancellation · the next search cancels the last",
      mend: "FixedCancellation · the next search cancels the last", length: 1),
    Mend(bug: "ProgramOrder · a command dispatches", mend: "FixedProgramOrder · a command dispatches", length: 1),
    Mend(bug: "ProgramOrder · a view and its commands", mend: "FixedProgramOrder · a view and its commands", length: 1),
    Mend(
      bug: "SandboxRuntime · two messages before the model is written",
      mend: "FixedSandboxRuntime · two messages before the model is written", length: 0),
    Mend(bug: "RowTodos · move to the end", mend: "FixedTodos · move to the end", length: 3),
    Mend(
      bug: "MemoPlayer<TimedVoiceMemos> · delete a memo while it plays",
      mend: "MemoPlayer<FixedVoiceMemos> · delete a memo while it plays", length: 2),
    Mend(bug: "NestedDispatcher · an observer sends", mend: "FixedDispatcher · an observer sends", length: 1),
  ]

  private func behaviour(_ title: String) throws -> Behaviour {
    let check = try #require(RealBugsChecks.checks.first { $0.title == title }, "\(title)")
    return try check.behaviour(states: Extent.of(gate: 600, night: 2_000))
  }

  @Test(arguments: mends) func theShortestDifferenceIsFound(_ mend: Mend) throws {
    let (bug, fixed) = (try behaviour(mend.bug), try behaviour(mend.mend))
    let difference = BehaviourDifference(bug, fixed)
    #expect(difference.story?.length == mend.length)
    #expect(difference.renames.isEmpty)
    #expect(Self.naive(bug, fixed) == mend.length)
    // And from a program to itself there is none.
    #expect(BehaviourDifference(fixed, fixed).isSame)
    #expect(BehaviourDifference(fixed, fixed).isProven == (fixed.shortfall == nil))
  }

  /// The fewest messages after which two programs of one start differ, by what texts say.
  static func naive(_ old: Behaviour, _ new: Behaviour) -> Int? {
    func screen(_ program: Behaviour, _ node: Int) -> Set<Behaviour.Field> {
      Set(program.screens[program.nodes[node].screen])
    }
    func step(_ program: Behaviour, _ node: Int, _ label: String) -> (to: Int, performs: Behaviour.Performance) {
      guard let step = program.nodes[node].steps.first(where: { program.labels[$0.label] == label }) else {
        return (node, Behaviour.Performance())
      }
      return (step.target, program.performances[step.performs])
    }
    var level = [[old.starts[0].node, new.starts[0].node]]
    if screen(old, level[0][0]) != screen(new, level[0][1]) { return 0 }
    if old.starts[0].performs != new.starts[0].performs { return 0 }
    var (seen, length) = (Set(level), 0)
    while !level.isEmpty {
      length += 1
      var next: [[Int]] = []
      for pair in level where old.nodes[pair[0]].isExpanded && new.nodes[pair[1]].isExpanded {
        let labels =
          old.nodes[pair[0]].steps.map { old.labels[$0.label] } + new.nodes[pair[1]].steps.map { new.labels[$0.label] }
        for label in Set(labels) {
          let (one, other) = (step(old, pair[0], label), step(new, pair[1], label))
          if one.performs != other.performs || screen(old, one.to) != screen(new, other.to) { return length }
          if seen.insert([one.to, other.to]).inserted { next.append([one.to, other.to]) }
        }
      }
      level = next
    }
    return nil
  }
}
