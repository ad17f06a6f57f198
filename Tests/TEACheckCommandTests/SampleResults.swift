@testable import TEACheck

/// Results of every kind, as the suites of a package pass them to the command.
enum SampleResults {
  /// A result of each verdict, and one with a known issue, each with the name of its suite.
  static var all: [(suite: String, result: CheckResult)] {
    [
      ("GateChecks", violated), ("GateChecks", complete), ("GateChecks", stoppedAtWorlds),
      ("DialChecks", withKnownIssue), ("DialChecks", trapped), ("DialChecks", couldNotRun),
    ]
  }

  private static func result(
    _ module: String, _ name: String, _ line: Int, _ verdict: CheckResult.Verdict
  ) -> CheckResult {
    var result = CheckResult(
      module: module, name: name, place: "Checks/\(module).swift:\(line)", path: "Gate/Sources/Checks/\(module).swift",
      verdict: verdict)
    result.states = 13
    result.transitions = 26
    result.depth = 6
    result.seconds = 0.25
    return result
  }

  static var violated: CheckResult {
    var result = result("Turnstile", "one coin", 7, .violated)
    result.finding = "violated after 2 steps · shortest · explored 7 worlds to depth 3"
    result.again = "tea-check check 'Turnstile · one coin'"
    result.notes = ["messages (derived, any at any time): coin, push"]
    result.counterexample = counterexample("nobody passes for free", "Checks/Turnstile.swift:7")
    return result
  }

  static func counterexample(_ property: String, _ place: String) -> Counterexample {
    Counterexample(
      property: property, place: place, detail: nil, flags: nil,
      start: [.init(path: "passed", before: "", after: "0"), .init(path: "isOpen", before: "", after: "false")],
      startPerforms: [],
      steps: [
        .init(
          message: "coin", answers: nil, changes: [.init(path: "isOpen", before: "false", after: "true")],
          performs: ["beep"], outstanding: ["beep"], failure: nil),
        .init(
          message: "done", answers: "beep", changes: [.init(path: "passed", before: "0", after: "1")], performs: [],
          outstanding: [], failure: nil),
      ], loop: nil)
  }

  static var suggested: CheckResult {
    var result = complete
    result.suggestions = [
      .init(
        words: "passed is at most paid", code: "Always(\"passed is at most paid\") { $0.passed <= $0.paid }",
        isOfSteps: false, total: 13, support: 12, exceptions: 1,
        exception: counterexample("passed is at most paid", "Checks/Turnstile.swift:7")),
      .init(
        words: "paid never falls",
        code: "Step(\"paid never falls\") { step in\n  step.before.paid <= step.after.paid\n}", isOfSteps: true,
        total: 26,
        support: 26, exceptions: 0),
    ]
    return result
  }

  static var complete: CheckResult {
    var result = result("Turnstile", "two coins", 9, .passed)
    result.coverage = .complete
    return result
  }

  /// An inconclusive result of a search that `--states` bounded.
  static var stoppedAtWorlds: CheckResult {
    var result = result("Turnstile", "a thousand coins", 11, .inconclusive)
    result.coverage = .bounded(depth: 6, beyond: 4)
    result.message = "there are more worlds than 13; allow more with --states, or set a --depth"
    return result
  }

  static var withKnownIssue: CheckResult {
    var result = result("Dial", "", 3, .passed)
    result.knownIssue = "it turns twice"
    result.finding = "violated after 2 steps · shortest"
    result.counterexample = counterexample("it turns once", "Checks/Dial.swift:4")
    return result
  }

  static var trapped: CheckResult {
    var result = result("Dial", "tidy", 5, .trapped)
    result.message = "DialChecks died in this check: it was killed by signal 4."
    return result
  }

  static var couldNotRun: CheckResult {
    var result = result("Dial", "underived", 6, .error)
    result.message = "Dial.Message cannot be derived:\nname the messages"
    return result
  }

  /// A text with characters that do not print, with commands of CI engines, and with markup of several formats.
  static let hostileText =
    "\u{1B}]0;title\u{7}\u{1B}[31mred\u{9B}2J\u{202E}evil\u{2066}\u{FEFF}\r\n::error file=a,line=1::boom\n"
    + "##[add-path]/evil ##vso[task.x] ###[error] ]]> <script>alert(1)</script> & \"'`` ``` | @team #1 "
    + "%0A,: [a](javascript:b) \u{0}\u{1}\u{FFFE}\u{2028}\u{E0041}"

  /// A result in which every text is hostile.
  static func hostile(_ verdict: CheckResult.Verdict, text: String = hostileText) -> CheckResult {
    var result = CheckResult(module: text, name: text, place: "\(text)/\(text):7", path: text, verdict: verdict)
    result.finding = text
    result.message = text
    result.knownIssue = text
    result.again = text
    result.file = text
    result.token = text
    result.notes = [text, text]
    result.counterexample = Counterexample(
      property: text, place: "\(text):9", detail: text, flags: text,
      start: [.init(path: text, before: "", after: text)], startPerforms: [text],
      steps: [
        .init(
          message: text, answers: text, changes: [.init(path: text, before: text, after: text)], performs: [text],
          outstanding: [text, text], failure: nil, view: text),
        .init(message: text, answers: nil, changes: [], performs: [], outstanding: [], failure: text),
      ], loop: 0, startView: text, trap: text)
    return result
  }
}
