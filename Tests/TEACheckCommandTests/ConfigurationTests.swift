@testable import TEAResults
@testable import TEASupport
import Foundation
import Testing

@testable import TEACheck

/// Settings from environment variables and from the configuration file of a package.
@Suite struct ConfigurationTests {
  private func invocation(
    _ arguments: [String] = [], _ environment: [String: String] = [:], file: String? = nil
  ) throws -> Invocation {
    var invocation = try Invocation(arguments: arguments)
    try invocation.configure(environment: environment, file: file.map { ("Player/tea-check.json", $0) })
    return invocation
  }

  private func expectError(
    _ text: String, _ environment: [String: String] = [:], file: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectUsageError(text, sourceLocation: sourceLocation) { _ = try invocation([], environment, file: file) }
  }

  @Test func `the command line overrides the environment, and the environment overrides the file`() throws {
    let file = #"{"cases": 1, "time": 1, "memory": "1M"}"#
    let environment = ["TEACHECK_CASES": "2", "TEACHECK_TIME": "2", "PATH": "", "TEACHECK_SEED": ""]
    let settings = try invocation(["--cases", "3"], environment, file: file).settings
    #expect(settings.cases == 3)
    #expect(settings.time == .seconds(2))
    #expect(settings.memory == 1 << 20)
    #expect(settings.seed == nil)
  }

  @Test func `the declaration of a check overrides the file, and the environment overrides the declaration`() throws {
    let declaredBounds = CheckBounds(cases: 10)
    let file = #"{"cases": 20, "length": 30, "depth": 4, "states": 5, "scope": 6, "seed": 7}"#
    let settingsOfFile = try invocation(file: file).settings
    let filledBounds = declaredBounds.filled(from: settingsOfFile.defaults)
    #expect(filledBounds == CheckBounds(depth: 4, states: 5, cases: 10, length: 30, seed: 7, scope: 6))
    #expect(filledBounds.sampling(settingsOfFile).cases == 10)
    let settingsWithVariable = try invocation([], ["TEACHECK_CASES": "40"], file: file).settings
    #expect(declaredBounds.filled(from: settingsWithVariable.defaults).sampling(settingsWithVariable).cases == 40)
  }

  @Test func `a bound on worlds counts beside a bound on memory, whoever says either`() throws {
    let settingsOfFile = try invocation(file: #"{"states": 20000, "memory": "2G"}"#).settings
    #expect(CheckBounds().filled(from: settingsOfFile.defaults).exploration(settingsOfFile).states == 20_000)
    #expect(CheckBounds(states: 5).filled(from: settingsOfFile.defaults).exploration(settingsOfFile).states == 5)
    let settingsOfOption = try invocation(["--memory", "2G"], file: #"{"states": 20000}"#).settings
    #expect(CheckBounds().filled(from: settingsOfOption.defaults).exploration(settingsOfOption).states == 20_000)
    #expect(CheckBounds(states: 5).exploration(settingsOfOption).states == 5)
    #expect(CheckBounds().exploration(settingsOfOption).states > 1_000_000_000)
  }

  private static let lossOfSteps = "needs all worlds and steps, which --compact forgets"
  private static let severalSearches =
    "The option '--all-violations' makes several searches, and cannot be combined with --shard or --checkpoint"

  @Test(arguments: [
    (["suggest"], "--compact", "'suggest' \(lossOfSteps)"), (["diff", "main"], "--compact", "'diff' \(lossOfSteps)"),
    (["check", "--checkpoint", "rest"], "--all-violations", severalSearches),
    (["--shard", "2/8"], "--all-violations", severalSearches),
  ])
  func `a variable or a member that contradicts the command line is refused as the option is`(
    _ arguments: [String], _ option: String, _ message: String
  ) throws {
    let (variable, member) = (Configuration.variable(of: option), String(option.dropFirst(2)))
    expectUsageError("\(message); \(option) is said by \(variable)") {
      _ = try invocation(arguments, [variable: "1"])
    }
    expectUsageError("\(message); \(option) is said by '\(member)' in 'Player/tea-check.json'") {
      _ = try invocation(arguments, file: "{\"\(member)\": true}")
    }
    // A variable switches the member off.
    _ = try invocation(arguments, [variable: "0"], file: "{\"\(member)\": true}")
  }

  @Test func `a member for other commands than the one that runs is ignored`() throws {
    for command in ["list", "graph", "suggest", "coverage"] {
      _ = try invocation([command], file: #"{"all-violations": true}"#)
    }
  }

  @Test func `a variable and a member of the file have the effect of the option`() throws {
    for option in Configuration.options {
      let value = ["--memory": "3M", "--store": "/there"][option.name] ?? "3"
      let byOption = try Invocation(arguments: [option.name] + (option.value == nil ? [] : [value]))
      let text = option.value == nil ? "true" : value
      let byVariable = try invocation([], [Configuration.variable(of: option.name): text])
      #expect(byVariable.settings == byOption.settings, "\(option.name)")
      expectSame(byVariable, byOption, option)
      #expect(byVariable.givenOptions == byOption.givenOptions)
      let member = option.name.dropFirst(2)
      let byFile = try invocation(file: "{\"\(member)\": \(Int(value) == nil ? "\"\(value)\"" : text)}")
      var settings = byFile.settings
      let defaults = settings.defaults
      settings.defaults = CheckBounds()
      // Bounds that a check may declare are mere defaults in the file.
      settings.depth = settings.depth ?? defaults.depth
      settings.states = settings.states ?? defaults.states
      settings.cases = settings.cases ?? defaults.cases
      settings.length = settings.length ?? defaults.length
      settings.seed = settings.seed ?? defaults.seed
      settings.scope = settings.scope ?? defaults.scope
      #expect(settings == byOption.settings, "\(option.name)")
      expectSame(byFile, byOption, option)
    }
  }

  private func expectSame(_ configured: Invocation, _ byOption: Invocation, _ option: Invocation.Option) {
    #expect(
      (configured.store, configured.requiresComplete) == (byOption.store, byOption.requiresComplete), "\(option.name)")
    #expect((configured.jobs, configured.verbosity) == (byOption.jobs, byOption.verbosity), "\(option.name)")
  }

  @Test func `to be quiet and to be verbose are one setting`() throws {
    #expect(try invocation(["--verbose"], ["TEACHECK_QUIET": "1"], file: #"{"quiet": true}"#).verbosity == .verbose)
    #expect(try invocation([], ["TEACHECK_QUIET": "1"], file: #"{"verbose": true}"#).verbosity == .quiet)
    #expect(try invocation(file: #"{"verbose": true, "quiet": false}"#).verbosity == .verbose)
    #expect(try invocation([], ["TEACHECK_QUIET": "0"], file: #"{"quiet": true}"#).verbosity == .normal)
    #expect(try invocation([], ["TEACHECK_QUIET": "0"], file: #"{"verbose": true}"#).verbosity == .verbose)
    #expect(try invocation([], ["TEACHECK_QUIET": "0", "TEACHECK_VERBOSE": "1"]).verbosity == .verbose)
    expectError(
      "'TEACHECK_QUIET' and 'TEACHECK_VERBOSE' contradict each other",
      ["TEACHECK_VERBOSE": "1", "TEACHECK_QUIET": "1"])
    let error = #expect(throws: UsageError.self) { try invocation(["--quiet", "--verbose"]) }
    #expect(error?.description == "'--quiet' and '--verbose' contradict each other")
  }

  @Test func `a switch may be off`() throws {
    for text in ["0", "false", ""] { #expect(try !invocation([], ["TEACHECK_COMPACT": text]).settings.isCompact) }
    var overridden = Invocation()
    try overridden.configure(
      environment: ["TEACHECK_COMPACT": "false"], file: (path: "tea-check.json", text: #"{"compact": true}"#))
    #expect(!overridden.settings.isCompact)
    #expect(try !invocation(file: #"{"compact": false}"#).settings.isCompact)
    #expect(try invocation([], ["TEACHECK_COMPACT": "1"]).settings.isCompact)
  }

  @Test func `one of several shards need not be complete`() throws {
    #expect(try invocation(file: #"{"require-complete": true}"#).requiresComplete)
    #expect(try !invocation(["--shard", "1/2"], file: #"{"require-complete": true}"#).requiresComplete)
    #expect(try !invocation(["--shard", "1/2"], ["TEACHECK_REQUIRE_COMPLETE": "1"]).requiresComplete)
  }

  @Test func `a path in the file is relative to the folder of the file`() throws {
    #expect(try invocation(file: #"{"store": "found"}"#).store == "Player/found")
    #expect(try invocation(file: #"{"store": "/found"}"#).store == "/found")
    #expect(try invocation(file: #"{"store": "off"}"#).store == "off")
    #expect(try invocation([], ["TEACHECK_STORE": "found"], file: #"{"store": "off"}"#).store == "found")
  }

  @Test func `an unknown variable or member is an error that suggests a near name, if there is one`() {
    expectError("Unknown variable 'TEACHECK_CASE'; did you mean 'TEACHECK_CASES'?", ["TEACHECK_CASE": "1"])
    expectError("Unknown variable 'TEACHECK_REPLY'; did you mean 'TEACHECK_REPLAY'?", ["TEACHECK_REPLY": "1"])
    expectError("Unknown variable 'TEACHECK_SOMETHING_ELSE'", ["TEACHECK_SOMETHING_ELSE": ""])
    expectError(
      "'Player/tea-check.json' has an unknown member 'dept'; did you mean 'depth'?", file: #"{"dept": 3}"#)
    expectError("'Player/tea-check.json' has an unknown member 'shard'", file: #"{"shard": "1/2"}"#)
  }

  @Test func `a wrong value is reported with its place`() {
    expectError(
      "The value 'many' is invalid for 'TEACHECK_CASES': it must be a whole number from 1 to 4000000000",
      ["TEACHECK_CASES": "many"])
    expectError(
      "The value 'yes' is invalid for 'TEACHECK_COMPACT': it must be true or false", ["TEACHECK_COMPACT": "yes"])
    expectError(
      "The value '0' is invalid for 'cases' in 'Player/tea-check.json': it must be a whole number from 1 to 4000000000",
      file: #"{"cases": 0}"#)
    expectError(
      "The value of 'compact' in 'Player/tea-check.json' is invalid: it must be true or false",
      file: #"{"compact": 1}"#)
    expectError(
      "The value of 'cases' in 'Player/tea-check.json' is invalid: it must be a number or a text",
      file: #"{"cases": [1]}"#)
    expectError("'Player/tea-check.json' has 'cases' twice", file: #"{"cases": 1, "cases": 2}"#)
    expectError("'Player/tea-check.json' is no JSON object", file: "[]")
    expectError("'Player/tea-check.json' is not JSON: a value is missing at byte 0", file: "")
  }

  @Test func `a file is looked for in the package, unless another is named`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func invocation(_ arguments: String...) throws -> Invocation {
      var invocation = try Invocation(arguments: ["--package-path", folder.path] + arguments)
      try invocation.configure()
      return invocation
    }
    #expect(try invocation().suiteArguments == ["--config", "off"])
    let file = "\(folder.path)/tea-check.json"
    try Platform.replace(file, with: #"{"cases": 12}"#)
    #expect(try invocation().settings.defaults.cases == 12)
    #expect(try invocation().suiteArguments == ["--config", file])
    #expect(try invocation("--config", "off").settings.defaults.cases == nil)
    #expect(try invocation("--config", file).suiteArguments == ["--config", file])
    let (end, text) = (Platform.pipe(), #"{"cases": 13}"#)
    _ = Platform.writeAll(text, to: end.write)
    close(end.write)
    let piped = try invocation("--config", "/dev/fd/\(end.read)")
    close(end.read)
    #expect(piped.settings.defaults.cases == 13)
    // The suites read the settings again.
    let copy = try #require(piped.suiteArguments.last)
    #expect(try Configuration.text(ofFile: copy) == text)
    let missingFileError = #expect(throws: UsageError.self) { try invocation("--config", "/nowhere") }
    #expect(missingFileError?.description == "There is no file '/nowhere'")
    try Platform.replace(file, with: String(repeating: " ", count: 70_000))
    let longFileError = #expect(throws: UsageError.self) { try invocation() }
    #expect(longFileError?.description == "'\(file)' cannot be read: it has more than 65536 bytes")
  }

  @Test func `the reference page names every setting and every variable`() throws {
    let page = try String(
      contentsOf: checkoutFolder.appendingPathComponent("Sources/TEACheck/TEACheck.docc/Reference/Configuration.md"),
      encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `--") }
    #expect(rows.count == Configuration.options.count)
    for (row, option) in zip(rows, Configuration.options) {
      let name = option.name
      #expect(row.hasPrefix("| `\(name)` | `\(Configuration.variable(of: name))` | `\"\(name.dropFirst(2))\"` |"))
    }
    for variable in Configuration.otherVariables { #expect(page.contains("`\(variable)`")) }
    let example = try #require(page.split(separator: "```json\n").last?.split(separator: "```").first)
    let configured = try invocation(file: String(example))
    #expect(configured.settings.defaults.cases == 500)
    #expect(configured.settings.memory == 2 << 30)
    #expect(configured.requiresComplete)
  }

  @Test func `the reference page has every option that is no setting, in the words of the help`() {
    let options = Invocation.options.filter { !$0.isHidden && !$0.isSetting }
    let rows = GuideTests.pages["Commands", default: ""].split(separator: "\n").filter { $0.hasPrefix("| `--") }
    #expect(rows.count == options.count)
    for (row, option) in zip(rows, options) {
      let name = option.value.map { "\(option.name) <\($0)>" } ?? option.name
      let help = option.help.replacing("\n", with: " ")
      #expect(row.hasPrefix("| `\(name)` | \(help) |"), "\(name)")
    }
  }

  @Test func `every variable and every settings file on a page is understood`() {
    let variables = Configuration.options.map { Configuration.variable(of: $0.name) } + Configuration.otherVariables
    let members = Configuration.options.map { String($0.name.dropFirst(2)) }
    var (variableCount, fileCount) = (0, 0)
    for (name, page) in GuideTests.pages {
      for match in page.matches(of: /\bTEACHECK_[A-Z_]*[A-Z]/) {
        variableCount += 1
        #expect(variables.contains(String(match.0)), "\(name)")
      }
      for match in page.matches(of: /`"([a-z-]+)": [^`]+`/) {
        #expect(members.contains(String(match.1)), "\(name)")
      }
      // The other blocks of JSON are lines of records.
      for match in page.matches(of: /(?s)```json\n(.*?)```/) where name != "Records" {
        fileCount += 1
        #expect(throws: Never.self, "\(name)") { try invocation(file: String(match.1)) }
      }
    }
    // Smaller counts mean that the pages or their settings were not found.
    #expect(variableCount > 30 && fileCount == 2, "\(variableCount) \(fileCount)")
  }
}
