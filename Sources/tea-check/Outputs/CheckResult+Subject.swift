import TEACheck

extension CheckResult {
  /// The result and the violations of other properties, each as a result that has no others.
  var violations: [CheckResult] {
    var first = self
    first.others = []
    return [first] + others
  }

  /// The property that is violated, or the check that is something else.
  var subject: String {
    guard isFinding, let counterexample else { return title }
    return "\(module) · \(counterexample.property)"
  }

  /// The program is wrong: it violates a property, or a step of it traps.
  private var isFinding: Bool { [.violated, .trapped].contains(verdict) }

  /// The first thing to say of what went wrong.
  var summary: String {
    let word = verdict == .error ? "could not run" : verdict.rawValue
    let said = (message ?? finding)?.split(separator: "\n").first.map(String.init)
    return said.map { isFinding && message == nil ? $0 : "\(word): \($0)" } ?? word
  }

  /// The reason that fails the run where nothing is wrong but that not every world was looked at.
  ///
  /// - Parameter isStrict: Whether every world must be looked at.
  func shortfall(isStrict: Bool) -> String? {
    guard ciStatus(isStrict: isStrict) == .failed, [.passed, .inconclusive].contains(verdict) else { return nil }
    return "not complete, as --require-complete wants it" + (coverage.map { ": \(TextReport.text(of: $0))" } ?? "")
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
