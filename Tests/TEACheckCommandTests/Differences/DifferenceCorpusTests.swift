import Extent
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import tea_check

/// The modules with real bugs, each compared with its fix. `Meeting` is left out, because its fix is checked with other flags.
@Suite struct DifferenceCorpusTests {
  /// Two checks of one program, with the bug and with its fix.
  struct Fix: CustomTestStringConvertible {
    /// The title of the check on the program with the bug.
    var bug: String
    /// The title of the check on the fixed program.
    var fix: String
    /// The number of messages after which the programs differ.
    var length: Int
    var testDescription: String { bug }
  }

  static let fixes = [
    Fix(bug: "Todos · delete in a filtered list", fix: "FixedTodos · delete in a filtered list", length: 5),
    Fix(bug: "Todos · move in a filtered list", fix: "FixedTodos · move in a filtered list", length: 5),
    Fix(
      bug: "MemoPlayer<VoiceMemos> · delete the only memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete the only memo while it plays", length: 2),
    Fix(
      bug: "MemoPlayer<VoiceMemos> · delete the first memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete the first memo while it plays", length: 2),
    Fix(bug: "Timers · one timer for an id", fix: "FixedTimers · one timer for an id", length: 2),
    Fix(bug: "NavigateAndLoad · back while it loads", fix: "FixedNavigateAndLoad · back while it loads", length: 3),
    Fix(
      bug: "StopwatchTimer<Stopwatch> · stop while a second is on its way",
      fix: "StopwatchTimer<FixedStopwatch> · stop while a second is on its way", length: 4),
    Fix(
      bug: "NumberFact · count on while a fact loads", fix: "FixedNumberFact · count on while a fact loads", length: 2),
    Fix(bug: "NumberFact · ask twice", fix: "FixedNumberFact · ask twice", length: 2),
    Fix(
      bug: "SettingsServer<Settings> · switch while a refresh is on its way",
      fix: "SettingsServer<FixedSettings> · switch while a refresh is on its way", length: 0),
    Fix(
      bug: "AudioDevice<AudioPlayer> · another song while the first one loads",
      fix: "AudioDevice<FixedAudioPlayer> · another song while the first one loads", length: 5),
    Fix(
      bug: "AudioDevice<AudioPlayer> · play another song while the first one loads",
      fix: "AudioDevice<FixedAudioPlayer> · play another song while the first one loads", length: 5),
    Fix(bug: "Stats · the lowest and the highest", fix: "FixedStats · the lowest and the highest", length: 3),
    Fix(bug: "SlowScreen<Stack> · back, twice", fix: "SlowScreen<FixedStack> · back, twice", length: 3),
    Fix(bug: "Dispatcher · an observer sends", fix: "FixedDispatcher · an observer sends", length: 1),
    Fix(
      bug: "Cancellation · the next search cancels the last",
      fix: "FixedCancellation · the next search cancels the last", length: 1),
    Fix(bug: "ProgramOrder · a command dispatches", fix: "FixedProgramOrder · a command dispatches", length: 1),
    Fix(bug: "ProgramOrder · a view and its commands", fix: "FixedProgramOrder · a view and its commands", length: 1),
    Fix(
      bug: "SandboxRuntime · two messages before the model is written",
      fix: "FixedSandboxRuntime · two messages before the model is written", length: 0),
    Fix(bug: "RowTodos · move to the end", fix: "FixedTodos · move to the end", length: 3),
    Fix(
      bug: "MemoPlayer<TimedVoiceMemos> · delete a memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete a memo while it plays", length: 2),
    Fix(bug: "NestedDispatcher · an observer sends", fix: "FixedDispatcher · an observer sends", length: 1),
  ]

  private func behaviour(_ title: String) throws -> Behaviour {
    let check = try #require(RealBugsChecks.checks.first { $0.title == title }, "\(title)")
    return try check.behaviour(states: Extent.of(gate: 600, night: 2_000))
  }

  @Test(arguments: fixes) func theShortestDifferenceIsFound(_ fix: Fix) throws {
    let (bug, fixed) = (try behaviour(fix.bug), try behaviour(fix.fix))
    let difference = BehaviourDifference(bug, fixed)
    #expect(difference.story?.length == fix.length)
    #expect(difference.renames.isEmpty)
    #expect(Self.naive(bug, fixed) == fix.length)
    // There is no difference between a program and itself.
    #expect(BehaviourDifference(fixed, fixed).isSame)
    #expect(BehaviourDifference(fixed, fixed).isProven == (fixed.shortfall == nil))
  }

  /// The smallest number of messages after which two programs, each with one start, differ. Labels are compared as texts.
  static func naive(_ old: Behaviour, _ new: Behaviour) -> Int? {
    func screen(_ program: Behaviour, _ node: Int) -> Set<Behaviour.Field> {
      Set(program.screens[program.nodes[node].screen])
    }
    func step(_ program: Behaviour, _ node: Int, _ label: String) -> (to: Int, performs: Behaviour.StepOutput) {
      guard let step = program.nodes[node].steps.first(where: { program.labels[$0.label] == label }) else {
        return (node, Behaviour.StepOutput())
      }
      return (step.target, program.stepOutputs[step.outputNumber])
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
