import TEARuntime
import Testing

@testable import TEACheck

/// The note about messages that a specification lists more than once.
@Suite struct RepeatedMessageTests {
  enum Tray: Module {
    enum Message: Hashable { case add(Int), clear }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .add(let number): model = max(0, min(3, model &+ number))
      case .clear: model = 0
      }
    }
  }

  /// A module whose messages are neither `Equatable` nor an enum.
  enum Loose: Module {
    struct Message { var number: Int; var comment: String }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      model = max(0, min(3, model &+ message.number))
    }
  }

  private func notes<M>(_ specification: Specification<M>) -> [String] {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result.notes.filter {
      $0.contains("more than once")
    }
  }

  /// The notes that are expected, about messages with these names.
  private func note(_ names: String) -> [String] {
    [
      "Messages lists more than once, for one world: \(names); worlds and depth are right, but each of them counts as a "
        + "step, and random runs take it more often"
    ]
  }

  @Test func `a message that is listed twice in some world is noted`() {
    #expect(notes(Specification(of: Tray.self) { Messages { _ in [.add(1), .clear, .add(1)] } }) == note("add"))
    // Here the repetition is in a longer list of a later world.
    let later = Specification(of: Tray.self) {
      Messages(of: .model) { $0 == 2 ? [.add(1), .add(2), .add(3), .clear, .add(4), .clear, .add(4)] : [.add(1)] }
    }
    #expect(notes(later) == note("add, clear"))
    // Here two declarations list the same message.
    let twoDeclarations = Specification(of: Tray.self) {
      Messages { _ in [.add(1)] }
      Messages { _ in [.clear, .add(1)] }
    }
    #expect(notes(twoDeclarations) == note("add"))
  }

  /// Messages with a mirror of their own, which names no case.
  enum Mirrored: Hashable, CustomReflectable {
    case add(Int), clear
    var customMirror: Mirror { Mirror(self, children: ["parts": 1]) }
  }

  /// Messages whose own mirror is that of an enum, and names another case.
  enum Masked: Hashable, CustomReflectable {
    case add(Int), clear
    var customMirror: Mirror { Mirror(self, children: ["other": 1], displayStyle: .enum) }
  }

  @Test func `the name of a case does not depend on the mirror of its type`() {
    #expect(caseName(of: Mirrored.add(3)) == "add")
    #expect(caseName(of: Mirrored.clear) == "clear")
    #expect(caseName(of: Masked.add(3)) == "add")
    #expect(caseName(of: Tray.Message.add(3)) == "add" && caseName(of: Tray.Message.clear) == "clear")
    let optional: Any = Optional(3) as Any
    #expect(caseName(of: optional) == caseLiteral(optional) && caseName(of: 3) == "3")
    #expect(caseOrTypeName(of: Mirrored.add(3)) == "add")
    #expect(caseOrTypeName(of: Loose.Message(number: 1, comment: "")) == "Message")
  }

  @Test func `only messages with equal contents are repetitions`() {
    #expect(notes(Specification(of: Tray.self) { Messages { _ in [.add(1), .clear, .add(2)] } }) == [])
    #expect(notes(Specification(of: Tray.self) {}) == [])
    #expect(
      notes(
        Specification(of: Loose.self) {
          Messages { _ in [.init(number: 1, comment: "a"), .init(number: 1, comment: "b")] }
        }) == [])
    #expect(
      notes(
        Specification(of: Loose.self) {
          Messages { _ in [.init(number: 1, comment: "a"), .init(number: 1, comment: "a")] }
        })
        == note("Message(number: 1, comment: \"a\")"))
    // A message that is not an enum is named by its text; a long list of texts is cut.
    let manyMessages = Specification(of: Loose.self) {
      Messages { _ in
        (10...19).flatMap { [Loose.Message(number: $0, comment: ""), Loose.Message(number: $0, comment: "")] }
      }
    }
    let names = (10...17).map { "Message(number: \($0), comment: \"\")" }.joined(separator: ", ")
    #expect(notes(manyMessages) == note("\(names), … (10 in all)"))
  }
}
