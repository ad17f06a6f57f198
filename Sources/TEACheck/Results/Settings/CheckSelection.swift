package import TEASupport
internal import TEAText

/// The choice of checks by the names and the filter of a command line.
///
/// A name is the title of a check (`Counter · never below zero`), or the name of a check, a module or a suite. The name of a
/// module may lack the module's generic arguments.
package struct CheckSelection {
  /// The candidates that the names and the filter choose, in the order of the candidates.
  package static func choose(
    _ names: [String], filter: String?, among candidates: [ListedCheck]
  ) throws(UsageError) -> [ListedCheck] {
    for name in names where !candidates.contains(where: { isNamed(name, $0) }) {
      if Invocation.Command(rawValue: name) != nil {
        throw UsageError("There is no check named '\(name)'; the command '\(name)' stands before all names")
      }
      let candidateNames = candidates.flatMap(Self.names).filter { !$0.isEmpty }
      // A misspelt command is read as the name of a check.
      var knownNames: [String] = Invocation.Command.allCases.map(\.rawValue)
      for candidateName in candidateNames where !knownNames.contains(candidateName) { knownNames.append(candidateName) }
      // A module within a type or a target is listed without these.
      let nearNames = [name, name.split(separator: ".").last.map(String.init) ?? name].lazy
        .map { NearNames.nearest(to: $0, among: knownNames) }.first { !$0.isEmpty }
      let suggestion = Invocation.didYouMean(nearNames ?? [])
      let isOption = Invocation.options.contains { $0.name == "--" + name && !$0.isHidden }
      let remedy = isOption ? "; did you mean the option '--\(name)'?" : "; 'tea-check list' shows them"
      throw UsageError(
        "There is no check, module or suite named '\(name)'\(suggestion.isEmpty ? remedy : suggestion)")
    }
    let namedCandidates = candidates.filter { candidate in
      names.isEmpty || names.contains { isNamed($0, candidate) }
    }
    guard let filter else { return namedCandidates }
    let filteredCandidates = namedCandidates.filter { $0.title.contains(filter) }
    guard !filteredCandidates.isEmpty else {
      throw UsageError("No check has a title that contains '\(filter)'; 'tea-check list' shows them")
    }
    return filteredCandidates
  }

  /// The one check that the names and the filter choose. A single name that is the title of a check chooses this check, even if
  /// a module or a suite has the same name.
  ///
  /// - Throws: ``UsageError`` where the names and the filter choose several checks, or none.
  package static func chooseOne<Check>(
    _ names: [String], filter: String?, among checks: [Check], _ candidate: (Check) -> ListedCheck
  ) throws(UsageError) -> Check {
    let candidates = checks.map(candidate)
    var matches = try choose(names, filter: filter, among: candidates)
    if names.count == 1, matches.count > 1,
      let titled = matches.first(where: { argument(ofTitle: $0.title) == names[0] })
        ?? matches.first(where: { $0.title == names[0] })
    {
      matches = matches.filter { $0.title == titled.title }
    }
    guard matches.count == 1, let index = candidates.firstIndex(of: matches[0]) else {
      let titles = matches.prefix(5).map { "'\(printableLine($0.title))'" }.joined(separator: ", ")
      throw UsageError(
        "A graph shows one check; choose one of \(titles)\(matches.count > 5 ? ", …; 'tea-check list' shows them" : "")"
      )
    }
    return checks[index]
  }

  private static func names(_ candidate: ListedCheck) -> [String] {
    let module = candidate.module
    return [candidate.title, candidate.name, module, String(module.prefix { $0 != "<" }), candidate.suite]
  }

  /// The name may also be written with escapes, as it is printed, because characters that do not print cannot be typed. The
  /// command passes a whole title by its ``argument(ofTitle:)``.
  private static func isNamed(_ name: String, _ candidate: ListedCheck) -> Bool {
    names(candidate).contains { $0 == name || escaped($0) == name } || argument(ofTitle: candidate.title) == name
  }

  /// A title becomes a JSON string if it holds U+0000, which no argument can hold, or if it begins like a JSON string.
  package static func argument(ofTitle title: String) -> String {
    title.unicodeScalars.contains("\0") || title.hasPrefix("\"") ? JSON.string(title).text : title
  }
}
