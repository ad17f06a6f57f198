import Extent
import Foundation
import TEACheck
import Testing

@testable import tea_check

/// `tea-check init` in packages of many kinds, which are not built.
@Suite(.throwAwayPackage) struct InitEndToEndTests {
  let package: ThrowAwayPackage

  init() throws { package = try #require(ThrowAwayPackage.current) }

  /// The source of a module that other targets can see.
  static let module = """
    import TEARuntime

    public enum Till: Module {
      public enum Message { case more }
      public static func start(with flags: Void) -> Int { 0 }
      public static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model += 1 }
    }

    """

  /// Writes a package whose manifest has the given parts; `rest` stands at the end of the manifest.
  ///
  /// - Parameter dependency: The dependency on TEACheck; `nil` for the one on this checkout.
  private func writePackage(
    _ name: String, targets: String = ".target(name: \"Shop\")", platforms: String = "", rest: String = "",
    dependency: String? = nil, sources: [String: String]
  ) throws -> URL {
    let dependency = dependency ?? ".package(name: \"TEACheck\", path: \"\(checkoutFolder.path)\")"
    try package.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",\(platforms)
        dependencies: [\(dependency)],
        targets: [
          \(targets)
        ]
      )
      \(rest)
      """, to: "\(name)/Package.swift")
    for (path, text) in sources { try package.write(text, to: "\(name)/\(path)") }
    return package.folder.appendingPathComponent(name)
  }

  private func initialise(_ folder: URL, _ arguments: String...) async throws -> CommandRun {
    try await package.teaCheck(["init"] + arguments, in: folder)
  }

  /// All files of a folder with their bytes, except for hidden files and folders, which are the toolchain's.
  private func contents(_ folder: URL) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where !path.hasPrefix(".") {
      contents[path] = try? Data(contentsOf: folder.appendingPathComponent(path))
    }
    return contents
  }

  private func text(_ folder: URL, _ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `a file where a folder must be, and a manifest that is read-only, are left alone`() async throws {
    let folder = try writePackage("my-locked-shop", sources: ["Sources/Shop/Till.swift": Self.module])
    let manifest = folder.appendingPathComponent("Package.swift").path
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: manifest)
    let before = try contents(folder)
    let readOnlyRun = try await initialise(folder)
    #expect(readOnlyRun.code == 64)
    #expect(readOnlyRun.errors.hasPrefix("Error: Nothing was changed: 'Package.swift' is read-only. By hand:\n"))
    #expect(try contents(folder) == before)
    let mode = try FileManager.default.attributesOfItem(atPath: manifest)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o444)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: manifest)
    try "notes".write(to: folder.appendingPathComponent("Tests"), atomically: false, encoding: .utf8)
    let blockedRun = try await initialise(folder)
    #expect(blockedRun.code == 64)
    #expect(blockedRun.errors.hasPrefix("Error: Nothing was changed: 'Tests' is a file, and no folder. By hand:\n"))
    #expect(try String(contentsOf: folder.appendingPathComponent("Tests"), encoding: .utf8) == "notes")
  }

  @Test func `a suite is added once, and a check of a later module is added to its list`() async throws {
    let folder = try writePackage("my-shop", sources: ["Sources/Shop/Till.swift": Self.module])
    let first = try await initialise(folder)
    #expect(
      first
        == CommandRun(
          output: """
            Package.swift: macOS 15, as TEACheck needs it; Shop depends on TEARuntime; targets MyShopChecks, \
            MyShopChecksTests
            Sources/MyShopChecks/MyShopChecks.swift: a first check of Till
            Tests/MyShopChecksTests/MyShopChecksTests.swift: the same as tests

            Next: swift run tea-check
            Then: swift run tea-check suggest   for properties to paste

            """, errors: "", code: 0))
    #expect(
      try text(folder, "Package.swift").hasPrefix(
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "my-shop",
          platforms: [.macOS("15.0")],
        """))

    let afterFirst = try contents(folder)
    let second = try await initialise(folder)
    #expect(
      second
        == CommandRun(
          output:
            "It is all there: MyShopChecks speaks of Till.\nNext: swift run tea-check\nThen: swift run tea-check suggest   for properties to paste\n",
          errors: "",
          code: 0))
    #expect(try contents(folder) == afterFirst)

    try package.write(
      Self.module.replacing("Till", with: "Cart") + Self.module.replacing("Till", with: "List<T>"),
      to: "my-shop/Sources/Shop/Cart.swift")
    let third = try await initialise(folder)
    #expect(
      third.output == """
        Sources/MyShopChecks/MyShopChecks.swift: a first check of Cart, and as comments, with the reason, those of List
        List (Sources/Shop/Cart.swift:10) is not checked yet: it is generic: say of what, as in List<Int>.self

        Next: swift run tea-check
        Then: swift run tea-check suggest   for properties to paste

        """)
    #expect(
      try text(folder, "Sources/MyShopChecks/MyShopChecks.swift").contains(
        """
            .check()
            Specification(of: Cart.self) {
              // What holds in every reachable world:  Always("…") { model in … }
              Laws(.deterministic)
            }
            .check()
            // List is not checked yet: it is generic: say of what, as in List<Int>.self.
            // Specification(of: List.self) {
            //   Laws(.deterministic)
            // }
            // .check()
          }
        }

        """))
    #expect(try text(folder, "Package.swift") == String(decoding: afterFirst["Package.swift"] ?? Data(), as: UTF8.self))
  }

  @Test func `a target whose name is no identifier is imported by its name in Swift`() async throws {
    let folder = try writePackage(
      "dashed", targets: ".target(name: \"shop-core\")",
      sources: ["Sources/shop-core/Till.swift": Self.module + Self.module.replacing("Till", with: "Check")])
    #expect(try await initialise(folder).code == 0)
    let suite = "Sources/DashedChecks/DashedChecks.swift"
    let first = try text(folder, suite)
    #expect(first.hasPrefix("import TEACheck\nimport shop_core\n"))
    #expect(first.contains("Specification(of: shop_core.Check.self)"))

    try package.write(Self.module.replacing("Till", with: "Cart"), to: "dashed/Sources/shop-core/Cart.swift")
    #expect(try await initialise(folder).code == 0)
    let second = try text(folder, suite)
    #expect(second.hasPrefix("import TEACheck\nimport shop_core\n"))
    #expect(second.contains("Specification(of: Cart.self)"))
  }

  @Test func `a package that does not depend on TEACheck gets the dependency`() async throws {
    let folder = try writePackage(
      "Bare", platforms: "\n  platforms: [.macOS(.v26)],", dependency: "",
      sources: ["Sources/Shop/Till.swift": Self.module])
    let run = try await initialise(folder)
    #expect(run.code == 0, "\(run)")
    #expect(run.output.hasPrefix("Package.swift: depends on TEACheck; Shop depends on TEARuntime; targets Bare"))
    let manifest = try text(folder, "Package.swift")
    #expect(manifest.contains(".package(url: \"https://github.com/teacheck/TEACheck.git\", branch: \"main\")"))
    #expect(!manifest.contains("15.0"))
  }

  @Test func `a package with other platforms is told what a Mac needs`() async throws {
    let folder = try writePackage(
      "Phone", platforms: "\n  platforms: [.iOS(.v18)],", sources: ["Sources/Shop/Till.swift": Self.module])
    let run = try await initialise(folder)
    #expect(run.code == 0, "\(run)")
    #expect(
      run.output.contains("\nPackage.swift, by hand for a Mac: .macOS(\"15.0\") in platforms, as TEACheck needs it\n"))
  }

  /// - Parameter rest: The end of the manifest. A definition of `targets` is moved before `let package`, which then uses it.
  ///   An empty text stands for a second manifest, and the comment `// folder` for a file in the folder of the suite.
  @Test(
    .serialized,
    arguments: [
      ("let targets: [Target] = [.target(name: \"Shop\")]", "'swift package add-target' cannot edit it"),
      ("", "'Package@swift-6.1.swift' stands beside Package.swift, and Swift may read it in place of that"),
      ("package.targets[0].dependencies = []", "it would not mean what it should after the change"),
      ("// folder", "there is something in 'Sources/OddChecks' already"),
    ])
  func `a package that cannot be edited is left byte for byte, and the lines to paste are printed`(
    _ rest: String, _ reason: String
  ) async throws {
    defer { try? FileManager.default.removeItem(at: package.folder.appendingPathComponent("Odd")) }
    var sources = ["Sources/Shop/Till.swift": Self.module]
    if rest.isEmpty { sources["Package@swift-6.1.swift"] = "// swift-tools-version: 6.1\n" }
    if rest == "// folder" { sources["Sources/OddChecks/Notes.txt"] = "mine" }
    let folder = try writePackage("Odd", rest: rest, sources: sources)
    if rest.hasPrefix("let targets") {
      let manifest = try text(folder, "Package.swift")
      let changed = manifest.replacing(rest, with: "").replacing("let package", with: "\(rest)\nlet package")
        .replacing(/targets: \[\s*.target.name: "Shop".\s*\]/, with: "targets: targets")
      #expect(changed != manifest)
      try package.write(changed, to: "Odd/Package.swift")
    }
    let before = try contents(folder)
    let run = try await initialise(folder)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("Error: Nothing was changed: \(reason)"), "\(run.errors)")
    #expect(
      run.errors.contains(
        """
        Package.swift
          behind the name:  platforms: [.macOS("15.0")],
          in the dependencies of Shop:  .product(name: "TEARuntime", package: "TEACheck"),
          in targets:  .executableTarget(
            name: "OddChecks", dependencies: ["Shop", .product(name: "TEACheck", package: "TEACheck")]),
          in targets:  .testTarget(
            name: "OddChecksTests", dependencies: ["OddChecks", .product(name: "TEACheck", package: "TEACheck")]),
        Sources/OddChecks/OddChecks.swift
          import Shop
          import TEACheck
        """), "\(run.errors)")
    #expect(try contents(folder) == before)
  }

  @Test func `no check is added to a suite where Swift may read another manifest`() async throws {
    let sources = [
      "Sources/Shop/Till.swift": Self.module, "Sources/Stock/Shelf.swift": Self.module.replacing("Till", with: "Shelf"),
    ]
    let folder = try writePackage(
      "two-manifests", targets: ".target(name: \"Shop\"), .target(name: \"Stock\")", sources: sources)
    #expect(try await initialise(folder).code == 0)
    // A third module is added, in a target on which the suite does not depend.
    let manifest = try text(folder, "Package.swift").replacing(
      ".target(name: \"Shop\"", with: ".target(name: \"Desk\"),\n    .target(name: \"Shop\"")
    try package.write(manifest, to: "two-manifests/Package.swift")
    try package.write(
      Self.module.replacing("Till", with: "Lamp"), to: "two-manifests/Sources/Desk/Lamp.swift")
    try package.write(manifest, to: "two-manifests/Package@swift-6.swift")
    let before = try contents(folder)
    let run = try await initialise(folder)
    #expect(run.code == 64)
    #expect(
      run.errors.hasPrefix(
        "Error: Nothing was changed: 'Package@swift-6.swift' stands beside Package.swift, and Swift may read it in place of that. By hand:\n"
      ),
      "\(run)")
    #expect(run.errors.contains("  in the dependencies of TwoManifestsChecks:  \"Desk\",\n"), "\(run)")
    #expect(try contents(folder) == before)
  }

  @Test func `modules that no suite can see are named with what to do, and nothing is changed`() async throws {
    let folder = try writePackage(
      "App", targets: ".executableTarget(name: \"App\")",
      sources: [
        "Sources/App/main.swift": "print(1)\n",
        "Sources/App/Till.swift": Self.module.replacing("public ", with: ""),
      ])
    let before = try contents(folder)
    let run = try await initialise(folder)
    #expect(
      run
        == CommandRun(
          output: "",
          errors: """
            Error: No module of this package can be checked from a suite yet
                Till (Sources/App/Till.swift:3): App is an executable, which no other target can import: move the \
            module to a library target
            See 'tea-check --help' for more information.

            """, code: 64))
    #expect(try contents(folder) == before)
  }

  @Test func `a package without a module is told what one is`() async throws {
    let folder = try writePackage("None", sources: ["Sources/Shop/Shop.swift": "let one = 1\n"])
    let run = try await initialise(folder)
    #expect(run.code == 64)
    #expect(run.errors.hasPrefix("Error: No type of this package's libraries and executables conforms to Module."))
  }

  @Test func `init refuses the options of checks`() async throws {
    let run = try await initialise(package.folder, "--depth", "3")
    #expect(run.code == 64)
    #expect(
      run.errors.hasPrefix(
        "Error: The option '--depth' is for 'check', 'explore', 'sample', 'graph', 'coverage', 'suggest' and 'diff' only\n"
      ))
    let named = try await initialise(package.folder, "Cart")
    #expect(named.errors.hasPrefix("Error: 'init' takes no names: leave out 'Cart'\n"))
  }
}

/// From an empty folder to a checked module: the commands of the tutorial, and what they print.
@Suite(.serialized, .throwAwayPackage) struct FirstMinuteTests {
  private static let catalog = checkoutFolder.appendingPathComponent("Sources/TEACheck/TEACheck.docc")

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: catalog.appendingPathComponent("\(name).md"), encoding: .utf8)
  }

  /// The address of the package, as a person types it.
  private static let address = "https://github.com/teacheck/TEACheck.git --branch main"

  /// The text of the tutorial, and the folder in which its commands are tried.
  private struct Tutorial {
    let package: ThrowAwayPackage
    let text: String
    /// The blocks, and the texts between them.
    let blocks: [String]
    let folder: URL

    init(_ package: ThrowAwayPackage) throws {
      self.package = package
      text = try FirstMinuteTests.page("Tutorial/FirstSuite")
      blocks = text.split(separator: "```").map(String.init)
      folder = package.folder.appendingPathComponent("Player")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The first block of Swift that contains some words, without the line that names the language.
    func swift(with words: String) throws -> String {
      try String(#require(blocks.first { $0.hasPrefix("swift\n") && $0.contains(words) }?.dropFirst("swift\n".count)))
    }

    /// Runs a command line of the tutorial.
    ///
    /// At night, the package compiles the library and the command itself, as a user's package does.
    func run(_ command: String) async throws -> CommandRun {
      let compilesLibrary = Extent.current == .night
      let dependency = compilesLibrary ? checkoutFolder.path : package.library.path
      let words = command.replacing(FirstMinuteTests.address, with: "--type path \(dependency)")
        .split(separator: " ").map(String.init)
      return try await package.run(
        URL(fileURLWithPath: "/usr/bin/env"), words, in: folder, storesCounterexamples: true,
        environment: compilesLibrary ? ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""] : [:])
    }

    /// Expects that the output is a block of the tutorial.
    func expectShown(_ output: String) {
      let text = output.trimmingCharacters(in: .newlines)
      #expect(self.text.contains("```\n\(text)\n```"), "\(text)")
    }
  }

  @Test func `the commands of the tutorial print what it shows`() async throws {
    let tutorial = try Tutorial(#require(ThrowAwayPackage.current))
    let module = try tutorial.swift(with: "enum Playlist: Module")
    let commands = try #require(tutorial.blocks.first { $0.hasPrefix("\nswift package init") })
      .split(separator: "\n").map(String.init)
    #expect(commands.count == 4)
    var printed: [String] = []
    for command in commands {
      let run = try await tutorial.run(command)
      #expect(run.code == (command == commands.last ? 1 : 0), "\(command): \(run)")
      printed.append(run.output)
      if command == commands[0] { try tutorial.package.write(module, to: "Player/Sources/Player/Player.swift") }
    }
    printed.suffix(2).forEach(tutorial.expectShown)
    let found = try #require(printed.last)
    for name in ["replay", "token"] {
      let line = try #require(found.split(separator: "\n").first { $0.hasPrefix("  \(name) ") })
      #expect(try Self.page("HowTo/SharingCounterexamples").contains("\n\(line)\n"), "\(line)")
    }
    let stored = tutorial.folder.appendingPathComponent(".tea-check/Playlist-view-never-fails-7014.json")
    let counterexample = try String(contentsOf: stored, encoding: .utf8)
    #expect(try Self.page("Reference/Records").contains("```\n\(counterexample)```\n"), "\(counterexample)")

    // After the fix, the counterexample is kept as a regression.
    let update = /(?s)  package static func update\(.*?\n  \}\n/
    let fix = try tutorial.swift(with: "model.playing = max(0")
    #expect(fix.wholeMatch(of: update) != nil)
    try tutorial.package.write(module.replacing(update, with: fix), to: "Player/Sources/Player/Player.swift")
    let fixed = try await tutorial.run("swift run tea-check")
    #expect(fixed.code == 0, "\(fixed)")
    tutorial.expectShown(fixed.output)
    let lines = fixed.output.split(separator: "\n\n")[0]
    #expect(try Self.page("HowTo/RegressionTests").contains("```\n\(lines)\n```\n"), "\(lines)")
    let test = try await tutorial.run(
      "swift run tea-check replay .tea-check/Playlist-view-never-fails-7014.json --as-test")
    tutorial.expectShown(test.output)

    // With the properties that the tutorial adds, the check passes and is complete.
    let suite = try tutorial.swift(with: "struct PlayerChecks: CheckSuite")
    try tutorial.package.write(
      "import Player\nimport TEACheck\n\n" + suite, to: "Player/Sources/PlayerChecks/PlayerChecks.swift")
    let checked = try await tutorial.run("swift run tea-check --format github --require-complete")
    #expect(checked.code == 0, "\(checked)")
    #expect(checked.output.contains("complete · 7 worlds · 21 transitions · depth 5"), "\(checked.output)")
  }
}
