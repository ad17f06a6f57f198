import Testing

@testable import SearchBoxChecks
@testable import TEACheck

/// Unit tests that replay a counterexample, as they are printed.
@Suite struct UnitTestTests {
  @Test func `a printed unit test is complete Swift`() {
    let script = Script(
      parsing: """
        typed("a")
        paused
        typed("ab")
        paused
        search("ab") replies loaded(Results(query: "ab", items: ["ab!"]))
        search("a") replies loaded(Results(query: "a", items: ["a!"]))
        """)
    let test = UnitTest.text(
      ofSuite: "SearchBoxChecks.SearchBoxChecks", title: "SearchBox · no guard",
      property: "results belong to the query",
      script: script)
    #expect(
      test == #"""
        import TEACheck
        import Testing

        @testable import SearchBoxChecks

        @Test func searchBoxNoGuardResultsBelongToTheQuery() throws {
          let check = try #require(SearchBoxChecks.checks.first { $0.title == "SearchBox · no guard" })
          try check.replay(
            """
            typed("a")
            paused
            typed("ab")
            paused
            search("ab") replies loaded(Results(query: "ab", items: ["ab!"]))
            search("a") replies loaded(Results(query: "a", items: ["a!"]))
            """, requiringAllSteps: true)
        }

        """#)
  }

  @Test func `any text is kept in a unit test`() {
    let script = Script(steps: [####"typed("\\#\\##(a)\"\"\"#""")"####])
    let test = UnitTest.text(ofSuite: "A.B", title: "1 \"x\"", property: "", script: script)
    #expect(test.contains("\n    ###\"\"\"\n    \(script.steps[0])\n    \"\"\"###, requiringAllSteps: true)\n"))
    #expect(test.contains(#"== "1 \"x\"" })"#))
    #expect(test.contains("func replay1X()"))
  }

  /// A combining mark forms one `Character` with the quote or the `#` before it, and Swift reads each scalar.
  @Test(arguments: [
    ("\u{301}", ""), (##"\#"## + "\u{301}", "##"), (##"\"""#"## + "\u{301}", "##"), (##"\""""## + "\u{301}", "#"),
    (##"\"##, "#"), (###"\##"### + "\u{301}", "###"), (##"\u{202E}\n\\(x)"##, "#"),
  ]) func `a combining mark after a hash or a quote is kept in a unit test`(_ text: String, _ hashes: String) {
    let script = Script(steps: ["typed(\(text))"])
    let test = UnitTest.text(ofSuite: "A.B", title: "a", property: "b", script: script)
    let expected = "    \(hashes)\"\"\"\n    typed(\(text))\n    \"\"\"\(hashes), requiringAllSteps: true)\n"
    let isKept = test.utf8.contains(expected.utf8)
    #expect(isKept, "\(test)")
  }

  @Test func `a script whose steps must all be taken fails at the first that cannot be taken`() throws {
    try ReplayTests.searchBox.replay("typed(\"a\")", requiringAllSteps: true)
    let check = SearchBoxChecks.checks[2]
    let error = try #require(throws: ReplayError.self) { try check.replay(ReplayTests.lines, requiringAllSteps: true) }
    #expect(error.description.hasPrefix("\(check.title): the replay stops here: step "), "\(error)")
    #expect(error.description.contains("cannot happen any more: "), "\(error)")
  }
}
