import Testing

@testable import tea_check

/// The keys of the stepper, from the bytes that terminals send.
@Suite struct StepperKeyTests {
  private func keys(_ text: String) -> [StepperKey] {
    var reader = StepperKeyReader()
    return reader.keys(in: text.utf8)
  }

  @Test func `characters are read as keys`() {
    let expected: [StepperKey] = [
      .forward, .forward, .back, .up, .down, .take, .take, .first, .last, .model, .help, .quit,
    ]
    #expect(keys("l hkj\r\n0$m?q") == expected)
  }

  @Test func `Ctrl-C and Ctrl-D quit`() { #expect(keys("\u{3}\u{4}") == [.quit, .quit]) }

  @Test(arguments: ["\u{1B}[", "\u{1B}O"]) func `arrows, home and end are read in both of their forms`(_ lead: String) {
    #expect(keys("ABCDHF".map { lead + String($0) }.joined()) == [.up, .down, .forward, .back, .first, .last])
  }

  @Test func `escape sequences with numbers are read as keys`() {
    #expect(keys("1456".map { "\u{1B}[\($0)~" }.joined()) == [.first, .last, .pageUp, .pageDown])
    #expect(keys("\u{1B}[1;5C") == [.forward])
  }

  @Test func `bytes without a meaning are ignored`() {
    #expect(keys("xyzé漢\u{1B}[3~\u{1B}[15~\u{1B}[200~\u{7F}\tl") == [.forward])
  }

  @Test func `a key that comes in pieces is one key`() {
    var reader = StepperKeyReader()
    #expect(reader.keys(in: [0x1B]) == [])
    #expect(reader.keys(in: [0x5B]) == [])
    #expect(reader.keys(in: [0x43, 0x1B]) == [.forward])
    #expect(reader.keys(in: Array("q".utf8)) == [.quit])
  }
}
