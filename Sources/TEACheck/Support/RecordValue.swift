/// A value that records hold as JSON.
package protocol RecordValue: Sendable {
  var json: JSON { get }
  init?(json: JSON)
  /// The value with its texts in another form.
  func shown(by text: (String) -> String) -> Self
}

extension RecordValue {
  package func shown(by text: (String) -> String) -> Self { self }

  fileprivate init?(ifPresent value: Self?) {
    guard let value else { return nil }
    self = value
  }
}

extension String: RecordValue {
  package var json: JSON { .string(self) }
  package init?(json: JSON) { self.init(ifPresent: json.string) }
  package func shown(by text: (String) -> String) -> String { text(self) }
}

extension Int: RecordValue {
  package var json: JSON { .integer(self) }
  package init?(json: JSON) { self.init(ifPresent: json.integer) }
}

extension Double: RecordValue {
  package var json: JSON { .number(self) }
  package init?(json: JSON) { self.init(ifPresent: json.number) }
}

extension Bool: RecordValue {
  package var json: JSON { .bool(self) }
  package init?(json: JSON) { self.init(ifPresent: json.bool) }
}

/// Elements that cannot be read are left out.
extension Array: RecordValue where Element: RecordValue {
  package var json: JSON { .array(map(\.json)) }
  package init?(json: JSON) { self.init(ifPresent: json.array?.compactMap(Element.init(json:))) }
  package func shown(by text: (String) -> String) -> [Element] { map { $0.shown(by: text) } }
}

extension JSON: RecordValue {
  package var json: JSON { self }
  package init?(json: JSON) { self = json }
}

extension JSON {
  /// An object of the members that are not `nil`.
  package static func object(_ members: KeyValuePairs<String, (any RecordValue)?>) -> JSON { .object(list(members)) }

  /// A record that is a line of its own.
  package static func record(_ kind: String, _ members: KeyValuePairs<String, (any RecordValue)?>) -> JSON {
    .object(recordHead(kind) + list(members))
  }

  /// The first members of a record that is a line of its own.
  package static func recordHead(_ kind: String) -> [Member] {
    list(["version": RecordFormat.version, "kind": kind])
  }

  private static func list(_ members: KeyValuePairs<String, (any RecordValue)?>) -> [Member] {
    members.compactMap { name, value in value.map { Member(name: name, value: $0.json) } }
  }
}
