@testable import TEAAnalysis
import Testing

@testable import TEACheck

/// Messages with names that Swift refers to in its own way.
private enum Odd: Hashable {
  case plain
  case `init`
  case put(in: Int)
  case set(`inout`: Int)
  case say(String)
}

/// The names in suggested code can stand where they do without backticks, or nothing is suggested of them.
@Suite struct SuggestedNameTests {
  @Test func `a message that needs backticks is left out`() {
    let observed = ObservedMessages()
    let messages: [Odd] = [.plain, .`init`, .put(in: -3), .set(`inout`: 1), .say("a \"b\"\n\\c")]
    for (index, message) in messages.enumerated() { observed.name(message, number: UInt32(index)) }
    #expect(observed.names.map(\.code) == [".plain", ".put(in: -3)", #".say("a \"b\"\n\\c")"#])
  }

  @Test(arguments: [
    ("default", true), ("größe", true), ("x²", true), ("init", false), ("self", false), ("Type", false), ("404", false),
    ("two words", false), ("_storage", false), ("$count", false), ("", false),
  ])
  func `a name follows a dot without backticks`(_ name: String, isName: Bool) {
    #expect(Location.isName(name) == isName)
  }

  @Test func `an element of a tuple without a label is read by its number`() {
    #expect(Location.all(of: (Int, low: Int).self).map(\.access.expression) == ["§", "§.0", "§.low"])
  }

  @Test func `laws that differ only in payloads are of one family`() {
    let observed = ObservedMessages()
    let messages: [Odd] = [.say("a"), .say("b"), .put(in: 1), .plain]
    for (index, message) in messages.enumerated() { observed.name(message, number: UInt32(index)) }
    #expect(observed.names.map(\.family) == ["say", "say", "put", "plain"])
  }
}
