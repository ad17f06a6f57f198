/// A value as it encodes itself. The `description` of some types of Foundation hides something, such as the bytes of `Data`.
private enum Encoded {
  case text(String)
  /// A number, a Boolean or `nil`, as Swift source.
  case plain(String)
  case list([Encoded])
  case keyed([(key: String, value: Encoded)])

  /// The value as Swift-like text, from which `ValueReader` can read it.
  var source: String {
    switch self {
    case .text(let text): literal(text)
    case .plain(let text): text
    case .list(let elements): "[" + elements.map(\.source).joined(separator: ", ") + "]"
    case .keyed(let entries):
      entries.isEmpty
        ? "[:]" : "[" + entries.map { "\(literal($0.key)): \($0.value.source)" }.joined(separator: ", ") + "]"
    }
  }
}

/// A value of Foundation as text that holds all of it: `Date(0.25)`, `Data([1, 2])`.
///
/// - Returns: `nil` for a value that cannot be encoded, or that is better written by its `description`, such as a `UUID`.
func encodedText(of value: Any) -> String? {
  guard let encodable = value as? any Encodable & Decodable, !(value is any LosslessStringConvertible) else {
    return nil
  }
  let place = EncodingPlace()
  guard (try? encodable.encode(to: ValueEncoder(place: place))) != nil, let encoded = place.encoded else {
    DescriptionLog.current?.noteHiddenPart(of: type(of: value))
    return nil
  }
  let name = shortName(of: type(of: value))
  switch encoded {
  case .text: return nil
  // A URL without a base has the single key `relative`. `ValueReader` reads such a URL from its `description`, unless the text
  // has a character that may end a value.
  case .keyed(let entries)
  where entries.map(\.key) == ["relative"] && !entries[0].value.source.contains(where: ",()[] ".contains):
    return nil
  case .keyed(let entries):
    return name + "(" + entries.map { "\($0.key): \($0.value.source)" }.joined(separator: ", ") + ")"
  case .plain, .list: return "\(name)(\(encoded.source))"
  }
}

/// The place of a value, an element or an entry in the encoded form; encoders fill it in.
private final class EncodingPlace {
  /// For a list or a keyed value, only the kind: `elements` and `keys` hold the parts. `nil` where nothing was encoded.
  private var content: Encoded?
  private var elements: [EncodingPlace] = []
  /// The keys of the `elements` of a keyed value; empty for a list.
  private var keys: [String] = []

  var encoded: Encoded? {
    switch content {
    case .list: .list(elements.compactMap(\.encoded))
    case .keyed: .keyed(zip(keys, elements).compactMap { key, place in place.encoded.map { (key, $0) } })
    case .text, .plain, nil: content
    }
  }

  var count: Int { elements.count }

  func becomeList() { if content == nil { content = .list([]) } }
  func becomeKeyed() { if content == nil { content = .keyed([]) } }

  func addElement(key: String? = nil) -> EncodingPlace {
    let place = EncodingPlace()
    elements.append(place)
    if let key { keys.append(key) }
    return place
  }

  func encodeNil() { content = .plain("nil") }

  func encode<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let text as String: content = .text(text)
    case is Bool, is any FixedWidthInteger, is Double, is Float: content = .plain("\(value)")
    default: try value.encode(to: ValueEncoder(place: self))
    }
  }
}

private struct ValueEncoder: Encoder {
  let place: EncodingPlace
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.becomeKeyed()
    return KeyedEncodingContainer(Entries(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.becomeList()
    return Elements(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { OneValue(place: place) }

  private struct OneValue: SingleValueEncodingContainer {
    let place: EncodingPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { place.encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try place.encode(value) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let place: EncodingPlace
    var codingPath: [any CodingKey] { [] }
    var count: Int { place.count }

    func encodeNil() { place.addElement().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try place.addElement().encode(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      ValueEncoder(place: place.addElement()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      ValueEncoder(place: place.addElement()).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { ValueEncoder(place: place.addElement()) }
  }

  private struct Entries<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodingPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { place.addElement(key: key.stringValue).encodeNil() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try place.addElement(key: key.stringValue).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      ValueEncoder(place: place.addElement(key: key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder(place: place.addElement(key: key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(place: place.addElement(key: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(place: place.addElement(key: key.stringValue)) }
  }
}
