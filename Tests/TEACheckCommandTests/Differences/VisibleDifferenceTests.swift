@testable import TEASupport
import Foundation
import Testing

@testable import tea_check

/// Differences that people see come before those in performed commands that leave equal worlds.
@Suite struct VisibleDifferenceTests {
  /// A player that fades out once it plays. The newer edition cancels a fade when it stops, and plays on after a fade.
  ///
  /// - Parameter outstanding: The commands that are outstanding while it plays.
  private static func player(isNew: Bool, outstanding: String = "\"run(fade)\"") throws -> Behaviour {
    func node(_ isPlaying: Bool, _ outstanding: String) -> String {
      #"{"fields":[{"name":"playing","value":"\#(isPlaying)"}],"outstanding":[\#(outstanding)]}"#
    }
    let cancellations = isNew ? #""cancel(playback)","cancel(fade)""# : #""cancel(playback)""#
    let text = #"""
      {"kind":"graph","title":"Player","complete":true,"performances":true,
       "nodes":[\#(node(false, "")),\#(node(true, outstanding))\#(isNew ? "," + node(true, "") : "")],
       "starts":[{"node":0,"label":"start"}],
       "edges":[{"from":0,"to":0,"label":"stop","performs":[\#(cancellations),"run(stop)"]},
                {"from":0,"to":1,"label":"play","performs":["run(fade)"]},
                {"from":1,"to":\#(isNew ? 2 : 0),"label":"run(fade) replies faded"}]}
      """#
    return Behaviour(try GraphFile(parsing: Data(text.utf8)), showsViews: false)
  }

  private static func lines(_ difference: BehaviourDifference) -> String {
    let check = CheckDifference(suite: "Checks", module: "Player", name: "", content: .compared(difference))
    return DifferenceText(editions: DifferenceOutputTests.editions).lines(of: check).joined(separator: "\n")
  }

  @Test func `a cancellation of nothing is told after a difference that people see`() throws {
    let difference = BehaviourDifference(try Self.player(isNew: false), try Self.player(isNew: true))
    #expect(
      Self.lines(difference) == """
        ≠ Player   differs after 2 steps

              start  playing: false
           1  play   playing: false → true  performs run(fade)
           2  run(fade) replies faded   ≠
                main          playing: true → false
                working tree  nothing changes

          earlier     only commands differ after 1 step, by stop: \
        cancel(playback), run(stop) → cancel(playback), cancel(fade), run(stop)
          worlds      2 → 3
          commands    1 new: cancel(fade)
        """)
    #expect(difference.commandsStory?.length == 1)
    #expect(difference.isShortest)
  }

  @Test func `the search for a difference that people see counts against the bounds of all comparisons`() throws {
    let search = RenamingSearch(old: try Self.player(isNew: false), new: try Self.player(isNew: true))
    // The first comparison finds two pairs: the start, and that after stop, where the commands differ.
    for (maxComparisons, maxPairs, isFound) in [(2, 3, true), (1, 3, false), (2, 2, false)] {
      var bounded = search
      (bounded.maxComparisons, bounded.maxPairs) = (maxComparisons, maxPairs)
      #expect((bounded.run().commandsOutcome != nil) == isFound)
    }
  }

  @Test func `other outstanding commands come before a cancellation of nothing, and are named`() throws {
    let old = try Self.player(isNew: false)
    let difference = BehaviourDifference(old, try Self.player(isNew: true, outstanding: ""))
    let lines = Self.lines(difference)
    let ending = """
         1  play   ≠
              main          playing: false → true  performs run(fade)  outstanding: run(fade)
              working tree  playing: false → true  performs run(fade)  outstanding: nothing
      """
    #expect(lines.contains(ending), "\(lines)")
    #expect(difference.commandsStory == nil)
    let check = CheckDifference(suite: "Checks", module: "Player", name: "", content: .compared(difference))
    let story = check.record(DifferenceOutputTests.editions)["comparison"]?["story"]
    #expect(story?["old"]?["outstanding"] == .array([.string("run(fade)")]))
    #expect(story?["new"]?["outstanding"] == .array([]))
  }

  @Test func `a difference in commands alone is the first where people see none`() throws {
    var (old, new) = (try Self.player(isNew: false), try Self.player(isNew: true))
    old.nodes[1].steps = []
    new.nodes[1].steps = []
    let difference = BehaviourDifference(old, new)
    #expect(difference.story?.lastMessage == "stop")
    #expect(difference.commandsStory == nil)
  }
}
