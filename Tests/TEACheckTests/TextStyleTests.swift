@testable import TEASupport
import Testing

@testable import TEACheck

/// Colours and widths by the conventions of terminals.
@Suite struct TextStyleTests {
  private func style(_ environment: [String: String], isTerminal: Bool = true, columns: Int? = 100) -> TextStyle {
    TextStyle(environment: { environment[$0] }, isTerminal: isTerminal, columns: columns)
  }

  @Test(
    arguments: [
      (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false), (["TERM": "dumb"], true, false),
      ([:], true, false),
      (["TERM": "xterm", "NO_COLOR": "1"], true, false), (["TERM": "xterm", "NO_COLOR": ""], true, true),
      (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
      (["CLICOLOR_FORCE": "0", "TERM": "xterm"], false, false),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false), (["CLICOLOR": "0", "TERM": "xterm"], true, false),
    ] as [([String: String], Bool, Bool)])
  func `the environment and the terminal decide the colours`(
    _ environment: [String: String], _ isTerminal: Bool, _ expected: Bool
  ) {
    #expect(style(environment, isTerminal: isTerminal).isColoured == expected)
  }

  @Test func `the environment and the terminal decide the width`() {
    #expect(style([:]).width == 100)
    #expect(style(["COLUMNS": "72"]).width == 72)
    #expect(style(["COLUMNS": "wide"]).width == 100)
    #expect(style([:], columns: 20).width == 40)
    #expect(style([:], columns: 500).width == 160)
    #expect(style([:], isTerminal: false).width == 120)
    #expect(style(["COLUMNS": "72"], isTerminal: false).width == 72)
  }

  @Test func `a coloured report has the same text`() {
    let result = Self.result
    let plain = TextReport.lines(of: result)
    let coloured = TextReport.lines(of: result, style: TextStyle(isColoured: true))
    #expect(coloured != plain)
    #expect(coloured.map { $0.replacing(#/\u{1B}\[[0-9]+m/#, with: "") } == plain)
    #expect(coloured[0] == "\u{1B}[31m✗\u{1B}[0m \u{1B}[1mM · short\u{1B}[0m   \u{1B}[2mM/M.swift:1\u{1B}[0m")
  }

  @Test func `a narrow terminal has narrow lines`() {
    #expect(
      TextReport.lines(of: Self.result, style: TextStyle(width: 60)) == [
        "✗ M · short   M/M.swift:1", "  violated after 1 step", "",
        #"      start               text: """#,
        #"   1  typed("something")  text: """#,
        #"                            → "something long enough to be …"#,
        #"                              any terminal"   ✗"#, "",
        "  again   swift run tea-check check 'M'",
      ])
  }

  @Test func `a long value that takes the place of a short one is shown whole, in several lines`() {
    let code =
      "code(Challenge(number: 1, attemptsLeft: 3, progress: waitingForInput, isSendingNewCode: false, code: \"\", codeOf: 0))"
    let counterexample = Counterexample(
      start: [.init(path: "screen", before: "", after: "checkingCredentials")],
      steps: [
        .init(
          message: "credentialsAccepted(challenge: 1)", answers: "checkCredentials",
          changes: [.init(path: "screen", before: "checkingCredentials", after: code)], performs: [], outstanding: [])
      ])
    #expect(
      counterexample.story() == [
        "      start                                             screen: checkingCredentials",
        "   1  checkCredentials replies credentialsAccepted(challenge: 1)",
        "                                                        screen: checkingCredentials",
        "                                                          → code(Challenge(number: 1, attemptsLeft: 3,",
        "                                                            progress: waitingForInput, isSendingNewCode: false,",
        #"                                                            code: "", codeOf: 0))   ✗"#,
      ])
  }

  @Test func `wide characters take two columns`() {
    #expect(columns(of: "abc") == 3)
    #expect(columns(of: "日本語") == 6)
    #expect(columns(of: "🐢e\u{301}") == 3)
    #expect(columns(of: "☎️1️⃣") == 4 && columns(of: "☎1a\u{FE0F}〿") == 4)
    #expect(columns(of: "\u{1B}[31m✗\u{1B}[0m") == 1)
  }

  @Test func `identifiers are shortened where a text is long`() {
    let zero = "00000000-0000-0000-0000-000000000000"
    #expect(abbreviated(zero) == zero)
    func message(_ id: String) -> String { abbreviated("delivered(id: \(id), success(2001-01-01 00:00:00 +0000))") }
    #expect(message(zero) == "delivered(id: 0…, success(2001-01-01 00:00:00 +0000))")
    // The smallest derived UUIDs differ in the middle and at the end, so both are kept.
    #expect(
      message("00000000-0000-0001-0000-000000000000") == "delivered(id: 0…10…, success(2001-01-01 00:00:00 +0000))")
    #expect(message("00000000-0000-0000-0000-000000000001") == "delivered(id: 0…1, success(2001-01-01 00:00:00 +0000))")
    #expect(message("E621E1F8-C36C-495A-93FC-0C247A3E6E5F").hasPrefix("delivered(id: E621E1…3E6E5F, "))
    // A long name is not shortened like an identifier.
    let name = String(repeating: "applicationDidBecomeActive", count: 4)
    #expect(abbreviated(name).contains("applicationDid"))
  }

  @Test func `equal texts are cut as one alone`() {
    let text = "Model(title: \"a text that is long\", notes: [], isOpen: false, isStarred: true)"
    #expect(abbreviatedAroundDifference([text, text]) == [abbreviated(text), abbreviated(text)])
    #expect(abbreviatedAroundDifference([text]) == [abbreviated(text)])
    // Few characters of many scalars.
    #expect(abbreviated(String(repeating: "👨‍👩‍👧‍👦", count: 38)).unicodeScalars.count <= 241)
  }

  @Test func `no more characters than the limit are kept, whatever they are made of`() {
    let marked = "e" + String(repeating: "\u{301}", count: 20)
    let text = String(repeating: "a", count: 100) + String(repeating: marked, count: 25)
    #expect(abbreviated(text) == String(repeating: "a", count: 59) + "…")
    #expect(abbreviated(String(repeating: marked, count: 100)).count <= 60)
  }

  @Test func `a text is cut between its parts where it can be`() {
    let filling = String(repeating: "x", count: 60)
    #expect(abbreviated("\(filling) 3.0 seconds, then: shown)") == "\(filling.prefix(40))… then: shown)")
    #expect(
      abbreviated("\(filling.prefix(33)) 3.0 seconds\(filling)")
        == "\(filling.prefix(33)) 3.0 …\(filling.prefix(19))")
    let photos = "photos: [Photo(id: 1, status: uploading, attempts: 2)]  isPaused: false  isOnline: true  nextID: 2"
    #expect(
      abbreviated(photos, to: 90)
        == "photos: [Photo(id: 1, status: uploading, attempts: 2)] … isOnline: true  nextID: 2")
    // A value stays behind its name.
    let challenge = "code(Challenge(number: 1, attemptsLeft: 3, progress: waitingForInput, code: \"\", codeOf: 0))"
    #expect(abbreviated(challenge) == "code(Challenge(number: 1, … codeOf: 0))")
  }

  @Test func `texts are cut before the part in which they differ`() {
    func screen(_ isLoading: Bool, _ volume: Int) -> String {
      "queue: [\"News\", \"Talk\"]  isPlaying: false  isLoading: \(isLoading)  sleepTimer: off  volume: \(volume)  "
        + "isFading: false  error: nil"
    }
    #expect(
      abbreviatedAroundDifference([screen(true, 1), screen(true, 2), screen(false, 2)], to: 90) == [
        "… isLoading: true  sleepTimer: off  volume: 1  isFading: false  error: nil",
        "… isLoading: true  sleepTimer: off  volume: 2  isFading: false  error: nil",
        "… isLoading: false  sleepTimer: off  volume: 2  isFading: false  error: nil",
      ])
    // The name of the part is longer than what is usually kept before a difference.
    let beginning = "number: 1, code: \"\", progress: waitingForInput, isSendingNewCode: "
    #expect(
      abbreviatedChange(beginning + "true)", beginning + "false)")
        == ("… isSendingNewCode: true)", "… isSendingNewCode: false)"))
  }

  @Test func `the texts of a change are cut around the first difference`() {
    let commonText = String(repeating: "x", count: 500)
    let change = abbreviatedChange("\"\(commonText) before\"", "\"\(commonText) after\"")
    #expect(change == ("… before\"", "… after\""))
    #expect(abbreviatedChange("1", "2") == ("1", "2"))
    let earlyChange = abbreviatedChange("a" + commonText, "b" + commonText)
    #expect(earlyChange.before.hasPrefix("axxx") && earlyChange.after.hasPrefix("bxxx"))
    #expect(earlyChange.before.count == 60 && earlyChange.after.count == 60)
  }

  /// Cut one by one, these texts would be alike: an identifier is shortened to its ends, and a long text is cut in its middle.
  @Test func `texts that a cut would make alike are cut where they differ`() {
    let filling = String(repeating: "word ", count: 12)
    func text(_ middle: String) -> String { "id: 7A5B3C1D-\(middle)-4E2F-9A8B-1C2D3E4F5A6B, \(filling)" }
    let change = abbreviatedChange(text("11AA"), text("22BB"))
    #expect(change.before.contains("11AA") && change.after.contains("22BB"), "\(change)")
    let texts = abbreviatedAroundDifference(["other", text("11AA"), text("22BB"), text("22CC"), text("22BB")])
    #expect(texts[0] == "other" && texts[2] == texts[4] && Set(texts).count == 4, "\(texts)")
    #expect(texts.allSatisfy { $0.count <= 60 })
  }

  @Test func `texts that are cut anew stay apart from those of another group`() {
    func text(_ first: String, _ middle: String, _ last: String = "") -> String {
      first + String(repeating: "p", count: 100) + middle + String(repeating: "q", count: 100) + last
    }
    let beginnings = abbreviatedAroundDifference([text("A", "1"), text("A", "2"), text("B", "1"), text("B", "2")])
    let (filling, rest) = (String(repeating: "p", count: 27), String(repeating: "q", count: 17))
    #expect(
      beginnings == [
        "A\(filling)…pppppppppp1\(rest)", "A\(filling)…pppppppppp2\(rest)", "B\(filling)…pppppppppp1\(rest)",
        "B\(filling)…pppppppppp2\(rest)",
      ])
    let ends = abbreviatedAroundDifference([
      text("", "1", "Y"), text("", "2", "Y"), text("", "1", "Z"), text("", "2", "Z"), "other",
    ])
    #expect(
      ends == [
        "…pppppppppp1\(rest)…qqqqqqqqqqY", "…pppppppppp2\(rest)…qqqqqqqqqqY", "…pppppppppp1\(rest)…qqqqqqqqqqZ",
        "…pppppppppp2\(rest)…qqqqqqqqqqZ", "other",
      ])
  }

  /// The number counts the parts after the last written one. A cut leaves out further parts, so the number would be too small.
  @Test func `a cut removes a number of left-out parts that would become false`() {
    func chairs(_ count: Int) -> String {
      (0..<count).map { "Chair(row: \($0), isTaken: false)" }.joined(separator: ", ")
    }
    #expect(
      abbreviated("[\(chairs(471)), … and 529 more]") == "[Chair(row: 0, isTaken: false), … isTaken: false), …]")
    #expect(abbreviated("[\(chairs(9)), … and 5291 more]") == abbreviated("[\(chairs(9)), … and 5292 more]"))
    for length in 0..<40 {
      let filling = String(repeating: "a", count: length)
      #expect(!abbreviated("Hall(chairs: [\(chairs(471)), … and 529 more], name: \(filling))").contains("and"))
      let text = abbreviated("\(filling), … and 471 more, \(chairs(9))")
      #expect(text.contains("and") == text.contains("… and 471 more"), "\(text)")
    }
    // A number before the cut stays true, and so does a number in a text that is not cut.
    #expect(abbreviated("[[0, … and 529 more], \(chairs(9))]").hasPrefix("[[0, … and 529 more], Chair"))
    #expect(abbreviated("[0, 1, 2, … and 97 more]") == "[0, 1, 2, … and 97 more]")
  }

  private static var result: CheckResult {
    var result = CheckResult(module: "M", name: "", place: "M/M.swift:1", verdict: .violated)
    result.finding = "violated after 1 step"
    result.counterexample = Counterexample(
      property: "short", place: "M/M.swift:1", detail: nil, flags: nil,
      start: [.init(path: "text", before: "", after: "\"\"")], startPerforms: [],
      steps: [
        .init(
          message: "typed(\"something\")", answers: nil,
          changes: [
            .init(
              path: "text", before: "\"\"",
              after: "\"something long enough to be folded, because it would be too long for any terminal\"")
          ], performs: [], outstanding: [], failure: nil)
      ], loop: nil)
    return result
  }

  @Test func `a cut at an ellipsis of the text leaves one ellipsis`() {
    let (begin, end) = (String(repeating: "a", count: 39), String(repeating: "b", count: 18))
    #expect(abbreviated("\(begin)……\(begin)…\(end)") == "\(begin)…\(end)")
    #expect(abbreviated("\(begin)a\(begin)……\(end)") == "\(begin)a…\(end)")
    let common = String(repeating: "c", count: 60)
    let change = abbreviatedChange("\(common)…………\(common) before", "\(common)…………\(common) after")
    #expect(!change.before.contains("……") && !change.after.contains("……"))
    #expect(abbreviatedChange("\(begin)…………\(begin) 1", "\(begin)…………\(begin) 2").before.contains("……") == false)
  }
}
