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
    /// The only command that has the option; `nil` where several commands have it.
    var command: Command?
    /// Only `tea-check` gives the option, when it starts a suite; the help does not show it.
    package var isHidden = false
  }

  package static let options: [Option] = [
    Option(
      name: "--depth", value: "n", help: "Explore worlds of at most this many steps.", isOfSuite: true, isSetting: true
    ),
    Option(
      name: "--states", value: "n", help: "Explore at most this many distinct worlds.", isOfSuite: true,
      isSetting: true),
    Option(
      name: "--outstanding", value: "n", help: "Leave at most this many commands outstanding. (default: 16)",
      isOfSuite: true, isSetting: true),
    Option(name: "--time", value: "seconds", help: "Search for at most this long.", isOfSuite: true, isSetting: true),
    Option(
      name: "--memory", value: "size", help: "Explore in at most this much memory, such as 300M or 2G.",
      isOfSuite: true, isSetting: true),
    Option(
      name: "--compact", value: nil, help: "Use 64-bit hash compaction, in less memory, and print the odds.",
      isOfSuite: true, isSetting: true),
    Option(
      name: "--checkpoint", value: "path", help: "Keep an unfinished exploration in this file, and go on from it.",
      isOfSuite: true),
    Option(
      name: "--step-time", value: "seconds", help: "Count a step that takes longer as a trap. (default: 10)",
      isOfSuite: true, isSetting: true),
    Option(
      name: "--scope", value: "n",
      help: """
        Explore this many values of each payload, or all if at most 16.
        An enum without payloads has all, in a message case of at most 64 values.
        A message type with allCases has all, up to 1 000.
        """,
      isOfSuite: true, isSetting: true),
    Option(name: "--cases", value: "n", help: "Sample this many random runs.", isOfSuite: true, isSetting: true),
    Option(
      name: "--length", value: "n", help: "Sample runs of at most this many steps.", isOfSuite: true, isSetting: true),
    Option(name: "--seed", value: "n", help: "Seed random runs with this number.", isOfSuite: true, isSetting: true),
    Option(
      name: "--shard", value: "I/N", help: "Run one of N searches, for 'merge'; 'auto' reads CI variables.",
      isOfSuite: true),
    Option(
      name: "--workers", value: "n",
      help: "Search with this many threads; the result does not depend on it.", isOfSuite: true, isSetting: true),
    Option(
      name: "--jobs", value: "n", help: "Run at most this many suites at a time, which share the threads.",
      isSetting: true),
    Option(
      name: "--store", value: "path", help: "Keep counterexamples in this folder, or 'off'. (default: .tea-check)",
      isOfSuite: true, isSetting: true),
    Option(
      name: "--config", value: "path", help: "Read settings from this file, or 'off'. (default: tea-check.json)",
      isOfSuite: true),
    Option(
      name: "--as-test", value: nil, help: "Print the Swift of a unit test instead of the replay.", command: .replay),
    Option(
      name: "--interactive", value: nil, help: "Step through a replay on the terminal, and try other steps.",
      command: .replay),
    Option(
      name: "--all", value: nil, help: "Show all suggestions, and not only the best ten.",
      isOfSuite: true,
      command: .suggest),
    Option(name: "--apply", value: "n", help: "Write this suggestion into the specification.", command: .suggest),
    Option(
      name: "--rename", value: "old=new", help: "Treat a field, case, type or message as renamed.",
      command: .diff),
    Option(name: "--exit-zero", value: nil, help: "Exit with 0 even if something differs.", command: .diff),
    Option(
      name: "--all-violations", value: nil, help: "Find violations of all properties, and not only the first.",
      isOfSuite: true, isSetting: true),
    Option(name: "--filter", value: "text", help: "Run only the checks whose title contains the text."),
    Option(name: "--watch", value: nil, help: "Check again whenever a source file is saved, until Ctrl-C."),
    Option(name: "--changed-since", value: "rev", help: "Run only the suites that changed since a git revision."),
    Option(
      name: "--require-complete", value: nil, help: "Fail checks that are not complete.", isSetting: true),
    Option(
      name: "--quiet", value: nil, help: "Print only failures, and the summary.", isOfSuite: true,
      isSetting: true),
    Option(
      name: "--verbose", value: nil, help: "Print activities and settings to standard error.", isOfSuite: true,
      isSetting: true),
    Option(
      name: "--report", value: "file", help: "Write the results, with counterexamples and graphs, as an HTML page."),
    Option(
      name: "--output", value: "file", help: "Write the graph to this file; also -o. (default: standard output)",
      isOfSuite: true, command: .graph),
    Option(
      name: "--quotient", value: nil, help: "Merge worlds with equal views into one node of the graph.",
      isOfSuite: true,
      command: .graph),
    Option(
      name: "--limit", value: "n",
      help: "Draw up to this many nodes, in .mmd also edges. (default: 500; .html: 10 000)",
      isOfSuite: true, command: .graph),
    Option(name: "--format", value: "format", help: "Print text, json, markdown, github or gitlab. (default: text)"),
    Option(name: "--xunit-output", value: "file", help: "Write a JUnit report to this file too."),
    Option(name: "--package-path", value: "path", help: "Check the package in this folder. (default: .)"),
    Option(name: "--trap", value: "site", help: "Avoid this site, which traps.", isHidden: true),
    Option(name: "--words", value: "text", help: "Report this message for the trap.", isHidden: true),
    Option(name: "--sent-by-world", value: "tags", help: "Derive no messages of these cases.", isHidden: true),
    Option(name: "--sorts-lists", value: nil, help: "Sort the lists of declarations.", isHidden: true),
    Option(name: "--attempts", value: nil, help: "Take steps that may trap.", isHidden: true),
    Option(name: "--version", value: nil, help: "Show the version."),
    Option(name: "--help", value: nil, help: "Show help information."),
  ]
}
