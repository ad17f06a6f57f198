internal import TEARuntime

/// The name of a command's case, or the whole command as text where it is not an enum.
package func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}
