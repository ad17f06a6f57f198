internal import TEARuntime

/// The error of a type for which no generator can be derived.
public struct DerivationError: Error, CustomStringConvertible {
  /// The type for which a generator was wanted.
  public let root: Any.Type

  /// The type that cannot be derived.
  public let type: Any.Type

  /// The path to that type from the root: cases and fields, from the outside in.
  public let path: [String]

  /// The reason why values of the type cannot be made.
  public let reason: String

  /// The message: the type, its path, the reason, and the lines of Swift to add.
  public var description: String {
    let exampleMessage = path.first.map { ".\($0)(…), " } ?? ""
    let adviceOnMessages =
      hasNoValue
      ? "Say in the specification which messages can come:\n    Messages { view in […] }"
      : """
      Say in the specification which messages can come, this one with a value of yours and the others:
          Messages { view in [\(exampleMessage)…] }
      """
    switch kind {
    case .value: return text("Register a generator for it, which makes a value out of a number:\n\(registration)")
    case .object:
      return text(adviceOnMessages, "Or register a generator for it, if the class is final:\n\(registration)")
    case .other: return text(adviceOnMessages)
    }
  }

  /// The description for a root whose values are not messages, such as flags.
  ///
  /// - Parameter advice: The other remedy, in words that begin in lower case.
  package func description(advising advice: String) -> String {
    switch kind {
    case .value:
      text("Register a generator for it, which makes a value out of a number:\n\(registration)", "Or \(advice)")
    case .object: text("Register a generator for it, if the class is final:\n\(registration)", "Or \(advice)")
    case .other: text(advice.prefix(1).uppercased() + advice.dropFirst())
    }
  }

  private func text(_ advice: String...) -> String {
    let place = ([qualifiedName(of: root)] + path).joined(separator: ".")
    let problem =
      "No generator can be derived for \(qualifiedName(of: root)): \(place) is of type \(name), and \(reason)."
    return ([problem] + advice).joined(separator: "\n")
  }

  private enum Kind { case value, object, other }

  /// `other` is a type for which registering a generator does not help.
  private var kind: Kind {
    switch TypeShape(of: type) {
    case .structure, .enumeration: hasNoValue ? .other : .value
    case .other("a class"): .object
    case .tuple, .other: .other
    }
  }

  /// The type has no value, which only the text of ``reason`` tells.
  private var hasNoValue: Bool { reason.hasPrefix("the enum has no") || reason.hasPrefix("every case of the enum") }

  private var name: String {
    if kind == .other, !hasNoValue { return "\(type)" }
    var name = String(reflecting: type)
    guard name.contains("<"), !name.contains("(") else { return qualifiedName(of: type) }
    // The names of modules are left out.
    name.replace(/[\w.]+/) { $0.output.split(separator: ".").dropFirst().joined(separator: ".") }
    // The runtime leaves out the number of elements of an inline array, which may be the element of another.
    var arrayType = type
    while case .structure(let fields) = TypeShape(of: arrayType), let field = fields.first,
      let array = TypeShape.elementsOfFixedArray(field.type)
    {
      name.replace("InlineArray<, ", with: "InlineArray<\(array.count), ", maxReplacements: 1)
      arrayType = array.element
    }
    return name
  }

  /// The Swift that registers a generator of the type.
  ///
  /// The generator is made by `map`, because `element(of:)` would need a `Sendable` type. The member is public, because the
  /// type may be public. `@retroactive` is only for types of libraries: in the package that declares a type, it is an error.
  private var registration: String {
    return """
          extension \(name): \(TypeShape.isOfLibrary(type) ? "@retroactive " : "")Generatable {
            public static var generator: Gen<\(name)> { Gen<Int>.integer(in: 0...2).map { number in … } }
          }
      """
  }
}
