/// A value reduced to its structure, so that values of types without `Equatable` can be compared and hashed.
///
/// Where a type is `Hashable`, its own `==` counts. Elsewhere two values are equal when they are of the same
/// type and case and their parts are equal.
package indirect enum StructuralValue: Hashable {
  case whole(type: ObjectIdentifier, AnyHashable)
  case parts(type: ObjectIdentifier, enumCase: Int?, [StructuralValue])
  case entries(type: ObjectIdentifier, [AnyHashable: StructuralValue])

  /// Reads the structure of a value.
  ///
  /// - Throws: ``IncomparableValue`` when the value holds a function, an object that is not `Hashable`, or
  ///   another value whose parts cannot be read.
  /// - Complexity: O(*n*) in the size of the value.
  package init(_ value: Any) throws(IncomparableValue) {
    self = try structure(of: value, at: [], trustsEquality: true)
  }

  /// Reads the structure of a value down to the types of the standard library and of Foundation, whatever `==` its types have.
  ///
  /// - Throws: ``IncomparableValue`` when the value holds a function or an object.
  package init(throughout value: Any) throws(IncomparableValue) {
    self = try structure(of: value, at: [], trustsEquality: false)
  }
}

/// A part of a value for which there is no equality.
package struct IncomparableValue: Error, CustomStringConvertible {
  /// The fields and cases that lead to the part.
  package var path: [String]
  package var type: Any.Type

  package var description: String {
    let place = path.isEmpty ? "the value itself" : path.joined(separator: ".")
    return "\(place) is of type \(type), which has no equality: make the type Hashable, or keep it elsewhere"
  }
}

private func structure(
  of value: Any, at path: [String], trustsEquality: Bool
) throws(IncomparableValue) -> StructuralValue {
  let mirror = Mirror(reflecting: value)
  let type = ObjectIdentifier(mirror.subjectType)
  // The type counts, because 1 and 1.0 are equal as `AnyHashable`.
  let name = trustsEquality ? "" : String(reflecting: mirror.subjectType)
  if trustsEquality || isWhole(value, mirror, typeName: name), let whole = value as? AnyHashable {
    return .whole(type: type, whole)
  }
  switch mirror.displayStyle {
  case .dictionary:
    var entries: [AnyHashable: StructuralValue] = [:]
    for entry in mirror.children {
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      let seen = trustsEquality ? nil : try? structure(of: pair[0], at: path, trustsEquality: false)
      guard let key = seen.map({ AnyHashable($0) }) ?? pair[0] as? AnyHashable else { break }
      entries[key] = try structure(
        of: pair[1], at: path + ["[\(literal(pair[0]))]"], trustsEquality: trustsEquality)
    }
    return .entries(type: type, entries)
  case .set where !trustsEquality:
    var elements: [AnyHashable: StructuralValue] = [:]
    for child in mirror.children {
      let element = try structure(of: child.value, at: path, trustsEquality: false)
      elements[AnyHashable(element)] = element
    }
    return .entries(type: type, elements)
  case .class, .foreignReference:
    throw IncomparableValue(path: path, type: mirror.subjectType)
  case nil where name.hasPrefix("Swift.") && !mirror.children.isEmpty:
    // Ranges show their bounds.
    return try parts(of: mirror, enumCase: nil, at: path, trustsEquality: trustsEquality)
  case nil where !isOnlyValue(value), .struct where mirror.children.isEmpty && !isOnlyValue(value):
    throw IncomparableValue(path: path, type: mirror.subjectType)
  case nil, .struct, .enum, .tuple:
    // A mirror that the type makes itself may leave out what differs.
    guard !(value is any CustomReflectable) else {
      throw IncomparableValue(path: path, type: mirror.subjectType)
    }
    return try parts(of: mirror, enumCase: enumCase(of: value), at: path, trustsEquality: trustsEquality)
  default:
    return try parts(of: mirror, enumCase: nil, at: path, trustsEquality: trustsEquality)
  }
}

private func parts(
  of mirror: Mirror, enumCase: Int?, at path: [String], trustsEquality: Bool
) throws(IncomparableValue) -> StructuralValue {
  var parts: [StructuralValue] = []
  for (index, child) in mirror.children.enumerated() {
    let name = child.label.map { String($0.trimmingPrefix(".")) } ?? "[\(index)]"
    parts.append(try structure(of: child.value, at: path + [name], trustsEquality: trustsEquality))
  }
  return .parts(type: ObjectIdentifier(mirror.subjectType), enumCase: enumCase, parts)
}

/// Whether a value has no parts of a user's types: the equality of the standard library and of Foundation counts.
private func isWhole(_ value: Any, _ mirror: Mirror, typeName: String) -> Bool {
  mirror.children.isEmpty && typeName.hasPrefix("Swift.") || typeName.hasPrefix("Foundation")
    || value is any BinaryFloatingPoint
}

/// Whether the value is its type's only value, as a metatype or `()` is.
private func isOnlyValue<Value>(_ value: Value) -> Bool {
  MemoryLayout<Value>.size == 0 || value is any Any.Type
}
