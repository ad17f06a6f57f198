@testable import TEAResults
@testable import tea_check
import Foundation
import TEASupport
import Testing

/// Losses that are reported: files that are no longer read, options without an effect, and outputs that cannot be written.
@Suite struct SilentLossTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("loss-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func check(_ module: String, _ name: String = "", in target: String = "S") -> ListedCheck {
    let title = name.isEmpty ? module : "\(module) · \(name)"
    return .init(suite: target, module: module, name: name, title: title, place: "\(target)/S.swift:1")
  }

  @Test func aStoredCounterexampleThatNoCheckReplaysIsNamed() throws {
    try Self.withFolder { folder in
      let store = CounterexampleStore(folder: folder)
      func stored(_ title: String) -> StoredCounterexample {
        StoredCounterexample(
          module: "Cart", check: title, property: "p", place: "S/S.swift:1", status: .regression,
          script: Script(steps: ["add"]))
      }
      _ = try store.save(stored("Cart · full"), as: "full.json")
      _ = try store.save(stored("Cart · ful"), as: "renamed.json")
      try "{".write(toFile: folder + "/broken.json", atomically: true, encoding: .utf8)
      try "{".write(toFile: folder + "/Cart-broken.json", atomically: true, encoding: .utf8)
      try "[]".write(toFile: folder + "/list.json", atomically: true, encoding: .utf8)
      let problems = store.problems(besidesThoseOf: [check("Cart", "full")], inPackageAt: folder)
      #expect(problems.count == 3)
      #expect(problems[0].hasPrefix("\(folder)/broken.json cannot be read: not JSON: "))
      #expect(
        problems[1]
          == "\(folder)/list.json cannot be read: it holds no object of JSON, which begins with {; fix it or delete it")
      #expect(
        problems[2]
          == "\(folder)/renamed.json is replayed by no suite: no check is called 'Cart · ful'; mend its name, or delete it "
          + "if no test replays it either")
      let both = [check("Cart", "full"), check("Cart", "ful")]
      #expect(store.problems(besidesThoseOf: both, inPackageAt: folder).count == 2)
    }
  }

  @Test func theCounterexamplesOfChecksWithOneTitleInTwoTargetsAreKeptApart() throws {
    try Self.withFolder { folder in
      let store = CounterexampleStore(folder: folder)
      func stored(_ target: String?) -> StoredCounterexample {
        StoredCounterexample(
          target: target, module: "Cart", check: "Cart", property: "p", place: "Shared/P.swift:1", status: .failing,
          script: Script(steps: ["add"]))
      }
      let paths = try ["A", "B", "A", "B"].map { try store.save(stored($0)) }
      #expect(Set(paths).count == 2 && paths[0] == paths[2] && paths[1] == paths[3])
      func targets(_ target: String?) -> [String?] {
        store.files(ofCheck: "Cart", module: "Cart", in: target).files.map(\.counterexample.target)
      }
      #expect(targets("A") == ["A"])
      #expect(targets("B") == ["B"])
      #expect(targets("C") == [])
      #expect(Set(targets(nil)) == ["A", "B"])
      #expect(try StoredCounterexample(parsing: stored("A").text) == stored("A"))
      #expect(try StoredCounterexample(parsing: stored(nil).text) == stored(nil))
      let source = try ReplaySource(paths[0])
      #expect(source.fits(checkTitled: "Cart", at: "A/A.swift:3"))
      #expect(!source.fits(checkTitled: "Cart", at: "B/B.swift:3"))
      #expect(!source.fits(checkTitled: "Cart · full", at: "A/A.swift:3"))
      let both = [check("Cart", in: "A"), check("Cart", in: "B")]
      #expect(store.problems(besidesThoseOf: both, inPackageAt: folder) == [])
      // The package has no target B any more.
      try ".target(name: \"A\")".write(toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
      #expect(
        store.problems(besidesThoseOf: [check("Cart", in: "A")], inPackageAt: folder) == [
          "\(paths[1]) is replayed by no suite: no check of B is called 'Cart'; mend its target, or delete it if no test "
            + "replays it either"
        ])
      // A file of an earlier version names no target. It belongs to each check with its title, in whatever target.
      _ = try store.save(stored(nil), as: "old.json")
      #expect(targets("C") == [nil])
      #expect(try ReplaySource("\(folder)/old.json").fits(checkTitled: "Cart", at: "C/C.swift:3"))
    }
  }

  @Test func anEmptyVariableDoesNotSwitchTheStoreOff() async {
    await #expect(processExitsWith: .success) {
      try Self.withFolder { folder in
        try "".write(toFile: folder + "/Package.swift", atomically: true, encoding: .utf8)
        func stores() -> [String?] {
          [
            CounterexampleStore.folder(ofTestAt: folder + "/Tests/T.swift"),
            CounterexampleStore.folder(ofTestAt: folder + "/Tests/T.swift", configured: "kept"),
            CounterexampleStore.folder(ofSuiteWithOption: ""), Invocation().givenStore,
          ]
        }
        setenv("TEACHECK_STORE", "", 1)
        try #require(stores() == [folder + "/.tea-check", "kept", nil, nil])
        setenv("TEACHECK_STORE", "off", 1)
        try #require(stores() == [nil, nil, nil, "off"])
      }
    }
  }

  @Test func aCounterexampleDoesNotOverwriteAnotherWhoseFileHasTheSameName() throws {
    try Self.withFolder { folder in
      let store = CounterexampleStore(folder: folder)
      func stored(_ number: Int, in target: String?) -> StoredCounterexample {
        StoredCounterexample(
          target: target, module: "Cart", check: "Cart", property: "p", place: "Shared/P.swift:1", status: .failing,
          script: Script(steps: ["add \(number)"]))
      }
      for target in ["A", nil] {
        // A file name ends with 16 bits of a hash, so at least two of 70 000 counterexamples have the same name.
        var numberOfName: [String: Int] = [:]
        let number = try #require(
          (0...70_000).first { number in
            numberOfName.updateValue(number, forKey: stored(number, in: target).fileName) != nil
          })
        let other = try #require(
          (0..<number).last { stored($0, in: target).fileName == stored(number, in: target).fileName })
        let paths = try [other, number, other, number].map { try store.save(stored($0, in: target)) }
        #expect(paths[0] != paths[1] && paths[0] == paths[2] && paths[1] == paths[3])
        for (path, number) in zip(paths, [other, number]) {
          #expect(try StoredCounterexample(parsing: try Platform.read(path)) == stored(number, in: target))
        }
      }
    }
  }

  /// A package with a suite `Shop` and with tests, both of which declare a specification of `Cart`. The sources of its third
  /// target are not found.
  private func makePackage(in folder: String) throws {
    for (path, text) in [
      (
        "Package.swift",
        """
        .executableTarget(name: "Shop"), .testTarget(name: "shop-tests"), .target(name: "Elsewhere", path: "Odd"),
        """
      ),
      ("Sources/Shop/Shop.swift", "Specification(of: Cart.self) {}.check()"),
      ("Tests/shop-tests/Deep/CartTests.swift", "Specification(of: Cart.self) {}.check(\"in tests\")"),
    ] {
      try URL(fileURLWithPath: "\(folder)").write(text, path)
    }
  }

  @Test(
    arguments: [
      // A test of these targets may replay the file: their sources declare a specification of `Cart`, or are not found.
      (target: "shop_tests", place: "shop_tests/CartTests.swift:1", module: "Cart", isNamed: false),
      (target: nil, place: "shop_tests/CartTests.swift:1", module: "Cart", isNamed: false),
      (target: "Elsewhere", place: "Elsewhere/E.swift:1", module: "Cart", isNamed: false),
      // The sources of this target declare no specification of `Till`.
      (target: "shop_tests", place: "shop_tests/CartTests.swift:1", module: "Till", isNamed: true),
      // There is no such target any more.
      (target: "Gone", place: "Gone/G.swift:1", module: "Cart", isNamed: true),
      (target: nil, place: "Gone/G.swift:1", module: "Cart", isNamed: true),
      // The checks of this target are known, and none of them has the title of the file.
      (target: "Shop", place: "Shop/Shop.swift:1", module: "Cart", isNamed: true),
    ] as [(target: String?, place: String, module: String, isNamed: Bool)])
  func aFileIsNamedUnlessATestOfAnotherTargetMayReplayIt(
    _ file: (target: String?, place: String, module: String, isNamed: Bool)
  ) throws {
    try Self.withFolder { folder in
      try makePackage(in: folder)
      let store = CounterexampleStore(folder: folder + "/.tea-check")
      _ = try store.save(
        StoredCounterexample(
          target: file.target, module: file.module, check: "\(file.module) · in tests", property: "p",
          place: file.place,
          status: .regression, script: Script(steps: ["add"])))
      let problems = store.problems(besidesThoseOf: [check("Cart", in: "Shop")], inPackageAt: folder)
      #expect(problems.count == (file.isNamed ? 1 : 0), "\(problems)")
    }
  }

  @Test func aSettingsFileThatIsALinkToNothingIsAnError() throws {
    try Self.withFolder { folder in
      let path = folder + "/tea-check.json"
      #expect(try Configuration.text(ofFile: path) == nil)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/nowhere")
      expectUsageError("'\(path)' cannot be read: No such file or directory") {
        _ = try Configuration.text(ofFile: path)
      }
    }
  }

  #if os(Linux)
    @Test func aReportThatCannotBeWrittenKeepsNoOtherFromBeingWritten() throws {
      try Self.withFolder { folder in
        let invocation = try Invocation(
          arguments: ["--xunit-output", "/dev/full", "--report", folder + "/page.html", "--format", "json"])
        let outputs = try Outputs(invocation, console: Console(.quiet))
        #expect(throws: FileError.self) { try outputs.end() }
        #expect(FileManager.default.fileExists(atPath: folder + "/page.html"))
      }
    }
  #endif

  @Test func optionsThatWouldBeIgnoredAreErrors() {
    expectUsageError("The option '--checkpoint' is for 'check' and 'explore' only") {
      _ = try Invocation(arguments: ["sample", "--checkpoint", "rest"])
    }
    expectUsageError("Two reports cannot be one file: give '--report' and '--xunit-output' two paths") {
      _ = try Invocation(arguments: ["--report", "out", "--xunit-output", "out"])
    }
    expectUsageError("There is no check named 'sample'; the command 'sample' stands before all names") {
      let cart = ListedCheck(suite: "Checks", module: "Cart", name: "", title: "Cart", place: "Checks/Checks.swift:1")
      _ = try CheckSelection.choose(["Cart", "sample"], filter: nil, among: [cart])
    }
  }

  @Test func aByteOrderMarkIsAllowedOnlyAtTheBeginningOfAFile() throws {
    #expect(try JSON(parsing: "\u{FEFF}{\"depth\":3}")["depth"] == .integer(3))
    #expect(throws: (any Error).self) { try JSON(parsing: "{\u{FEFF}}") }
  }
}
