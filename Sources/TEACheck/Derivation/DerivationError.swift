internal import TEARuntime

/// No generator can be derived for a type.
public struct DerivationError: Error, CustomStringConvertible {
  /// The type for which a generator was wanted.
  public let root: Any.Type

  /// The type that cannot be derived.
  public let type: Any.Type

  /// The path to that type from the root: cases and fields, from the outside in.
  public let path: [String]

  /// The reason why values of the type cannot be made.
  public let reason: String

  /// The message, with the type, its path, the reason, and lines to add.
  public var description: String {
    let place = ([qualifiedName(of: root)] + path).joined(separator: ".")
    let isNominal = reason.contains("class") || reason.contains("struct") || reason.contains("enum")
    let owner = isNominal ? qualifiedName(of: type) : "\(type)"
    let isForeign = TypeShape.moduleName(of: type).map { $0 != TypeShape.moduleName(of: root) } ?? false
    let advice =
      isNominal
      ? """
      Register a generator for it:
          extension \(owner): \(isForeign ? "@retroactive " : "")Generatable {
            \(isForeign ? "public " : "")static var generator: Gen<\(owner)> { .element(of: […]) }
          }
      """
      : """
      Say in the specification which messages can come, this one with a value of yours and the others:
          Messages { view in [\(path.first.map { ".\($0)(…), " } ?? "")…] }
      """
    return """
      No generator can be derived for \(qualifiedName(of: root)): \(place) is of type \(owner), and \(reason).
      \(advice)
      """
  }
}
