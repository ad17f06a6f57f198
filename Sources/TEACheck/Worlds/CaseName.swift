internal import TEARuntime

/// The name of a value's case. For an `Optional`, and for a value that is not an enum, the name of the type: there may be too
/// many values to name each.
package func caseOrTypeName<Value>(of value: Value) -> String {
  enumCase(of: value) == nil ? shortName(of: Value.self) : caseName(of: value)
}

/// The name of a value's case. For an `Optional`, and for a value that is not an enum, the whole value as text.
package func caseName(of value: Any) -> String {
  func name<Value>(_ value: Value) -> String {
    enumCase(of: value) == nil ? caseLiteral(value) : enumCaseName(of: value)
  }
  return _openExistential(value, do: name)
}
