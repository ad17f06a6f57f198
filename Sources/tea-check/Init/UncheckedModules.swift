internal import TEAResults
import TEASupport

/// The modules of a package that no suite checks. `suggest` needs a check of a module to suggest anything for it.
struct UncheckedModules {
  let package: UserPackage

  /// Calls `body`, and replaces its ``UsageError`` if `suggest` was asked for unchecked modules. The new error names these
  /// modules and the remedy.
  func replacingUsageErrors<Value>(of invocation: Invocation, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as UsageError where invocation.command == .suggest {
      guard let description = try? package.ask("describe", "--type", "json") else { throw error }
      let suites = UserPackage.suiteTargets(in: description, mentionsSuite: package.mentionsSuite)
      let suiteTexts = suites.flatMap(package.sources).map(\.text)
      let modules = ModuleSearch.modules(in: package.targetSources(in: description))
        .map { $0.seen(from: suites.compactMap { $0["name"]?.string }) }
      throw Self.error(invocation.names, among: modules, checkedIn: suiteTexts) ?? error
    }
  }

  /// The error that names the requested modules that no suite mentions, and the remedy; `nil` if there are none, or none for
  /// one of `names`.
  static func error(_ names: [String], among modules: [FoundModule], checkedIn texts: [String]) -> UsageError? {
    let suiteTexts = texts.map { SuiteText($0, of: "") }
    let unchecked = modules.filter { module in !suiteTexts.contains { $0.mentions(module, among: modules) } }
    // The beginning of a name will do, of three characters or more: the error has the whole name.
    func isName(_ name: String, of module: FoundModule) -> Bool {
      module.name == name || module.name.hasSuffix(".\(name)") || name.count > 2 && module.name.hasPrefix(name)
    }
    let requested = unchecked.filter { module in names.isEmpty || names.contains { isName($0, of: module) } }
    guard !requested.isEmpty, names.allSatisfy({ name in requested.contains { isName(name, of: $0) } }) else {
      return nil
    }
    let checkable = requested.filter { $0.obstacle == nil }
    guard !checkable.isEmpty else {
      let lines = requested.map { "\n    \($0.name) (\($0.place)): \($0.obstacle ?? "")" }.joined()
      return UsageError("No suite can check \(requested.map(\.name).joined(separator: ", ")) yet:\(lines)")
    }
    let places = checkable.map { "\($0.name) (\($0.place))" }.joined(separator: ", ")
    return UsageError(
      "No suite checks \(places); 'tea-check init' writes a first check, and then this can say what holds")
  }
}
