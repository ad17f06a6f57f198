/// Parses the Swift closures of suggestions, and evaluates them for given values. Supports only the syntax that suggestions
/// use.
struct SwiftReader {
  /// Code that the reader does not understand.
  struct Failure: Error, CustomStringConvertible { var description: String }

  private let tokens: [String]
  /// The index of the next token.
  private var place = 0
  /// The values of the names in scope.
  private var names: [String: Any?] = [:]

  /// Reads the closure in a line such as `Always("…") { $0.count >= 0 }`.
  init(_ code: String) throws {
    let parts = code.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let brace = parts[2].firstIndex(of: "{") else {
      throw Failure(description: "no closure in \(code)")
    }
    try self.init(closure: String(parts[2][parts[2].index(after: brace)...]))
  }

  /// Reads a closure from the text after its opening brace.
  init(closure: String) throws { tokens = Self.tokens(of: closure) }

  /// Evaluates the closure with `value` as its argument.
  func callAsFunction(_ value: Any) throws -> Bool {
    var reader = self
    reader.names = ["$0": value]
    if tokens.count > 1, tokens[1] == "in" {
      reader.names[tokens[0]] = value
      reader.place = 2
    }
    return try reader.body()
  }

  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if first.isLetter || first.isNumber || first == "$" || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "$" || $0 == "_" }
        tokens.append(String(word))
        rest = rest.dropFirst(word.count)
      } else if let operatorToken = ["&&", "||", "==", "!=", "<=", ">=", "??"].first(where: rest.hasPrefix) {
        tokens.append(operatorToken)
        rest = rest.dropFirst(2)
      } else {
        tokens.append(String(rest.removeFirst()))
      }
    }
    return tokens
  }

  private func isAt(_ text: String) -> Bool { place < tokens.count && tokens[place] == text }

  /// Moves past a token that must be the next one.
  private mutating func skip(_ text: String) throws {
    guard isAt(text) else {
      throw Failure(description: "\(text) expected at \(tokens[place...].prefix(5).joined(separator: " "))")
    }
    place += 1
  }

  /// Moves past a token and returns `true`, if it is the next one.
  private mutating func accept(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    place += 1
    return true
  }

  private mutating func next() throws -> String {
    guard place < tokens.count else { throw Failure(description: "the end comes too soon") }
    place += 1
    return tokens[place - 1]
  }

  private mutating func body() throws -> Bool {
    while true {
      if accept("let") {
        let name = try next()
        try skip("=")
        if accept("try") { names[name] = try primary() } else { names[name] = try ifCaseExpression() }
      } else if isAt("if") {
        place += 1
        let isMet = try caseTest()
        for text in ["{", "return", "true", "}"] { try skip(text) }
        if isMet { return true }
      } else {
        _ = accept("return")
        return try truth(or())
      }
    }
  }

  /// Evaluates `if case .name = value { true } else { false }`.
  private mutating func ifCaseExpression() throws -> Bool {
    try skip("if")
    let isMet = try caseTest()
    for text in ["{", "true", "}", "else", "{", "false", "}"] { try skip(text) }
    return isMet
  }

  /// Evaluates `case .name = value`, with or without `?` after the name.
  private mutating func caseTest() throws -> Bool {
    try skip("case")
    try skip(".")
    let name = try next()
    _ = accept("?")
    try skip("=")
    return Self.caseName(try primary()) == name
  }

  private static func caseName(_ value: Any?) -> String {
    guard let value else { return "none" }
    return Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  private func truth(_ value: Any?) throws -> Bool {
    guard let value = value as? Bool else { throw Failure(description: "\(String(describing: value)) is no Bool") }
    return value
  }

  private mutating func or() throws -> Any? {
    var value = try and()
    while accept("||") {
      let other = try and()
      value = try truth(value) || truth(other)
    }
    return value
  }

  private mutating func and() throws -> Any? {
    var value = try comparison()
    while accept("&&") {
      let other = try comparison()
      value = try truth(value) && truth(other)
    }
    return value
  }

  private mutating func comparison() throws -> Any? {
    let value = try coalescing()
    guard let sign = ["==", "!=", "<=", ">=", "<", ">"].first(where: isAt) else { return value }
    place += 1
    let other = try coalescing()
    switch sign {
    case "==": return Self.isEqual(value, other)
    case "!=": return !Self.isEqual(value, other)
    default: break
    }
    guard let left = value as? Int, let right = other as? Int else {
      throw Failure(description: "no numbers at \(sign)")
    }
    return sign == "<=" ? left <= right : sign == ">=" ? left >= right : sign == "<" ? left < right : left > right
  }

  /// A case without its type, such as `.idle`, to which a value is compared.
  private struct CaseName { var name: String }

  private static func isEqual(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    if let name = other as? CaseName { return caseName(one) == name.name }
    if let one = one as? [Any], let other = other as? [Any] {
      return one.count == other.count && zip(one, other).allSatisfy { isEqual($0, $1) }
    }
    return one as! AnyHashable == other as! AnyHashable
  }

  private mutating func coalescing() throws -> Any? {
    let value = try unary()
    guard accept("??") else { return value }
    let other = try unary()
    return value ?? other
  }

  private mutating func unary() throws -> Any? {
    if accept("!") { return try !truth(unary()) }
    if accept("-") { return try (unary() as? Int).map { -$0 } }
    return try primary()
  }

  /// Evaluates a primary expression: a literal, a name, `.name`, or an expression in parentheses, with the members after it.
  private mutating func primary() throws -> Any? {
    var value: Any?
    let first = try next()
    switch first {
    case "(":
      value = try or()
      try skip(")")
    case ".": return CaseName(name: try next())
    case "[":
      var elements: [Any] = []
      repeat { elements.append(try or() as Any) } while accept(",")
      try skip("]")
      value = elements
    case "nil": return nil
    case "true": return true
    case "Set":
      try skip("(")
      value = Set((try or() as? [Any] ?? []).map { $0 as! AnyHashable })
      try skip(")")
    default:
      if let number = Int(first) { return number }
      guard let known = names[first] else { throw Failure(description: "\(first) is not known") }
      value = known
    }
    while isAt(".") || isAt("?") {
      _ = accept("?")
      try skip(".")
      value = try member(try next(), of: value)
    }
    return Self.unwrapped(value)
  }

  private static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }

  private static func elements(_ value: Any?) -> [Any] {
    if let text = value as? String { return Array(text) }
    return value.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
  }

  private mutating func member(_ name: String, of value: Any?) throws -> Any? {
    let value = Self.unwrapped(value)
    switch name {
    case "count" where isAt("{"):
      let count = try Self.elements(value).count { try closure(given: $0) }
      skipClosure()
      return count
    case "count" where value is any Collection: return Self.elements(value).count
    case "isEmpty": return Self.elements(value).isEmpty
    case "sorted":
      try skip("(")
      try skip(")")
      return (value as? [Any])?.sorted { ($0 as? Int ?? 0) < ($1 as? Int ?? 0) }
    case "indices": return Self.elements(value).indices.map { $0 as Any }
    case "keys": return (value as? any ReadableKeys)?.anyKeys
    case "isSubset":
      for text in ["(", "of", ":"] { try skip(text) }
      let others = try or()
      try skip(")")
      return Self.elements(value).allSatisfy { element in
        Self.elements(others).contains { Self.isEqual($0, element) }
      }
    case "contains" where isAt("{"):
      let isThere = try Self.elements(value).contains { try closure(given: $0) }
      skipClosure()
      return isThere
    case "contains":
      try skip("(")
      let element = try or()
      try skip(")")
      return Self.elements(value).contains { Self.isEqual($0, element) }
    case "map" where isAt("("):
      for text in ["(", "\\", "."] { try skip(text) }
      let field = try next()
      try skip(")")
      return Self.elements(value).map { Self.field(field, of: $0) as Any }
    case "map":
      let mapped = try value.map { try closure(given: $0) }
      skipClosure()
      return mapped
    default:
      guard let value else { return nil }
      if let world = value as? any ReadableWorld {
        return name == "model" ? world.anyModel : name == "view" ? world.anyView : world.anyOutstanding
      }
      if let step = value as? ReadStep {
        switch name {
        case "before": return step.before
        case "after": return step.after
        case "answering": return step.answering
        default: return step.message
        }
      }
      return Self.field(name, of: value)
    }
  }

  private static func field(_ name: String, of value: Any) -> Any? {
    Mirror(reflecting: value).children.first { $0.label == name }?.value
  }

  /// Evaluates the closure that begins at `place`, and leaves `place` there.
  private mutating func closure(given value: Any) throws -> Bool {
    let (start, outer) = (place, names)
    defer { (place, names) = (start, outer) }
    try skip("{")
    names["$0"] = value
    return isAt("if") ? try ifCaseExpression() : try truth(or())
  }

  private mutating func skipClosure() {
    var depth = 0
    repeat {
      if isAt("{") { depth += 1 }
      if isAt("}") { depth -= 1 }
      place += 1
    } while depth > 0
  }
}

/// A step, as the closures of `Step` see it.
struct ReadStep {
  var before: Any
  var after: Any
  var message: Any
  /// The command that the message answers; `nil` for an offered message.
  var answering: Any?
}

/// A dictionary with keys and values of any types.
protocol ReadableKeys {
  var anyKeys: [Any] { get }
}

extension Dictionary: ReadableKeys {
  var anyKeys: [Any] { Array(keys) }
}

/// A world of any module.
protocol ReadableWorld {
  var anyModel: Any { get }
  var anyOutstanding: Any { get }
  var anyView: Any { get }
}
