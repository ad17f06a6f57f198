import Foundation
import Synchronization
import Testing

@testable import tea_check

/// The standard error of a suite, without Swift's message about a trap that is reported.
@Suite struct ErrorLinesTests {
  /// Receives the outputs of processes that run one after another.
  ///
  /// - Parameter isReported: `true` where the report shows the message.
  /// - Returns: The text that is passed on, and the message for the report.
  private func passedOn(_ outputs: [String], isReported: Bool) -> (text: String, message: String?) {
    let text = Mutex("")
    let lines = ErrorLines { data in text.withLock { $0 += String(decoding: data, as: UTF8.self) } }
    for (number, output) in outputs.enumerated() {
      if number > 0 { lines.beginProcess() }
      lines.receive(Data(output.utf8))
    }
    let message = lines.end(isReported: isReported)
    return (text.withLock { $0 }, message)
  }

  @Test(arguments: [
    "Fatal error: no server, tried again\n", "one\nFatal error: a\ntwo\n", "Fatal error: a\nFatal error: b\nend\n",
    "Fatal error: without an end",
  ])
  func `a line that looks like a trap's message is passed on if no trap is reported`(_ text: String) {
    let passedOn = passedOn([text], isReported: false).text
    // A line that looks like Swift's message about a trap is held back, and comes after the lines that follow it.
    #expect(passedOn.split(separator: "\n").sorted() == text.split(separator: "\n").sorted())
  }

  @Test func `equal messages of the last process are all passed on`() {
    #expect(
      passedOn(["Fatal error: a\nFatal error: a\n", "Fatal error: a\n"], isReported: false).text
        == "Fatal error: a\n")
    let twice = "Fatal error: a\nFatal error: a\n"
    #expect(passedOn([twice], isReported: false).text == twice)
  }

  @Test func `the message of a reported trap is kept back with its stack trace`() {
    let output = """
      before
      A.swift:1: Fatal error: a
      Current stack trace:
      0    libswiftCore.so  0x00007f12 _swift
      after

      """
    let (text, message) = passedOn([output], isReported: true)
    #expect(text == "before\nafter\n")
    #expect(message == "A.swift:1: Fatal error: a")
  }

  @Test func `the report has the message of an earlier process where the last process has none`() {
    let (text, message) = passedOn(["Fatal error: a\n", "end\n"], isReported: true)
    #expect(text == "end\n")
    #expect(message == "Fatal error: a")
  }
}
