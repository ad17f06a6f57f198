import Foundation
import Testing

extension EndToEndTests {
  // MARK: Suggestions

  @Test func suggestionsArePrintedAndWrittenIntoTheSpecification() async throws {
    try package.install()
    let name = "Turnstile · one coin, one person"
    let report = suggestionsForTheTurnstile
    expect(try await package.teaCheck("suggest", name, "--states", "2000"), code: 0, output: report)
    expect(
      try await package.teaCheck("suggest", name, "--states", "2000", "--apply", "99"), code: 64, output: report,
      errors: """
        Error: There is no suggestion 99 for 'Turnstile · one coin, one person': there are 5 in this list
        See 'tea-check --help' for more information.

        """)
    expect(
      try await package.teaCheck("suggest", "--apply", "1"), code: 64,
      errors: """
        Error: The option '--apply' is for one check, and 6 are selected: name one
        See 'tea-check --help' for more information.

        """)
    expect(
      try await package.teaCheck("suggest", name, "--states", "2000", "--apply", "1"), code: 0,
      output: report + "\nAdded to <package>/Sources/Checks/Checks.swift:6: passed never falls\n")
    // The specification with the added suggestion compiles, and still has the property that it had.
    let checked = try await package.teaCheck("check", name, "--format", "json")
    #expect(checked.code == 1)
    #expect(checked.output.contains(#""property":"nobody passes for free""#))
  }
}

/// The suggestions for the turnstile, from its first 2 000 worlds. They leave out that nobody passes more than 666 times, which
/// holds in these worlds only.
private let suggestionsForTheTurnstile = """
  Turnstile · one coin, one person   bounded: all worlds to depth 667, 3 not expanded · 2 000 worlds · \
  3 995 transitions · depth 668 · 0.00 s
    there are more worlds than 2 000; allow more with --states, or set a --depth
    note: messages (derived, any at any time): coin, push
    note: what grows with the depth: passed (0 to 666); where it has no end, no number of worlds is enough: stop it by \
  Messages or Precondition, or leave it out by Distinguish
    faster  swift run -c release tea-check suggest 'Turnstile · one coin, one person' --states 20000   \
  (this is a debug build)

    holds in all 2 000 worlds explored: is it meant?

    1  passed never falls   all 1 996 relevant steps of 3 994
       // holds in all 2 000 worlds explored
       Step("passed never falls") { step in step.before.passed <= step.after.passed }

    2  paid never falls   all 1 332 relevant steps of 3 994
       // holds in all 2 000 worlds explored
       Step("paid never falls") { step in step.before.paid <= step.after.paid }

    3  paid is never below 0   all 2 000 worlds
       // holds in all 2 000 worlds explored
       Always("paid is never below 0") { $0.paid >= 0 }

    4  passed is never below 0   all 2 000 worlds
       // holds in all 2 000 worlds explored
       Always("passed is never below 0") { $0.passed >= 0 }

    5  paid is never above 3   all 2 000 worlds
       // holds in all 2 000 worlds explored
       Always("paid is never above 3") { $0.paid <= 3 }

  1 check: 5 suggestions

  """
