internal import TEASupport
internal import TEARuntime

package struct TextReadingError: Error {
  package enum Kind {
    /// The text does not fit the type, for example because the type has no such case or field.
    case mismatch
    /// The form of the text is opaque, or values of the type cannot be read from text at all.
    case unreadable
  }

  package var kind: Kind
  /// The cases and fields that lead to the part with the problem, from the outside in.
  var path: [String] = []
  /// A sentence without its full stop.
  var problem: String
}

extension TextReadingError: CustomStringConvertible {
  package var description: String { path.isEmpty ? problem : "at \(path.joined(separator: ".")), \(problem)" }
}

extension TextReadingError {
  static func wrongForm(_ type: Any.Type, _ text: ValueText) -> TextReadingError {
    if case .opaque = text.form {
      return TextReadingError(kind: .unreadable, problem: "values of \(type) cannot be read from '\(excerpt(text))'")
    }
    return TextReadingError(kind: .mismatch, problem: "'\(excerpt(text))' is no \(type)")
  }

  static func noCase(_ name: String, of type: Any.Type, cases: [String]) -> TextReadingError {
    let nearestCases = NearNames.nearest(to: name, among: cases)
    let advice =
      if !nearestCases.isEmpty {
        "the nearest \(nearestCases.count == 1 ? "is" : "are") \(quotedList(nearestCases))"
      } else if cases.isEmpty {
        "it has none"
      } else {
        "it has \(quotedList(cases))"
      }
    return TextReadingError(kind: .mismatch, problem: "\(qualifiedName(of: type)) has no case '\(name)'; \(advice)")
  }

  static func quotedList(_ names: [String]) -> String {
    names.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  private static func excerpt(_ text: ValueText) -> String {
    let whole = text.text
    return whole.count > 60 ? whole.prefix(59) + "…" : whole
  }
}
