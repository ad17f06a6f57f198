@testable import TEAGenerators
import TEASupport
import Testing

@testable import TEACheck

/// Some random runs spell the constants of the program's sources, here of this file: a code digit by digit, a word letter by
/// letter.
@Suite struct SpelledConstantTests {
  enum Lock: Module {
    enum Message { case digit(Int), clear }
    struct Model: Hashable { var entered: [Int] = [], isOpen = false }
    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .digit(let digit):
        model.entered.append(digit)
        if model.entered.map({ "\($0)" }).joined() == "7391" { model.isOpen = true }
      case .clear: model.entered = []
      }
    }
  }

  enum Console: Module {
    enum Message { case typed(Character), erased, entered }
    struct Model: Hashable { var line = "", isAdministrator = false }
    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .typed(let character): model.line.append(character)
      case .erased: model.line = ""
      case .entered: if model.line == "sudo" { model.isAdministrator = true }
      }
    }
  }

  private func messages<M>(_ specification: Specification<M>, seed: UInt64, workers: Int = 1) -> [String]? {
    var settings = CheckSettings()
    (settings.seed, settings.workers) = (seed, workers)
    let outcome = specification.check(cases: 4_000).outcome(settings, onProgress: { _ in })
    return outcome.result.counterexample?.steps.map(\.message)
  }

  @Test(arguments: [1, 2] as [UInt64]) func `a code that is typed digit by digit is found`(_ seed: UInt64) {
    let closed = Specification(of: Lock.self) { Always("closed") { !$0.isOpen } }
    let found = messages(closed, seed: seed)
    #expect(found == ["digit(7)", "digit(3)", "digit(9)", "digit(1)"])
    #expect(messages(closed, seed: seed, workers: 2) == found)
  }

  @Test(arguments: [1, 2] as [UInt64]) func `a word that is typed letter by letter is found`(_ seed: UInt64) {
    let found = messages(Specification(of: Console.self) { Always("a user") { !$0.isAdministrator } }, seed: seed)
    #expect(found == [#"typed("s")"#, #"typed("u")"#, #"typed("d")"#, #"typed("o")"#, "entered"])
  }

  @Test func `texts and numbers are spelled that the default generators can make`() throws {
    let source = "\"sudo\" == \"a\" \"73\" \"thirteen char\" \"\u{30C4}b\" 48 5 -300 1.5"
    let spelled = try #require(Constants(SwiftLiterals(of: [Array(source.utf8)]))).spelled
    func text(_ word: [Int]) throws -> String {
      try word.map { try Gen<String>.string.replay(spelled.letters[$0][ObjectIdentifier(String.self)] ?? []) }.joined()
    }
    #expect(try spelled.texts.map(text).sorted() == ["73", "sudo"])
    #expect(try spelled.numbers.map(text) == ["48", "73"])
    let digits = try spelled.numbers[0].map {
      try Gen<UInt8>.integer.replay(spelled.letters[$0][ObjectIdentifier(UInt8.self)] ?? [])
    }
    #expect(digits == [4, 8])
    let characters = try spelled.texts[0].map {
      try Gen<Character>.character.replay(spelled.letters[$0][ObjectIdentifier(Character.self)] ?? [])
    }
    #expect(characters == Array("sudo"))
  }
}
