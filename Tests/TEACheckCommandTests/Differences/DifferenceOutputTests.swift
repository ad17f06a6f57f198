@testable import TEASupport
import Foundation
import Testing

@testable import TEACheck
@testable import tea_check

/// Differences as text, as a comment on a pull request, as records and on a page.
@Suite struct DifferenceOutputTests {
  /// A lamp that a server switches. The bug: a tap counts even while the server's answer to an earlier tap is outstanding.
  ///
  /// The fixed edition also logs each tap. It counts taps from 10, so that `update` can tell the editions apart. Both editions
  /// ignore a third tap, so that there are few worlds.
  enum Lamp: Module {
    enum Message: Hashable { case tap, changed(Bool), failed, logged }
    enum Command: Hashable { case set(isOn: Bool), log }
    struct Model: Hashable {
      var isOn = false
      /// The state for which the server was asked; `nil` if no answer is outstanding.
      var target: Bool?
      var taps = 0
    }
    struct View: Hashable {
      var title: String
      var isBusy: Bool
    }
    struct Flags: Hashable { var isFixed = false }
    static func start(with flags: Flags) -> Model { Model(taps: flags.isFixed ? 10 : 0) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let isFixed = model.taps >= 10
      switch message {
      case .tap:
        if isFixed, model.target != nil { return }
        if model.taps % 10 == 2 { return }
        model.taps += 1
        model.target = !(model.target ?? model.isOn)
        perform(.set(isOn: model.target!))
        if isFixed { perform(.log) }
      case .changed(let isOn):
        model.isOn = isOn
        model.target = nil
      case .failed: model.target = nil
      case .logged: break
      }
    }
    static func view(for model: Model) -> View { View(title: model.isOn ? "on" : "off", isBusy: model.target != nil) }
  }

  static func replies(to command: Lamp.Command, isFixed: Bool) -> [Lamp.Message] {
    guard case .set(let isOn) = command else { return [.logged] }
    return isFixed ? [.changed(isOn)] : [.changed(isOn), .failed]
  }

  static func lamp(isFixed: Bool) throws -> Behaviour {
    let specification = Specification(of: Lamp.self) {
      Start(with: [Lamp.Flags(isFixed: isFixed)])
      Messages { _ in [.tap] }
      Replies { command in replies(to: command, isFixed: isFixed) }
    }
    return try specification.check("switched").behaviour(showsViews: true)
  }

  static let editions = Editions(old: "main", commit: "0123abc", new: "working tree", remark: "1 file is not committed")

  /// A difference of each outcome, in this order: different, the same, new, gone, and not compared.
  static func checks() throws -> [CheckDifference] {
    let attempt = RenamingSearch(old: try lamp(isFixed: false), new: try lamp(isFixed: true)).run()
    func check(_ name: String, _ content: CheckDifference.Content) -> CheckDifference {
      CheckDifference(suite: "Checks", module: "Lamp", name: name, content: content)
    }
    var different = check("switched", .compared(BehaviourDifference(attempt)))
    different.verdicts.old = CheckDifference.Verdict(verdict: .violated, property: "one at a time")
    different.verdicts.new = CheckDifference.Verdict(verdict: .passed)
    different.picture = DifferencePicture(attempt)
    let lamp = try lamp(isFixed: true)
    var same = check("left alone", .compared(BehaviourDifference(lamp, lamp)))
    same.verdicts.old = different.verdicts.new
    same.verdicts.new = different.verdicts.new
    return [
      different, same, check("dimmed", .onlyInNew), check("painted", .onlyInOld),
      check("dropped", .failed("a step traps (Fatal error: it is broken); 'tea-check check' tells which")),
    ]
  }

  @Test func differencesAsText() throws {
    let text = DifferenceText(editions: Self.editions)
    let checks = try Self.checks()
    let lines = [text.heading] + checks.flatMap { text.lines(of: $0) } + [DifferenceText.summary(of: checks)]
    #expect(
      lines.joined(separator: "\n") == """
        main (0123abc) → working tree: 1 file is not committed
        ≠ Lamp · switched   differs after 1 step

              start  title: "off"  isBusy: false
           1  tap   ≠
                main          isBusy: false → true  performs set(isOn: true)
                working tree  isBusy: false → true  performs set(isOn: true), log

          verdict     violated: one at a time → passed
          worlds      12 → 11
          messages    2 gone: set(isOn: true) replies failed
                              set(isOn: false) replies failed
                      1 new: log replies logged
          effects     1 dead now: tap in title: "off"  isBusy: true
          commands    1 new: log
        = Lamp · left alone   the same behaviour, proven over all 11 worlds
        + Lamp · dimmed   is new
        - Lamp · painted   is gone
        ? Lamp · dropped   cannot be compared
          a step traps (Fatal error: it is broken); 'tea-check check' tells which
        5 checks: 1 different, 1 the same, 1 new, 1 gone, 1 not compared
        """)
  }

  /// A vault whose third turn fails. In the fixed edition, the third turn leads back to the start.
  enum Vault: Module {
    enum Message: Hashable { case turn }
    enum Failure: Error, Hashable { case jammed(turns: Int) }
    struct Flags: Hashable { var isFixed = false }
    struct Model: Hashable {
      var isFixed: Bool
      var turns = 0
    }
    static func start(with flags: Flags) -> Model { Model(isFixed: flags.isFixed) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws(Failure) {
      if model.turns == 2, !model.isFixed { throw .jammed(turns: 2) }
      model.turns = (model.turns + 1) % 3
    }
    static func view(for model: Model) -> Int { model.turns }
  }

  @Test func aFailureIsReportedAndIsNotACommand() throws {
    func vault(isFixed: Bool) throws -> Behaviour {
      let specification = Specification(of: Vault.self) {
        Start(with: [Vault.Flags(isFixed: isFixed)])
        Messages { _ in [.turn] }
        Always("it is a vault") { _ in true }
      }
      return try specification.check().behaviour(showsViews: true)
    }
    let difference = BehaviourDifference(try vault(isFixed: false), try vault(isFixed: true))
    let check = CheckDifference(suite: "Checks", module: "Vault", name: "", content: .compared(difference))
    #expect(
      DifferenceText(editions: Self.editions).lines(of: check).joined(separator: "\n") == """
        ≠ Vault   differs after 3 steps

              start  0
           1  turn   0 → 1
           2  turn   1 → 2
           3  turn   ≠
                main          update fails: jammed(turns: 2)
                working tree  2 → 0

          worlds      3 in both
        """)
    let story = check.record(Self.editions)["comparison"]?["story"]
    #expect(story?["old"]?["failure"]?.string == "jammed(turns: 2)")
    #expect(story?["new"]?["failure"] == nil)
    #expect(difference.commands == Both(old: [], new: []))
  }

  /// A letter with a word in the middle of a long text. The editions differ in this word only.
  enum Letter: Module {
    enum Message: Hashable { case write }
    static func start(with flags: String) -> [String] { [flags] }
    static func update(for message: Message, model: inout [String], perform: (Command) -> Void) {
      let page = String(repeating: "x", count: 3_000)
      model = [model[0], page + model[0] + page]
    }
    static func view(for model: [String]) -> String { model.last.map { $0.count > 9 ? $0 : "blank" } ?? "" }
  }

  @Test func aDifferenceInTheMiddleOfALongTextIsShown() throws {
    func letter(_ word: String) throws -> Behaviour {
      try Specification(of: Letter.self) {
        Start(with: [word])
        Messages { _ in [.write] }
      }.check().behaviour(showsViews: true)
    }
    let difference = BehaviourDifference(try letter("cat"), try letter("dog"))
    let check = CheckDifference(suite: "Checks", module: "Letter", name: "", content: .compared(difference))
    let lines = DifferenceText(editions: Self.editions).lines(of: check)
    func linesWith(_ word: String) -> [String] { lines.filter { $0.contains("x\(word)x") } }
    // Each word stands once in the last step, and once in the list of screens.
    #expect(linesWith("cat").count == 2 && linesWith("dog").count == 2, "\(lines)")
  }

  /// A player that falls asleep. The name of the command is long.
  enum Player: Module {
    enum Work: Hashable { case sleep(minutes: Int) }
    enum Policy: Hashable { case latestOfItsKind }
    enum Command: Hashable { case run(Work, Policy) }
    enum Message: Hashable { case sleepTimerPicked, sleepTimerFired, stopTapped }
    struct Flags: Hashable { var isFixed = false }
    struct Model: Hashable {
      var isFixed: Bool
      var isFading = false
      var volume = 3
    }
    struct View: Hashable {
      var isFading: Bool
      var volume: Int
    }
    static func start(with flags: Flags) -> Model { Model(isFixed: flags.isFixed) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .sleepTimerPicked: perform(.run(.sleep(minutes: 15), .latestOfItsKind))
      case .sleepTimerFired: (model.isFading, model.volume) = (true, 2)
      case .stopTapped: (model.isFading, model.volume) = (false, model.isFixed ? 3 : model.volume)
      }
    }
    static func view(for model: Model) -> View { View(isFading: model.isFading, volume: model.volume) }
  }

  @Test func `a command and its reply are shown whole where each of them fits`() throws {
    func player(isFixed: Bool) throws -> Behaviour {
      try Specification(of: Player.self) {
        Start(with: [Player.Flags(isFixed: isFixed)])
        Messages(of: .world) { $0.outstanding.isEmpty ? [.sleepTimerPicked, .stopTapped] : [] }
        Replies { _ in [.sleepTimerFired] }
      }.check().behaviour(showsViews: true)
    }
    let difference = BehaviourDifference(try player(isFixed: false), try player(isFixed: true))
    let check = CheckDifference(suite: "Checks", module: "Player", name: "", content: .compared(difference))
    let lines = DifferenceText(editions: Self.editions).lines(of: check)
    #expect(
      lines.contains("   2  run(sleep(minutes: 15), latestOfItsKind) replies sleepTimerFired"), "\(lines)")
  }

  @Test(
    arguments: [
      ("note(\"he replies late\")", nil, "note(\"he replies late\")"),
      ("note(he replies late)", nil, "note(he replies late)"), ("replies", nil, "replies"),
      ("say(\"a replies b\") replies said(\"a replies b\")", "say(\"a replies b\")", "said(\"a replies b\")"),
      ("run(all: [1, 2]) replies done", "run(all: [1, 2])", "done"), ("ask :) replies done", "ask :)", "done"),
      ("ask [( replies done(1)", "ask [(", "done(1)"),
    ] as [(String, String?, String)])
  func `a message whose own text has the word is no reply`(_ label: String, _ command: String?, _ message: String) {
    let reply = TextReader().reply(label)
    #expect(reply.command == command)
    #expect(reply.message == message)
  }

  @Test func `a long message whose own text has the word is cut as one text`() {
    let label = "note(\"\(String(repeating: "a", count: 50)) replies \(String(repeating: "b", count: 50))\")"
    let effect = BehaviourDifference.Effect(changes: [], performs: [])
    var difference = BehaviourDifference(
      sides: Both(old: .init(), new: .init()), comparesOutputs: true, comparesViews: true)
    difference.story = BehaviourDifference.Story(
      steps: [BehaviourDifference.Step(message: label, effect: effect)], lastMessage: "tap",
      endings: Both(old: effect, new: effect))
    let check = CheckDifference(suite: "Checks", module: "Player", name: "", content: .compared(difference))
    let lines = DifferenceText(editions: Self.editions).lines(of: check)
    let shown = abbreviated(label)
    #expect(lines.contains { $0.hasPrefix("   1  \(shown)") }, "\(lines)")
  }

  @Test func differencesAsMarkdown() throws {
    let text = DifferenceMarkdown(editions: Self.editions).text(of: Array(try Self.checks().dropFirst()))
    #expect(
      text == """
        ### tea-check diff: 4 checks: 1 the same, 1 new, 1 gone, 1 not compared

        `main (0123abc) → working tree: 1 file is not committed`

        ➕ `Lamp · dimmed   is new`

        ➖ `Lamp · painted   is gone`

        ❔ `Lamp · dropped   cannot be compared`

        ```text
        a step traps (Fatal error: it is broken); 'tea-check check' tells which
        ```

        <details><summary>1 check the same</summary>

        | check | |
        |---|---|
        | `Lamp · left alone` | the same behaviour, proven over all 11 worlds |

        </details>

        """)
  }

  @Test func aPullRequestCommentIsShorterThanGitHubAllows() throws {
    let check = try Self.checks()[0]
    let text = DifferenceMarkdown(editions: Self.editions).text(of: Array(repeating: check, count: 200))
    // GitHub takes at most 65 536 characters, and the comment leaves a margin.
    #expect(text.utf8.count < 60_000)
    #expect(text.hasSuffix(" more checks.\n"))
  }

  @Test func differencesAsRecords() throws {
    let checks = try Self.checks()
    let story = checks[0].record(Self.editions)["comparison"]?["story"]
    #expect(story?["length"]?.integer == 1)
    #expect(story?["old"]?["performs"] == .array([.string("set(isOn: true)")]))
    #expect(story?["new"]?["performs"] == .array([.string("set(isOn: true)"), .string("log")]))
    #expect(
      checks.map { $0.record(Self.editions)["outcome"]?.string } == ["different", "same", "came", "gone", "failed"])
  }

  @Test(.enabled(if: Validators.folder != nil, "\(Validators.hint)")) func recordsFollowTheSchema() throws {
    let records = try Self.checks().map { $0.record(Self.editions).text + "\n" }.joined()
    #expect(try Validators.problems(ofRecords: records) == "")
  }

  @Test func hostileTextsAreEscaped() throws {
    var check = try Self.checks()[0]
    check.module = "Lamp\u{1B}[31m\n::error::"
    let editions = Editions(old: "a\nb", new: "</script><script>alert(1)")
    let lines = DifferenceText(editions: editions).lines(of: check).joined()
    #expect(!lines.contains("\u{1B}"))
    var page = ""
    DifferencePage(editions: editions, checks: [check]).write(to: &page)
    #expect(!page.contains("<script>alert"))
    #expect(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"))
  }

  @Test func exitCodesOfDifferences() throws {
    let checks = try Self.checks()
    func code(_ checks: ArraySlice<CheckDifference>, _ options: String...) throws -> Int32 {
      let invocation = try Invocation(arguments: ["diff", "main"] + options)
      return DifferenceSession(invocation: invocation, console: Console(.quiet)).exitCode(of: Array(checks))
    }
    #expect(try code(checks[...]) == 1)
    #expect(try code(checks[...3], "--exit-zero") == 0)
    // A check that could not be compared is no difference.
    #expect(try code(checks[...], "--exit-zero") == 70)
    #expect(try code(checks[1...1]) == 0)
    #expect(try code(checks[1...1], "--require-complete") == 0)
    #expect(try code(checks[2...2]) == 1)
    #expect(try code(checks[3...3]) == 1)
    #expect(try code(checks[4...4]) == 70)
    #expect(try code(checks[4...4], "--exit-zero") == 70)
    var newlyViolated = checks[1]
    newlyViolated.verdicts.new = CheckDifference.Verdict(verdict: .violated, property: "another")
    #expect(try code([newlyViolated]) == 1)
  }
}
