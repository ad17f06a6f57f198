import Foundation
import TEACheck
import Testing

@testable import tea_check

/// The suggestions that `tea-check init` writes into a first suite, and the error for a module that no suite checks.
@Suite(.throwAwayPackage) struct InitSuggestionTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  private static let door = """
    import TEARuntime

    public enum Door: Module {
      public enum Message { case open, close, lock, unlock }
      public struct Model: Hashable {
        public var isOpen = false
        public var isLocked = false
        public var openings = 0
      }
      public static func start(with flags: Void) -> Model { Model() }
      public static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
        switch message {
        case .open where !model.isLocked && !model.isOpen && model.openings < 3:
          model.isOpen = true
          model.openings += 1
        case .close: model.isOpen = false
        case .lock where !model.isOpen: model.isLocked = true
        case .unlock: model.isLocked = false
        default: break
        }
      }
    }

    """

  private func swift(_ arguments: String..., in folder: URL) async throws -> CommandRun {
    try await package.run(URL(fileURLWithPath: "/usr/bin/env"), ["swift"] + arguments, in: folder)
  }

  @Test func `the best three suggestions are comments in the suite, and hold once they are uncommented`() async throws {
    try package.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "House",
        dependencies: [.package(name: "TEACheck", path: "\(package.library.path)")],
        targets: [
          .target(name: "House", dependencies: [.product(name: "TEARuntime", package: "TEACheck")])
        ]
      )
      """, to: "House/Package.swift")
    try package.write(Self.door, to: "House/Sources/House/Door.swift")
    let folder = package.folder.appendingPathComponent("House")
    let run = try await swift("run", "tea-check", "init", in: folder)
    #expect(run.code == 0, "\(run)")
    #expect(run.output.contains(": a first check of Door, with 3 suggestions as comments\n"), "\(run)")
    let suiteFile = folder.appendingPathComponent("Sources/HouseChecks/HouseChecks.swift")
    let text = try String(contentsOf: suiteFile, encoding: .utf8)
    #expect(
      text.contains(
        """
              Laws(.deterministic)
              // This holds wherever 'tea-check init' looked; uncomment what is meant, of fields that are public or package:
              // Step("isLocked changes only while not isOpen") { step in
              //   step.before.isLocked == step.after.isLocked || !step.before.isOpen
              // }
              // Always("openings is never below 0") { $0.openings >= 0 }
        """), "\(text)")
    let parts = text.split(separator: "public or package:\n", maxSplits: 1)
    let uncommented = try #require(parts.last).replacing("      // ", with: "      ")
    try (parts[0] + "\n" + uncommented).write(to: suiteFile, atomically: true, encoding: .utf8)
    let check = try await swift("run", "tea-check", "check", "--format", "json", in: folder)
    #expect(check.code == 0, "\(check)")
    #expect(check.output.contains(#""verdict":"passed""#), "\(check)")
    // Where the package does not compile, the check is written all the same.
    try package.write(
      Self.door.replacing("Door", with: "Gate").replacing("openings < 3", with: "wings < 3"),
      to: "House/Sources/House/Gate.swift")
    let broken = try await swift("run", "tea-check", "init", in: folder)
    #expect(broken.code == 0, "\(broken)")
    #expect(broken.output.contains("Sources/HouseChecks/HouseChecks.swift: a first check of Gate\n"), "\(broken)")
    #expect(broken.errors.contains("note: nothing is suggested, because the suite cannot be built: "), "\(broken)")
    #expect(broken.errors.contains("Gate.swift:13:"), "\(broken)")
  }

  @Test func `the note on a suite that cannot be built has the first error of the compiler`() {
    let output = """
      [1/4] Compiling House Gate.swift
      /House/Sources/House/Gate.swift:9:3: warning: unused
      /House/Sources/House/Gate.swift:13:7: error: cannot find 'wings' in scope
      /House/Sources/House/Gate.swift:14:7: error: cannot find 'door' in scope
      """
    let error = BuildError(problem: "The suite HouseChecks cannot be built", output: output, suite: "HouseChecks")
    #expect(
      FirstSuggestions.note(on: error)
        == "note: nothing is suggested, because the suite cannot be built: /House/Sources/House/Gate.swift:13:7: error: "
        + "cannot find 'wings' in scope; 'swift build' prints it all\n")
    let silent = BuildError(problem: "The suite HouseChecks cannot be built", output: "")
    #expect(
      FirstSuggestions.note(on: silent)
        == "note: nothing is suggested, because the suite cannot be built: The suite HouseChecks cannot be built; "
        + "'swift build' prints it all\n")
  }

  @Test func `a module that no suite checks is named with what to do`() async throws {
    let module = FoundModule(name: "Shop.Cart", target: "Shop", file: "Sources/Shop/Cart.swift", line: 4)
    func error(_ names: [String], _ suite: String) -> String? {
      UncheckedModules.error(names, among: [module], checkedIn: [suite]).map { "\($0)" }
    }
    let sentence =
      "No suite checks Shop.Cart (Sources/Shop/Cart.swift:4); 'tea-check init' writes a first check, and "
      + "then this can say what holds"
    #expect(error(["Cart"], "import TEACheck") == sentence)
    #expect(error([], "") == sentence)
    #expect(error(["Card"], "") == nil)
    // The beginning of the name, as `Podcast` of `PodcastModule` and of `Podcast.Feature`.
    #expect(error(["Shop"], "") == sentence)
    #expect(error(["Shop.Ca"], "") == sentence)
    #expect(error(["Sh"], "") == nil)
    #expect(error(["Shop"], "Specification(of: Shop.Cart.self)") == nil)
    #expect(error([], "Specification(of: Shop.Cart.self)") == nil)
    // The remedy is not `init` where that would write no check.
    let hidden = ModuleSearch.modules(in: [
      TargetSources(
        name: "App", isExecutable: true,
        files: [("Sources/App/Door.swift", "import TEARuntime\npublic enum Door: Module {}")])
    ])
    let obstacle =
      "No suite can check Door yet:\n    Door (Sources/App/Door.swift:2): App is an executable, which no other target can "
      + "import: move the module to a library target"
    func errorOnDoor(_ modules: [FoundModule]) -> String? {
      UncheckedModules.error(["Door"], among: modules, checkedIn: []).map { "\($0)" }
    }
    #expect(errorOnDoor(hidden) == obstacle)
    // A suite in the module's own target sees it.
    let sentenceOnDoor = sentence.replacing(
      "Shop.Cart (Sources/Shop/Cart.swift:4)", with: "Door (Sources/App/Door.swift:2)")
    #expect(errorOnDoor(hidden.map { $0.seen(from: ["App"]) }) == sentenceOnDoor)
    // Two modules that begin with one name do not answer for a second name.
    let pods = ["Podcast", "PodList"].map { FoundModule(name: $0, target: "App", file: "\($0).swift", line: 1) }
    func errorOnPods(_ names: [String]) -> String? {
      UncheckedModules.error(names, among: pods, checkedIn: []).map { "\($0)" }
    }
    #expect(errorOnPods(["Pod", "Typpo"]) == nil)
    #expect(errorOnPods(["Pod"]) != nil)
    #expect(errorOnPods(["Podcast", "PodList"]) == errorOnPods(["Pod"]))
    // The package has a suite, which does not check the module Door.
    try package.write(Self.door, to: "Gate/Sources/Gate/Door.swift")
    let run = try await package.teaCheck("suggest", "Door")
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("Error: No suite checks Door (Sources/Gate/Door.swift:3); "), "\(run)")
  }
}
