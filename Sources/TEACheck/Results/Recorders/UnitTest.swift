internal import TEAText

/// The Swift source of a unit test that takes the steps of a counterexample.
package enum UnitTest {
  /// - Parameter type: The suite's type with its module, such as `SearchChecks.Main`.
  package static func text(ofSuite type: String, title: String, property: String, script: Script) -> String {
    let parts = type.split(separator: ".", maxSplits: 1).map(String.init)
    let hashes = delimiter(of: script.lines.joined(separator: "\n"))
    return """
      import TEACheck
      import Testing

      @testable import \(parts[0])

      @Test func \(name(title, property))() throws {
        let check = try #require(\(parts.last ?? type).checks.first { $0.title == \(quoted(title)) })
        try check.replay(
          \(hashes)\"""
      \(script.lines.map { "    \($0)\n" }.joined())    \"""\(hashes), requiringAllSteps: true)
      }

      """
  }

  /// The first ASCII words of the title and the property, as the name of a function. The name begins with `replay` where the
  /// first word begins with a digit, or there is no word.
  private static func name(_ title: String, _ property: String) -> String {
    let words = StoredCounterexample.hyphenatedWords(of: "\(title) \(property)", upTo: 200).split(separator: "-")
    let name = words.enumerated().map { index, word in
      let first = word.prefix(1)
      return (index == 0 ? first.lowercased() : first.uppercased()) + word.dropFirst()
    }.joined()
    return name.first.map { $0.isLetter } ?? false ? name : "replay" + name
  }

  /// The fewest `#` around a literal with which no part of the text ends the literal or is an escape.
  private static func delimiter(of text: String) -> String {
    var hashes = ""
    // Bytes are compared, as Swift reads them, because a `#` is no `Character` by itself where a combining mark follows it.
    while ["\"\"\"\(hashes)", "\\\(hashes)"].contains(where: { text.utf8.contains($0.utf8) }) { hashes += "#" }
    return hashes
  }
}
