/// The text of a source of a suite, in which the names of modules are looked for.
///
/// An import does not count: a module may have the name of its target. A string does not count either, such as the title of a
/// property.
struct SuiteText {
  /// The name of the suite's target.
  let suite: String
  private let imports: Set<String>
  /// The text without imports and strings.
  private let text: String
  /// The text without imports, strings and lines that are comments.
  private let code: String

  init(_ source: String, of suite: String) {
    let lines = Self.withoutStrings(source).split { $0.isNewline }.filter {
      $0.prefixMatch(of: Self.beginningOfImport) == nil
    }
    self.suite = suite
    imports = SourceScan(source).imports
    text = lines.joined(separator: "\n")
    code = lines.filter { !Self.isComment($0) }.joined(separator: "\n")
  }

  /// Attributes, with or without arguments, and an access level may stand before the keyword.
  nonisolated(unsafe) private static let beginningOfImport = #/\s*(?:@\w+(?:\([^)]*\))?\s*)*(?:\w+\s+)?import\s/#

  static func isComment(_ line: Substring) -> Bool { line.drop(while: \.isWhitespace).hasPrefix("//") }

  private static func withoutStrings(_ source: String) -> String {
    let bytes = Array(source.utf8)
    var (text, offset) = ("", 0)
    for string in SwiftLexer.tokens(of: source) where string.kind == .literal {
      text += String(decoding: bytes[offset..<string.range.lowerBound], as: UTF8.self) + "\"\""
      offset = string.range.upperBound
    }
    return text + String(decoding: bytes[offset...], as: UTF8.self)
  }

  /// A name in a comment counts as well, because a check may be commented out for a while.
  ///
  /// Comments do not count for a module that has lost its ``FoundModule/obstacle`` since ``FirstChecks`` wrote the comment that
  /// it is “not checked yet”.
  ///
  /// - Parameter modules: All modules of the package, of which others may have the same name.
  func mentions(_ module: FoundModule, among modules: [FoundModule] = []) -> Bool {
    guard module.obstacle == nil, text.contains(FirstChecks.reasonPrefix(of: module)) else {
      return mentions(module, among: modules, in: text)
    }
    return mentionsInCode(module, among: modules)
  }

  /// Returns whether code has the name of a list of checks.
  func uses(_ list: String) -> Bool { Self.useCount(of: list, in: code) > 0 }

  static func useCount(of name: String, in code: String) -> Int {
    code.split { !isNameCharacter($0) }.count { $0 == name }
  }

  func mentionsInCode(_ module: FoundModule, among modules: [FoundModule]) -> Bool {
    mentions(module, among: modules, in: code)
  }

  private func mentions(_ module: FoundModule, among modules: [FoundModule], in text: String) -> Bool {
    func endsInName(_ text: Substring) -> Bool { text.last.map(Self.isNameCharacter) ?? false }
    let target = module.importName ?? module.target
    let namesake = modules.first { $0.name == module.name && $0.target != module.target && sees($0) }
    return text.ranges(of: module.name).contains { range in
      let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
      if let next = after.first, Self.isNameCharacter(next) { return false }
      // The name of a type inside of the module, or of another module in a target of its name.
      if after.first == ".", after.dropFirst().first?.isUppercase == true { return false }
      guard before.last == "." else { return !endsInName(before) && (namesake == nil || sees(module)) }
      return before.hasSuffix(target + ".") && !endsInName(before.dropLast(target.count + 1))
    }
  }

  /// Returns whether the name of a module needs no target before it.
  private func sees(_ module: FoundModule) -> Bool {
    module.target == suite || imports.contains(module.importName ?? module.target)
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
