package import TEASupport
internal import TEAText

/// The choice of checks by the names and the filter of a command line.
///
/// A name is the title of a check (`Counter · never below zero`), or the name of a check, a module or a suite. The name of a
/// module may lack the module's generic arguments. The title of a check means this check alone, even if a module or a suite has
/// the same name: otherwise a check without a name of its own could not be chosen beside others of its module.
package struct CheckSelection {
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

    fileprivate var names: [String] { [title, name, module, String(module.prefix { $0 != "<" }), suite] }
  }

  /// The candidates that the names and the filter choose, in the order of the candidates.
  package static func choose(
    _ names: [String], filter: String?, among candidates: [Candidate]
  ) throws(UsageError) -> [Candidate] {
    let candidatesByName = names.map { Self.candidates(named: $0, among: candidates) }
    for (name, candidatesOfName) in zip(names, candidatesByName) where candidatesOfName.isEmpty {
      if Invocation.Command(rawValue: name) != nil {
        throw UsageError("There is no check named '\(name)'; the command '\(name)' stands before all names")
      }
      let candidateNames = candidates.flatMap(\.names).filter { !$0.isEmpty }
      // A misspelt command is read as the name of a check.
      var knownNames: [String] = Invocation.Command.allCases.map(\.rawValue)
      for candidateName in candidateNames where !knownNames.contains(candidateName) { knownNames.append(candidateName) }
      let suggestion = Invocation.didYouMean(name, among: knownNames)
      let isOption = Invocation.options.contains { $0.name == "--" + name && !$0.isHidden }
      let remedy = isOption ? "; did you mean the option '--\(name)'?" : "; 'tea-check list' shows them"
      throw UsageError(
        "There is no check, module or suite named '\(name)'\(suggestion.isEmpty ? remedy : suggestion)")
    }
    let namedCandidates = candidates.filter { candidate in
      names.isEmpty || candidatesByName.contains { $0.contains(candidate) }
    }
    guard let filter else { return namedCandidates }
    let filteredCandidates = namedCandidates.filter { $0.title.contains(filter) }
    guard !filteredCandidates.isEmpty else {
      throw UsageError("No check has a title that contains '\(filter)'; 'tea-check list' shows them")
    }
    return filteredCandidates
  }

  /// The one check that the names and the filter choose.
  ///
  /// - Throws: ``UsageError`` where the names and the filter choose several checks, or none.
  package static func chooseOne<Check>(
    _ names: [String], filter: String?, among checks: [Check], _ candidate: (Check) -> Candidate
  ) throws(UsageError) -> Check {
    let candidates = checks.map(candidate)
    let matches = try choose(names, filter: filter, among: candidates)
    guard matches.count == 1, let index = candidates.firstIndex(of: matches[0]) else {
      let titles = matches.prefix(5).map { "'\(printableLine($0.title))'" }.joined(separator: ", ")
      throw UsageError(
        "A graph shows one check; choose one of \(titles)\(matches.count > 5 ? ", …; 'tea-check list' shows them" : "")"
      )
    }
    return checks[index]
  }

  /// The candidates that a name means: those with this title, or else those that have the name otherwise.
  ///
  /// The name may also be written with escapes, as it is printed, because characters that do not print cannot be typed. The
  /// command passes a whole title by its ``argument(ofTitle:)``.
  private static func candidates(named name: String, among candidates: [Candidate]) -> [Candidate] {
    let readings: [(Candidate) -> Bool] = [
      { argument(ofTitle: $0.title) == name }, { $0.title == name }, { escaped($0.title) == name },
      { $0.names.contains { $0 == name || escaped($0) == name } },
    ]
    return readings.lazy.map { candidates.filter($0) }.first { !$0.isEmpty } ?? []
  }

  /// A title becomes a JSON string if it holds U+0000, which no argument can hold, or if it begins like a JSON string.
  package static func argument(ofTitle title: String) -> String {
    title.unicodeScalars.contains("\0") || title.hasPrefix("\"") ? JSON.string(title).text : title
  }
}
