package import TEASupport
internal import TEAText

/// Settings from the environment and from a settings file, for options that the command line does not give.
///
/// An option, its variable and its member in the file share one name: `--cases`, `TEACHECK_CASES` and `"cases"`.
package enum Configuration {
  package static let fileName = "tea-check.json"

  package static let prefix = "TEACHECK_"

  /// The variables that begin with the prefix and are not settings.
  static let otherVariables = ["TEACHECK_REPLAY", "TEACHECK_SHARD", "TEACHECK_SHARD_COUNT"]

  struct Value: Equatable {
    /// The name of the option, such as `--depth`.
    var option: String
    var text: String
    /// The variable, or the member and its file, as errors name it. Errors add the outer quotes, so the label of a member is
    /// `depth' in 'tea-check.json`.
    var label: String
    /// The flag is switched off. A setting of lower precedence cannot switch it on.
    var isOff = false
  }

  /// The largest size of a settings file, in bytes.
  static let sizeLimit = 65_536

  static var options: [Invocation.Option] { Invocation.options.filter(\.isSetting) }

  static func variable(of option: String) -> String {
    prefix + option.dropFirst(2).map { $0 == "-" ? "_" : $0.uppercased() }.joined()
  }

  /// The variable of an option is ignored where it is empty; an unknown name is an error even then.
  static func values(ofEnvironment environment: [String: String]) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for (name, text) in environment.sorted(by: { $0.key < $1.key }) where name.hasPrefix(prefix) {
      if otherVariables.contains(name) { continue }
      guard let option = options.first(where: { variable(of: $0.name) == name }) else {
        let knownVariables = options.map { variable(of: $0.name) } + otherVariables
        // The common prefix is left out, because it would make all names similar.
        let nearNames = NearNames.nearest(
          to: String(name.dropFirst(prefix.count)), among: knownVariables.map { String($0.dropFirst(prefix.count)) })
        throw UsageError("Unknown variable '\(escaped(name))'\(Invocation.didYouMean(nearNames.map { prefix + $0 }))")
      }
      guard !text.isEmpty else { continue }
      var value = Value(option: option.name, text: text, label: name)
      if option.value == nil {
        guard ["1", "0", "true", "false"].contains(text) else {
          throw UsageError("The value '\(escaped(text))' is invalid for '\(name)': it must be true or false")
        }
        (value.text, value.isOff) = ("", !["1", "true"].contains(text))
      }
      values.append(value)
    }
    return values
  }

  static func values(ofFile text: String, named name: String) throws(UsageError) -> [Value] {
    let name = escaped(name)
    let json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      throw UsageError("'\(name)' is \(error)")
    }
    guard case .object(let members) = json else { throw UsageError("'\(name)' is no JSON object") }
    var values: [Value] = []
    var memberNames: Set<String> = []
    for member in members {
      let option = options.first { $0.name == "--" + member.name }
      guard let option else {
        let suggestion = Invocation.didYouMean(member.name, among: options.map { String($0.name.dropFirst(2)) })
        throw UsageError("'\(name)' has an unknown member '\(escaped(member.name))'\(suggestion)")
      }
      let label = "\(member.name)' in '\(name)"
      guard memberNames.insert(member.name).inserted else { throw UsageError("'\(name)' has '\(member.name)' twice") }
      func add(_ text: String) { values.append(Value(option: option.name, text: text, label: label)) }
      switch (member.value, option.value) {
      case (.bool(let isSet), nil): if isSet { add("") }
      case (_, nil): throw UsageError("The value of '\(label)' is invalid: it must be true or false")
      case (.integer(let number), _?): add("\(number)")
      case (.number(let number), _?): add("\(number)")
      case (.string(let text), _?): add(text)
      default: throw UsageError("The value of '\(label)' is invalid: it must be a number or a text")
      }
    }
    return values
  }

  /// `nil` where there is no file.
  package static func text(ofFile path: String) throws(UsageError) -> String? {
    do {
      return try Platform.read(path, upTo: sizeLimit)
    } catch {
      // A symbolic link that leads nowhere is a mistake: its settings would be missed in silence.
      if error.isFileMissing, Platform.stamp(ofFile: path) == nil { return nil }
      throw UsageError("'\(escaped(path))' cannot be read: \(error)")
    }
  }
}

extension Invocation {
  /// Adds settings from the environment, and then from a file, for options that are not given yet.
  ///
  /// Bounds in the file apply only to checks that do not declare the same bounds themselves.
  package mutating func configure(environment: [String: String], file: (path: String, text: String)?)
    throws(UsageError)
  {
    let values = try requireConsistent(Configuration.values(ofEnvironment: environment))
    for value in values where !value.isOff && markAsGiven(value.option) {
      try apply(value.option, value.text, as: value.label)
      settingOrigins.append("\(value.option) is said by \(value.label)")
      if value.option == "--require-complete", isOneOfSeveralShards { requiresComplete = false }
    }
    if let file { try addSettings(ofFile: file, besides: Set(values.filter(\.isOff).map(\.option))) }
    try validateSettings()
  }

  /// - Parameter switchedOff: The flags that a variable switches off.
  private mutating func addSettings(
    ofFile file: (path: String, text: String), besides switchedOff: Set<String>
  ) throws(UsageError) {
    // A wrong value in the file is an error even where a setting of higher precedence overrides the value.
    var fileInvocation = Invocation()
    for value in try requireConsistent(Configuration.values(ofFile: file.text, named: file.path)) {
      try fileInvocation.apply(value.option, value.text, as: value.label)
      guard !switchedOff.contains(value.option), markAsGiven(value.option) else { continue }
      settingOrigins.append("\(value.option) is said by '\(value.label)'")
      switch value.option {
      case "--depth": settings.defaults.depth = fileInvocation.settings.depth
      case "--states": settings.defaults.states = fileInvocation.settings.states
      case "--cases": settings.defaults.cases = fileInvocation.settings.cases
      case "--length": settings.defaults.length = fileInvocation.settings.length
      case "--seed": settings.defaults.seed = fileInvocation.settings.seed
      case "--scope": settings.defaults.scope = fileInvocation.settings.scope
      case "--require-complete": requiresComplete = !isOneOfSeveralShards
      case "--store":
        // A relative path in a file is relative to the folder of the file.
        let folder = file.path.lastIndex(of: "/").map { file.path[...$0] } ?? ""
        store = value.text == "off" || value.text.hasPrefix("/") ? value.text : folder + value.text
      default: try apply(value.option, value.text, as: value.label)
      }
    }
  }

  /// Returns `false` where the option or its opposite was given with higher precedence.
  private mutating func markAsGiven(_ option: String) -> Bool {
    if Self.verbosities.contains(option), !givenOptions.isDisjoint(with: Self.verbosities) { return false }
    return givenOptions.insert(option).inserted
  }

  /// Returns the values unchanged, or throws where two of them contradict each other.
  private func requireConsistent(_ values: [Configuration.Value]) throws(UsageError) -> [Configuration.Value] {
    let labels = values.filter { !$0.isOff && Self.verbosities.contains($0.option) }.map { "'\($0.label)'" }
    if labels.count > 1 { throw UsageError("\(labels.joined(separator: " and ")) contradict each other") }
    return values
  }

  private var isOneOfSeveralShards: Bool { (settings.shard?.count ?? 1) > 1 }

  /// Adds settings from the environment, and then from the file that `--config` names, or else from the package's settings
  /// file.
  package mutating func configure() throws(UsageError) {
    let usualPath = (packagePath.map { "\($0)/" } ?? "") + Configuration.fileName
    let path = config ?? usualPath
    let text = path == "off" ? nil : try Configuration.text(ofFile: path)
    if text == nil, let config, config != "off" { throw UsageError("There is no file '\(escaped(config))'") }
    try configure(environment: Platform.environment(withPrefix: Configuration.prefix), file: text.map { (path, $0) })
    // The suites are told the file, because they do not know the folder of the package.
    if config == nil { suiteArguments += ["--config", text == nil ? "off" : path] }
    guard let text, Platform.isPipe(path), let index = suiteArguments.firstIndex(of: "--config") else { return }
    do {
      suiteArguments[index + 1] = try Platform.copy(of: text)
    } catch {
      throw UsageError("'\(escaped(path))' cannot be read: \(error)")
    }
  }
}
