/// Fields, cases, types and messages that have another name in the newer of two programs.
struct Renaming {
  var reader: TextReader
  /// The names that only one program has, and that ``extended(toRead:as:)`` may rename.
  var renameableNames = Both<Set<String>>(old: [], new: [])

  init(reader: TextReader = TextReader()) { self.reader = reader }

  /// The newer name for each older name.
  private(set) var newNames: [String: String] = [:]
  /// The older name for each newer name.
  private var oldNames: [String: String] = [:]

  var renames: [Rename] { newNames.sorted { $0.key < $1.key }.map { Rename(old: $0.key, new: $0.value) } }

  struct Rename: Equatable {
    var old: String
    var new: String
  }

  /// - Returns: `false` where one of the names already has another renaming.
  mutating func add(_ old: String, _ new: String) -> Bool {
    if newNames[old] == new { return true }
    guard newNames[old] == nil, oldNames[new] == nil else { return false }
    (newNames[old], oldNames[new]) = (new, old)
    return true
  }

  /// `true` for a text with the older or the newer name of something that is renamed.
  func hasRenamedName(in text: String) -> Bool {
    reader.words(in: text).contains { newNames[$0] != nil || oldNames[$0] != nil }
  }

  /// A text of the older program with the names of the newer program.
  func callAsFunction(_ text: String) -> String {
    guard !newNames.isEmpty else { return text }
    return reader.pieces(of: text).map { $0.isWord ? newNames[$0.text] ?? $0.text : $0.text }.joined()
  }

  func callAsFunction(_ screen: Behaviour.Screen) -> Behaviour.Screen {
    screen.map { Behaviour.Field(name: self($0.name), value: self($0.value)) }
  }

  /// Extends this renaming in each way that turns a text of the older program into a text of the newer program. The order of
  /// labelled arguments does not count.
  ///
  /// Texts are read from the beginning, and at most ``maxRenamings`` renamings are kept. So with more than three
  /// interchangeable names, the only renaming that fits the end of the texts may be dropped.
  func extended(toRead oldText: String, as newText: String) -> [Renaming] {
    var attempts = Self.maxAttempts
    return extended(toRead: reader.terms(of: oldText), as: reader.terms(of: newText), &attempts)
  }

  /// A text of the older program with the newer names and sorted labelled arguments. The counterpart for a text of the newer
  /// program is ``TextReader/withSortedArguments(_:)``.
  func canonical(_ text: String) -> String { reader.withSortedArguments(self(text)) }

  /// The largest number of renamings that are kept, because arguments in another order may match in factorially many ways.
  private static let maxRenamings = 16
  /// The largest number of attempts, for two texts, to read an older argument as a newer one: there may be factorially many.
  private static let maxAttempts = 20_000

  private func extended(toRead oldTerms: [Term], as newTerms: [Term], _ attempts: inout Int) -> [Renaming] {
    guard oldTerms.count == newTerms.count else { return [] }
    var renamings = [self]
    for (oldTerm, newTerm) in zip(oldTerms, newTerms) {
      renamings = Array(
        renamings.flatMap { $0.extended(toRead: oldTerm, as: newTerm, &attempts) }.prefix(Self.maxRenamings))
    }
    return renamings
  }

  private func extended(toRead oldTerm: Term, as newTerm: Term, _ attempts: inout Int) -> [Renaming] {
    switch (oldTerm, newTerm) {
    case (.word(let oldName), .word(let newName)):
      if (newNames[oldName] ?? oldName) == newName { return [self] }
      var renaming = self
      let isRenameable = renameableNames.old.contains(oldName) && renameableNames.new.contains(newName)
      return isRenameable && renaming.add(oldName, newName) ? [renaming] : []
    case (.otherText(let oldText), .otherText(let newText)): return oldText == newText ? [self] : []
    case (.group(let oldBracket, let oldItems), .group(let newBracket, let newItems)):
      guard oldBracket == newBracket, oldItems.count == newItems.count else { return [] }
      guard oldTerm.isLabelled, newTerm.isLabelled else {
        return extended(toRead: Array(oldItems.joined()), as: Array(newItems.joined()), &attempts)
      }
      return extended(toReadInAnyOrder: oldItems[...], as: newItems, &attempts)
    default: return []
    }
  }

  private func extended(
    toReadInAnyOrder oldItems: ArraySlice<[Term]>, as newItems: [[Term]], _ attempts: inout Int
  ) -> [Renaming] {
    guard let oldItem = oldItems.first else { return [self] }
    var renamings: [Renaming] = []
    for (index, newItem) in newItems.enumerated() where renamings.count < Self.maxRenamings && attempts > 0 {
      attempts -= 1
      var remainingItems = newItems
      remainingItems.remove(at: index)
      for renaming in extended(toRead: oldItem, as: newItem, &attempts) {
        renamings += renaming.extended(toReadInAnyOrder: oldItems.dropFirst(), as: remainingItems, &attempts)
      }
    }
    return Array(renamings.prefix(Self.maxRenamings))
  }
}
