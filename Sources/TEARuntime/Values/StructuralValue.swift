/// A value reduced to its structure, so that values of types without `Equatable` can be compared and hashed.
///
/// Where a type is `Hashable`, its own `==` counts. Elsewhere two values are equal when they are of the same
/// type and case and their parts are equal.
package indirect enum StructuralValue: Hashable {
  case whole(AnyHashable)
  case parts(type: ObjectIdentifier, name: String?, [StructuralValue])
  case entries(type: ObjectIdentifier, [AnyHashable: StructuralValue])

  /// Reads the structure of a value.
  ///
  /// - Throws: ``IncomparableValue`` when the value holds a function, or an object that is not `Hashable`.
  /// - Complexity: O(*n*) in the size of the value.
  package init(_ value: Any) throws(IncomparableValue) {
    self = try structure(of: value, at: [])
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

private func structure(of value: Any, at path: [String]) throws(IncomparableValue) -> StructuralValue {
  if let whole = value as? AnyHashable { return .whole(whole) }
  let mirror = Mirror(reflecting: value)
  let type = ObjectIdentifier(mirror.subjectType)
  switch mirror.displayStyle {
  case .dictionary:
    var entries: [AnyHashable: StructuralValue] = [:]
    for entry in mirror.children {
      let pair = Mirror(reflecting: entry.value).children.map(\.value)
      guard let key = pair[0] as? AnyHashable else { break }
      entries[key] = try structure(of: pair[1], at: path + ["[\(literal(pair[0]))]"])
    }
    return .entries(type: type, entries)
  case .class, .foreignReference:
    throw IncomparableValue(path: path, type: mirror.subjectType)
  case nil where MemoryLayout.size(ofValue: value) > 0 && mirror.children.isEmpty && !isEmptyStructure(value):
    throw IncomparableValue(path: path, type: mirror.subjectType)
  default:
    var parts: [StructuralValue] = []
    var name: String?
    for (index, child) in mirror.children.enumerated() {
      if mirror.displayStyle == .enum { name = child.label }
      parts.append(try structure(of: child.value, at: path + [child.label ?? "[\(index)]"]))
    }
    if mirror.displayStyle == .enum, name == nil { name = String(describing: value) }
    return .parts(type: type, name: name, parts)
  }
}

/// Whether the value is one of its type's only value, such as a metatype or `Void`, and so equal to itself.
private func isEmptyStructure(_ value: Any) -> Bool {
  value is Any.Type || value is Void
}
