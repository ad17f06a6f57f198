import TEASupport
import TEACheck
import Testing

@testable import tea_check

/// Whole screens of the stepper.
@Suite struct ScreenTests {
  private func screen(_ model: Stepper.Model, _ style: TextStyle = .plain) -> [String] {
    Screen(of: model).lines.map { $0.text(style, width: model.size.columns) }
  }

  private func expect(
    _ model: Stepper.Model, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shown = screen(model).joined(separator: "\n")
    #expect(shown == text, "\(shown)", sourceLocation: sourceLocation)
  }

  @Test func `the start`() {
    expect(
      MadeUpSuite.stepper(),
      """
      Turnstile · one coin, one person
      step 0 of 2  .tea-check/Turnstile.json

      start

      model  steps: 0  name: "a\\u{1B}[31m"

      next
      > coin   recorded
        push
        shake








      → recorded  ← back  ↑ ↓ choose  return take  m model  ? help  q quit
      """)
  }

  @Test func `a violation at the end of the recording`() {
    expect(
      MadeUpSuite.stepper(.last),
      """
      Turnstile · one coin, one person
      step 2 of 2  ✗  .tea-check/Turnstile.json

      push
      ✗ “nobody passes for free”  Checks/Checks.swift:7
        1 of 0
        steps: 1 → 2
        performs ring(bell: 1)

      model        steps: 2  name: "a\\u{1B}[31m"
      outstanding  ring(bell: 1)

      next
      > coin
        push
        shake
      the recording ends here


      → recorded  ← back  ↑ ↓ choose  return take  m model  ? help  q quit
      """)
  }

  @Test func `a text that is too long for its place says so`() throws {
    var model = MadeUpSuite.stepper(.last)
    func shown(_ detail: String) throws -> [String] {
      model.position?.violations[0].detail = detail
      let lines = screen(model)
      let first = try #require(lines.firstIndex { $0.hasPrefix("✗") }) + 1
      return Array(lines[first..<(try #require(lines.firstIndex { $0.hasPrefix("  steps:") }))])
    }
    #expect(try shown("a\nb\nc\nd") == ["  a", "  b", "  c", "  d"])
    #expect(try shown("a\nb\nc\nd\ne") == ["  a", "  b", "  c", "  … 2 more lines"])
    model.size.columns = 40
    model.position?.ending = String(repeating: "abcdefghi ", count: 12)
    #expect(!screen(model).contains { $0.hasSuffix("…") && $0.hasPrefix("abc") })
    model.position?.ending? += "j"
    #expect(screen(model).contains(String(repeating: "abcdefghi ", count: 3) + "abcdefghi…"))
  }

  @Test func `steps that nothing declares are marked`() throws {
    var model = MadeUpSuite.stepper(.forward)
    model.position?.undeclaredStepReason = "it is not offered"
    model.position?.undeclaredNextReason = "only the world sends it"
    let lines = screen(model)
    let stepLine = try #require(lines.firstIndex { $0 == "coin" })
    #expect(lines[stepLine + 1] == "  nothing declares it: it is not offered")
    #expect(lines.contains("> push   recorded, and nothing declares it: only the world sends it"), "\(lines)")
  }

  @Test func `off the recording, before a step that traps`() {
    expect(
      MadeUpSuite.stepper(.down, .down, .take, .down, .down, .take),
      """
      Turnstile · one coin, one person
      step 1, off the recording since step 0 of 2  .tea-check/Turnstile.json

      shake
      ✗ shake ends the program: update traps
        Gate/Gate.swift:19: Fatal error: no coins left
        steps: 0 → 1
        performs ring(bell: 1)

      model        steps: 1  name: "a\\u{1B}[31m"
      outstanding  ring(bell: 1)

      next
        coin
        push
      > shake



      → recorded  ← back  ↑ ↓ choose  return take  m model  ? help  q quit
      """)
  }

  @Test func `a narrow terminal of few rows`() {
    var flags = MadeUpSuite.flags
    flags.size = ScreenSize(columns: 30, rows: 12)
    var model = MadeUpSuite.stepper(flags: flags)
    Stepper.update(for: .key(.last), model: &model) { _ in }
    Stepper.update(for: MadeUpSuite.answer(WalkRequest(WalkPath(recorded: 2))), model: &model) { _ in }
    expect(
      model,
      """
      Turnstile · one coin, one per…
      step 2 of 2  ✗  .tea-check/Tu…

      push
      … 8 more lines; m shows all

      next  1–2 of 3
      > coin
        push
      the recording ends here

      ? help  q quit
      """)
  }

  @Test func `the whole model`() {
    var flags = MadeUpSuite.flags
    flags.size = ScreenSize(columns: 40, rows: 12)
    var model = MadeUpSuite.stepper(.forward, .model)
    model.size = flags.size
    model.position?.model = [
      .init("text", String(repeating: "漢字かな ", count: 12)), .init("hostile", "\"\u{1B}[2J\u{202E}\""),
      .init("number", "7"),
    ]
    model.position?.step.view = "first\nsecond"
    expect(
      model,
      """
      Turnstile · one coin, one person
      step 1 of 2  .tea-check/Turnstile.json

      text: 漢字かな 漢字かな 漢字かな 漢字か
      な 漢字かな 漢字かな 漢字かな 漢字かな\u{20}
      漢字かな 漢字かな 漢字かな 漢字かな\u{20}
      hostile: "\\u{1B}[2J\\u{202E}"
      number: 7

      outstanding: ring(bell: 1)

      ? help  q quit
      """)
    Stepper.update(for: .key(.pageDown), model: &model) { _ in }
    expect(
      model,
      """
      Turnstile · one coin, one person
      step 1 of 2  .tea-check/Turnstile.json

      number: 7

      outstanding: ring(bell: 1)

      view:
        first
        second

      ? help  q quit
      """)
  }

  @Test func `help`() {
    expect(
      MadeUpSuite.stepper(.help),
      """
      Keys

        →  l  space         take the recorded next step
        ←  h                go one step back
        ↑ ↓  k j            choose among the steps that can happen next
        page up, page down  choose, ten at a time
        return              take the step that is chosen, off the recording too
        home  0             go to the start
        end  $              go to the end of the recording
        m                   show the whole model, or the steps
        ?                   show this
        q  Ctrl-C  Ctrl-D   quit







      any key goes back
      """)
  }

  @Test func `more steps than rows are shown around the cursor`() {
    var model = MadeUpSuite.stepper()
    model.position?.nextSteps = (0..<40).map { "typed(\"\($0)\")" }
    model.position?.nextCount = 40
    model.position?.recordedNextIndex = 20
    model.cursor = 20
    model.size = ScreenSize(columns: 50, rows: 16)
    expect(
      model,
      """
      Turnstile · one coin, one person
      step 0 of 2  .tea-check/Turnstile.json

      start

      model  steps: 0  name: "a\\u{1B}[31m"

      next  18–23 of 40
        typed("17")
        typed("18")
        typed("19")
      > typed("20")   recorded
        typed("21")
        typed("22")

      ? help  q quit
      """)
  }

  @Test func `colours do not count for the width of a line`() throws {
    let line = ScreenLine("漢字かなまじり", .strong)
    #expect(line.text(TextStyle(isColoured: true), width: 14) == "\u{1B}[1m漢字かなまじり\u{1B}[0m")
    #expect(line.text(TextStyle(isColoured: true), width: 6) == "\u{1B}[1m漢字\u{1B}[0m…")
    #expect(line.text(.plain, width: 1) == "…")
    #expect(line.text(.plain, width: 0) == "")
  }
}
