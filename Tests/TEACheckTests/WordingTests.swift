import TEASupport
import Testing

@Suite struct WordingTests {
  @Test func `a name has the article of its first sound`() {
    for name in ["upload", "update", "open", "Ask", "undo", "unindent", "increment"] {
      #expect(withArticle(name) == "an \(name)")
    }
    for name in ["load", "user", "useCase", "unitChange", "uuid", "url", "onceMore", "fetch", "_hidden", ""] {
      #expect(withArticle(name) == "a \(name)")
    }
  }

  @Test func `numbers that follow each other are a range`() {
    #expect(ranges(of: []) == "")
    #expect(ranges(of: [4, 1, 2, 3, 7]) == "1–4, 7")
    #expect(ranges(of: [1, 3, 4]) == "1, 3–4")
  }
}
