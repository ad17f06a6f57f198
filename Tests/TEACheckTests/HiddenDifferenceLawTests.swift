@testable import TEACheck
import TEAResults
import TEARuntime
import Testing

/// Laws compare what models and commands store, whatever an `==` or a description leaves out.
struct HiddenDifferenceLawTests {
  /// A note whose `==` compares the `id` alone.
  struct Note: Hashable, Identifiable {
    var id = 1
    var title = ""
    var isPinned = false

    static func == (one: Note, other: Note) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  struct Full: Error {}

  enum Notes: Module {
    enum Message: Hashable { case rename(String), pin, togglePin, fail }
    typealias Failure = Full

    static func start(with flags: Void) -> [Note] { [Note()] }

    static func update(for message: Message, model: inout [Note], perform: (Command) -> Void) throws {
      switch message {
      case .rename(let title): model[0].title = title
      case .pin: model[0].isPinned = true
      case .togglePin: model[0].isPinned.toggle()
      case .fail:
        model[0].title = "failed"
        throw Full()
      }
    }
  }

  private func property(
    violatedBy part: some SpecificationPart<Notes>, offering messages: [Notes.Message] = [.togglePin]
  ) -> String? {
    Specification(of: Notes.self) {
      Messages { _ in messages }
      part
    }.check().exploration().counterexample?.property
  }

  @Test func `a round trip that loses a field that the == leaves out is a violation`() {
    let trip = RoundTrip<Notes>("the file") { model in model.map { Note(id: $0.id, title: $0.title) } }
    #expect(property(violatedBy: trip) == "the file")
  }

  @Test func `algebraic properties see a field that the == leaves out`() {
    #expect(property(violatedBy: Idempotent<Notes>(.togglePin)) != nil)
    #expect(property(violatedBy: Commute<Notes>(.rename("a"), .rename("b"))) != nil)
    #expect(property(violatedBy: Inverse<Notes>(of: .pin, .rename("x"))) != nil)
    #expect(property(violatedBy: Idempotent<Notes>(.pin)) == nil)
  }

  @Test func `a failed update that changes a field that the == leaves out is a violation`() {
    let law = Laws<Notes>(.failedUpdateLeavesModelAlone)
    #expect(property(violatedBy: law, offering: [.fail]) == Law.failedUpdateLeavesModelAlone.rawValue)
  }

  // MARK: Laws in lockstep

  struct Undeclared: Error {}

  /// A program that throws its declared failure for `fail`, and an undeclared error for `breakDown`.
  enum Client: Module {
    enum Message: Hashable { case fail, breakDown }
    typealias Failure = Full

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) throws {
      switch message {
      case .fail: throw Full()
      case .breakDown: throw Undeclared()
      }
    }
  }

  typealias Twins = Lockstep<Client, Client>

  @Test func `in lockstep, an undeclared error of the client is a violation`() {
    let result = Specification(of: Twins.self) { AgreeOnCommands() }.check().exploration()
    #expect(result.counterexample?.property == "only declared failures are thrown")
  }

  @Test func `in lockstep, a failure of the client violates the law that no update fails`() {
    let result = Specification(of: Twins.self) {
      Messages { _ in [.fail] }
      Laws(.updateNeverFails)
    }.check().exploration()
    #expect(result.counterexample?.property == Law.updateNeverFails.rawValue)
    #expect(result.counterexample?.detail == "update threw Full()")
  }

  @Test func `in lockstep, the law that a failed update leaves the model alone is refused`() {
    let result = Specification(of: Twins.self) { Laws(.failedUpdateLeavesModelAlone) }.check().exploration()
    #expect(result.verdict == .error)
    #expect(result.message?.contains("declare it in a specification of the client alone") == true)
  }

  struct Token: Hashable, CustomStringConvertible {
    var raw: String
    var description: String { "<token>" }
  }

  /// A program that signs in with one token.
  enum SignIn: Module {
    enum Message: Hashable { case signIn }
    enum Command: Hashable { case send(Token) }

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      perform(.send(Token(raw: "a")))
    }
  }

  /// The same program with another token.
  enum OtherSignIn: Module {
    typealias Message = SignIn.Message
    typealias Command = SignIn.Command

    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      perform(.send(Token(raw: "b")))
    }
  }

  @Test func `commands of one type are compared by what they store`() {
    let result = Specification(of: Lockstep<SignIn, OtherSignIn>.self) { AgreeOnCommands() }.check().exploration()
    #expect(result.counterexample?.property == "the same commands")
    #expect(result.counterexample?.detail?.contains("looks alike and stores something else") == true)
  }
}
