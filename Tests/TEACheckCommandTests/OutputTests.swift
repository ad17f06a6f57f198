import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// Reports of results in each format.
@Suite struct OutputTests {
  /// The text that an output writes for results.
  static func report(
    _ results: [(suite: String, result: CheckResult)], _ makeOutput: (@escaping (String) -> Void) -> any Output
  ) throws -> String {
    final class Text { var value = "" }
    let text = Text()
    let output = makeOutput { text.value += $0 }
    output.begin(results.map(\.result.title))
    for (suite, result) in results { output.add(result, of: suite) }
    try output.end(results)
    return text.value
  }

  static func junit(
    _ results: [(suite: String, result: CheckResult)], requiresComplete: Bool = false
  ) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("junit-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try JUnitOutput(path: file.path, requiresComplete: requiresComplete)
    for (suite, result) in results { output.add(result, of: suite) }
    try output.end(results)
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test func theMarkdownOfSuggestions() throws {
    let text = try Self.report([("Checks", SampleResults.suggested)]) {
      MarkdownOutput(requiresComplete: false, write: $0)
    }
    #expect(
      text == """
        ### tea-check: 1 check: 1 suggestion, and 1 with exceptions to look at

        💡 `Turnstile · two coins` `Gate/Sources/Checks/Turnstile.swift:9`

        ```text

        holds nearly always: is the exception a bug?

        1  passed is at most paid   all but 1 of 12 relevant worlds of 13
           Always("passed is at most paid") { $0.passed <= $0.paid }
           not after 2 steps:
                 start              passed: 0  isOpen: false
              1  coin               isOpen: false → true  performs beep
              2  beep replies done  passed: 0 → 1   ✗

        holds always: is it meant?

        2  paid never falls   all 26 steps
           Step("paid never falls") { step in
             step.before.paid <= step.after.paid
           }
        ```

        <details><summary>1 check</summary>

        | | check | result |
        |---|---|---|
        | 💡 | `Turnstile · two coins` | `complete · 13 worlds · 26 transitions · depth 6 · 0.25 s` |

        </details>

        """)
  }

  @Test func aHundredSuggestionsHaveNumbersOfOneWidth() {
    let suggestion = CheckResult.Suggestion(
      words: "a is b", code: "Always", isOfSteps: false, total: 1, support: 1, exceptions: 0)
    let lines = TextReport.lines(of: Array(repeating: suggestion, count: 100), hiddenCount: 0, exploredCount: nil)
    #expect(lines[3].hasPrefix("    1  a is b   ") && lines[4] == "       Always")
    #expect(lines.contains { $0.hasPrefix("  100  a is b   ") })
  }

  @Test func suggestionsOfACutSearchAreSaidOfTheWorldsExplored() {
    let lines = TextReport.lines(of: SampleResults.suggested.suggestions ?? [], hiddenCount: 3, exploredCount: 3_000)
    #expect(
      lines.joined(separator: "\n") == """

          holds in nearly all 3 000 worlds explored: is the exception a bug?

          1  passed is at most paid   all but 1 of 12 relevant worlds of 13
             Always("passed is at most paid") { $0.passed <= $0.paid }
             not after 2 steps:
                   start              passed: 0  isOpen: false
                1  coin               isOpen: false → true  performs beep
                2  beep replies done  passed: 0 → 1   ✗

          holds in all 3 000 worlds explored: is it meant?

          2  paid never falls   all 26 steps
             // holds in all 3 000 worlds explored
             Step("paid never falls") { step in
               step.before.paid <= step.after.paid
             }

          3 more with --all
        """)
  }

  @Test func onlyASearchThatFoundAllWorldsIsNotCut() {
    var result = SampleResults.suggested
    let coverages: [CheckResult.Coverage?] = [
      .complete, .completeWithinScope, .compact(odds: 0.1), nil, .bounded(depth: 6, beyond: 4), .approximate(beyond: 0),
    ]
    let counts = coverages.map { coverage in
      result.coverage = coverage
      return result.exploredCountIfCut
    }
    #expect(counts == [nil, nil, nil, 13, 13, 13])
  }

  @Test func thePageShowsSuggestions() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let report = try Report(path: file.path, packagePath: nil, requiresComplete: false)
    report.add(SampleResults.suggested, of: "Checks")
    try report.end([])
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("all but 1 of 12 relevant worlds of 13"))
    #expect(page.contains("Always(&quot;passed is at most paid&quot;) { $0.passed &lt;= $0.paid }"))
  }

  @Test func theTextOfAllResults() throws {
    let text = try Self.report(SampleResults.all) {
      TextOutput(printer: TextPrinter(titleWidth: 0, write: $0), hasSummary: true)
    }
    #expect(
      text == """
        ✗ Turnstile · nobody passes for free   Checks/Turnstile.swift:7
          in the check “one coin”
          violated after 2 steps · shortest · explored 7 worlds to depth 3

              start              passed: 0  isOpen: false
           1  coin               isOpen: false → true  performs beep
           2  beep replies done  passed: 0 → 1   ✗

          note: messages (derived, any at any time): coin, push
          again   swift run tea-check check 'Turnstile · one coin'

        ✓ Turnstile · two coins         complete · 13 worlds · 26 transitions · depth 6 · 0.25 s

        ? Turnstile · a thousand coins  inconclusive · bounded: all worlds to depth 6, 4 not expanded · 13 worlds · 26 \
        transitions · depth 6 · 0.25 s
          there are more worlds than 13; allow more with --states, or set a --depth

        ✓ Dial                          known issue found · 13 worlds · 26 transitions · depth 6 · 0.25 s
          known issue: it turns twice
          “it turns once”  Checks/Dial.swift:4
          violated after 2 steps · shortest

              start              passed: 0  isOpen: false
           1  coin               isOpen: false → true  performs beep
           2  beep replies done  passed: 0 → 1   ✗

        ✗ Dial · tidy                   trapped   Checks/Dial.swift:5
          DialChecks died in this check: it was killed by signal 4.
          again   swift run tea-check check 'Dial · tidy'

        ✗ Dial · underived              could not run   Checks/Dial.swift:6
          Dial.Message cannot be derived:
          name the messages

        6 checks: 2 passed (1 complete, 1 known issue found), 1 violated, 1 trapped, 1 inconclusive, 1 with errors

        """)
  }

  @Test func theJUnitReportOfAllResults() throws {
    #expect(
      try Self.junit(SampleResults.all) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="tea-check" tests="6" failures="2" errors="1" skipped="1" time="1.500">
          <testsuite name="GateChecks" tests="3" failures="1" errors="0" skipped="1" time="0.750">
            <testcase classname="GateChecks.Turnstile" name="one coin" time="0.250" \
        file="Gate/Sources/Checks/Turnstile.swift" line="7">
              <failure message="Turnstile · nobody passes for free: violated after 2 steps · shortest · explored 7 worlds \
        to depth 3" type="violated">✗ Turnstile · nobody passes for free   Checks/Turnstile.swift:7
          in the check “one coin”
          violated after 2 steps · shortest · explored 7 worlds to depth 3

              start              passed: 0  isOpen: false
           1  coin               isOpen: false → true  performs beep
           2  beep replies done  passed: 0 → 1   ✗

          note: messages (derived, any at any time): coin, push
          again   swift run tea-check check 'Turnstile · one coin'</failure>
            </testcase>
            <testcase classname="GateChecks.Turnstile" name="two coins" time="0.250" \
        file="Gate/Sources/Checks/Turnstile.swift" line="9">
              <system-out>✓ Turnstile · two coins  complete · 13 worlds · 26 transitions · depth 6 · 0.25 s</system-out>
            </testcase>
            <testcase classname="GateChecks.Turnstile" name="a thousand coins" time="0.250" \
        file="Gate/Sources/Checks/Turnstile.swift" line="11">
              <skipped message="inconclusive: there are more worlds than 13; allow more with --states, or set a --depth"/>
              <system-out>? Turnstile · a thousand coins  inconclusive · bounded: all worlds to depth 6, 4 not expanded \
        · 13 worlds · 26 transitions · depth 6 · 0.25 s
          there are more worlds than 13; allow more with --states, or set a --depth</system-out>
            </testcase>
          </testsuite>
          <testsuite name="DialChecks" tests="3" failures="1" errors="1" skipped="0" time="0.750">
            <testcase classname="DialChecks.Dial" name="Dial" time="0.250" file="Gate/Sources/Checks/Dial.swift" line="3">
              <system-out>✓ Dial  known issue found · 13 worlds · 26 transitions · depth 6 · 0.25 s
          known issue: it turns twice
          “it turns once”  Checks/Dial.swift:4
          violated after 2 steps · shortest

              start              passed: 0  isOpen: false
           1  coin               isOpen: false → true  performs beep
           2  beep replies done  passed: 0 → 1   ✗</system-out>
            </testcase>
            <testcase classname="DialChecks.Dial" name="tidy" time="0.250" file="Gate/Sources/Checks/Dial.swift" line="5">
              <failure message="Dial · tidy: trapped: DialChecks died in this check: it was killed by signal 4." \
        type="trapped">✗ Dial · tidy  trapped   Checks/Dial.swift:5
          DialChecks died in this check: it was killed by signal 4.
          again   swift run tea-check check 'Dial · tidy'</failure>
            </testcase>
            <testcase classname="DialChecks.Dial" name="underived" time="0.250" \
        file="Gate/Sources/Checks/Dial.swift" line="6">
              <error message="Dial · underived: could not run: Dial.Message cannot be derived:" type="error">\
        ✗ Dial · underived  could not run   Checks/Dial.swift:6
          Dial.Message cannot be derived:
          name the messages</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func theGitHubAnnotationsOfAllResults() throws {
    let text = try Self.report(SampleResults.all) { GitHubAnnotations(requiresComplete: false, write: $0) }
    #expect(
      text == """

        ::error file=Gate/Sources/Checks/Turnstile.swift,line=7,title=Turnstile · nobody passes for free::  in the check \
        “one coin”%0A  violated after 2 steps · shortest · explored 7 worlds to depth 3%0A%0A      start              \
        passed: 0  isOpen: false%0A   1  coin               isOpen: false → true  performs beep%0A   2  beep replies \
        done  passed: 0 → 1   ✗%0A%0A  note: messages (derived, any at any time): coin, push%0A  again   swift run \
        tea-check check 'Turnstile · one coin'
        ::warning file=Gate/Sources/Checks/Turnstile.swift,line=11,title=Turnstile · a thousand coins::  there are more \
        worlds than 13; allow more with --states, or set a --depth
        ::error file=Gate/Sources/Checks/Dial.swift,line=5,title=Dial · tidy::  DialChecks died in this check: it was \
        killed by signal 4.%0A  again   swift run tea-check check 'Dial · tidy'
        ::error file=Gate/Sources/Checks/Dial.swift,line=6,title=Dial · underived::  Dial.Message cannot be derived:%0A  \
        name the messages

        """)
  }

  @Test func theGitLabCodeQualityOfAllResults() throws {
    let text = try Self.report(SampleResults.all) { CodeQualityOutput(requiresComplete: false, write: $0) }
    let issues = try #require(try JSON(parsing: text).array)
    func texts(_ name: String) -> [String?] { issues.map { $0[name]?.string } }
    #expect(
      texts("description") == [
        "Turnstile · nobody passes for free: violated after 2 steps · shortest · explored 7 worlds to depth 3",
        "Turnstile · a thousand coins: inconclusive: there are more worlds than 13; allow more with --states, or set a "
          + "--depth", "Dial · tidy: trapped: DialChecks died in this check: it was killed by signal 4.",
        "Dial · underived: could not run: Dial.Message cannot be derived:",
      ])
    #expect(
      texts("check_name") == [
        "tea-check/violated", "tea-check/incomplete", "tea-check/trapped", "tea-check/error",
      ])
    #expect(texts("severity") == ["major", "info", "critical", "major"])
    #expect(issues.map { $0["location"]?["lines"]?["begin"]?.integer } == [7, 11, 5, 6])
    #expect(
      issues.map { $0["location"]?["path"]?.string } == [
        "Gate/Sources/Checks/Turnstile.swift", "Gate/Sources/Checks/Turnstile.swift", "Gate/Sources/Checks/Dial.swift",
        "Gate/Sources/Checks/Dial.swift",
      ])
    #expect(Set(texts("fingerprint")).count == 4)
    let nothing = try Self.report([("GateChecks", SampleResults.complete)]) {
      CodeQualityOutput(requiresComplete: false, write: $0)
    }
    #expect(nothing == "[]\n")
  }

  @Test func theMarkdownOfAllResults() throws {
    let text = try Self.report(SampleResults.all) { MarkdownOutput(requiresComplete: false, write: $0) }
    #expect(
      text == """
        ### tea-check: 6 checks: 2 passed (1 complete, 1 known issue found), 1 violated, 1 trapped, 1 inconclusive, 1 \
        with errors

        ❌ `Turnstile · nobody passes for free` `Gate/Sources/Checks/Turnstile.swift:7`

        ```text
        in the check “one coin”
        violated after 2 steps · shortest · explored 7 worlds to depth 3

            start              passed: 0  isOpen: false
         1  coin               isOpen: false → true  performs beep
         2  beep replies done  passed: 0 → 1   ✗

        note: messages (derived, any at any time): coin, push
        again   swift run tea-check check 'Turnstile · one coin'
        ```

        ❌ `Dial · tidy` `Gate/Sources/Checks/Dial.swift:5`

        ```text
        DialChecks died in this check: it was killed by signal 4.
        again   swift run tea-check check 'Dial · tidy'
        ```

        ❌ `Dial · underived` `Gate/Sources/Checks/Dial.swift:6`

        ```text
        Dial.Message cannot be derived:
        name the messages
        ```

        <details><summary>6 checks</summary>

        | | check | result |
        |---|---|---|
        | ❌ | `Turnstile · one coin` | `violated · 13 worlds · 26 transitions · depth 6 · 0.25 s` |
        | ✅ | `Turnstile · two coins` | `complete · 13 worlds · 26 transitions · depth 6 · 0.25 s` |
        | ❔ | `Turnstile · a thousand coins` | `inconclusive · bounded: all worlds to depth 6, 4 not expanded · 13 worlds \
        · 26 transitions · depth 6 · 0.25 s` |
        | ✅ | `Dial` | `known issue found · 13 worlds · 26 transitions · depth 6 · 0.25 s` |
        | ❌ | `Dial · tidy` | `trapped · 13 worlds · 26 transitions · depth 6 · 0.25 s` |
        | ❌ | `Dial · underived` | `error · 13 worlds · 26 transitions · depth 6 · 0.25 s` |

        </details>

        """)
  }

  @Test func anIncompleteCheckHasFailedWhereCompleteIsRequired() throws {
    let results = [("GateChecks", SampleResults.stoppedAtWorlds), ("GateChecks", SampleResults.withKnownIssue)]
    let xml = try Self.junit(results, requiresComplete: true)
    #expect(xml.contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(xml.contains("type=\"inconclusive\""))
    let annotations = try Self.report(results) { GitHubAnnotations(requiresComplete: true, write: $0) }
    #expect(annotations.split(separator: "\n").map { $0.prefix(8) } == ["::error "])
    let markdown = try Self.report(results) { MarkdownOutput(requiresComplete: true, write: $0) }
    #expect(markdown.contains("| ❌ | `Turnstile · a thousand coins` |"))
  }

  @Test func aPassThatIsNotCompleteSaysSoWhereCompleteIsRequired() throws {
    var pass = SampleResults.stoppedAtWorlds
    pass.verdict = .passed
    pass.message = nil
    pass.notes = ["a note"]
    let results = [("GateChecks", pass)]
    let shortfall = "not complete, but --require-complete demands it: bounded: all worlds to depth 6, 4 not expanded"
    let annotations = try Self.report(results) { GitHubAnnotations(requiresComplete: true, write: $0) }
    #expect(
      annotations == """

        ::error file=Gate/Sources/Checks/Turnstile.swift,line=11,title=Turnstile · a thousand coins::\(shortfall)%0A  note: a \
        note

        """)
    let markdown = try Self.report(results) { MarkdownOutput(requiresComplete: true, write: $0) }
    #expect(
      markdown.hasPrefix(
        """
        ### tea-check: 1 check: 1 passed (1 bounded); 1 not complete, but --require-complete demands it

        ❌ `Turnstile · a thousand coins` `Gate/Sources/Checks/Turnstile.swift:11`

        ```text
        \(shortfall)
        note: a note
        ```

        """))
    let xml = try Self.junit(results, requiresComplete: true)
    #expect(xml.contains("message=\"Turnstile · a thousand coins: \(shortfall)\""))
    let issues = try Self.report(results) { CodeQualityOutput(requiresComplete: true, write: $0) }
    #expect(issues.contains("\"description\":\"Turnstile · a thousand coins: \(shortfall)\""))
    for requiresComplete in [false, true] {
      let entry = Report.Entry(suite: "", result: pass, shortfall: pass.shortfall(requiresComplete: requiresComplete))
      let page = ReportPage(package: "Gate", entries: [entry])
      #expect(page.headline == (requiresComplete ? "1 of 1 check not complete" : "The check passed"))
      #expect(entry.tone == (requiresComplete ? .wrong : .good))
      #expect(entry.words == (requiresComplete ? "not complete: to depth 6" : "to depth 6"))
      var text = ""
      page.write(to: &text)
      #expect(text.contains(shortfall) == requiresComplete)
    }
  }

  @Test func aQuietReportHasOnlyFailures() throws {
    func quiet(_ results: [(String, CheckResult)], requiresComplete: Bool = false) throws -> String {
      try Self.report(results) {
        TextOutput(
          printer: TextPrinter(titleWidth: 0, showsPasses: false, write: $0), hasSummary: true,
          requiresComplete: requiresComplete)
      }
    }
    let (complete, stopped, trapped) = (SampleResults.complete, SampleResults.stoppedAtWorlds, SampleResults.trapped)
    #expect(try quiet([("A", complete), ("A", stopped)]) == "2 checks: 1 passed (1 complete), 1 inconclusive\n")
    #expect(
      try quiet([("A", complete), ("A", trapped)]) == """
        ✗ Dial · tidy            trapped   Checks/Dial.swift:5
          DialChecks died in this check: it was killed by signal 4.
          again   swift run tea-check check 'Dial · tidy'

        2 checks: 1 passed (1 complete), 1 trapped

        """)
    #expect(
      try quiet([("A", complete), ("A", stopped)], requiresComplete: true).hasPrefix(
        "? Turnstile · a thousand coins  inconclusive"))
  }

  @Test func aMarkdownReportOfManyFailuresFitsAPullRequestComment() throws {
    let results = (0..<2_000).map { number -> (String, CheckResult) in
      var result = SampleResults.violated
      result.name = "number \(number)"
      return ("GateChecks", result)
    }
    let text = try Self.report(results) { MarkdownOutput(requiresComplete: false, write: $0) }
    // GitHub takes at most 65 536 characters, and the report leaves a margin.
    #expect(text.utf8.count < 65_000)
    #expect(text.contains(/… and [0-9 ]+ more failures: see the list, or the log./))
    #expect(text.hasSuffix("more checks\n\n</details>\n"))
  }

  @Test func theReportOfAnEarlierRunIsRemovedAtTheStart() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("junit-\(UUID().uuidString).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try "old".write(to: file, atomically: true, encoding: .utf8)
    _ = try JUnitOutput(path: file.path, requiresComplete: false)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect {
      _ = try JUnitOutput(path: "/nowhere/at/all.xml", requiresComplete: false)
    } throws: {
      "\($0)" == "'/nowhere/at/all.xml' cannot be written: its folder does not exist"
    }
  }
}
