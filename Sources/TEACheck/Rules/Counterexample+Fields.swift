internal import TEAResults
internal import TEARuntime

extension Counterexample {
  /// The fields of a struct or an object. Any other value is one field with an empty path, and so is a value that has no fields
  /// or is `CustomStringConvertible`.
  ///
  /// - Parameter limit: The approximate length in bytes above which parts of a field are left out.
  static func fields(of value: Any, upTo limit: Int = shownLength) -> [Change] {
    DescriptionLog.current?.noteMirror(of: value)
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct || mirror.displayStyle == .class, !(value is any CustomStringConvertible),
      case let properties = mirror.allProperties, !properties.isEmpty
    else { return [Change(path: "", before: "", after: literal(value, upTo: limit))] }
    return properties.map {
      Change(path: $0.label ?? "", before: "", after: literal($0.value, upTo: limit))
    }
  }
}
