import Extent
import Testing

@testable import RealBugsChecks
@testable import TEACheck
@testable import tea_check

/// The modules with real bugs, each compared with its fix. `Meeting` is left out, because its fix is checked with other flags.
@Suite struct DifferenceCorpusTests {
  /// The titles of two checks of one program, with the bug and with its fix.
  struct Pair: CustomTestStringConvertible {
    var bug: String
    var fix: String
    /// The number of messages after which the programs differ; 0 where their starts differ.
    var length: Int
    var testDescription: String { bug }
  }

  static let corpus = [
    Pair(bug: "Todos · delete in a filtered list", fix: "FixedTodos · delete in a filtered list", length: 5),
    Pair(bug: "Todos · move in a filtered list", fix: "FixedTodos · move in a filtered list", length: 5),
    Pair(
      bug: "MemoPlayer<VoiceMemos> · delete the only memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete the only memo while it plays", length: 2),
    Pair(
      bug: "MemoPlayer<VoiceMemos> · delete the first memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete the first memo while it plays", length: 2),
    Pair(bug: "Timers · one timer for an id", fix: "FixedTimers · one timer for an id", length: 2),
    Pair(bug: "NavigateAndLoad · back while it loads", fix: "FixedNavigateAndLoad · back while it loads", length: 3),
    Pair(
      bug: "StopwatchTimer<Stopwatch> · stop while a second is on its way",
      fix: "StopwatchTimer<FixedStopwatch> · stop while a second is on its way", length: 4),
    Pair(
      bug: "NumberFact · count on while a fact loads", fix: "FixedNumberFact · count on while a fact loads", length: 2),
    Pair(bug: "NumberFact · ask twice", fix: "FixedNumberFact · ask twice", length: 2),
    Pair(
      bug: "SettingsServer<Settings> · switch while a refresh is on its way",
      fix: "SettingsServer<FixedSettings> · switch while a refresh is on its way", length: 0),
    Pair(
      bug: "AudioDevice<AudioPlayer> · another song while the first one loads",
      fix: "AudioDevice<FixedAudioPlayer> · another song while the first one loads", length: 5),
    Pair(
      bug: "AudioDevice<AudioPlayer> · play another song while the first one loads",
      fix: "AudioDevice<FixedAudioPlayer> · play another song while the first one loads", length: 5),
    Pair(bug: "Stats · the lowest and the highest", fix: "FixedStats · the lowest and the highest", length: 3),
    Pair(bug: "SlowScreen<Stack> · back, twice", fix: "SlowScreen<FixedStack> · back, twice", length: 3),
    Pair(bug: "Dispatcher · an observer sends", fix: "FixedDispatcher · an observer sends", length: 1),
    Pair(
      bug: "Cancellation · the next search cancels the last",
      fix: "FixedCancellation · the next search cancels the last", length: 1),
    Pair(bug: "ProgramOrder · a command dispatches", fix: "FixedProgramOrder · a command dispatches", length: 1),
    Pair(bug: "ProgramOrder · a view and its commands", fix: "FixedProgramOrder · a view and its commands", length: 1),
    Pair(
      bug: "SandboxRuntime · two messages before the model is written",
      fix: "FixedSandboxRuntime · two messages before the model is written", length: 0),
    Pair(bug: "RowTodos · move to the end", fix: "FixedTodos · move to the end", length: 3),
    Pair(
      bug: "MemoPlayer<TimedVoiceMemos> · delete a memo while it plays",
      fix: "MemoPlayer<FixedVoiceMemos> · delete a memo while it plays", length: 2),
    Pair(bug: "NestedDispatcher · an observer sends", fix: "FixedDispatcher · an observer sends", length: 1),
  ]

  private func behaviour(_ title: String) throws -> Behaviour {
    let check = try #require(RealBugsChecks.checks.first { $0.title == title }, "\(title)")
    return try check.behaviour(states: Extent.of(gate: 600, night: 2_000))
  }

  @Test(arguments: corpus) func theShortestDifferenceIsFound(_ pair: Pair) throws {
    let (buggy, fixed) = (try behaviour(pair.bug), try behaviour(pair.fix))
    let difference = BehaviourDifference(buggy, fixed)
    #expect(difference.story?.length == pair.length)
    #expect(difference.renames.isEmpty)
    #expect(Self.naiveSearch(buggy, fixed) == pair.length)
    #expect(BehaviourDifference(fixed, fixed).isSame)
    #expect(BehaviourDifference(fixed, fixed).isProven == (fixed.shortfall == nil))
  }

  /// The smallest number of messages after which two programs, each with one start, differ; `nil` if they do not differ in
  /// the explored worlds. Labels are compared as texts.
  static func naiveSearch(_ old: Behaviour, _ new: Behaviour) -> Int? {
    func screen(_ program: Behaviour, _ node: Int) -> Set<Behaviour.Field> {
      Set(program.screens[program.nodes[node].screen])
    }
    func step(_ program: Behaviour, _ node: Int, _ label: String) -> (to: Int, performs: Behaviour.StepOutput) {
      guard let step = program.nodes[node].steps.first(where: { program.labels[$0.label] == label }) else {
        return (node, Behaviour.StepOutput())
      }
      return (step.target, program.stepOutputs[step.outputNumber])
    }
    var frontier = [[old.starts[0].node, new.starts[0].node]]
    if screen(old, frontier[0][0]) != screen(new, frontier[0][1]) { return 0 }
    if old.starts[0].commands != new.starts[0].commands { return 0 }
    var (foundPairs, length) = (Set(frontier), 0)
    while !frontier.isEmpty {
      length += 1
      var nextFrontier: [[Int]] = []
      for pair in frontier where old.nodes[pair[0]].isExpanded && new.nodes[pair[1]].isExpanded {
        let labels =
          old.nodes[pair[0]].steps.map { old.labels[$0.label] } + new.nodes[pair[1]].steps.map { new.labels[$0.label] }
        for label in Set(labels) {
          let (oldStep, newStep) = (step(old, pair[0], label), step(new, pair[1], label))
          if oldStep.performs != newStep.performs || screen(old, oldStep.to) != screen(new, newStep.to) {
            return length
          }
          if foundPairs.insert([oldStep.to, newStep.to]).inserted { nextFrontier.append([oldStep.to, newStep.to]) }
        }
      }
      frontier = nextFrontier
    }
    return nil
  }
}
