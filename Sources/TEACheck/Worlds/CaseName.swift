internal import TEARuntime

/// The name of a value's case, or of its type where it is not an enum, whose values may be too many to name.
package func caseOrTypeName<Value>(of value: Value) -> String {
  enumCase(of: value) == nil ? shortName(of: Value.self) : caseName(of: value)
}

/// The name of a command's case, or the whole command as text where it is not an enum.
package func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}
