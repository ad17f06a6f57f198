package import TEASupport
internal import TEAText

/// A command line of `tea-check` or of a suite.
package struct Invocation: Sendable {
  package enum Command: String, Sendable, CaseIterable {
    case check, `init`, list, explore, sample, merge, replay, graph, coverage, suggest, diff

    /// The command writes results of checks, in every ``Format``, except that `suggest` has no `github` and no `gitlab`.
    package var hasResults: Bool { [.check, .explore, .sample, .merge, .replay, .suggest].contains(self) }

    /// The command looks for violations; it can be divided into shards.
    var searchesForViolations: Bool { [.check, .explore, .sample].contains(self) }
  }

  package enum Format: String, Sendable, CaseIterable {
    case text, json, markdown
    /// Text, and annotations of GitHub Actions.
    case github
    /// A Code Quality report for GitLab.
    case gitlab
    /// JSON Lines from a suite to the command, with progress.
    case records
    /// JSON Lines as ``records``, with the graph of each check's worlds.
    case recordsWithGraphs = "records-with-graphs"

    package var isOfRecords: Bool { self == .records || self == .recordsWithGraphs }
  }

  package var command = Command.check
  /// The command line says the command.
  package private(set) var namesCommand = false
  /// The arguments that are not options: names of checks, files, tokens or revisions.
  package var names: [String] = []
  package var filter: String?
  package var settings = CheckSettings()
  package var format = Format.text
  package var xunitOutput: String?
  package var packagePath: String?
  /// The file that a graph is written to; `nil` for standard output.
  package var output: String?
  /// The format of a graph; `nil` for the format that the file's extension names.
  package var graphFormat: GraphFormat?
  /// Worlds with equal views are one node of the graph.
  package var mergesViews = false
  /// The largest number of nodes of a graph; `nil` for the default of the format.
  package var limit: Int?
  package var requiresComplete = false
  package var verbosity = Verbosity.normal
  /// The number of suites that run at a time; `nil` for the number of threads, or for 1 where time or memory is bounded.
  package var jobs: Int?
  /// The path of the HTML page to write; `nil` for no page.
  package var report: String?
  /// Only suites that changed since this git revision run; `nil` for all suites.
  package var changedSince: String?
  /// The path of the settings file, or `off`; `nil` for the package's file.
  package var config: String?
  /// The path of the folder of counterexamples, or `off`; `nil` for the package's folder.
  package var store: String?
  package var printsUnitTest = false
  /// The number of the suggestion to write into the specification; `nil` to write none.
  package var appliedSuggestionNumber: Int?
  package var renames: [(old: String, new: String)] = []
  package var toleratesDifference = false
  package var watches = false
  package var isInteractive = false
  package var knownTrapSites: [TrapSite] = []
  /// The suite reads requests from standard input, and takes their steps, which may trap.
  package var makesAttempts = false
  package var learnedFacts = LearnedFacts()
  /// Swift's message about the trap at the last of ``knownTrapSites``; `nil` where Swift printed none.
  package var trapMessage: String?
  package var wantsHelp = false
  package var wantsVersion = false
  /// The arguments that `tea-check` passes on to suites.
  package var suiteArguments: [String] = []
  /// Sentences that say which variable or file each setting comes from, for `--verbose` and for errors.
  package var settingOrigins: [String] = []
  /// The options that were given, by the command line, variables or the settings file.
  var givenOptions: Set<String> = []

  package init() {}
}

extension Invocation {
  /// - Parameter arguments: The arguments without the name of the program.
  package init(arguments: [String]) throws(UsageError) {
    var remainingArguments = arguments[...]
    var mayBeCommand = true
    var formatName: String?
    var commandLineOptions: [Option] = []
    while let argument = remainingArguments.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        if mayBeCommand, argument == "help" {
          wantsHelp = true
          continue
        }
        if mayBeCommand, let command = Command(rawValue: argument) {
          (self.command, namesCommand) = (command, true)
        } else if mayBeCommand, wantsHelp, !givenOptions.contains("--help") {
          let nearNames = Self.didYouMean(argument, among: Command.allCases.map(\.rawValue))
          throw UsageError("Unknown subcommand '\(escaped(argument))'\(nearNames)")
        } else {
          names.append(argument)
        }
        mayBeCommand = false
        continue
      }
      if argument == "--" {
        names += remainingArguments
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = Self.shortNames[parts[0]] ?? parts[0]
      guard let option = Self.options.first(where: { $0.name == name }) else {
        throw Self.unknown(name)
      }
      var value = parts.count > 1 ? parts[1] : nil
      if option.value == nil, value != nil { throw UsageError("The option '\(name)' takes no value") }
      if let valueName = option.value, value == nil {
        // An option is no value: `--report --quiet` would write a page with this name. After `=`, every text is a value.
        guard let nextArgument = remainingArguments.popFirst(), !Self.isOption(nextArgument) else {
          throw UsageError("Missing value for '\(name) <\(valueName)>'")
        }
        value = nextArgument
      }
      givenOptions.insert(name)
      commandLineOptions.append(option)
      if name == "--format" { formatName = value } else { try apply(name, value ?? "", as: name) }
      // The suites receive the shard itself in place of `auto`, so that they need not read the variables of the CI.
      if let shard = settings.shard, name == "--shard" { value = shard.description }
      if option.isOfSuite {
        suiteArguments += value.map { Self.isOption($0) ? ["\(name)=\($0)"] : [name, $0] } ?? [name]
      }
    }
    if let formatName { try applyFormat(formatName) }
    try validateOptions(commandLineOptions)
    settings.pictureLimit = self.format == .recordsWithGraphs ? GraphFormat.pageNodeLimit : nil
    if command == .explore { settings.engine = .explore }
    if command == .sample { settings.engine = .sample }
    if command == .coverage { settings.engine = .survey }
    if command == .suggest { settings.engine = .suggest }
  }

  /// Throws where the command line contradicts itself, or has an option that the command does not take.
  private func validateOptions(_ commandLineOptions: [Option]) throws(UsageError) {
    if !format.isOfRecords, let hidden = commandLineOptions.first(where: \.isHidden) { throw Self.unknown(hidden.name) }
    if givenOptions.isSuperset(of: Self.verbosities) {
      throw UsageError("'--quiet' and '--verbose' contradict each other")
    }
    try validateSettings()
    // A suite is started with the options of the command that starts it, which it need not use.
    if !format.isOfRecords { for option in commandLineOptions { try validate(option) } }
    if command == .`init`, let name = names.first {
      throw UsageError("'init' takes no names: leave out '\(name)'")
    }
    if command == .diff { try validateDiff(commandLineOptions) }
    if changedSince != nil, !names.isEmpty || filter != nil {
      throw UsageError("The option '--changed-since' chooses the suites itself: leave out names and '--filter'")
    }
    if watches { try validateWatch() }
    if let report, report == xunitOutput {
      throw UsageError("Two reports cannot be one file: give '--report' and '--xunit-output' two paths")
    }
    if let shard = settings.shard {
      if settings.checkpoint != nil, !shard.isFirst {
        throw UsageError("Only the first shard can continue from a checkpoint: leave out '--checkpoint'")
      }
      if requiresComplete, shard.count > 1 {
        throw UsageError("One shard may be incomplete: give '--require-complete' to 'tea-check merge'")
      }
    }
    if names.contains("") { throw UsageError("A name is empty: it must be that of a check, a file or a revision") }
  }

  /// Throws where the command would ignore the option.
  private func validate(_ option: Option) throws(UsageError) {
    guard !option.commands.contains(command) else { return }
    let takers = Command.allCases.filter(option.commands.contains).map { "'\($0.rawValue)'" }
    // Where most commands take the option, the one that does not says more than their list.
    if takers.count > 7 {
      throw UsageError("The option '\(option.name)' is not available for '\(command.rawValue)'")
    }
    let list = [takers.dropLast().joined(separator: ", "), takers.last ?? ""].filter { !$0.isEmpty }
    throw UsageError("The option '\(option.name)' is for \(list.joined(separator: " and ")) only")
  }

  private func validateWatch() throws(UsageError) {
    guard format == .text else {
      throw UsageError("The option '--watch' prints text only: leave out '--format'")
    }
    if settings.shard != nil || settings.checkpoint != nil || changedSince != nil {
      throw UsageError("The option '--watch' cannot be combined with --shard, --checkpoint or --changed-since")
    }
  }

  /// Throws where settings contradict the command or each other, wherever they come from.
  func validateSettings() throws(UsageError) {
    if settings.findsAllViolations, command.searchesForViolations { try validateAllViolations() }
    if [.suggest, .diff].contains(command), settings.isCompact {
      throw UsageError(
        "'\(command.rawValue)' needs all worlds and steps, which --compact forgets" + origin(of: "--compact"))
    }
    if command == .suggest { try validateSuggest() }
  }

  private func validateAllViolations() throws(UsageError) {
    if settings.checkpoint != nil || settings.shard.map({ !$0.isFirst || $0.count > 1 }) ?? false {
      throw UsageError(
        "The option '--all-violations' makes several searches, and cannot be combined with --shard or --checkpoint"
          + origin(of: "--all-violations"))
    }
  }

  /// The end of an error on an option that a variable or the settings file gives; empty for an option of the command line.
  private func origin(of option: String) -> String {
    settingOrigins.first { $0.hasPrefix(option + " ") }.map { "; " + $0 } ?? ""
  }

  private func validateSuggest() throws(UsageError) {
    if xunitOutput != nil || [.github, .gitlab].contains(format) {
      throw UsageError("'suggest' has no verdicts: it writes text, json, markdown and --report")
    }
    if appliedSuggestionNumber != nil, format != .text {
      throw UsageError("The option '--apply' prints text only: leave out '--format'")
    }
  }

  private func validateDiff(_ commandLineOptions: [Option]) throws(UsageError) {
    if names.isEmpty, !wantsHelp, !wantsVersion {
      throw UsageError(
        "'diff' needs a revision, as in 'tea-check diff main', or two graphs, as in 'tea-check diff OLD.json NEW.json'")
    }
    // Of the options of searches, those that `merge` takes too are of reports.
    let ofSearch = commandLineOptions.first { $0.commands.contains(.check) && !$0.commands.contains(.merge) }
    if let ofSearch, names.first?.hasSuffix(".json") ?? false {
      throw UsageError("Two graphs are compared as they are, without a search: leave out '\(ofSearch.name)'")
    }
  }

  /// The options for the amount of output, which exclude each other.
  static let verbosities: Set = ["--quiet", "--verbose"]

  private mutating func applyFormat(_ value: String) throws(UsageError) {
    if command == .graph {
      guard let format = GraphFormat(rawValue: value) else {
        let formats = GraphFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("The value '\(value)' is invalid for '--format': for a graph it must be one of \(formats)")
      }
      graphFormat = format
      suiteArguments += ["--format", value]
      return
    }
    guard let format = Format(rawValue: value) else {
      throw UsageError(
        "The value '\(value)' is invalid for '--format': it must be one of text, json, markdown, github, gitlab")
    }
    let isReportOfDifferences = command == .diff && format == .markdown
    if ![.text, .json, .records].contains(format), !command.hasResults, !isReportOfDifferences {
      throw UsageError(
        "The format '\(value)' is not available for '\(command.rawValue)': it prints "
          + (command == .diff ? "text, json or markdown" : "text or json"))
    }
    self.format = format
  }

  /// - Parameter label: The option, variable or member of the settings file that errors name.
  mutating func apply(_ name: String, _ value: String, as label: String) throws(UsageError) {
    switch name {
    case "--depth": settings.depth = try Self.number(label, value, from: 0)
    case "--states": settings.states = try Self.number(label, value, from: 1)
    case "--outstanding": settings.outstanding = try Self.number(label, value, from: 1)
    case "--time": settings.time = .seconds(try Self.seconds(label, value))
    case "--step-time": settings.stepTime = .seconds(try Self.seconds(label, value))
    case "--trap":
      guard let site = TrapSite(value) else { throw UsageError("The value '\(value)' is invalid for '\(name)'") }
      knownTrapSites.append(site)
    case "--words": trapMessage = value
    case "--sent-by-world": learnedFacts.casesFromOutside = Set(value.split(separator: ",").compactMap { Int($0) })
    case "--sorts-lists": learnedFacts.sortsLists = true
    case "--attempts": makesAttempts = true
    case "--memory": settings.memory = try Self.bytes(label, value)
    case "--compact": settings.isCompact = true
    case "--checkpoint": settings.checkpoint = try Self.path(name, value)
    case "--scope": settings.scope = try Self.number(label, value, from: 1)
    case "--cases": settings.cases = try Self.number(label, value, from: 1)
    case "--length": settings.length = try Self.number(label, value, from: 1)
    case "--workers": settings.workers = try Self.number(label, value, from: 1, through: 256)
    case "--seed":
      guard let seed = UInt64(value) else {
        throw UsageError(
          "The value '\(escaped(value))' is invalid for '\(label)': it must be a whole number from 0 to \(UInt64.max)")
      }
      settings.seed = seed
    case "--shard": settings.shard = try Shard(option: value, environment: Platform.environment)
    case "--filter": filter = value
    case "--config": config = try Self.path(label, value)
    case "--store": store = try Self.path(label, value)
    case "--jobs": jobs = try Self.number(label, value, from: 1, through: Interruption.maxChildren)
    case "--quiet": verbosity = .quiet
    case "--verbose": verbosity = .verbose
    case "--changed-since": changedSince = value
    case "--as-test": printsUnitTest = true
    case "--all": settings.suggestsAll = true
    case "--apply": appliedSuggestionNumber = try Self.number(label, value, from: 1)
    case "--rename":
      let names = value.split(separator: "=", omittingEmptySubsequences: false)
      guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
        throw UsageError("The value '\(escaped(value))' is invalid for '\(label)': it must be two names, as old=new")
      }
      renames.append((String(names[0]), String(names[1])))
    case "--exit-zero": toleratesDifference = true
    case "--all-violations": settings.findsAllViolations = true
    case "--watch": watches = true
    case "--interactive": isInteractive = true
    case "--require-complete": requiresComplete = true
    case "--xunit-output": xunitOutput = try Self.path(name, value)
    case "--report": report = try Self.path(name, value)
    case "--output": output = try Self.path(name, value)
    case "--quotient": mergesViews = true
    case "--limit": limit = try Self.number(label, value, from: 1)
    case "--package-path": packagePath = try Self.path(name, value)
    case "--version": wantsVersion = true
    default: wantsHelp = true  // `--help` is the only option that is left.
    }
  }

  /// - Parameter most: The largest number that is valid; the default fits into 32 bits.
  private static func number(
    _ label: String, _ value: String, from least: Int, through most: Int = 4_000_000_000
  ) throws(UsageError) -> Int {
    guard let number = Int(value), (least...most).contains(number) else {
      throw UsageError(
        "The value '\(escaped(value))' is invalid for '\(label)': it must be a whole number from \(least) to \(most)")
    }
    return number
  }

  private static func path(_ label: String, _ value: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw UsageError("The value of '\(label)' is empty: it must be a path") }
    return value
  }

  private static func bytes(_ label: String, _ value: String) throws(UsageError) -> Int {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = value.last.flatMap { units[Character($0.uppercased())] }
    guard let number = Int(unit == nil ? value : String(value.dropLast())), number > 0,
      case let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit ?? 1), !isTooMuch
    else {
      throw UsageError(
        "The value '\(escaped(value))' is invalid for '\(label)': it must be a number of bytes, or one with K, M, G or T"
      )
    }
    // With a number whose unit was forgotten, each search would stop before it begins, and nothing would say why.
    guard bytes >= 1 << 20 else {
      throw UsageError(
        "The value '\(escaped(value))' is invalid for '\(label)': it is less than 1M, and no search has room in that; a unit "
          + "stands behind the number, as in 2M or 2G")
    }
    return bytes
  }

  private static func seconds(_ label: String, _ value: String) throws(UsageError) -> Double {
    guard let seconds = Double(value), seconds > 0, seconds < 1e9 else {
      throw UsageError(
        "The value '\(escaped(value))' is invalid for '\(label)': it must be a number of seconds above 0 and below 1e9")
    }
    return seconds
  }

  /// The end of an error message; empty where no candidate is similar to the word.
  package static func didYouMean(_ word: String, among candidates: [String]) -> String {
    didYouMean(NearNames.nearest(to: word, among: candidates))
  }

  static func didYouMean(_ nearNames: [String]) -> String {
    nearNames.isEmpty ? "" : "; did you mean \(nearNames.map { "'\($0)'" }.joined(separator: ", "))?"
  }
}
