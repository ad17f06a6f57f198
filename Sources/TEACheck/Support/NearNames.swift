package enum NearNames {
  /// Up to three candidates that are near to a word, the nearest first.
  ///
  /// A candidate is near if it, or one of its words, differs from the word by at most two edits. The bound is one edit for a
  /// word of one or two characters, and a third of the word's length for a word of nine or more characters.
  package static func nearest(to word: String, among candidates: [String]) -> [String] {
    // The rank is twice the distance, plus one where only a word of the candidate is that near. So a title with one similar
    // word comes after titles that are as similar as a whole.
    let ranked = candidates.map { candidate -> (text: String, rank: Int) in
      // A word that begins the candidate counts as one edit away.
      let beginsCandidate = word.count > 2 && candidate.lowercased().hasPrefix(word.lowercased())
      let wholeDistance = min(beginsCandidate ? 1 : .max, editDistance(word.lowercased(), candidate.lowercased()))
      let wordDistances = candidate.split(separator: " ").filter { $0 != "·" }.map {
        editDistance(word.lowercased(), $0.lowercased())
      }
      return (
        candidate,
        2 * min(wholeDistance, wordDistances.min() ?? wholeDistance)
          + (wordDistances.contains { $0 < wholeDistance } ? 1 : 0)
      )
    }
    return ranked.enumerated()
      .filter { $0.element.rank / 2 <= (word.count < 3 ? 1 : max(2, word.count / 3)) }
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .prefix(3).map(\.element.text)
  }

  /// Levenshtein's distance.
  private static func editDistance(_ one: String, _ other: String) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (i, character) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let cost = other[j] == character ? diagonal : 1 + min(diagonal, row[j], row[j + 1])
        (diagonal, row[j + 1]) = (row[j + 1], cost)
      }
    }
    return row[other.count]
  }
}
