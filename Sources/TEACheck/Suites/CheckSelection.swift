/// The titles that names and a filter of a command line choose.
///
/// A name is the title of a check (`Counter · never below zero`), the name of a check, the name of a module, or
/// that of a suite.
package struct CheckSelection {
  /// One check, as far as it can be chosen.
  package struct Candidate: Sendable, Equatable {
    package var suite: String
    package var module: String
    package var name: String
    package var title: String

    package init(suite: String, module: String, name: String, title: String) {
      self.suite = suite
      self.module = module
      self.name = name
      self.title = title
    }
  }

  /// Chooses among the candidates, in their order.
  ///
  /// - Throws: ``UsageError`` with the nearest names for a name that chooses nothing.
  package static func choose(
    _ names: [String], filter: String?, among candidates: [Candidate]
  ) throws(UsageError) -> [Candidate] {
    for name in names where !candidates.contains(where: { isNamed(name, $0) }) {
      let words = candidates.flatMap { [$0.title, $0.name, $0.module, $0.suite] }.filter { !$0.isEmpty }
      var unique: [String] = Invocation.Command.allCases.map(\.rawValue)
      for word in words where !unique.contains(word) { unique.append(word) }
      let near = Invocation.suggestion(name, among: unique)
      throw UsageError(
        "There is no check, module or suite named '\(name)'\(near.isEmpty ? "; 'tea-check list' shows them" : near)")
    }
    let named =
      names.isEmpty
      ? candidates
      : candidates.filter { candidate in
        names.contains { isNamed($0, candidate) }
      }
    guard let filter else { return named }
    let filtered = named.filter { $0.title.contains(filter) }
    guard !filtered.isEmpty else {
      throw UsageError("No check has a title that contains '\(filter)'; 'tea-check list' shows them")
    }
    return filtered
  }

  private static func isNamed(_ name: String, _ candidate: Candidate) -> Bool {
    [candidate.title, candidate.name, candidate.module, candidate.suite].contains(name)
  }
}
