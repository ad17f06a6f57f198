internal import TEASupport

extension Invocation {
  package struct Option: Sendable {
    package var name: String
    /// The name of the option's value in the help, such as `seconds`; `nil` for a flag.
    package var value: String?
    package var help: String
    /// The option is passed on to the suites.
    var isOfSuite = false
    /// The option can also be set by a variable, and by a member of the settings file.
    var isSetting = false
    /// The commands that take the option, and whose help shows it.
    package var commands = Set(Command.allCases).subtracting([.`init`])
    /// Only `tea-check` gives the option, when it starts a suite; the help does not show it.
    package var isHidden = false
  }

  private static let searches: Set<Command> = [.check, .explore, .graph, .suggest, .diff, .coverage]
  private static let searchesForViolations: Set<Command> = [.check, .explore, .sample]

  package static let options: [Option] = [
    Option(
      name: "--depth", value: "n", help: "Explore worlds of at most this many steps.", isOfSuite: true, isSetting: true,
      // Without `--length`, it bounds the length of random runs.
      commands: searches.union([.sample])),
    Option(
      name: "--states", value: "n", help: "Explore at most this many distinct worlds.", isOfSuite: true,
      isSetting: true, commands: searches),
    Option(
      name: "--outstanding", value: "n", help: "Leave at most this many commands outstanding. (default: 16)",
      isOfSuite: true, isSetting: true, commands: searches),
    Option(
      name: "--time", value: "seconds", help: "Search for at most this long.", isOfSuite: true, isSetting: true,
      commands: searches.union([.sample])),
    Option(
      name: "--memory", value: "size",
      help: """
        Explore in at most this much memory, such as 300M or 2G.
        A step that takes more counts as a trap.
        """,
      isOfSuite: true, isSetting: true,
      commands: searches.union([.sample, .replay])),
    Option(
      name: "--compact", value: nil, help: "Use 64-bit hash compaction, in less memory, and print the odds.",
      isOfSuite: true, isSetting: true, commands: [.check, .explore, .graph, .coverage]),
    Option(
      name: "--checkpoint", value: "path", help: "Keep an unfinished exploration in this file, and go on from it.",
      isOfSuite: true, commands: [.check, .explore]),
    Option(
      name: "--step-time", value: "seconds", help: "Count a step that takes longer as a trap. (default: 10)",
      isOfSuite: true, isSetting: true, commands: searches.union([.sample, .list, .replay])),
    Option(
      name: "--scope", value: "n",
      help: """
        Explore this many values of each payload, or all if at most 16.
        An enum without payloads has all, in a message case of at most 64 values.
        A message type with allCases has all, up to 1 000.
        """,
      isOfSuite: true, isSetting: true,
      // The steps of a token are places in lists, which it cuts.
      commands: searches.union([.sample, .replay])),
    Option(
      name: "--cases", value: "n", help: "Sample this many random runs.", isOfSuite: true, isSetting: true,
      // The checks whose verdicts `diff` compares make random runs.
      commands: [.check, .sample, .diff]),
    Option(
      name: "--length", value: "n",
      help: """
        Sample runs of at most this many steps.
        For explore: only with --shard, for random walks to where shards begin.
        """,
      isOfSuite: true, isSetting: true,
      // The shards of `explore` begin at the ends of random walks.
      commands: searchesForViolations.union([.diff])),
    Option(
      name: "--seed", value: "n",
      help: """
        Seed random runs with this number.
        For explore: only with --shard, for random walks to where shards begin.
        """,
      isOfSuite: true, isSetting: true,
      commands: searchesForViolations.union([.diff])),
    Option(
      name: "--shard", value: "I/N", help: "Run one of N searches, for 'merge'; 'auto' reads CI variables.",
      isOfSuite: true, commands: searchesForViolations),
    Option(
      name: "--workers", value: "n",
      help: "Search with this many threads; the result does not depend on it.", isOfSuite: true, isSetting: true,
      commands: searches.union([.sample])),
    Option(
      name: "--jobs", value: "n", help: "Run at most this many suites at a time, which share the threads.",
      isSetting: true, commands: searchesForViolations.union([.suggest, .diff])),
    Option(
      name: "--store", value: "path", help: "Keep counterexamples in this folder, or 'off'. (default: .tea-check)",
      isOfSuite: true, isSetting: true, commands: searchesForViolations),
    Option(
      name: "--config", value: "path", help: "Read settings from this file, or 'off'. (default: tea-check.json)",
      isOfSuite: true),
    Option(
      name: "--as-test", value: nil, help: "Print the Swift of a unit test instead of the replay.", commands: [.replay]),
    Option(
      name: "--interactive", value: nil, help: "Step through a replay on the terminal, and try other steps.",
      commands: [.replay]),
    Option(
      name: "--all", value: nil, help: "Show all suggestions, and not only the best ten.",
      isOfSuite: true,
      commands: [.suggest]),
    Option(name: "--apply", value: "n", help: "Write this suggestion into the specification.", commands: [.suggest]),
    Option(
      name: "--rename", value: "old=new", help: "Treat a field, case, type or message as renamed.",
      commands: [.diff]),
    Option(name: "--exit-zero", value: nil, help: "Exit with 0 even if something differs.", commands: [.diff]),
    Option(
      name: "--all-violations", value: nil, help: "Find violations of all properties, and not only the first.",
      isOfSuite: true, isSetting: true, commands: searchesForViolations),
    Option(
      name: "--filter", value: "text", help: "Run only the checks whose title contains the text.",
      commands: Set(Command.allCases).subtracting([.`init`, .merge])),
    Option(
      name: "--watch", value: nil, help: "Check again whenever a source file is saved, until Ctrl-C.",
      commands: searchesForViolations),
    Option(
      name: "--changed-since", value: "rev", help: "Run only the suites that changed since a git revision.",
      commands: searchesForViolations.union([.list, .coverage])),
    Option(
      name: "--require-complete", value: nil, help: "Fail checks that are not complete.", isSetting: true,
      commands: searchesForViolations.union([.merge, .diff, .coverage])),
    Option(
      name: "--quiet", value: nil, help: "Print only failures, and the summary.", isOfSuite: true,
      isSetting: true),
    Option(
      name: "--verbose", value: nil, help: "Print activities and settings to standard error.", isOfSuite: true,
      isSetting: true),
    Option(
      name: "--report", value: "file", help: "Write the results, with counterexamples and graphs, as an HTML page.",
      commands: searchesForViolations.union([.merge, .replay, .suggest, .diff])),
    Option(
      name: "--output", value: "file", help: "Write the graph to this file; also -o. (default: standard output)",
      isOfSuite: true, commands: [.graph]),
    Option(
      name: "--quotient", value: nil, help: "Merge worlds with equal views into one node of the graph.",
      isOfSuite: true,
      commands: [.graph]),
    Option(
      name: "--limit", value: "n",
      help: "Draw up to this many nodes, in .mmd also edges. (default: 500; .html: 10 000)",
      isOfSuite: true, commands: [.graph]),
    Option(
      name: "--format", value: "format",
      help: """
        Print text, json, markdown, github or gitlab. (default: text)
        For graph: dot, mmd, json, aut or html.
        """),
    Option(
      name: "--xunit-output", value: "file", help: "Write a JUnit report to this file too.",
      commands: searchesForViolations.union([.merge, .replay])),
    Option(
      name: "--package-path", value: "path", help: "Check the package in this folder. (default: .)",
      commands: Set(Command.allCases)),
    Option(name: "--trap", value: "site", help: "Avoid this site, which traps.", isHidden: true),
    Option(name: "--words", value: "text", help: "Report this message for the trap.", isHidden: true),
    Option(name: "--sent-by-world", value: "tags", help: "Derive no messages of these cases.", isHidden: true),
    Option(name: "--sorts-lists", value: nil, help: "Sort the lists of declarations.", isHidden: true),
    Option(name: "--attempts", value: nil, help: "Take steps that may trap.", isHidden: true),
    Option(name: "--version", value: nil, help: "Show the version.", commands: Set(Command.allCases)),
    Option(name: "--help", value: nil, help: "Show help information.", commands: Set(Command.allCases)),
  ]

  /// The arguments of ``suiteArguments`` that a suite takes for another command than this one.
  package func suiteArguments(for command: Command) -> [String] {
    var (arguments, rest) = ([String](), suiteArguments[...])
    while let argument = rest.popFirst() {
      let name = argument.prefix { $0 != "=" }
      let option = Self.options.first { $0.name == name }
      let value = option?.value != nil && name == argument ? rest.popFirst() : nil
      if option?.commands.contains(command) ?? true { arguments += [argument] + [value].compactMap(\.self) }
    }
    return arguments
  }

  static let shortNames = ["-h": "--help", "-o": "--output"]

  static func isOption(_ argument: String) -> Bool {
    let name = String(argument.prefix { $0 != "=" })
    return shortNames[name] != nil || options.contains { $0.name == name }
  }

  static func unknown(_ name: String) -> UsageError {
    let names = options.filter { !$0.isHidden }.map(\.name)
    return UsageError("Unknown option '\(name)'\(didYouMean(name, among: names))")
  }
}
