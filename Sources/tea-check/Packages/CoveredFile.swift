import TEASupport
import Foundation
import TEAResults

/// The execution counts of the parts of a source file.
struct CoveredFile {
  let path: String
  private let segments: [Segment]

  /// The text from a place up to the next segment; `count` is 0 for code that was not executed.
  private struct Segment {
    /// From 1.
    var line: Int
    /// In bytes, from 1.
    var column: Int
    var count: Int
    /// `true` for code; `false` for a space or a comment.
    var isCode: Bool
  }

  /// Reads an element of `files` in the output of `llvm-cov export`; `nil` if a member is missing.
  init?(_ json: JSON) {
    guard let path = json["filename"]?.string, let segments = json["segments"]?.array else { return nil }
    self.path = path
    // A segment is an array: line, column, count, “has a count”, “begins a region”, “is a gap”.
    self.segments = segments.compactMap { segment in
      guard let parts = segment.array, parts.count >= 5, let line = parts[0].integer, let column = parts[1].integer
      else { return nil }
      let isGap = parts.count > 5 && parts[5].bool == true
      // A count that is too large for an `Int` becomes 1, since only 0 is distinguished from other counts. Column 0 stands for
      // code without a place in its line, and becomes 1.
      return Segment(
        line: line, column: max(column, 1), count: parts[2].integer ?? 1, isCode: parts[3].bool == true && !isGap)
    }
  }

  /// The numbers of the lines on which code was executed.
  var executedLines: Set<Int> {
    var lines: Set<Int> = []
    for (segment, next) in zip(segments, segments.dropFirst()) where segment.isCode && segment.count > 0 {
      lines.formUnion(segment.line...max(segment.line, next.line))
    }
    return lines
  }

  /// The lines on which something was not executed, in order.
  func unexecutedLines(in text: String) -> [UnexecutedLine] {
    // Split as bytes, because "\r\n" is one character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
    var parts: [Int: [Range<Int>]] = [:]
    for (segment, next) in zip(segments, segments.dropFirst()) where segment.isCode && segment.count == 0 {
      for line in segment.line...max(segment.line, next.line) where (1...lines.count).contains(line) {
        let length = lines[line - 1].count
        let partStart = line == segment.line ? min(segment.column - 1, length) : 0
        let partEnd = line == next.line ? min(next.column - 1, length) : length
        if partStart < partEnd { parts[line, default: []].append(partStart..<partEnd) }
      }
    }
    return parts.keys.sorted().compactMap { line in
      UnexecutedLine(number: line, bytes: lines[line - 1], parts: parts[line] ?? [])
    }
  }
}

/// A line of source with code that was not executed.
struct UnexecutedLine: Equatable {
  /// From 1.
  var number: Int
  /// The text of the line, without white space at its ends.
  var text: String
  /// The part that was not executed; `nil` for the whole line.
  var part: String?

  /// Finds the part of a line from its first to its last unexecuted word.
  ///
  /// - Parameter parts: The ranges of bytes that were not executed.
  /// - Returns: `nil` where these ranges hold no word.
  init?(number: Int, bytes: [UInt8], parts: [Range<Int>]) {
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber
    }
    let wordBytes = bytes.indices.filter { isWord(bytes[$0]) }
    let unexecutedWordBytes = wordBytes.filter { index in parts.contains { $0.contains(index) } }
    guard let first = unexecutedWordBytes.first, let last = unexecutedWordBytes.last else { return nil }
    self.number = number
    text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    guard unexecutedWordBytes.count < wordBytes.count else { return }
    let start = parts.filter { $0.contains(first) }.map(\.lowerBound).min() ?? first
    let end = parts.filter { $0.contains(last) }.map(\.upperBound).max() ?? last + 1
    part = String(decoding: bytes[start..<end], as: UTF8.self).trimmingCharacters(in: .whitespaces)
  }
}
