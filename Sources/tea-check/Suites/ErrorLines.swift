internal import TEAResults
import TEASupport
import Foundation

/// The standard error of a suite, passed on in whole lines, so that progress is not drawn into them.
///
/// Swift's message about a trap is not passed on if a report or an error has it.
final class ErrorLines: @unchecked Sendable {
  // All variables are protected by the lock.

  private let lock = NSLock()
  private let write: @Sendable (Data) -> Void
  private var unfinishedLine = Data()
  /// The last line of the suite's current process that looks like Swift's message about a trap; `nil` without one.
  private var trapLine: Data?
  /// The number of messages about traps that were equal to ``trapLine``, without another message between them.
  private var trapLineCount = 0
  /// The line with Swift's message about the last trap of an earlier process of the suite; `nil` without one.
  private var formerTrapLine: Data?

  init(write: @escaping @Sendable (Data) -> Void) { self.write = write }

  /// - Parameter turn: The turn of the suite in which the lines are written; `nil` to write them at once.
  convenience init(_ console: Console, _ turn: SuiteTurn? = nil) {
    self.init { data in
      let writeNow = { console.write(Array(data), to: Platform.standardError) }
      if let turn { turn.reportInTurn(writeNow) } else { writeNow() }
    }
  }

  var trapMessage: String? {
    lock.withLock {
      (trapLine ?? formerTrapLine).flatMap { TrapAttempts.message(in: String(decoding: $0, as: UTF8.self)) }
    }
  }

  func beginProcess() {
    lock.withLock {
      forward(unfinishedLine)
      unfinishedLine = Data()
      (formerTrapLine, trapLine, trapLineCount) = (trapLine ?? formerTrapLine, nil, 0)
    }
  }

  func receive(_ data: Data) {
    lock.withLock {
      unfinishedLine += data
      guard let newline = unfinishedLine.lastIndex(of: UInt8(ascii: "\n")) else { return }
      let lines = Data(unfinishedLine[...newline])
      unfinishedLine = Data(unfinishedLine[(newline + 1)...])
      forward(lines)
    }
  }

  /// Passes on the rest, except for Swift's message about a trap if that is reported.
  ///
  /// - Parameter isReported: `true` where the report of a check, or an error of the caller, has the message.
  /// - Returns: Swift's message about the last trap; `nil` without one.
  func end(isReported: Bool) -> String? {
    lock.withLock {
      forward(unfinishedLine)
      unfinishedLine = Data()
      if !isReported, trapLine != nil { write(allTrapLines) }
    }
    return trapMessage
  }

  private static func isStackTraceLine(_ line: Data) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text == "Current stack trace:" || text.wholeMatch(of: /\d+ +\S+ +0x[0-9a-f]+ .*/) != nil
  }

  private var allTrapLines: Data { Data(repeatElement(trapLine ?? Data(), count: trapLineCount).joined()) }

  /// Passes lines on, except for Swift's last message about a trap and the stack trace after a message.
  private func forward(_ lines: Data) {
    guard !lines.isEmpty else { return }
    if trapLine == nil, TrapAttempts.message(in: String(decoding: lines, as: UTF8.self)) == nil { return write(lines) }
    var passedOn = Data()
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast(
      lines.last == UInt8(ascii: "\n") ? 1 : 0)
    {
      if TrapAttempts.message(in: String(decoding: line, as: UTF8.self)) != nil {
        let message = line + Data("\n".utf8)
        // An earlier message that differs did not end the process, so it is passed on. Two threads may print equal messages.
        if let trapLine, trapLine != message {
          passedOn += allTrapLines
          trapLineCount = 0
        }
        trapLine = message
        trapLineCount += 1
      } else if trapLine == nil || !Self.isStackTraceLine(line) {
        passedOn += line + Data("\n".utf8)
      }
    }
    if !passedOn.isEmpty { write(passedOn) }
  }
}
