/// The encoded form of a value, from which ``ValueDecoder`` decodes it.
enum EncodedValue: Sendable {
  /// Decodes as `nil`.
  case absent
  case bool(Bool)
  /// An integer of any type with at most 64 bits.
  case integer(Int128)
  case number(Double)
  case text(String)
  case list([EncodedValue])
  case keyed([(key: String, value: EncodedValue)])
}

extension EncodedValue {
  /// Reads the arguments of a text such as `Date(0.25)`, in which `structuralLiteral` writes the name of a type and an encoded
  /// value.
  init?(argumentsOf text: ValueText) {
    guard case .call(_, let arguments) = text.form else { return nil }
    if arguments.count == 1, arguments[0].label == nil {
      self.init(arguments[0].value)
      return
    }
    // A vector, such as `SIMD2`, is encoded as a list.
    if arguments.count > 1, arguments.allSatisfy({ $0.label == nil }) {
      self.init(ValueText(form: .list(arguments.map(\.value)), source: text.source))
      return
    }
    var entries: [(key: String, value: EncodedValue)] = []
    for argument in arguments {
      guard let key = argument.label, let value = EncodedValue(argument.value) else { return nil }
      entries.append((key, value))
    }
    self = .keyed(entries)
  }

  private init?(_ text: ValueText) {
    switch text.form {
    case .quoted(let string): self = .text(string)
    case .name("nil"): self = .absent
    case .name("true"): self = .bool(true)
    case .name("false"): self = .bool(false)
    case .list(let elements):
      let values = elements.compactMap { EncodedValue($0) }
      guard values.count == elements.count else { return nil }
      self = .list(values)
    case .entries(let entries):
      var values: [(key: String, value: EncodedValue)] = []
      for entry in entries {
        guard case .quoted(let key) = entry.key.form, let value = EncodedValue(entry.value) else { return nil }
        values.append((key, value))
      }
      self = .keyed(values)
    case .number, .name, .opaque:
      if let integer = Int128(text.text) {
        self = .integer(integer)
      } else if let number = Double(text.text) {
        self = .number(number)
      } else {
        return nil
      }
    case .call, .tuple, .range, .seconds: return nil
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: ValueDecoder(encoded: self))
  }

  fileprivate func mismatch<Value>(_ type: Value.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: [], debugDescription: "\(self) is no \(type)"))
  }

  /// The value as a `Bool`, a `String`, a floating-point number or an integer; `nil` where it is of another kind, or an integer
  /// out of range. A number out of the range of `Float` is infinite.
  fileprivate func primitive<Value>(_ type: Value.Type) -> Value? {
    switch self {
    case .bool(let bool): bool as? Value
    case .text(let text): text as? Value
    case .number(let number): number as? Value ?? Float(number) as? Value
    case .integer(let integer):
      (type as? any FixedWidthInteger.Type).flatMap { $0.init(exactly: integer) as? Value }
        ?? EncodedValue.number(Double(integer)).primitive(type)
    case .absent, .list, .keyed: nil
    }
  }
}

private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let encoded: EncodedValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .keyed(let entries) = encoded else { throw encoded.mismatch([String: Any].self) }
    return KeyedDecodingContainer(KeyedEntries(entries: entries))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = encoded else { throw encoded.mismatch([Any].self) }
    return Elements(elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { if case .absent = encoded { true } else { false } }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard Self.isPrimitive(type) else { return try encoded.decode(type) }
    guard let value = encoded.primitive(type) else { throw encoded.mismatch(type) }
    return value
  }

  private static func isPrimitive(_ type: Any.Type) -> Bool {
    type is any FixedWidthInteger.Type || type == Bool.self || type == String.self || type == Double.self
      || type == Float.self
  }
}

private struct KeyedEntries<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let entries: [(key: String, value: EncodedValue)]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { entries.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { entries.contains { $0.key == key.stringValue } }

  private func value(_ key: Key) throws -> EncodedValue {
    guard let entry = entries.first(where: { $0.key == key.stringValue }) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "there is no \(key.stringValue)"))
    }
    return entry.value
  }

  func decodeNil(forKey key: Key) throws -> Bool { ValueDecoder(encoded: try value(key)).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try ValueDecoder(encoded: try value(key)).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try ValueDecoder(encoded: try value(key)).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ValueDecoder(encoded: try value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(encoded: entries.first { $0.key == "super" }?.value ?? .absent)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(encoded: try value(key)) }
}

private struct Elements: UnkeyedDecodingContainer {
  let elements: [EncodedValue]
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> EncodedValue {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        EncodedValue.self, .init(codingPath: [], debugDescription: "the list is at its end"))
    }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, ValueDecoder(encoded: elements[currentIndex]).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ValueDecoder(encoded: try next()).decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try ValueDecoder(encoded: try next()).container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try ValueDecoder(encoded: try next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { ValueDecoder(encoded: try next()) }
}
