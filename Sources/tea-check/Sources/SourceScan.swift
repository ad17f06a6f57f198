/// The declarations and imports of a source file, read without compiling it.
struct SourceScan {
  /// A type, a protocol or an extension outside of functions.
  struct Declaration {
    /// The names of the types around the declared type, the outermost first, and of the type itself.
    var path: [String]
    var keyword: String
    /// The access level that the declaration states, or else the level of the extension around it; `nil` where neither states
    /// one.
    var access: AccessLevel?
    /// The types and protocols after the colon, each as the words of its dotted name.
    var inherited: [[String]] = []
    /// `true` where the declaration, or a type around it, has type parameters or a `where` clause.
    var isGeneric = false
    /// `true` for a declaration between `#if` and `#endif`.
    var isConditional = false
    /// The line of the keyword, from 1.
    var line: Int
    /// The type of the module's flags, from a function `start(with:)` or an alias `Flags`; `nil` where there is neither.
    var flags: String?

    var isExtension: Bool { keyword == "extension" }
  }

  enum AccessLevel: Int, Comparable {
    case `private`, `fileprivate`, `internal`, package, `public`

    static func < (one: AccessLevel, other: AccessLevel) -> Bool { one.rawValue < other.rawValue }

    init?(_ word: String) {
      switch word {
      case "private": self = .private
      case "fileprivate": self = .fileprivate
      case "internal": self = .internal
      case "package": self = .package
      case "public", "open": self = .public
      default: return nil
      }
    }
  }

  private(set) var declarations: [Declaration] = []
  private(set) var imports: Set<String> = []

  private let source: String
  private let tokens: [SwiftToken]
  private var scopes: [Scope] = []
  /// The index at which reading stops: the end of the tokens or, within a declaration's head, 2 000 tokens after the keyword.
  /// The limit keeps the time linear.
  private var readLimit: Int

  private enum Scope {
    /// The body of a declaration, by its index in `declarations`.
    case declaration(Int)
    /// The body of a function, a closure or a statement.
    case other
  }

  init(_ source: String) {
    self.source = source
    tokens = SwiftLexer.tokens(of: source)
    readLimit = tokens.count
    scan()
  }
}

extension SourceScan {
  private static let typeKeywords: Set<String> = ["enum", "struct", "class", "actor", "protocol", "extension"]

  private mutating func scan() {
    /// The scopes before each open `#if`, which are restored at its `#else`.
    var scopesBeforeIf: [[Scope]] = []
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      switch token {
      case "#if": scopesBeforeIf.append(scopes)
      case "#else", "#elseif": if let before = scopesBeforeIf.last { scopes = before }
      case "#endif": _ = scopesBeforeIf.popLast()
      case "{": scopes.append(.other)
      case "}": _ = scopes.popLast()
      case "import": readImport(at: index)
      case "func": readFlagsParameter(at: index)
      case "typealias": readFlagsAlias(at: index)
      default:
        guard token.kind == .word, Self.typeKeywords.contains(token.text) else { break }
        if let opening = readDeclaration(at: index, isConditional: !scopesBeforeIf.isEmpty) {
          index = opening
          scopes.append(.declaration(declarations.count - 1))
        }
      }
      index += 1
    }
  }

  /// The token at an index; `nil` from ``readLimit`` on, and for a negative index.
  private func token(_ index: Int) -> SwiftToken? { (0..<readLimit).contains(index) ? tokens[index] : nil }

  private func isToken(_ text: String, at index: Int) -> Bool { token(index).map { text ~= $0 } ?? false }

  private mutating func readImport(at index: Int) {
    guard scopes.isEmpty, let word = token(index + 1), word.kind == .word else { return }
    let isSelective = ["enum", "struct", "class", "protocol", "func", "var", "let", "typealias"].contains(word.text)
    guard let module = isSelective ? token(index + 2) : word, module.kind == .word else { return }
    imports.insert(module.text)
  }

  /// Reads the head of a declaration, up to its opening brace.
  ///
  /// - Returns: The index of the brace; `nil` where no declaration outside of functions begins, or 32 or more braces are open.
  private mutating func readDeclaration(at index: Int, isConditional: Bool) -> Int? {
    // The limit of the depth keeps the time linear, since each declaration goes through all of its scopes.
    guard !isToken(".", at: index - 1), scopes.count < 32 else { return nil }
    readLimit = min(tokens.count, index + 2_000)
    defer { readLimit = tokens.count }
    var enclosing: [Declaration] = []
    for scope in scopes {
      guard case .declaration(let number) = scope else { return nil }
      enclosing.append(declarations[number])
    }
    var next = index + 1
    let name = readPath(&next)
    guard !name.isEmpty else { return nil }
    var found = Declaration(
      path: (enclosing.last?.path ?? []) + name, keyword: tokens[index].text, access: access(before: index),
      isConditional: isConditional, line: tokens[index].line)
    if found.access == nil, let parent = enclosing.last, parent.isExtension { found.access = parent.access }
    found.isGeneric = enclosing.last?.isGeneric ?? false
    if isToken("<", at: next) {
      skipAngles(&next)
      found.isGeneric = true
    }
    if isToken(":", at: next) {
      next += 1
      found.inherited = readInherited(&next)
    }
    if isToken("where", at: next) {
      found.isGeneric = true
      while let token = token(next), !("{" ~= token) { next += 1 }
    }
    guard isToken("{", at: next) else { return nil }
    declarations.append(found)
    return next
  }

  /// Reads the words of a dotted name, and moves the index to the token after the name.
  private func readPath(_ index: inout Int) -> [String] {
    var path: [String] = []
    while let token = token(index), token.kind == .word, !token.text.hasPrefix("#") {
      path.append(token.text)
      index += 1
      guard isToken(".", at: index) else { break }
      index += 1
    }
    return path
  }

  private func skipAngles(_ index: inout Int) {
    var depth = 0
    while let token = token(index), !("{" ~= token) {
      if "<" ~= token { depth += 1 }
      // The `>` of an arrow closes no angle bracket.
      if ">" ~= token, !isToken("-", at: index - 1) { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }

  private func skipParentheses(_ index: inout Int) {
    var depth = 0
    while let token = token(index) {
      if "(" ~= token { depth += 1 }
      if ")" ~= token { depth -= 1 }
      index += 1
      if depth == 0 { return }
    }
  }

  private func readInherited(_ index: inout Int) -> [[String]] {
    var inherited: [[String]] = []
    while let token = token(index), !("{" ~= token), !("where" ~= token) {
      switch token {
      case "@":
        index += 2
        if isToken("(", at: index) { skipParentheses(&index) }
      // A protocol after `~` is not inherited.
      case "~": index += 2
      case "<": skipAngles(&index)
      case "(": skipParentheses(&index)
      case "nonisolated": index += 1
      default:
        let path = readPath(&index)
        if path.isEmpty { index += 1 } else { inherited.append(path) }
      }
    }
    return inherited
  }

  /// The access level among the modifiers and attributes before the keyword of a declaration; `nil` for none.
  private func access(before index: Int) -> AccessLevel? {
    let otherModifiers: Set<String> = ["final", "indirect", "nonisolated", "distributed", "static"]
    var access: AccessLevel?
    var index = index - 1
    while let token = token(index), token.kind == .word || ")" ~= token {
      if ")" ~= token {
        // The end of an attribute or a modifier with arguments, such as `@available(…)`. Both are skipped.
        var depth = 0
        while let token = self.token(index) {
          if ")" ~= token { depth += 1 }
          if "(" ~= token { depth -= 1 }
          index -= 1
          if depth == 0 { break }
        }
        guard self.token(index)?.kind == .word else { return access }
        index -= isToken("@", at: index - 1) ? 2 : 1
      } else if isToken("@", at: index - 1) {
        index -= 2
      } else if let level = AccessLevel(token.text) {
        access = level
        index -= 1
      } else if otherModifiers.contains(token.text) {
        index -= 1
      } else {
        return access
      }
    }
    return access
  }

  /// Reads the flags of `func start(with flags: Flags…`.
  private mutating func readFlagsParameter(at index: Int) {
    guard case .declaration(let number)? = scopes.last, isToken("start", at: index + 1), isToken("(", at: index + 2),
      isToken("with", at: index + 3)
    else { return }
    // The parameter may have a name of its own after the label `with`.
    let colon = isToken(":", at: index + 4) ? index + 4 : index + 5
    guard isToken(":", at: colon) else { return }
    let type = type(at: colon + 1) { $0 == "," || $0 == ")" }
    // If the parameter names the alias `Flags`, the type is read from the declaration of the alias.
    if type != "Flags" { declarations[number].flags = type }
  }

  /// Reads the flags of `typealias Flags = …`, up to the end of the line.
  private mutating func readFlagsAlias(at index: Int) {
    guard case .declaration(let number)? = scopes.last, isToken("Flags", at: index + 1), isToken("=", at: index + 2),
      let first = token(index + 3)
    else { return }
    let line = first.line
    var end = index + 3
    while let token = token(end), token.line == line, !("}" ~= token), !(";" ~= token) { end += 1 }
    declarations[number].flags = text(index + 3..<end)
  }

  /// The text of the type that begins at a token, up to a mark outside of brackets for which `isEnd` returns `true`.
  private func type(at start: Int, until isEnd: (String) -> Bool) -> String {
    var depth = 0
    var end = start
    while let token = token(end) {
      if depth == 0, token.kind == .mark, isEnd(token.text) { break }
      if token.kind == .mark, "([<".contains(token.text) { depth += 1 }
      if token.kind == .mark, ")]>".contains(token.text), !(token.text == ">" && isToken("-", at: end - 1)) {
        depth -= 1
      }
      end += 1
    }
    return text(start..<end)
  }

  private func text(_ range: Range<Int>) -> String {
    guard let first = token(range.lowerBound), let last = token(range.upperBound - 1), !range.isEmpty else { return "" }
    return String(decoding: Array(source.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
