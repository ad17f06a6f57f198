/// A type of the standard library whose values are read from the text that `structuralLiteral` writes, in another way than by
/// `LosslessStringConvertible`.
protocol ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Self
}

extension String: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> String {
    guard case .quoted(let string) = text.form else { throw .wrongForm(Self.self, text) }
    return string
  }
}

extension Substring: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Substring { try String.read(from: text)[...] }
}

extension Character: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Character {
    let string = try String.read(from: text)
    guard string.count == 1, let character = string.first else { throw .wrongForm(Self.self, text) }
    return character
  }
}

extension Unicode.Scalar: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Unicode.Scalar {
    let scalars = try String.read(from: text).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { throw .wrongForm(Self.self, text) }
    return scalar
  }
}

extension Duration: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Duration {
    guard case .seconds(let number) = text.form, let duration = Duration(decimalSeconds: number.text) else {
      throw .wrongForm(Self.self, text)
    }
    return duration
  }

  /// Reads the digits, because a `Double` would lose some. `nil` where the text is no number, or a duration cannot hold the
  /// number exactly.
  package init?(decimalSeconds text: String) {
    guard let match = text.wholeMatch(of: #/(-?)([0-9]{1,19})(?:\.([0-9]{1,18}))?(?:e([-+]?[0-9]{1,2}))?/#),
      let exponent = match.4.map({ Int($0) }) ?? 0
    else { return nil }
    let fraction = match.3 ?? ""
    // The number of attoseconds is `digits`, times ten to the power of `shift`.
    let shift = 18 - fraction.count + exponent
    let digits = (match.2 + fraction).drop { $0 == "0" }
    // Any 38 digits fit into an `Int128`. Digits below an attosecond would be lost.
    guard digits.count + max(shift, 0) <= 38, shift >= 0 || digits.suffix(-shift).allSatisfy({ $0 == "0" }) else {
      return nil
    }
    let shiftedDigits =
      shift >= 0 ? digits + String(repeating: "0", count: shift) : digits.dropLast(-shift)
    guard let attoseconds = Int128(match.1 + (shiftedDigits.isEmpty ? "0" : shiftedDigits)) else { return nil }
    self.init(attoseconds: attoseconds)
  }
}

extension Optional: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Wrapped? {
    switch text.form {
    case .name("nil"): return nil
    // Only the `some` of `Optional` itself is written with a dot, where a nested `nil` would be ambiguous. A case `some` of
    // another enum is written without one.
    case .call(".some", let arguments) where arguments.count == 1:
      return try ValueReader.read(Wrapped.self, from: arguments[0].value)
    default: return try ValueReader.read(Wrapped.self, from: text)
    }
  }
}

extension Result: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Result {
    guard case .call(let name, let arguments) = text.form else { throw .wrongForm(Self.self, text) }
    let payload =
      arguments.count == 1 && arguments[0].label == nil
      ? arguments[0].value : ValueText(form: .tuple(arguments), source: text.source)
    switch name {
    case "success": return .success(try ValueReader.read(Success.self, at: name, from: payload))
    case "failure": return .failure(try ValueReader.read(Failure.self, at: name, from: payload))
    default: throw .noCase(name, of: Self.self, cases: ["success", "failure"])
    }
  }
}

extension Array: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> [Element] {
    guard let texts = text.elements else { throw .wrongForm(Self.self, text) }
    var elements: [Element] = []
    for (index, text) in texts.enumerated() {
      elements.append(try ValueReader.read(Element.self, at: "\(index)", from: text))
    }
    return elements
  }
}

extension ArraySlice: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> ArraySlice { try [Element].read(from: text)[...] }
}

extension ContiguousArray: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> ContiguousArray {
    ContiguousArray(try [Element].read(from: text))
  }
}

extension Set: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Set { Set(try [Element].read(from: text)) }
}

extension Dictionary: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> [Key: Value] {
    guard case .entries(let entries) = text.form else { throw .wrongForm(Self.self, text) }
    var dictionary: [Key: Value] = [:]
    for entry in entries {
      let key = try ValueReader.read(Key.self, at: "key", from: entry.key)
      dictionary[key] = try ValueReader.read(Value.self, at: entry.key.text, from: entry.value)
    }
    return dictionary
  }
}

extension Range: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> Range {
    Range(uncheckedBounds: try bounds(from: text, isClosed: false))
  }
}

extension ClosedRange: ReadableFromText {
  static func read(from text: ValueText) throws(TextReadingError) -> ClosedRange {
    ClosedRange(uncheckedBounds: try bounds(from: text, isClosed: true))
  }
}

extension RangeExpression {
  fileprivate static func bounds(
    from text: ValueText, isClosed wantsClosed: Bool
  ) throws(TextReadingError) -> (lower: Bound, upper: Bound) {
    guard case .range(let low, let isClosed, let high) = text.form, isClosed == wantsClosed else {
      throw .wrongForm(Self.self, text)
    }
    let lower = try ValueReader.read(Bound.self, at: "lowerBound", from: low)
    let upper = try ValueReader.read(Bound.self, at: "upperBound", from: high)
    guard lower <= upper else { throw .wrongForm(Self.self, text) }
    return (lower, upper)
  }
}
