import TEASupport
import Foundation
import TEACheck

/// The standard error output of a suite, which is handed on by whole lines, so that no progress is drawn over them.
///
/// Swift's message of a trap is kept back: it stands in the report.
final class ErrorLines: @unchecked Sendable {
  // All that changes is behind the lock.

  private let lock = NSLock()
  private let hand: @Sendable (Data) -> Void
  private var rest = Data()
  private var trapLine: Data?
  /// Swift's message of the last trap in a process before.
  private var formerWords: Data?

  init(_ console: Console, _ turn: SuiteTurn? = nil) {
    hand = { data in
      let write = { console.write(Array(data), to: Platform.standardError) }
      if let turn { turn.say(write) } else { write() }
    }
  }

  /// Swift's message of the last trap.
  var words: String? {
    lock.withLock {
      (trapLine ?? formerWords).flatMap { TrapAttempts.message(in: String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// Goes on with another process.
  func goOn() {
    lock.withLock {
      handOn(rest)
      rest = Data()
      (formerWords, trapLine) = (trapLine ?? formerWords, nil)
    }
  }

  /// Takes a piece of what is written.
  func take(_ data: Data) {
    lock.withLock {
      rest += data
      guard let newline = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
      let lines = Data(rest[...newline])
      rest = Data(rest[(newline + 1)...])
      handOn(lines)
    }
  }

  /// Hands on what is left.
  ///
  /// - Returns: What Swift said of the last trap.
  func end() -> String? {
    lock.withLock {
      handOn(rest)
      rest = Data()
    }
    return words
  }

  /// Returns whether a line is one of those that Swift writes of the stack, behind its last words.
  private static func isOfStackTrace(_ line: Data) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return text == "Current stack trace:" || text.wholeMatch(of: /\d+ +\S+ +0x[0-9a-f]+ .*/) != nil
  }

  private func handOn(_ lines: Data) {
    guard !lines.isEmpty else { return }
    if trapLine == nil, TrapAttempts.message(in: String(decoding: lines, as: UTF8.self)) == nil { return hand(lines) }
    var others = Data()
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast(
      lines.last == UInt8(ascii: "\n") ? 1 : 0)
    {
      if TrapAttempts.message(in: String(decoding: line, as: UTF8.self)) != nil {
        // An earlier message did not end the process, so it is not kept back; two threads may print the same one.
        if let trapLine, trapLine != line + Data("\n".utf8) { others += trapLine }
        trapLine = line + Data("\n".utf8)
      } else if trapLine == nil || !Self.isOfStackTrace(line) {
        others += line + Data("\n".utf8)
      }
    }
    if !others.isEmpty { hand(others) }
  }
}
