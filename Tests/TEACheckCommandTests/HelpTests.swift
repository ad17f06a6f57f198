import TEASupport
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The complete text that `tea-check --help` prints.
@Suite struct HelpTests {
  @Test func theHelpHasThisText() {
    #expect(
      Help.text == """
        OVERVIEW: Finds, shrinks and explains the message sequences that break programs in The Elm Architecture.

        USAGE: tea-check [<subcommand>] [<name> ...] [<options>]

        Without a subcommand, it runs all checks of the package in the current folder.

        SUBCOMMANDS:
          check (default)           Explore each check, and sample where there are too many worlds.
          init                      Add a suite and tests to the package, with a first check for each module.
          list                      List the suites and their checks.
          explore                   Explore only: breadth-first, shortest counterexamples.
          sample                    Sample only: random runs, and counterexamples that are shrunk.
          merge                     Join the records of all shards, as --format json writes them, in one report.
          replay                    Replay counterexamples, recorded sessions or tokens, and report the outcome.
          graph                     Draw the worlds of one check as .dot, .mmd, .json, .aut or .html.
          suggest                   Suggest properties that hold in all worlds, or nearly all, as Swift to paste.
          diff                      Show what changed for users since a revision, or between two graphs.
          coverage                  List the lines of the program that no explored world executes.

        ARGUMENTS:
          <name>                    A check, by its title or name, or all checks of a module or suite.
                                    For replay: .tea-check/, a file in it, or a token. For merge: a file of records.
                                    For diff: a revision, and then checks; or two files of graphs.

        OPTIONS:
          --depth <n>               Explore worlds of at most this many steps.
          --states <n>              Explore at most this many distinct worlds.
          --outstanding <n>         Leave at most this many commands outstanding. (default: 16)
          --time <seconds>          Search for at most this long.
          --memory <size>           Explore in at most this much memory, such as 300M or 2G.
                                    A step that takes more counts as a trap.
          --compact                 Use 64-bit hash compaction, in less memory, and print the odds.
          --checkpoint <path>       Keep an unfinished exploration in this file, and go on from it.
          --step-time <seconds>     Count a step that takes longer as a trap. (default: 10)
          --scope <n>               Explore this many values of each payload, or all if at most 16.
                                    An enum without payloads has all, in a message case of at most 64 values.
                                    A message type with allCases has all, up to 1 000.
          --cases <n>               Sample this many random runs.
          --length <n>              Sample runs of at most this many steps.
                                    For explore: only with --shard, for random walks to where shards begin.
          --seed <n>                Seed random runs with this number.
                                    For explore: only with --shard, for random walks to where shards begin.
          --shard <I/N>             Run one of N searches, for 'merge'; 'auto' reads CI variables.
          --workers <n>             Search with this many threads; the result does not depend on it.
          --jobs <n>                Run at most this many suites at a time, which share the threads.
          --store <path>            Keep counterexamples in this folder, or 'off'. (default: .tea-check)
          --config <path>           Read settings from this file, or 'off'. (default: tea-check.json)
          --as-test                 Print the Swift of a unit test instead of the replay.
          --interactive             Step through a replay on the terminal, and try other steps.
          --all                     Show all suggestions, and not only the best ten.
          --apply <n>               Write this suggestion into the specification.
          --rename <old=new>        Treat a field, case, type or message as renamed.
          --exit-zero               Exit with 0 even if something differs.
          --all-violations          Find violations of all properties, and not only the first.
          --filter <text>           Run only the checks whose title contains the text.
          --watch                   Check again whenever a source file is saved, until Ctrl-C.
          --changed-since <rev>     Run only the suites that changed since a git revision.
          --require-complete        Fail checks that are not complete.
          --quiet                   Print only failures, and the summary.
          --verbose                 Print activities and settings to standard error.
          --report <file>           Write the results, with counterexamples and graphs, as an HTML page.
          --output <file>           Write the graph to this file; also -o. (default: standard output)
          --quotient                Merge worlds with equal views into one node of the graph.
          --limit <n>               Draw up to this many nodes, in .mmd also edges. (default: 500; .html: 10 000)
          --format <format>         Print text, json, markdown, github or gitlab. (default: text)
                                    For graph: dot, mmd, json, aut or html.
          --xunit-output <file>     Write a JUnit report to this file too.
          --package-path <path>     Check the package in this folder. (default: .)
          --version                 Show the version.
          --help                    Show help information.

        EXIT CODES:
          0                         All checks passed, or nothing wrong was found.
          1                         A property was violated, or the program trapped. For diff: something differs.
          2                         With --require-complete: a check is not complete.
                                    For merge: a shard is missing.
          64                        The command line is wrong, or there is no check.
          70                        A suite could not be built, or could not run.
                                    For merge: records cannot be read, or do not fit together.
          130                       Interrupted, with no violation found until then.

        """)
  }

  @Test func `the help of a subcommand has its usage, an example and its options`() {
    #expect(
      Help.subcommandText(.replay) == """
        OVERVIEW: Replay counterexamples, recorded sessions or tokens, and report the outcome.

        USAGE: tea-check replay <file or folder or token> ... [<options>]

        EXAMPLE: swift run tea-check replay .tea-check

        OPTIONS:
          --memory <size>           Explore in at most this much memory, such as 300M or 2G.
                                    A step that takes more counts as a trap.
          --step-time <seconds>     Count a step that takes longer as a trap. (default: 10)
          --scope <n>               Explore this many values of each payload, or all if at most 16.
                                    An enum without payloads has all, in a message case of at most 64 values.
                                    A message type with allCases has all, up to 1 000.
          --config <path>           Read settings from this file, or 'off'. (default: tea-check.json)
          --as-test                 Print the Swift of a unit test instead of the replay.
          --interactive             Step through a replay on the terminal, and try other steps.
          --filter <text>           Run only the checks whose title contains the text.
          --quiet                   Print only failures, and the summary.
          --verbose                 Print activities and settings to standard error.
          --report <file>           Write the results, with counterexamples and graphs, as an HTML page.
          --format <format>         Print text, json, markdown, github or gitlab. (default: text)
                                    For graph: dot, mmd, json, aut or html.
          --xunit-output <file>     Write a JUnit report to this file too.
          --package-path <path>     Check the package in this folder. (default: .)
          --version                 Show the version.
          --help                    Show help information.

        See 'tea-check --help' for the other subcommands, for names and for exit codes.

        """)
  }

  @Test func `the example of each subcommand is a command line of it, and its help takes its options`() throws {
    #expect(Help.subcommands.count == Invocation.Command.allCases.count)
    for subcommand in Help.subcommands {
      let words = subcommand.example.split(separator: " ").map(String.init)
      let name = subcommand.command.rawValue
      #expect(try Invocation(arguments: words).command == subcommand.command)
      for arguments in [[name, "--help"], ["help", name]] {
        let invocation = try Invocation(arguments: arguments)
        #expect(invocation.wantsHelp && invocation.namesCommand && invocation.command == subcommand.command)
      }
      let lines = Help.subcommandText(subcommand.command).split(separator: "\n")
      for line in lines { #expect(line.count <= 110, "\(line)") }
    }
    #expect(try !Invocation(arguments: ["--help"]).namesCommand)
  }

  @Test func everySubcommandIsInTheHelp() {
    for command in Invocation.Command.allCases {
      #expect(Help.text.contains("\n  \(command.rawValue) "), "\(command)")
    }
  }

  @Test func theReferenceHasEverySubcommandAndExitCodeInTheWordsOfTheHelp() throws {
    let page = try String(
      contentsOf: checkoutFolder.appendingPathComponent("Sources/TEACheck/TEACheck.docc/Reference/Commands.md"),
      encoding: .utf8)
    for section in ["SUBCOMMANDS", "EXIT CODES"] {
      let start = try #require(Help.text.firstRange(of: "\(section):\n")).upperBound
      for line in Help.text[start...].split(separator: "\n", omittingEmptySubsequences: false).prefix(while: {
        !$0.isEmpty
      }) {
        // Names begin in column 2 of the help, counted from 0, and texts in column 28.
        let name = line.dropFirst(2).prefix(26).trimmingCharacters(in: .whitespaces)
        let text = line.dropFirst(28)
        #expect(page.contains(name.isEmpty ? text : "| `\(name)` | \(text)"), "\(line)")
      }
    }
  }

  @Test func theHelpFitsATerminalOf110Columns() {
    for line in Help.text.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
  }
}
