internal import TEARuntime

/// The name of an environment in reports, made from the name of its type, such as `server` for `Server`.
///
/// The name is `environment` for a tuple, for a type of the standard library, and where a field of the model has the name.
func environmentName(of environment: Any, beside model: Any) -> String {
  let type = type(of: environment)
  let fallback = "environment"
  guard !String(reflecting: type).hasPrefix("Swift."), !String(reflecting: type).hasPrefix("(") else { return fallback }
  let word = shortName(of: type).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  // An acronym is one word: `URLStore` is `urlStore`.
  let capitals = word.prefix { $0.isUppercase }
  let head = capitals.count > 1 && capitals.count < word.count ? capitals.dropLast() : capitals
  let name = head.lowercased() + word.dropFirst(head.count)
  let isTaken = Mirror(reflecting: model).children.contains { $0.label == name }
  return name.isEmpty || isTaken ? fallback : name
}
