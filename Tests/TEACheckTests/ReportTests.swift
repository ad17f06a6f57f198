import Testing

@testable import TEACheck

/// Reports as people see them: whole ones, or some of their lines.
@Suite struct ReportTests {
  enum Search: Module {
    enum Message { case type(String), loaded(String, [String]), failed(String) }
    struct Found: Hashable { var query = "", items: [String] = [] }
    struct Model: Hashable { var query = "", results = Found() }
    enum Command: Hashable { case fetch(String) }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .type(let query):
        model = Model(query: query)
        perform(.fetch(query))
      case .loaded(let query, let items): model.results = Found(query: query, items: items)
      case .failed: model.results = Found()
      }
    }
  }

  static let search = Specification(of: Search.self) {
    Messages { view in [.type(view.query + "a")].filter { _ in view.query.count < 2 } }
    Replies { command in
      switch command {
      case .fetch(let query): [.loaded(query, [query + "!"]), .failed(query)]
      }
    }
    Always("results belong to the query on screen") {
      $0.results.items.isEmpty || $0.results.query == $0.query
    }
  }

  @Test func `a report shows each step with its changes and commands`() {
    #expect {
      try Self.search.check().run()
    } throws: { error in
      hidingDurations("\(error)") == """

        ✗ Search · results belong to the query on screen   TEACheckTests/ReportTests.swift:33
          violated after 3 steps · shortest · explored 6 worlds to depth 3

              start                                   query: ""  results: Found(query: "", items: [])
           1  type("a")                               query: "" → "a"    performs fetch("a")
           2  type("aa")                              query: "a" → "aa"
                                                      performs fetch("aa")  outstanding: fetch("a"), fetch("aa")
           3  fetch("a") replies loaded("a", ["a!"])  results.query: "" → "a"  results.items: [] → ["a!"]   ✗

          again   swift test
        """
    }
  }

  enum Plain: Module {
    enum Message { case set(Int), text(String) }
    struct Model: Hashable { var number = 0, text = "" }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .set(let number): model.number = number
      case .text(let text): model.text = text
      }
    }
  }

  @Test func `the report of a pass states what was explored and sampled`() {
    let result = Specification(of: Plain.self) { Always("true") { _ in true } }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(
      TextReport.lines(of: result).map(hidingDurations) == [
        "✓ Plain  complete within the scope · 9 worlds · 54 transitions · depth 2 · T s",
        "  note: messages (derived, any at any time): set(0), set(1), set(-1), text(\"\"), text(\"a\"), text(\"b\")",
        "  note: payloads were cut to the listed values; look at more of them with --scope",
        "  note: 500 random runs with payloads of any size, 27 977 steps in all, found nothing wrong",
      ])
  }

  @Test func `control characters in messages are escaped`() {
    let result = Specification(of: Plain.self) {
      Messages(of: .model) { _ in [.text("\u{1B}[31mred\u{202E}\nnext\u{7}")] }
      Always("short") { $0.text.isEmpty }
    }.check().outcome(CheckSettings(), onProgress: { _ in }).result
    let report = TextReport.lines(of: result).joined(separator: "\n")
    #expect(!report.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    #expect(report.contains(#"text("\u{1B}[31mred\u{202E}\nnext\u{7}")"#))
  }

  @Test func `commands without replies are noted with the declaration to write`() {
    let result = Specification(of: Search.self) {
      Messages(of: .model) { _ in [.type("a")] }
    }.check().outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(
      result.notes == [
        #"commands are performed and nothing says what they bring: fetch; write Replies { command in … }"#,
        "never offered in the worlds that were explored: loaded, failed",
      ])
  }

  @Test func `messages that are replies are not derived`() {
    let result = Specification(of: Search.self) {
      Replies { command in
        switch command {
        case .fetch(let query): [.loaded(query, []), .failed(query)]
        }
      }
    }.check(depth: 2, scope: 2).outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(
      result.notes.first == #"messages (derived, any at any time): type(""), type("a")"#)
  }

  @Test func `the sender and the message of an event are cut one by one`() {
    let sender = "socket(\(String(repeating: "s", count: 80)))"
    let message = "socket(bid(\(String(repeating: "m", count: 80))))"
    let counterexample = Counterexample(
      start: [],
      steps: [
        .init(
          message: message, event: "late signal: \(sender) sends \(message)", changes: [], performs: [], outstanding: []
        ),
        .init(
          message: message, event: "\(sender) reaches the server and is answered \(message)", changes: [], performs: [],
          outstanding: []),
        .init(message: "wait 1 s", event: "wait 1 s", changes: [], performs: [], outstanding: []),
      ])
    // Sender and message are cut to 60 characters each: the first 40 and the last 19.
    let labels = counterexample.story(mark: "").dropFirst().map { $0.trimmingPrefix { " 0123456789".contains($0) } }
    let (head, tail) = (String(repeating: "m", count: 29), String(repeating: "m", count: 17))
    #expect(
      labels == [
        "late signal: socket(\(String(repeating: "s", count: 20))…\(String(repeating: "s", count: 18))) sends socket(bid(\(head)…\(tail)))",
        "socket(\(String(repeating: "s", count: 33))…\(String(repeating: "s", count: 18))) reaches the server and is answered socket(bid(\(head)…\(tail)))",
        "wait 1 s",
      ])
  }
}

/// A text with its durations replaced by `T s`.
func hidingDurations(_ text: String) -> String {
  text.replacing(#/\d+\.\d\d s/#, with: "T s")
}
