import TEASupport
import Testing

@Suite struct WordingTests {
  @Test func `a name has the article of its first sound`() {
    for name in ["upload", "update", "open", "Ask", "undo", "unindent", "increment", "url2".replacing("2", with: "")] {
      let article = name == "url" ? "a" : "an"
      #expect(withArticle(name) == "\(article) \(name)")
    }
    for name in ["load", "user", "useCase", "unitChange", "uuid", "onceMore", "fetch", "_hidden", ""] {
      #expect(withArticle(name) == "a \(name)")
    }
  }
}
