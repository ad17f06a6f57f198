/// Swift that reads a value of a model or a world, and the words for it.
struct Access: Hashable {
  /// Stands for the model in ``path``.
  static let model = "§"
  /// Stands for the world in ``path``.
  static let world = "¤"
  /// Stands for the view in ``path``.
  static let view = "◊"

  /// The expression that must not be `nil` for the value to be there, if there is one.
  var optional: String?
  /// The expression that reads the value: of the model, or of ``optional``'s value where that is not `nil`.
  var path: String
  /// The fields that lead to the value, joined by points.
  var words: String

  /// The model itself.
  static let root = Access(path: model, words: "the model")

  /// Reads the value, or `nil` where it is not there.
  var swift: String { optional.map { path.isEmpty ? $0 : "\($0)?\(path)" } ?? path }

  /// The view itself.
  static let ofView = Access(path: view, words: "view")

  /// It reads the view.
  var isOfView: Bool { (optional ?? path).contains(Self.view) }

  /// A field of the value.
  func field(_ name: String) -> Access {
    return Access(optional: optional, path: "\(path).\(name)", words: self == .root ? name : "\(words).\(name)")
  }

  /// The value of an optional.
  var unwrapped: Access { Access(optional: swift, path: "", words: words) }

  /// Swift that is true where a condition on the value is, or the value is not there.
  ///
  /// - Parameter condition: Swift, made of what reads the value.
  func holds(_ condition: (String) -> String) -> String {
    guard let optional else { return condition(path) }
    return "\(optional).map { \(condition("$0\(path)")) } ?? true"
  }
}

/// Swift that says whether something holds, in a form that a closure can be made of.
struct Formula: Hashable {
  /// Lines that come before.
  var lets: [String] = []
  var expression: String
  /// The expression needs no parentheses as a part of another.
  var isSimple = true

  /// The expression as a part of another.
  var part: String { isSimple ? expression : "(\(expression))" }

  /// The part of the world that it reads.
  var subject: Subject {
    func reads(_ mark: String) -> Bool { (lets + [expression]).contains { $0.contains(mark) } }
    guard reads(Access.view) else { return reads(Access.world) ? .world : .model }
    return reads(Access.world) || reads(Access.model) ? .worldWithView : .view
  }

  enum Subject {
    case model
    case view
    case world
    /// The world, whose view is asked for.
    case worldWithView

    /// The argument of a declaration that looks at it.
    var argument: String {
      switch self {
      case .model: ""
      case .view: ", of: .view"
      case .world, .worldWithView: ", of: .world"
      }
    }

    /// The name of what a closure is given.
    var name: String {
      switch self {
      case .model: "model"
      case .view: "view"
      case .world, .worldWithView: "world"
      }
    }
  }

  static func or(_ one: Formula, _ other: Formula) -> Formula {
    // Nothing that is a part binds less than this does.
    Formula(lets: unite(one, other), expression: "\(one.expression) || \(other.expression)", isSimple: false)
  }

  static func and(_ one: Formula, _ other: Formula) -> Formula {
    Formula(lets: unite(one, other), expression: "\(one.expression) && \(other.expression)", isSimple: false)
  }

  static func equal(_ one: Formula, _ other: Formula) -> Formula {
    Formula(lets: unite(one, other), expression: "\(one.part) == \(other.part)", isSimple: false)
  }

  private static func unite(_ one: Formula, _ other: Formula) -> [String] {
    one.lets + other.lets.filter { !one.lets.contains($0) }
  }

  /// The longest line of Swift that is printed, where it can be broken.
  static var longestLine: Int { 100 }

  /// A call with a closure of the model, or of the world where the formula reads it.
  ///
  /// - Parameters:
  ///   - head: What comes before the closure.
  ///   - parameter: The name of what the closure is given, where it is neither.
  ///   - model: What reads the model, where the closure is given something else.
  func code(_ head: String, parameter: String? = nil, model: String? = nil) -> String {
    let subject = subject
    if subject == .worldWithView, !lets.contains(Self.viewOfWorld) {
      return Formula(lets: [Self.viewOfWorld] + lets, expression: expression).code(head)
    }
    let isNested = !lets.isEmpty || expression.contains("$0")
    let isOfWorld = subject == .world || subject == .worldWithView
    let name = parameter ?? (isOfWorld || isNested ? subject.name : nil)
    let short = code(head, name, model)
    guard lets.isEmpty else { return short }
    // What needs several lines has a name for what it is given.
    return short.count <= Self.longestLine ? short : code(head, name ?? subject.name, model, isBroken: true)
  }

  /// The line after which the view has a name, where the model or the world is read too.
  private static let viewOfWorld = "let view = try \(Access.world).view"

  private func code(_ head: String, _ name: String?, _ model: String?, isBroken: Bool = false) -> String {
    let world = name ?? "$0"
    let subject = subject
    let path = model ?? (subject == .world || subject == .worldWithView ? "\(world).model" : world)
    let view = subject == .view ? world : "view"
    func filled(_ line: String) -> String {
      line.replacing(Access.model, with: path).replacing(Access.world, with: world)
        .replacing(Access.view, with: view)
    }
    let given = name.map { " \($0) in" } ?? ""
    guard isBroken || !lets.isEmpty else { return "\(head) {\(given) \(filled(expression)) }" }
    let last = lets.isEmpty ? expression : "return \(expression)"
    return "\(head) {\(given)\n" + (lets + [last]).map { "  \(filled($0))\n" }.joined() + "}"
  }
}
