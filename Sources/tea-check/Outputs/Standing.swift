import TEACheck

/// What a CI engine makes of a result.
enum Standing {
  case passed, undecided, failed
}

extension CheckResult {
  /// What a CI engine makes of the result: just what the exit code makes of it.
  ///
  /// - Parameter isStrict: Whether not to look at every world is a failure.
  func standing(isStrict: Bool) -> Standing {
    switch verdict {
    case .violated, .trapped, .error: .failed
    case .passed, .inconclusive:
      isStrict && !isComplete && knownIssue == nil ? .failed : verdict == .passed ? .passed : .undecided
    }
  }

  /// The property that is violated, or the check that is something else.
  var subject: String {
    guard isFinding, let counterexample else { return title }
    return "\(module) · \(counterexample.property)"
  }

  /// Whether it is the program that is wrong.
  private var isFinding: Bool { [.violated, .trapped].contains(verdict) }

  /// The first thing to say of what went wrong.
  var summary: String {
    let word = verdict == .error ? "could not run" : verdict == .passed ? "not complete" : verdict.rawValue
    let said = (message ?? finding)?.split(separator: "\n").first.map(String.init)
    return said.map { isFinding && message == nil ? $0 : "\(word): \($0)" } ?? word
  }

  /// The number of the line that the result is about.
  var line: Int? { place.split(separator: ":").last.flatMap { Int($0) } }

  /// The file that the result is about: relative to the repository, if its path is known, else as the compiler names it.
  var sourceFile: String {
    let named = place.lastIndex(of: ":").map { String(place[..<$0]) } ?? place
    // Results of shards that were joined may be about another file.
    guard let path, let name = named.split(separator: "/").last, path.hasSuffix("/\(name)") || path == name else {
      return named
    }
    return path
  }
}
