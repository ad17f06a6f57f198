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
}
