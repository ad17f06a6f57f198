/// A value of Foundation as text that holds all of it: `Date(0.25)`, `Data([1, 2])`.
///
/// - Returns: `nil` for a value that cannot be encoded, or that is better written by its `description`, such as a `UUID`.
func encodedText(of value: Any) -> String? {
  guard let encodable = value as? any Encodable & Decodable, !(value is any LosslessStringConvertible) else {
    return nil
  }
  let place = EncodingPlace()
  guard (try? encodable.encode(to: ValueEncoder(place: place))) != nil, place.content != nil else {
    DescriptionLog.current?.noteHiddenPart(of: type(of: value))
    return nil
  }
  let name = shortName(of: type(of: value))
  switch place.content {
  case .text: return nil
  case .keyed:
    let entries = place.entries
    // A URL without a base has the single key `relative`. `ValueReader` reads such a URL from its `description`, unless the text
    // has a character that may end a value.
    if entries.map(\.key) == ["relative"], !entries[0].source.contains(where: ",()[] ".contains) { return nil }
    return name + "(" + entries.map { "\($0.key): \($0.source)" }.joined(separator: ", ") + ")"
  case .plain, .list, nil: return place.source.map { "\(name)(\($0))" }
  }
}

/// The place of a value, an element or an entry in the form in which a value encodes itself; encoders fill it in. The
/// `description` of some types of Foundation hides something, such as the bytes of `Data`.
private final class EncodingPlace {
  enum Content {
    case text(String)
    /// A number, a Boolean or `nil`, as Swift source.
    case plain(String)
    case list
    case keyed
  }

  /// `nil` where nothing was encoded.
  private(set) var content: Content?
  /// The parts of a list, whose keys are empty, or of a keyed value.
  private var parts: [(key: String, place: EncodingPlace)] = []

  /// The value as Swift-like text, from which `ValueReader` can read it; `nil` where nothing was encoded.
  var source: String? {
    switch content {
    case .text(let text): literal(text)
    case .plain(let text): text
    case .list: "[" + entries.map(\.source).joined(separator: ", ") + "]"
    case .keyed:
      entries.isEmpty ? "[:]" : "[" + entries.map { "\(literal($0.key)): \($0.source)" }.joined(separator: ", ") + "]"
    case nil: nil
    }
  }

  /// The parts that were encoded.
  var entries: [(key: String, source: String)] {
    parts.compactMap { key, place in place.source.map { (key, $0) } }
  }

  var count: Int { parts.count }

  func becomeList() { if content == nil { content = .list } }
  func becomeKeyed() { if content == nil { content = .keyed } }

  func addElement(key: String = "") -> EncodingPlace {
    let place = EncodingPlace()
    parts.append((key, place))
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
