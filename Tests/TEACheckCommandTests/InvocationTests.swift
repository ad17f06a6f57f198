import TEASupport
import TEACheck
import Testing

/// The meaning of a command line, and the error where it has none.
@Suite struct InvocationTests {
  @Test func withoutArgumentsAllChecksRunAndPrintText() throws {
    let invocation = try Invocation(arguments: [])
    #expect(invocation.command == .check)
    #expect(invocation.names == [])
    #expect(invocation.filter == nil)
    #expect(invocation.settings == CheckSettings())
    #expect(invocation.format == .text)
    #expect(invocation.packagePath == nil)
    #expect(!invocation.requiresComplete && !invocation.wantsHelp && !invocation.wantsVersion)
    #expect(invocation.suiteArguments == [])
  }

  // `init` takes no names.
  @Test(arguments: Invocation.Command.allCases.filter { $0 != .`init` })
  func aFirstWordThatIsASubcommandIsTheSubcommand(_ command: Invocation.Command) throws {
    let invocation = try Invocation(arguments: [command.rawValue, "Counter"])
    #expect(invocation.command == command)
    #expect(invocation.names == ["Counter"])
  }

  @Test func aGraphHasOptionsOfItsOwn() throws {
    let invocation = try Invocation(arguments: [
      "graph", "Shelf", "-o", "out/shelf.html", "--quotient", "--limit", "40", "--depth", "3", "--format", "aut",
    ])
    #expect(invocation.output == "out/shelf.html")
    #expect(invocation.mergesViews)
    #expect(invocation.limit == 40)
    #expect(invocation.graphFormat == .aut)
    let received = try Invocation(arguments: ["graph"] + invocation.suiteArguments + ["--", "Shelf"])
    #expect(try GraphRequest(received) == GraphRequest(invocation))
    #expect(received.settings == invocation.settings)
  }

  @Test func theOptionsOfGraphAreRefusedByCheck() {
    expectUsageError("The option '--quotient' is for 'graph' only") {
      _ = try Invocation(arguments: ["--quotient"])
    }
    expectUsageError("The option '--output' is for 'graph' only") {
      _ = try Invocation(arguments: ["check", "-o", "a.dot"])
    }
  }

  @Test func theFormatOfAGraphIsOneOfAList() {
    expectUsageError(
      "The value 'png' is invalid for '--format': for a graph it must be one of dot, mmd, json, aut, html"
    ) { _ = try Invocation(arguments: ["graph", "--format", "png"]) }
    expectUsageError(
      "The value 'dot' is invalid for '--format': it must be one of text, json, markdown, github, gitlab"
    ) {
      _ = try Invocation(arguments: ["check", "--format", "dot"])
    }
  }

  @Test(arguments: [
    ("a.dot", GraphFormat.dot), ("b/c.d/a.MMD", .mmd), ("a.b.json", .json), ("a.aut", .aut), (".html", .html),
  ])
  func theExtensionNamesTheFormat(_ path: String, _ format: GraphFormat) throws {
    #expect(try GraphFormat(path: path) == format)
  }

  @Test(arguments: ["a.png", "dot", "a.dot/b", ""]) func anUnknownExtensionIsAnError(_ path: String) {
    expectUsageError(
      "The extension of '\(path)' names no format; it must be one of .dot, .mmd, .json, .aut, .html"
    ) { _ = try GraphFormat(path: path) }
  }

  @Test func exploreAndSampleChooseTheirEngine() throws {
    #expect(try Invocation(arguments: ["check"]).settings.engine == .automatic)
    #expect(try Invocation(arguments: ["explore"]).settings.engine == .explore)
    #expect(try Invocation(arguments: ["sample"]).settings.engine == .sample)
  }

  @Test func replayTakesFilesAndTokens() throws {
    let invocation = try Invocation(arguments: ["replay", ".tea-check/a.json", "tc1-AA", "--as-test"])
    #expect(invocation.command == .replay)
    #expect(invocation.names == [".tea-check/a.json", "tc1-AA"])
    #expect(invocation.printsUnitTest)
    let error = #expect(throws: UsageError.self) { try Invocation(arguments: ["sample", "--as-test"]) }
    #expect(error?.description == "The option '--as-test' is for 'replay' only")
  }

  @Test func onlyAReplayIsInteractive() throws {
    #expect(try Invocation(arguments: ["replay", "a.json", "--interactive"]).isInteractive)
    for command in Invocation.Command.allCases where command != .replay {
      expectUsageError("The option '--interactive' is for 'replay' only") {
        _ = try Invocation(arguments: [command.rawValue, "--interactive"])
      }
    }
  }

  @Test func helpIsASubcommandAndMayBeTheNameOfACheck() throws {
    #expect(try Invocation(arguments: ["help"]).wantsHelp)
    #expect(try Invocation(arguments: ["help", "diff"]).wantsHelp)
    #expect(try !Invocation(arguments: ["check", "help"]).wantsHelp)
    #expect(try Invocation(arguments: ["help", "help"]).wantsHelp)
    #expect(try Invocation(arguments: ["--help", "Counter"]).wantsHelp)
  }

  @Test(arguments: [("chekc", "; did you mean 'check'?"), ("nope", "")])
  func `help on an unknown subcommand is an error`(_ name: String, _ nearNames: String) {
    expectUsageError("Unknown subcommand '\(name)'\(nearNames)") { _ = try Invocation(arguments: ["help", name]) }
  }

  @Test func differencesHaveOptionsOfTheirOwn() throws {
    let arguments = ["diff", "main", "Search", "--rename", "a=b", "--rename=c=d", "--exit-zero", "--report", "r.html"]
    let invocation = try Invocation(arguments: arguments + ["--format", "markdown", "--states", "5"])
    #expect(invocation.names == ["main", "Search"])
    #expect(invocation.renames.map { [$0.old, $0.new] } == [["a", "b"], ["c", "d"]])
    #expect(invocation.toleratesDifference)
    #expect(invocation.report == "r.html")
    #expect(invocation.format == .markdown)
    #expect(invocation.suiteArguments == ["--states", "5"])
    // The verdicts need random runs, and the graphs have none.
    let options = ["--cases", "9", "--quiet", "--length=8", "--seed", "7", "--depth", "4"]
    let ofRuns = try Invocation(arguments: ["diff", "main"] + options)
    #expect(ofRuns.settings.cases == 9 && ofRuns.settings.length == 8 && ofRuns.settings.seed == 7)
    #expect(ofRuns.suiteArguments(for: .graph) == ["--quiet", "--depth", "4"])
    #expect(ofRuns.suiteArguments(for: .check) == ofRuns.suiteArguments)
    for option in [["--rename", "a=b"], ["--exit-zero"]] {
      expectUsageError("The option '\(option[0])' is for 'diff' only") {
        _ = try Invocation(arguments: ["check"] + option)
      }
    }
  }

  private static let ofFiles = "Two graphs are compared as they are, without a search: leave out "

  @Test(arguments: [
    (
      [],
      "'diff' needs a revision, as in 'tea-check diff main', or two graphs, as in 'tea-check diff OLD.json NEW.json'"
    ),
    (["main", "--compact"], "'diff' needs all worlds and steps, which --compact forgets"),
    (["main", "--checkpoint", "a"], "The option '--checkpoint' is for 'check' and 'explore' only"),
    (["main", "--rename", "a"], "The value 'a' is invalid for '--rename': it must be two names, as old=new"),
    (["main", "--rename", "=b"], "The value '=b' is invalid for '--rename': it must be two names, as old=new"),
    (
      ["main", "--xunit-output", "a.xml"],
      "The option '--xunit-output' is for 'check', 'explore', 'sample', 'merge' and 'replay' only"
    ),
    (["a.json", "b.json", "--depth", "5"], "\(ofFiles)'--depth'"),
    (["a.json", "b.json", "--cases", "5"], "\(ofFiles)'--cases'"),
    (["a.json", "b.json", "--rename", "a=b", "--filter", "x"], "\(ofFiles)'--filter'"),
    (
      ["main", "--format", "gitlab"],
      "The format 'gitlab' is not available for 'diff': it prints text, json or markdown"
    ),
    (["main", "--watch"], "The option '--watch' is for 'check', 'explore' and 'sample' only"),
  ]) func diffRefusesOtherOptionsAndFormats(_ arguments: [String], _ message: String) {
    expectUsageError(message) { _ = try Invocation(arguments: ["diff"] + arguments) }
  }

  @Test(arguments: [
    (["sample", "--states", "5"], "is for 'check', 'explore', 'graph', 'coverage', 'suggest' and 'diff' only"),
    (["explore", "--cases", "5"], "is for 'check', 'sample' and 'diff' only"),
    (["coverage", "--seed", "5"], "is for 'check', 'explore', 'sample' and 'diff' only"),
    (["coverage", "--checkpoint", "a"], "is for 'check' and 'explore' only"),
    (["replay", "--jobs", "2"], "is for 'check', 'explore', 'sample', 'suggest' and 'diff' only"),
    (["init", "--depth", "5"], "is for 'check', 'explore', 'sample', 'graph', 'coverage', 'suggest' and 'diff' only"),
    (["list", "--require-complete"], "is for 'check', 'explore', 'sample', 'merge', 'coverage' and 'diff' only"),
    (["merge", "--filter", "a"], "is not available for 'merge'"), (["init", "--quiet"], "is not available for 'init'"),
    (["merge", "--scope", "2"], "is not available for 'merge'"),
    (["list", "--memory", "2G"], "is not available for 'list'"),
  ]) func `an option that a subcommand would ignore is refused`(_ arguments: [String], _ reason: String) {
    expectUsageError("The option '\(arguments[1])' \(reason)") { _ = try Invocation(arguments: arguments) }
  }

  /// The steps of a token depend on the scope, and the memory bounds the growth in a step.
  @Test(arguments: ["sample", "replay"])
  func `random runs and replays have a scope and a memory`(_ command: String) throws {
    let settings = try Invocation(arguments: [command, "--scope", "2", "--memory", "2G"]).settings
    #expect(settings.scope == 2)
    #expect(settings.memory == 2 << 30)
  }

  @Test func `a suite that is started for another subcommand may get options that it does not use`() throws {
    let invocation = try Invocation(arguments: ["suggest", "--format", "records", "--store", "off"])
    #expect(invocation.store == "off")
  }

  @Test func suggestionsHaveOptionsOfTheirOwn() throws {
    let invocation = try Invocation(arguments: ["suggest", "Search", "--all", "--apply", "12", "--states", "5"])
    #expect(invocation.settings.engine == .suggest)
    #expect(invocation.settings.suggestsAll)
    #expect(invocation.appliedSuggestionNumber == 12)
    // `--apply` is not passed to the suite, because the command itself applies the suggestion.
    #expect(invocation.suiteArguments == ["--all", "--states", "5"])
    for option in [["--all"], ["--apply", "1"]] {
      expectUsageError("The option '\(option[0])' is for 'suggest' only") {
        _ = try Invocation(arguments: ["check"] + option)
      }
    }
  }

  @Test(arguments: [
    (["--compact"], "'suggest' needs all worlds and steps, which --compact forgets"),
    (["--checkpoint", "a"], "The option '--checkpoint' is for 'check' and 'explore' only"),
    (["--xunit-output", "a.xml"], "'suggest' has no verdicts: it writes text, json, markdown and --report"),
    (["--format", "github"], "'suggest' has no verdicts: it writes text, json, markdown and --report"),
    (
      ["--format", "json", "--apply", "1"],
      "The option '--apply' prints text only: leave out '--format'"
    ),
    (["--apply", "0"], "The value '0' is invalid for '--apply': it must be a whole number from 1 to 4000000000"),
    (["--shard", "1/2"], "The option '--shard' is for 'check', 'explore' and 'sample' only"),
    (["--watch"], "The option '--watch' is for 'check', 'explore' and 'sample' only"),
  ])
  func suggestRefusesOtherOptionsAndFormats(_ arguments: [String], _ message: String) {
    expectUsageError(message) { _ = try Invocation(arguments: ["suggest"] + arguments) }
  }

  @Test func theStoreIsPassedToTheSuites() throws {
    let invocation = try Invocation(arguments: ["--store", "kept"])
    #expect(invocation.store == "kept")
    #expect(invocation.suiteArguments == ["--store", "kept"])
    #expect(try Invocation(arguments: []).store == nil)
  }

  @Test func aSubcommandAfterTheFirstWordIsAName() throws {
    #expect(try Invocation(arguments: ["check", "list"]).names == ["list"])
    #expect(try Invocation(arguments: ["check", "list"]).command == .check)
  }

  @Test func namesKeepTheirOrder() throws {
    let invocation = try Invocation(arguments: ["Counter", "--depth", "5", "Search · no guard", "-"])
    #expect(invocation.names == ["Counter", "Search · no guard", "-"])
    #expect(invocation.settings.depth == 5)
  }

  @Test func everyArgumentAfterTwoDashesIsAName() throws {
    let invocation = try Invocation(arguments: ["--depth", "5", "--", "--states", "list", "--"])
    #expect(invocation.names == ["--states", "list", "--"])
    #expect(invocation.settings.states == nil)
    #expect(invocation.command == .check)
  }

  @Test(arguments: [["--depth", "5"], ["--depth=5"], ["Counter", "--depth=5"], ["--depth=3", "--depth", "5"]])
  func aValueStandsBehindASpaceOrAnEqualsSign(_ arguments: [String]) throws {
    #expect(try Invocation(arguments: arguments).settings.depth == 5)
  }

  @Test func anEqualsSignMayStandInAValue() throws {
    #expect(try Invocation(arguments: ["--filter=a=b"]).filter == "a=b")
    #expect(try Invocation(arguments: ["--filter="]).filter == "")
  }

  @Test func theOptionsOfACommandLineAreReadTogether() throws {
    let invocation = try Invocation(arguments: [
      "check", "--depth", "1", "--states", "2", "--time", "0.5", "--scope", "3", "--cases", "4",
      "--length", "5", "--seed", "18446744073709551615", "--workers", "6", "--filter", "never",
      "--require-complete", "--format", "json", "--package-path", "/there", "--version", "--help", "--memory", "7M",
      "--compact", "--checkpoint", "file",
    ])
    var settings = CheckSettings()
    settings.depth = 1
    settings.states = 2
    settings.time = .milliseconds(500)
    settings.scope = 3
    settings.cases = 4
    settings.length = 5
    settings.seed = .max
    settings.workers = 6
    settings.memory = 7 << 20
    settings.isCompact = true
    settings.checkpoint = "file"
    #expect(invocation.settings == settings)
    #expect(invocation.filter == "never")
    #expect(invocation.format == .json)
    #expect(invocation.packagePath == "/there")
    #expect(invocation.requiresComplete && invocation.wantsVersion && invocation.wantsHelp)
  }

  @Test func onlyCommandsWithResultsHaveReportFormats() throws {
    let invocation = try Invocation(arguments: ["merge", "a.jsonl", "--format", "github", "--xunit-output", "a/b.xml"])
    #expect(invocation.format == .github)
    #expect(invocation.xunitOutput == "a/b.xml")
    expectUsageError("The format 'markdown' is not available for 'list': it prints text or json") {
      _ = try Invocation(arguments: ["list", "--format", "markdown"])
    }
    expectUsageError("The option '--xunit-output' is for 'check', 'explore', 'sample', 'merge' and 'replay' only") {
      _ = try Invocation(arguments: ["coverage", "--xunit-output", "a.xml"])
    }
    expectUsageError("The value of '--xunit-output' is empty: it must be a path") {
      _ = try Invocation(arguments: ["--xunit-output="])
    }
  }

  @Test func optionsOfEnginesArePassedToSuitesAndOptionsOfTheCommandAreNot() throws {
    let invocation = try Invocation(arguments: [
      "check", "Counter", "--depth=5", "--filter", "never", "--require-complete", "--format", "json",
      "--package-path", "/there", "--workers", "2",
    ])
    #expect(invocation.suiteArguments == ["--depth", "5", "--workers", "2"])
    let received = try Invocation(arguments: ["check"] + invocation.suiteArguments + ["--"] + invocation.names)
    #expect(received.settings == invocation.settings)
    #expect(received.names == invocation.names)
  }

  @Test(arguments: [["-h"], ["--help"], ["list", "-h"]]) func helpHasAShortName(_ arguments: [String]) throws {
    #expect(try Invocation(arguments: arguments).wantsHelp)
  }

  @Test(arguments: [
    (["--dept", "5"], "Unknown option '--dept'; did you mean '--depth'?"),
    (["--state=5"], "Unknown option '--state'; did you mean '--states', '--store'?"),
    (["--worker", "2"], "Unknown option '--worker'; did you mean '--workers'?"),
    (["--loud"], "Unknown option '--loud'"),
    (["--something-else"], "Unknown option '--something-else'"),
    (["-d"], "Unknown option '-d'"),
  ])
  func anUnknownOptionIsAnsweredWithNearOptionsIfThereAreAny(_ arguments: [String], _ text: String) {
    expectUsageError(text) { _ = try Invocation(arguments: arguments) }
  }

  @Test(arguments: Invocation.options.filter { $0.value != nil }.map { ($0.name, $0.value ?? "") })
  func aMissingValueIsNamed(_ option: String, _ value: String) {
    for following in [[], ["--quiet"], ["-h"], ["--depth=3"]] {
      expectUsageError("Missing value for '\(option) <\(value)>'") {
        _ = try Invocation(arguments: ["check", option] + following)
      }
    }
  }

  @Test func `after an equals sign every text is a value`() throws {
    #expect(try Invocation(arguments: ["--filter=--quiet"]).filter == "--quiet")
    #expect(try Invocation(arguments: ["--checkpoint=-o"]).suiteArguments.contains("--checkpoint=-o"))
    #expect(try Invocation(arguments: ["--filter", "--quite"]).filter == "--quite")
  }

  /// A variable of the shell may be empty: without its folder, no counterexample would be kept.
  @Test(arguments: [["--store"], ["--config"], ["--package-path"], ["graph", "-o"], ["--checkpoint"], ["--report"]])
  func `an empty path is an error`(_ arguments: [String]) {
    let option = arguments.last == "-o" ? "--output" : arguments.last ?? ""
    expectUsageError("The value of '\(option)' is empty: it must be a path") {
      _ = try Invocation(arguments: arguments + [""])
    }
  }

  @Test func `an empty name is an error`() {
    expectUsageError("A name is empty: it must be that of a check, a file or a revision") {
      _ = try Invocation(arguments: ["replay", ""])
    }
  }

  @Test(arguments: ["--require-complete", "--help", "--version", "--compact"])
  func aFlagTakesNoValue(_ flag: String) {
    expectUsageError("The option '\(flag)' takes no value") {
      _ = try Invocation(arguments: ["\(flag)=yes"])
    }
  }

  @Test(arguments: ["", "five", "5.0", "5 ", "-1", "4000000001", "99999999999999999999"])
  func anInvalidDepthIsNamedWithItsRange(_ value: String) {
    let text = "The value '\(value)' is invalid for '--depth': it must be a whole number from 0 to 4000000000"
    expectUsageError(text) { _ = try Invocation(arguments: ["--depth", value]) }
  }

  @Test(arguments: ["--states", "--scope", "--cases", "--length"])
  func countsStartAtOne(_ option: String) throws {
    let text = "The value '0' is invalid for '\(option)': it must be a whole number from 1 to 4000000000"
    expectUsageError(text) { _ = try Invocation(arguments: [option, "0"]) }
    _ = try Invocation(arguments: [option, "1"])
  }

  @Test(arguments: ["0", "257", "all"]) func anInvalidNumberOfWorkersIsNamedWithItsRange(_ value: String) {
    let text = "The value '\(value)' is invalid for '--workers': it must be a whole number from 1 to 256"
    expectUsageError(text) { _ = try Invocation(arguments: ["--workers=\(value)"]) }
  }

  @Test(arguments: ["0", "-1", "soon", "nan", "inf", "1e9"])
  func anInvalidTimeIsNamed(_ value: String) {
    let text = "The value '\(value)' is invalid for '--time': it must be a number of seconds above 0 and below 1e9"
    expectUsageError(text) { _ = try Invocation(arguments: ["--time", value]) }
  }

  // 8388607T is the largest whole number of T that is less than 2^63 bytes.
  @Test(arguments: [
    ("1048576", 1 << 20), ("1024K", 1 << 20), ("300M", 300 << 20), ("2g", 2 << 30), ("8388607T", 8_388_607 << 40),
  ])
  func memoryIsANumberOfBytesOrOfLargerUnits(_ value: String, _ bytes: Int) throws {
    let invocation = try Invocation(arguments: ["--memory", value])
    #expect(invocation.settings.memory == bytes)
    #expect(invocation.suiteArguments == ["--memory", value])
  }

  @Test(arguments: [
    "", "0", "-1", "-1M", "M", "1.5G", "1 G", "2P", "2GB", "0K", "lots", "8388608T", "9223372036854775808",
  ])
  func anInvalidMemoryIsNamed(_ value: String) {
    let text = "The value '\(value)' is invalid for '--memory': it must be a number of bytes, or one with K, M, G or T"
    expectUsageError(text) { _ = try Invocation(arguments: ["--memory", value]) }
  }

  @Test(arguments: ["1", "2", "300", "1048575", "20K", "1023k"])
  func anAmountOfMemoryThatLacksItsUnitIsNamed(_ value: String) {
    let text =
      "The value '\(value)' is invalid for '--memory': it is less than 1M, and no search has room in that; a unit stands "
      + "behind the number, as in 2M or 2G"
    expectUsageError(text) { _ = try Invocation(arguments: ["--memory", value]) }
  }

  @Test func aCheckpointHasAPath() throws {
    let invocation = try Invocation(arguments: ["explore", "--compact", "--checkpoint", "a/b"])
    #expect(invocation.settings.checkpoint == "a/b" && invocation.settings.isCompact)
    #expect(invocation.suiteArguments == ["--compact", "--checkpoint", "a/b"])
    expectUsageError("The value of '--checkpoint' is empty: it must be a path") {
      _ = try Invocation(arguments: ["--checkpoint="])
    }
  }

  @Test(arguments: ["-1", "x", "18446744073709551616"]) func anInvalidSeedIsNamed(_ value: String) {
    let range = "it must be a whole number from 0 to 18446744073709551615"
    let text = "The value '\(value)' is invalid for '--seed': \(range)"
    expectUsageError(text) { _ = try Invocation(arguments: ["--seed", value]) }
  }

  @Test func anInvalidFormatIsAnsweredWithTheFormats() {
    let text = "The value 'xml' is invalid for '--format': it must be one of text, json, markdown, github, gitlab"
    expectUsageError(text) { _ = try Invocation(arguments: ["--format", "xml"]) }
  }

  @Test func theFirstMistakeOfALineIsTheOneThatIsNamed() {
    expectUsageError("Unknown option '--dept'; did you mean '--depth'?") {
      _ = try Invocation(arguments: ["--dept", "5", "--states", "no"])
    }
  }
}

/// Expects that `body` throws a `UsageError` with this text.
func expectUsageError(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  let error = #expect(throws: UsageError.self, sourceLocation: sourceLocation) { try body() }
  if let error { #expect(error.description == text, sourceLocation: sourceLocation) }
}
