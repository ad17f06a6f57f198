internal import TEARuntime

/// The name of a value's case. A value that is no enum has the name of its type, because its values may be too many to name.
package func caseOrTypeName<Value>(of value: Value) -> String {
  enumCase(of: value) == nil ? shortName(of: Value.self) : caseName(of: value)
}

/// The name of a value's case, or the whole value as text where it is not an enum.
package func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return caseLiteral(value) }
  return mirror.children.first?.label ?? caseLiteral(value)
}
