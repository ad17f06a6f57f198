internal import TEAResults

enum Help {
  static let version = "0.1.0"

  static let subcommands: [(command: Invocation.Command, abstract: String, arguments: String, example: String)] = [
    (
      .check, "Explore each check, and sample where there are too many worlds.", "[<name> ...] ",
      "check 'Counter · guarded' --depth 20"
    ),
    (.`init`, "Add a suite and tests to the package, with a first check for each module.", "", "init"),
    (.list, "List the suites and their checks.", "[<name> ...] ", "list --format json"),
    (
      .explore, "Explore only: breadth-first, shortest counterexamples.", "[<name> ...] ",
      "explore Counter --states 1000000"
    ),
    (
      .sample, "Sample only: random runs, and counterexamples that are shrunk.", "[<name> ...] ",
      "sample Counter --cases 5000 --seed 1"
    ),
    (
      .merge, "Join the records of all shards, as --format json writes them, in one report.", "<file> ... ",
      "merge shard-1.jsonl shard-2.jsonl"
    ),
    (
      .replay, "Replay counterexamples, recorded sessions or tokens, and report the outcome.",
      "<file or folder or token> ... ", "replay .tea-check"
    ),
    (
      .graph, "Draw the worlds of one check as .dot, .mmd, .json, .aut or .html.", "<name> ",
      "graph Counter -o counter.html"
    ),
    (
      .suggest, "Suggest properties that hold in all worlds, or nearly all, as Swift to paste.", "[<name> ...] ",
      "suggest Counter --all"
    ),
    (
      .diff, "Show what changed for users since a revision, or between two graphs.",
      "<revision> [<name> ...] | <file> <file> ", "diff main"
    ),
    (
      .coverage, "List the lines of the program that no explored world executes.", "[<name> ...] ",
      "coverage Counter"
    ),
  ]

  /// The help of one subcommand: its usage, its options and an example.
  static func subcommandText(_ command: Invocation.Command) -> String {
    subcommands.filter { $0.command == command }.map { subcommand in
      """
      OVERVIEW: \(subcommand.abstract)

      USAGE: tea-check \(command.rawValue) \(subcommand.arguments)[<options>]

      EXAMPLE: swift run tea-check \(subcommand.example)

      OPTIONS:
      \(rows(of: Invocation.options.filter { $0.commands.contains(command) }))

      See 'tea-check --help' for the other subcommands, for names and for exit codes.

      """
    }.joined()
  }

  static var text: String {
    """
    OVERVIEW: Finds, shrinks and explains the message sequences that break programs in The Elm Architecture.

    USAGE: tea-check [<subcommand>] [<name> ...] [<options>]

    Without a subcommand, it runs all checks of the package in the current folder.

    SUBCOMMANDS:
    \(rows(subcommands.map { ($0.command.rawValue + ($0.command == .check ? " (default)" : ""), $0.abstract) }))

    ARGUMENTS:
    \(rows([
        ("<name>", "A check, by its title or name, or all checks of a module or suite."),
        ("", "For replay: .tea-check/, a file in it, or a token. For merge: a file of records."),
        ("", "For diff: a revision, and then checks; or two files of graphs."),
      ]))

    OPTIONS:
    \(rows(of: Invocation.options))

    EXIT CODES:
    \(rows([
        ("0", "All checks passed, or nothing wrong was found."),
        ("1", "A property was violated, or the program trapped. For diff: something differs."),
        ("2", "With --require-complete: a check is not complete."),
        ("", "For merge: a shard is missing."),
        ("64", "The command line is wrong, or there is no check."),
        ("70", "A suite could not be built, or could not run."),
        ("", "For merge: records cannot be read, or do not fit together."),
        ("130", "Interrupted, with no violation found until then."),
      ]))

    """
  }

  private static func rows(of options: [Invocation.Option]) -> String {
    rows(
      options.filter { !$0.isHidden }.flatMap { option in
        let name = option.value.map { "\(option.name) <\($0)>" } ?? option.name
        return option.help.split(separator: "\n").enumerated().map { ($0 == 0 ? name : "", String($1)) }
      })
  }

  /// Lines of two columns: a name, and its description. A row with an empty name continues the description of the row above.
  private static func rows(_ rows: [(String, String)]) -> String {
    // Wide enough for the longest option and a gap.
    let nameWidth = 26
    return rows.map { name, description in
      "  " + name + String(repeating: " ", count: max(1, nameWidth - name.count)) + description
    }.joined(separator: "\n")
  }
}
