internal import TEAResults

enum Help {
  static let version = "0.1.0"

  static var text: String {
    let options = Invocation.options.filter { !$0.isHidden }.flatMap { option in
      let name = option.value.map { "\(option.name) <\($0)>" } ?? option.name
      return option.help.split(separator: "\n").enumerated().map { ($0 == 0 ? name : "", String($1)) }
    }
    return """
      OVERVIEW: Finds, shrinks and explains the message sequences that break programs in The Elm Architecture.

      USAGE: tea-check [<subcommand>] [<name> ...] [<options>]

      Without a subcommand, it runs all checks of the package in the current folder.

      SUBCOMMANDS:
      \(rows([
        ("check (default)", "Explore each check, and sample where there are too many worlds."),
        ("init", "Add a suite and tests to the package, with a first check for each module."),
        ("list", "List the suites and their checks."),
        ("explore", "Explore only: breadth-first, shortest counterexamples."),
        ("sample", "Sample only: random runs, and counterexamples that are shrunk."),
        ("merge", "Join the records of all shards, as --format json writes them, in one report."),
        ("replay", "Replay counterexamples, recorded sessions or tokens, and report the outcome."),
        ("graph", "Draw the worlds of one check as .dot, .mmd, .json, .aut or .html."),
        ("suggest", "Suggest properties that hold in all worlds, or nearly all, as Swift to paste."),
        ("diff", "Show what changed for users since a revision, or between two graphs."),
        ("coverage", "List the lines of the program that no explored world executes."),
      ]))

      ARGUMENTS:
      \(rows([
        ("<name>", "A check, by its title or name, or all checks of a module or suite."),
        ("", "For replay: .tea-check/, a file in it, or a token. For merge: a file of records."),
        ("", "For diff: a revision, and then checks; or two files of graphs."),
      ]))

      OPTIONS:
      \(rows(options))

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

  /// Lines of two columns: a name, and its description. A row with an empty name continues the description of the row above.
  private static func rows(_ rows: [(String, String)]) -> String {
    // Wide enough for the longest option and a gap.
    let nameWidth = 26
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: max(1, nameWidth - name.count)) + help
    }.joined(separator: "\n")
  }
}
