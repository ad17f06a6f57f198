internal import TEARuntime

/// The name of a value's case. A value that is no enum has the name of its type, because its values may be too many to name.
package func caseOrTypeName<Value>(of value: Value) -> String {
  enumCase(of: value) == nil ? shortName(of: Value.self) : caseName(of: value)
}

/// The name of a value's case, or the whole value as text where it is not an enum; its own mirror does not matter.
package func caseName(of value: Any) -> String {
  func name<Value>(_ value: Value) -> String {
    enumCase(of: value) == nil ? caseLiteral(value) : enumCaseName(of: value)
  }
  return _openExistential(value, do: name)
}
