/// Fields, cases, types and messages that have another name in the newer of two programs.
struct Renaming {
  /// Reads the texts of both programs.
  var reader: TextReader

  init(reader: TextReader = TextReader()) { self.reader = reader }

  /// The newer name for each older name.
  private(set) var names: [String: String] = [:]
  /// The older name for each newer name.
  private var origins: [String: String] = [:]

  /// The renamings in alphabetic order of the older names.
  var renames: [Rename] { names.sorted { $0.key < $1.key }.map { Rename(old: $0.key, new: $0.value) } }

  struct Rename: Equatable {
    var old: String
    var new: String
  }

  /// Adds a renaming.
  ///
  /// - Returns: `false` where one of the names already has another renaming.
  mutating func add(_ old: String, _ new: String) -> Bool {
    if names[old] == new { return true }
    guard names[old] == nil, origins[new] == nil else { return false }
    (names[old], origins[new]) = (new, old)
    return true
  }

  /// Returns whether a text contains an older or a newer name of this renaming.
  func touches(_ text: String) -> Bool { reader.words(in: text).contains { names[$0] != nil || origins[$0] != nil } }

  /// A text of the older program with the names of the newer program.
  func callAsFunction(_ text: String) -> String {
    guard !names.isEmpty else { return text }
    return reader.pieces(of: text).map { $0.isWord ? names[$0.text] ?? $0.text : $0.text }.joined()
  }

  /// The renamings that extend this one and turn a text of the older program into a text of the newer program.
  ///
  /// - Parameters:
  ///   - text: The text of the older program.
  ///   - other: The text of the newer program.
  ///   - old: The names that only the older program has.
  ///   - new: The names that only the newer program has.
  /// - Returns: One renaming for each way to make the texts equal; none where the texts differ in more than these names and the
  ///   order of labelled arguments. At most 16 ways to read the first parts of the texts are followed, so that of more than
  ///   three interchangeable names the only way that fits later parts may be missed.
  func extended(toRead text: String, as other: String, _ old: Set<String>, _ new: Set<String>) -> [Renaming] {
    extended(toRead: reader.terms(of: text), as: reader.terms(of: other), old, new)
  }

  /// A text of one of the programs in the form in which both are compared: with the names of the newer program, and with
  /// labelled arguments sorted.
  func canonical(_ text: String) -> String { reader.withSortedArguments(self(text)) }

  /// The largest number of renamings: arguments in another order may match in factorially many ways.
  private static let mostRenamings = 16

  private func extended(toRead terms: [Term], as others: [Term], _ old: Set<String>, _ new: Set<String>) -> [Renaming] {
    guard terms.count == others.count else { return [] }
    var renamings = [self]
    for (term, other) in zip(terms, others) {
      renamings = Array(renamings.flatMap { $0.extended(toRead: term, as: other, old, new) }.prefix(Self.mostRenamings))
    }
    return renamings
  }

  private func extended(toRead term: Term, as other: Term, _ old: Set<String>, _ new: Set<String>) -> [Renaming] {
    switch (term, other) {
    case (.word(let word), .word(let name)):
      if (names[word] ?? word) == name { return [self] }
      var renaming = self
      return old.contains(word) && new.contains(name) && renaming.add(word, name) ? [renaming] : []
    case (.other(let text), .other(let otherText)): return text == otherText ? [self] : []
    case (.group(let bracket, let items), .group(let otherBracket, let others)):
      guard bracket == otherBracket, items.count == others.count else { return [] }
      guard term.isLabelled, other.isLabelled else {
        return extended(toRead: Array(items.joined()), as: Array(others.joined()), old, new)
      }
      return extended(toReadInAnyOrder: items[...], as: others, old, new)
    default: return []
    }
  }

  private func extended(
    toReadInAnyOrder items: ArraySlice<[Term]>, as others: [[Term]], _ old: Set<String>, _ new: Set<String>
  ) -> [Renaming] {
    guard let item = items.first else { return [self] }
    var renamings: [Renaming] = []
    for (index, other) in others.enumerated() where renamings.count < Self.mostRenamings {
      var rest = others
      rest.remove(at: index)
      for renaming in extended(toRead: item, as: other, old, new) {
        renamings += renaming.extended(toReadInAnyOrder: items.dropFirst(), as: rest, old, new)
      }
    }
    return Array(renamings.prefix(Self.mostRenamings))
  }
}
