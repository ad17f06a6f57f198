/// Names that are spelled like a name that does not exist.
package enum NearNames {
  /// Up to three candidates that are at most two edits, or a third of the word's length, away from a word; the nearest first.
  package static func nearest(to word: String, among candidates: [String]) -> [String] {
    // The rank of a candidate is twice its distance, plus one where only a part of it is that near. So a title with one similar
    // word comes right after the titles that are as similar as a whole.
    let ranked = candidates.map { candidate -> (text: String, rank: Int) in
      // A word that begins the candidate counts as one edit away.
      let isBeginning = word.count > 2 && candidate.lowercased().hasPrefix(word.lowercased())
      let wholeDistance = min(isBeginning ? 1 : .max, editDistance(word.lowercased(), candidate.lowercased()))
      let partDistances = candidate.split(separator: " ").map { editDistance(word.lowercased(), $0.lowercased()) }
      return (
        candidate,
        2 * min(wholeDistance, partDistances.min() ?? wholeDistance)
          + (partDistances.contains { $0 < wholeDistance } ? 1 : 0)
      )
    }
    return ranked.enumerated()
      .filter { $0.element.rank / 2 <= max(2, word.count / 3) }
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .prefix(3).map(\.element.text)
  }

  /// The least number of insertions, deletions and substitutions (Levenshtein) that turn one text into another.
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
