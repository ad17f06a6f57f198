internal import TEAText

/// A text as one line, with nothing left out.
package func printableUncut(_ text: String) -> String { withoutCICommands(escaped(text)) }

/// A text as one line, cut by ``abbreviated(_:to:)``.
package func printableLine(_ text: String, upTo limit: Int = 2_000) -> String {
  // The text is cut first so that a very long one is not escaped as a whole, and again because escapes lengthen the text.
  withoutCICommands(abbreviated(escaped(abbreviated(text, to: limit)), to: limit))
}

/// The lines of a text with everything visible that does not print; line feeds stay as they are.
package func escapedLines(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }.joined(separator: "\n")
}

/// The first hundred lines of a text, each made by ``printableLine(_:upTo:)``, and the number of the others.
package func printableLines(_ text: String) -> String {
  let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  let (limit, hiddenCount) = (100, lines.count - 100)
  let keptLines = lines.prefix(limit).map { printableLine(String($0)) }
  return (keptLines + (hiddenCount > 0 ? ["… \(counted(hiddenCount, "more line")); --format json has them"] : []))
    .joined(separator: "\n")
}

/// Escapes the texts that CI engines take for commands: `::error::` and the like at the beginning of a line, and `##[error]`,
/// `##vso[` and the like anywhere.
private func withoutCICommands(_ line: String) -> String {
  var line = line
  if line.drop(while: { $0 == " " }).hasPrefix("::") {
    line.replaceSubrange(line.firstRange(of: "::")!, with: "\\u{3A}:")
  }
  guard line.contains("##") else { return line }
  var result: [Character] = []
  for character in line {
    if character == "[" {
      let wordLength = result.reversed().prefix { $0.isLetter && $0.isASCII }.count
      let wordStart = result.count - wordLength
      if wordStart > 1, result[wordStart - 1] == "#", result[wordStart - 2] == "#" {
        result[wordStart - 1...wordStart - 1] = ArraySlice("\\u{23}")
      }
    }
    result.append(character)
  }
  return String(result)
}

/// Shortens UUIDs, long hexadecimal numbers and the like.
///
/// Eight or more zeros and hyphens in a row, as in a derived `UUID`, become `0…`. An identifier that is still longer than 13
/// characters keeps its first and last six characters instead.
private func withShortIdentifiers(_ text: String) -> String {
  text.replacing(/[0-9A-Za-z]+(?:-[0-9A-Za-z]+){2,}|[0-9A-Fa-f]{20,}/) { match in
    let word = match.output
    guard word.count > 12, word.contains(where: \.isNumber) else { return String(word) }
    let withoutZeros = String(word).replacing(/[0-]{8,}/, with: "0…")
    return withoutZeros.count <= 13 ? withoutZeros : "\(word.prefix(6))…\(word.suffix(6))"
  }
}

/// A text cut in the middle to at most `limit` characters. In a text below 2 000 bytes, identifiers are shortened first.
///
/// A character may have any number of scalars. If head and tail have more than 4 × `limit` scalars, only the beginning of the
/// text is kept.
package func abbreviated(_ text: String, to limit: Int = 60) -> String {
  // A text has at least as many bytes as characters, and its bytes are counted fast.
  guard text.utf8.count > limit else { return text }
  guard text.count > limit || text.unicodeScalars.count > 4 * limit else { return text }
  let text = text.utf8.count < 2_000 ? withShortIdentifiers(text) : text
  guard text.count > limit || text.unicodeScalars.count > 4 * limit else { return text }
  let tailLength = limit / 3 - 1
  let headLength = limit - tailLength - 1
  let cutText = withoutCounts(text, headLength, tailLength)
  guard cutText.count > limit || cutText.unicodeScalars.count > 4 * limit else { return cutText }
  let (head, tail) = withWholeWords(cutText.prefix(headLength), cutText.suffix(tailLength))
  guard text.unicodeScalars.count > 4 * limit, head.unicodeScalars.count + tail.unicodeScalars.count > 4 * limit else {
    return withEllipsis(head, tail)
  }
  return withEllipsis(String(String.UnicodeScalarView(text.unicodeScalars.prefix(2 * limit))).prefix(limit - 1), "")
}

/// Shortens notes such as `… and 9 more` to `…` in a text whose middle is about to be cut out. The number in a note counts
/// left-out parts, and would be too small after the cut. Notes that end in the head stay.
private func withoutCounts(_ text: String, _ headLength: Int, _ tailLength: Int) -> String {
  // The longest note has fewer characters, so that each note is found whole.
  let margin = 80
  let rest = text.dropFirst(headLength + margin)
  let (start, end) = (text[..<rest.startIndex], rest.suffix(tailLength + margin))
  let hasEllipsis = start.contains("…" as Character) || end.contains("…" as Character)
  guard hasEllipsis else { return text }
  let headEnd = text.prefix(headLength).endIndex
  let count = /… and [0-9]+ more/
  func replaced(_ part: Substring) -> String {
    String(part.replacing(count) { $0.range.upperBound <= headEnd ? $0.output : "…" })
  }
  guard start.endIndex != end.startIndex else { return replaced(text[...]) }
  return replaced(start) + "…" + replaced(end)
}

/// Joins two parts of a text by one ellipsis, even if the first ends or the second begins with one.
private func withEllipsis(_ head: some StringProtocol, _ tail: some StringProtocol) -> String {
  let headLength = head.count - head.reversed().prefix { $0 == "…" }.count
  return "\(head.prefix(headLength))…\(tail.drop { $0 == "…" })"
}

/// Moves the ends of a cut to the next spaces outside of it, where they are near: a part of a word, a name or a number reads as
/// another one.
private func withWholeWords(_ head: Substring, _ tail: Substring) -> (head: String, tail: String) {
  let (text, limit) = (head.base, head.count + tail.count)
  func isEnd(_ index: String.Index) -> Bool {
    let last = text[..<index].last ?? " "
    // A text of few characters may have too many scalars, and then the head is the whole text.
    if index == text.endIndex { return true }
    if index == head.endIndex, ",)]}".contains(text[index]) { return last != "…" }
    // The space after a colon is within a part: a value belongs to its name.
    return text[index] == " " && !": …".contains(last)
  }
  func isStart(_ index: String.Index) -> Bool {
    let before = text[..<index]
    return !" …".contains(text[index]) && before.last == " " && before.reversed().first { $0 != " " } != ":"
  }
  let end = ([head.endIndex] + text[..<head.endIndex].indices.suffix(limit / 3).reversed()).first(where: isEnd)
  let start = tail.indices.prefix(limit / 6).first(where: isStart)
  var (newHead, newTail) = (String(text[..<(end ?? head.endIndex)]), String(text[(start ?? tail.startIndex)...]))
  var room = limit - newHead.count - newTail.count
  if end != nil, room > 0 { (newHead, room) = (newHead + " ", room - 1) }
  if start != nil, room > 0 { newTail = " " + newTail }
  return (newHead, newTail)
}

package func abbreviatedChange(_ before: String, _ after: String, to limit: Int = 60) -> (before: String, after: String)
{
  let texts = abbreviatedAroundDifference([before, after], to: limit)
  return (texts[0], texts[1])
}

/// Texts cut to at most `limit` characters each. The cuts of different texts are different, if such cuts can be found.
package func abbreviatedAroundDifference(_ texts: [String], to limit: Int = 60) -> [String] {
  distinctCuts(abbreviatedTogether(texts, to: limit), texts, to: limit)
}

/// Texts cut by ``abbreviated(_:to:)``. Of texts that differ but would be cut to the same text, each is cut around the difference.
package func abbreviatedDistinctly(_ texts: [String], to limit: Int = 60) -> [String] {
  distinctCuts(texts.map { abbreviated($0, to: limit) }, texts, to: limit)
}

/// Texts cut to at most `limit` characters each. A long beginning that all texts have in common is left out first.
private func abbreviatedTogether(_ texts: [String], to limit: Int) -> [String] {
  guard let first = texts.first, texts.contains(where: { $0.count > limit }), texts.contains(where: { $0 != first })
  else { return texts.map { abbreviated($0, to: limit) } }
  let commonLength = commonLength(of: texts, first)
  let contextLength = contextLength(to: limit)
  // The number of characters that `abbreviated` keeps before its cut.
  let headLength = limit - limit / 3
  guard commonLength > headLength - contextLength else { return texts.map { abbreviated($0, to: limit) } }
  let start = startOfPart(first, before: commonLength, to: limit)
  return texts.map { abbreviated(withEllipsis("", $0.dropFirst(start)), to: limit) }
}

/// The number of characters that a cut text keeps before a difference, for orientation.
private func contextLength(to limit: Int) -> Int { limit / 6 }

/// The number of characters that are cut from the beginning of a text that differs from others after `commonLength`: up to a space
/// outside of the part that differs, where one is near.
private func startOfPart(_ text: String, before commonLength: Int, to limit: Int) -> Int {
  let start = max(0, commonLength - contextLength(to: limit))
  let beginning = Array(text.prefix(commonLength))
  func isStart(_ index: Int) -> Bool {
    beginning[index] == " " && index > 0 && beginning[index - 1] != ":" && !beginning[(index + 1)...].starts(with: " ")
  }
  return beginning.indices.dropFirst(start).first(where: isStart)
    ?? beginning.indices.prefix(start).suffix(limit / 6).last(where: isStart) ?? start
}

private func commonLength(of texts: some Sequence<String>, _ first: String) -> Int {
  texts.map { zip(first, $0).prefix { $0 == $1 }.count }.min() ?? 0
}

/// Finds texts that differ but were cut to the same text, and cuts them anew around the first character in which they differ.
/// Each of several such groups stays apart from the others.
private func distinctCuts(_ cuts: [String], _ texts: [String], to limit: Int) -> [String] {
  var newCutsOfAll = cuts
  for (cut, indices) in Dictionary(grouping: cuts.indices, by: { cuts[$0] }) {
    let first = texts[indices[0]]
    guard indices.contains(where: { texts[$0] != first }) else { continue }
    let alikeTexts = indices.map { texts[$0] }
    let start = startOfPart(first, before: commonLength(of: alikeTexts.filter { $0 != first }, first), to: limit)
    let newCuts = alikeTexts.map { text in
      let end = text.dropFirst(start).dropFirst(limit - 2)
      return (start > 0 ? "…" : "") + text.dropFirst(start).prefix(limit - 2) + (end.isEmpty ? "" : "…")
    }
    // Cuts that show a character of very many scalars are not used.
    guard newCuts.allSatisfy({ $0.unicodeScalars.count <= 4 * limit }), newCuts.contains(where: { $0 != cut }) else {
      continue
    }
    for (index, newCut) in zip(indices, distinctCuts(newCuts, alikeTexts, to: limit)) { newCutsOfAll[index] = newCut }
  }
  // Cuts that differed may have become alike: these show in their other half where they did.
  for (_, indices) in Dictionary(grouping: cuts.indices, by: { newCutsOfAll[$0] }) {
    let first = cuts[indices[0]]
    guard indices.contains(where: { cuts[$0] != first }) else { continue }
    let common = commonLength(of: indices.map { cuts[$0] }.filter { $0 != first }, first)
    let start = max(0, common - contextLength(to: limit))
    for index in indices where newCutsOfAll[index] != cuts[index] {
      let half = (start > 0 ? "…" : "") + cuts[index].dropFirst(start).prefix(limit / 2 - 2)
      let otherHalf = newCutsOfAll[index].prefix(limit / 2 - 1)
      // The new cut is of a part that the former one left out.
      let isBefore = !first.dropFirst().prefix(max(0, common - 1)).contains("…")
      newCutsOfAll[index] = isBefore ? withEllipsis(half, otherHalf) : withEllipsis(otherHalf, half)
    }
  }
  return newCutsOfAll
}
