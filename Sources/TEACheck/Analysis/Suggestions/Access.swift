/// The Swift code that reads a value of a model, a world or a view, and the words for the value.
struct Access: Hashable {
  /// Placeholders for the model, the world and the view in ``path``; ``Formula/code(_:parameter:model:)`` replaces them.
  static let model = "§"
  static let world = "¤"
  static let view = "◊"

  /// The expression of the optional that holds the value; `nil` where the value is never absent.
  var optional: String?
  /// The expression that reads the value; with an ``optional``, only the part after the unwrapped optional.
  var path: String
  /// The words for the value: usually the fields that lead to it, joined by dots.
  var words: String
  /// Stored, and not computed from ``path``, because each pair of observations and each changed world reads this flag.
  var isOfView = false

  static let root = Access(path: model, words: "the model")

  /// The name of the innermost field that leads to the value.
  var lastName: Substring { words.split(separator: ".").last ?? "" }

  /// The whole expression, which is optional where the value may be absent.
  var expression: String { optional.map { path.isEmpty ? $0 : "\($0)?\(path)" } ?? path }

  /// Returns whether the value is the other value, or a part of it.
  func isInside(_ other: Access) -> Bool {
    guard expression.hasPrefix(other.expression) else { return false }
    let nextCharacter = expression.dropFirst(other.expression.count).first
    return nextCharacter.map { !($0.isLetter || $0.isNumber || $0 == "_") } ?? true
  }

  static let ofView = Access(path: view, words: "view", isOfView: true)

  func field(_ name: String) -> Access {
    var field = self
    (field.path, field.words) = ("\(path).\(name)", self == .root ? name : "\(words).\(name)")
    return field
  }

  var unwrapped: Access {
    var value = self
    (value.optional, value.path) = (expression, "")
    return value
  }

  /// Swift code for a condition on the value, which an absent value satisfies.
  func conditionIfPresent(_ condition: (String) -> String) -> String {
    guard let optional else { return condition(path) }
    return "\(optional).map { \(condition("$0\(path)")) } ?? true"
  }
}

/// A Boolean expression of Swift and the lines before it: the body of a closure.
struct Formula: Hashable {
  var precedingLines: [String] = []
  var expression: String
  /// The expression needs no parentheses as a part of another.
  var isSimple = true

  var operand: String { isSimple ? expression : "(\(expression))" }

  var subject: Subject {
    func reads(_ placeholder: String) -> Bool { (precedingLines + [expression]).contains { $0.contains(placeholder) } }
    guard reads(Access.view) else { return reads(Access.world) ? .world : .model }
    return reads(Access.world) || reads(Access.model) ? .worldWithView : .view
  }

  enum Subject {
    case model
    case view
    case world
    /// The world, from which the closure takes the view.
    case worldWithView

    /// The argument of a declaration such as `Always`.
    var argument: String {
      switch self {
      case .model: ""
      case .view: ", of: .view"
      case .world, .worldWithView: ", of: .world"
      }
    }

    var name: String {
      switch self {
      case .model: "model"
      case .view: "view"
      case .world, .worldWithView: "world"
      }
    }
  }

  static func or(_ left: Formula, _ right: Formula) -> Formula {
    // The parts need no parentheses: all of their operators bind at least as tightly as `||`.
    joined(left, right, "\(left.expression) || \(right.expression)")
  }

  /// Both parts must be without `||`.
  static func and(_ left: Formula, _ right: Formula) -> Formula {
    joined(left, right, "\(left.expression) && \(right.expression)")
  }

  static func equal(_ left: Formula, _ right: Formula) -> Formula {
    joined(left, right, "\(left.operand) == \(right.operand)")
  }

  private static func joined(_ left: Formula, _ right: Formula, _ expression: String) -> Formula {
    let lines = left.precedingLines + right.precedingLines.filter { !left.precedingLines.contains($0) }
    return Formula(precedingLines: lines, expression: expression, isSimple: false)
  }

  /// The largest length, in characters, of a call that is written on one line with its closure.
  static var maxLineLength: Int { 100 }

  /// A call with a closure whose body is the formula. The closure receives the ``subject`` or, with `model`, a value from which
  /// the model is read.
  ///
  /// - Parameters:
  ///   - head: The code of the call, up to the closure.
  ///   - parameter: The name of the closure's parameter; `nil` for the name of the subject or `$0`.
  ///   - model: The expression that reads the model, such as `step.before`; `nil` where the closure receives the subject.
  func code(_ head: String, parameter: String? = nil, model: String? = nil) -> String {
    let subject = subject
    if subject == .worldWithView, !precedingLines.contains(Self.viewOfWorld) {
      return Formula(precedingLines: [Self.viewOfWorld] + precedingLines, expression: expression).code(head)
    }
    let needsName = !precedingLines.isEmpty || expression.contains("$0")
    let isOfWorld = subject == .world || subject == .worldWithView
    let name = parameter ?? (isOfWorld || needsName ? subject.name : nil)
    let compactCode = code(head, name, model)
    guard precedingLines.isEmpty else { return compactCode }
    // In a closure of several lines, the parameter has a name.
    return compactCode.count <= Self.maxLineLength
      ? compactCode : code(head, name ?? subject.name, model, isMultiline: true)
  }

  private static let viewOfWorld = "let view = try \(Access.world).view"

  private func code(_ head: String, _ name: String?, _ model: String?, isMultiline: Bool = false) -> String {
    let parameter = name ?? "$0"
    let subject = subject
    let modelPath = model ?? (subject == .world || subject == .worldWithView ? "\(parameter).model" : parameter)
    let view = subject == .view ? parameter : "view"
    // A name has its number only where it would be declared twice without.
    let needsNumbers = Set(precedingLines.map { $0.prefix { $0 != "‹" } }).count < precedingLines.count
    func filled(_ line: String) -> String {
      line.replacing(Access.model, with: modelPath).replacing(Access.world, with: parameter)
        .replacing(Access.view, with: view).replacing(/‹([0-9]+)›/) { needsNumbers ? $0.1 : "" }
    }
    let signature = name.map { " \($0) in" } ?? ""
    guard isMultiline || !precedingLines.isEmpty else { return "\(head) {\(signature) \(filled(expression)) }" }
    let lastLine = precedingLines.isEmpty ? expression : "return \(expression)"
    return "\(head) {\(signature)\n" + (precedingLines + [lastLine]).map { "  \(filled($0))\n" }.joined() + "}"
  }
}
