extension Gen where Value == String {
  /// Strings that match a regular expression as a whole.
  ///
  /// ```swift
  /// let addresses = try Gen.string(matching: #"[a-z]{2,5}@(foo|bar)\.com"#)
  /// ```
  ///
  /// Strings shrink towards fewer repetitions, the first alternative and the first character of a class. A pattern may have
  /// characters, `.`, classes with ranges and `^`, `\d \w \s` and their negations, `\t \n \r \x \u`, groups and `|`. It may
  /// have `* + ? {2} {2,} {2,5}` with numbers up to 1 000. Anchors at the ends are ignored. `.` and negations make printable
  /// ASCII characters; a repetition without an upper bound makes up to 100 more than the lower bound.
  ///
  /// - Throws: ``PatternError`` where the pattern is malformed, or uses unsupported syntax.
  public static func string(matching pattern: String) throws(PatternError) -> Gen {
    try Pattern(pattern).generator
  }
}

extension Pattern {
  /// The generator of the strings that match the pattern. A repetition inside of another makes fewer parts.
  var generator: Gen<String> {
    switch self {
    case .character(let characters): return Gen.element(of: characters).map { String($0) }
    case .alternatives(let patterns): return .oneOf(patterns.map(\.generator))
    case .sequence(let patterns): return Gen<[String]>.each(of: patterns.map(\.generator)).map { $0.joined() }
    case .repeated(let pattern, let least, let most):
      let parts = Gen<[String]>.array(
        of: pattern.containsRepetition ? pattern.generator.nested : pattern.generator,
        count: least...(most ?? least + 100))
      return parts.map { $0.joined() }
    }
  }

  private var containsRepetition: Bool {
    switch self {
    case .character: false
    case .alternatives(let patterns), .sequence(let patterns): patterns.contains(where: \.containsRepetition)
    case .repeated: true
    }
  }
}
