internal import TEARuntime

/// The name of a command's case, or all of the command where it is no enum.
package func caseName(of command: Any) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .enum else { return caseLiteral(command) }
  return mirror.children.first?.label ?? caseLiteral(command)
}
