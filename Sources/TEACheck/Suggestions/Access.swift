/// Swift that reads a value of a model or a world, and the words for it.
struct Access: Hashable {
  /// Stands for the model in ``path``.
  static let model = "§"
  /// Stands for the world in ``path``.
  static let world = "¤"

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

  /// It reads the world, and not only its model.
  var isOfWorld: Bool { (optional ?? path).contains(Self.world) }

  /// A field of the value.
  func field(_ name: String) -> Access {
    let isRoot = self == .root
    return Access(optional: optional, path: "\(path).\(name)", words: isRoot ? name : "\(words).\(name)")
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

  var isOfWorld: Bool { (lets + [expression]).contains { $0.contains(Access.world) } }

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
    let isNested = !lets.isEmpty || expression.contains("$0")
    let name = parameter ?? (isOfWorld ? "world" : isNested ? "model" : nil)
    let short = code(head, name, model)
    guard lets.isEmpty else { return short }
    // What needs several lines has a name for what it is given.
    return short.count <= Self.longestLine ? short : code(head, name ?? "model", model, isBroken: true)
  }

  private func code(_ head: String, _ name: String?, _ model: String?, isBroken: Bool = false) -> String {
    let world = name ?? "$0"
    let path = model ?? (isOfWorld ? "\(world).model" : world)
    func filled(_ line: String) -> String {
      line.replacing(Access.model, with: path).replacing(Access.world, with: world)
    }
    let given = name.map { " \($0) in" } ?? ""
    guard isBroken || !lets.isEmpty else { return "\(head) {\(given) \(filled(expression)) }" }
    let last = lets.isEmpty ? expression : "return \(expression)"
    return "\(head) {\(given)\n" + (lets + [last]).map { "  \(filled($0))\n" }.joined() + "}"
  }
}
