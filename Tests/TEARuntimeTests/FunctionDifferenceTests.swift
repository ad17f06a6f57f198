import Synchronization
import Testing

@testable import TEARuntime

/// Values that hold functions, as views do, are compared by all that they store besides.
@Suite struct FunctionDifferenceTests {
  /// A view as HTML is, nested and without `==`.
  private indirect enum Page {
    case text(Caption)
    case list([Page])
    case field(Caption, onInput: (String) -> Int)
  }

  private struct Caption: Hashable, CustomStringConvertible {
    static let textCount = Mutex(0)

    var words: String

    var description: String {
      Self.textCount.withLock { $0 += 1 }
      return words
    }
  }

  private func page(_ count: Int) -> Page {
    .list(
      (0..<count).map { number in
        .list([.text(Caption(words: "\(number)")), .field(Caption(words: "name"), onInput: { $0.count + number })])
      })
  }

  @Test func `equal views with functions are compared without the text of either`() {
    let differences = Difference.between(page(3), and: page(3))
    #expect(differences == [])
    let textCount = Caption.textCount.withLock { $0 }
    #expect(textCount == 0)
  }

  private func differences<Value>(_ before: Value, _ after: Value) -> [String] {
    Difference.between(before, and: after).map { "\($0.path): \($0.before) → \($0.after)" }
  }

  private struct Row {
    var name = "a"
    var node = Node(count: 1)
    var title = Title(text: { "b" })
    var tap: () -> Void = {}
  }

  private final class Node {
    let count: Int
    init(count: Int) { self.count = count }
  }

  /// A value whose text calls the function that it holds.
  private struct Title: CustomStringConvertible {
    var text: () -> String
    var description: String { text() }
  }

  @Test func `beside a function, parts without equality are compared by their fields and texts`() {
    #expect(differences(Row(), Row()) == [])
    #expect(differences(Row(), Row(name: "c")) == [#"name: "a" → "c""#])
    #expect(differences(Row(), Row(node: Node(count: 2))) == ["node.count: 1 → 2"])
    #expect(differences(Row(), Row(title: Title(text: { "d" }))) == ["title: b → d"])
  }

  @Test func `functions count as the same wherever they are`() {
    let handlers: [String: [() -> Void]] = ["a": [{}]]
    #expect(differences(handlers, ["a": [{ print() }]]) == [])
    #expect(differences(handlers, ["a": []]) == [#": ["a": [(Function)]] → ["a": []]"#])
  }
}
