package import TEASupport

/// A value whose JSON is an object with a member for each of its fields, so that one list serves both directions.
package protocol Record: RecordValue {
  /// The kind in a line of its own, which then has the version too; `nil` for a part of another record.
  static var kind: String? { get }
  /// The value into which the members of an object are read.
  static var blank: Self { get }
  static var fields: [RecordField<Self>] { get }
  /// The values of the members agree with each other, and are in their ranges.
  var isValid: Bool { get }
}

extension Record {
  package static var kind: String? { nil }
  package var isValid: Bool { true }
  package var json: JSON { .object(members) }

  var members: [JSON.Member] {
    let members = Self.fields.compactMap { field in field.json(self).map { JSON.Member(name: field.name, value: $0) } }
    return (Self.kind.map(JSON.recordHead) ?? []) + members
  }

  package init?(json: JSON) {
    if let kind = Self.kind {
      guard json["version"]?.integer == RecordFormat.version, json["kind"]?.string == kind else { return nil }
    }
    var record = Self.blank
    guard Self.fields.allSatisfy({ $0.read(json[$0.name], &record) }), record.isValid else { return nil }
    self = record
  }

  /// The texts of the fields in the forms that the fields have for them.
  package func shown(by text: (String) -> String) -> Self {
    var shown = self
    for field in Self.fields { field.show(&shown) }
    return shown
  }
}

/// A member of a record.
package struct RecordField<Value: Sendable>: Sendable {
  package typealias Property<Part> = any WritableKeyPath<Value, Part> & Sendable
  /// A text in a form that is safe to print.
  package typealias TextForm = @Sendable (String) -> String

  let name: String
  /// `nil` where the member is left out.
  let json: @Sendable (Value) -> JSON?
  /// Puts the texts of the member into their form.
  var show: @Sendable (inout Value) -> Void = { _ in }
  /// Returns `false` where the member is required, and is missing or cannot be read.
  let read: @Sendable (JSON?, inout Value) -> Bool

  /// A member that is not read.
  static func written(_ name: String, _ json: @escaping @Sendable (Value) -> JSON?) -> Self {
    Self(name: name, json: json, read: { _, _ in true })
  }

  static func required<Part: RecordValue>(
    _ name: String, _ property: Property<Part>, as text: @escaping TextForm = printableUncut
  ) -> Self {
    Self(
      name: name, json: { $0[keyPath: property].json },
      show: { $0[keyPath: property] = $0[keyPath: property].shown(by: text) }
    ) { json, value in
      guard let part = json.flatMap(Part.init(json:)) else { return false }
      value[keyPath: property] = part
      return true
    }
  }

  /// A member that may be missing.
  ///
  /// - Parameters:
  ///   - isWritten: Returns `false` for a value that is left out.
  ///   - valid: The value for one that was read; `nil` where it is to be ignored.
  static func member<Part: RecordValue>(
    _ name: String, _ property: Property<Part>, if isWritten: @escaping @Sendable (Part) -> Bool = { _ in true },
    valid: @escaping @Sendable (Part) -> Part? = { $0 }, as text: @escaping TextForm = printableUncut
  ) -> Self {
    Self(
      name: name, json: { isWritten($0[keyPath: property]) ? $0[keyPath: property].json : nil },
      show: { $0[keyPath: property] = $0[keyPath: property].shown(by: text) }
    ) { json, value in
      if let part = json.flatMap(Part.init(json:)).flatMap(valid) { value[keyPath: property] = part }
      return true
    }
  }

  /// A member of an optional property.
  ///
  /// - Parameters:
  ///   - absent: The JSON for `nil`; `nil` to leave the member out.
  ///   - valid: The value for one that was read; `nil` where it is to be ignored.
  static func optional<Part: RecordValue>(
    _ name: String, _ property: Property<Part?>, absent: JSON? = nil,
    valid: @escaping @Sendable (Part) -> Part? = { $0 }, as text: @escaping TextForm = printableUncut
  ) -> Self {
    Self(
      name: name, json: { $0[keyPath: property]?.json ?? absent },
      show: { $0[keyPath: property] = $0[keyPath: property]?.shown(by: text) }
    ) { json, value in
      value[keyPath: property] = json.flatMap(Part.init(json:)).flatMap(valid)
      return true
    }
  }
}
