@testable import TEAGenerators
import Foundation
import Testing

@testable import RecipesApp
@testable import TEACheck

/// Random runs draw the texts and numbers of the program's sources, here of this file.
@Suite struct ConstantRunTests {
  enum Shop: Module {
    enum Message { case code(String), open(String), pay(Int) }
    struct Model: Hashable { var isReduced = false, showsItem = false, isPaid = false }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .code(let code): if code == "SAVE10" { model.isReduced = true }
      case .open(let address): if address.hasPrefix("app://item/") { model.showsItem = true }
      case .pay(let amount): if amount > 48_150 && amount < 48_152 { model.isPaid = true }
      }
    }
  }

  private static let reduced = Specification(of: Shop.self) { Always("full price") { !$0.isReduced } }
  private static let shown = Specification(of: Shop.self) { Always("list") { !$0.showsItem } }
  private static let paid = Specification(of: Shop.self) { Always("open") { !$0.isPaid } }
  /// The specification as on a machine without its sources.
  private static let reducedElsewhere = Specification(of: Shop.self, filePath: "/nowhere/Shop.swift") {
    Always("full price") { !$0.isReduced }
  }

  private func outcome<M>(_ specification: Specification<M>, seed: UInt64, workers: Int = 1) -> Check.Outcome {
    var settings = CheckSettings()
    (settings.seed, settings.workers) = (seed, workers)
    return specification.check().outcome(settings, onProgress: { _ in })
  }

  private func messages<M>(_ specification: Specification<M>, seed: UInt64) -> [String]? {
    outcome(specification, seed: seed).result.counterexample?.steps.map(\.message)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func `a code, a prefix and an amount are found`(_ seed: UInt64) {
    #expect(messages(Self.reduced, seed: seed) == [#"code("SAVE10")"#])
    #expect(messages(Self.shown, seed: seed) == [#"open("app://item/")"#])
    #expect(messages(Self.paid, seed: seed) == ["pay(48151)"])
  }

  @Test func `without the sources nothing is found, and a replay finds it`() throws {
    let check = Self.reducedElsewhere.check()
    #expect(outcome(Self.reducedElsewhere, seed: 1).result.verdict == .passed)

    let folder = try TemporaryFolder()
    var settings = CheckSettings()
    settings.store = folder.path + "/.tea-check"
    let found = Self.reduced.check().outcome(settings, onProgress: { _ in }).result
    let token = try #require(found.token)
    let replay = check.replayRecording(try ReplaySource(token).recording, CheckSettings()).result
    #expect(replay.verdict == .violated)
    #expect(replay.counterexample?.steps.map(\.message) == [#"code("SAVE10")"#])
    #expect(throws: CheckFailure.self) { try check.replay(#"code("SAVE10")"#) }
  }

  @Test func `any number of workers finds the same`() {
    var results = [1, 2, 8].map { outcome(Self.paid, seed: 7, workers: $0).result }
    for index in results.indices { results[index].seconds = 0 }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  private func write(_ text: String, _ path: String, _ folder: TemporaryFolder) throws {
    let url = URL(fileURLWithPath: "\(folder.path)/\(path)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The texts of a program, by default of ``Shop``, whose module is that of these tests, by the path of the specification in
  /// the folder.
  private func texts(
    of types: [Any.Type] = [Shop.self], _ path: String, in module: String, _ folder: TemporaryFolder
  ) throws -> [String] {
    let constants = SourceConstants.constants(ofModulesOf: types, at: "\(folder.path)/\(path)", in: module)
    guard let constants else { return [] }
    #expect(constants.compared[ObjectIdentifier(String.self)] == [])
    return try (constants.others[ObjectIdentifier(String.self)] ?? []).map { try Gen<String>.string.replay($0) }
  }

  @Test func `the sources are those of the module, or of tests the file alone`() throws {
    let folder = try TemporaryFolder()
    #expect(try texts("Sources/Early/Early.swift", in: "Early", folder) == [])
    try write("", "Package.swift", folder)
    try write("\"main\"", "Sources/TEACheckTests/Main.swift", folder)
    try write("\"nested\"", "Sources/TEACheckTests/Views/Cart/Row.swift", folder)
    try write("\"page\"", "Sources/TEACheckTests/TEACheckTests.docc/Page.swift", folder)
    try write("\"text\"", "Sources/TEACheckTests/Notes.md", folder)
    try write("\"suite\"", "Sources/ShopChecks/Checks.swift", folder)
    #expect(try texts("Sources/ShopChecks/Checks.swift", in: "ShopChecks", folder) == ["main", "nested"])
    #expect(try texts("Sources/TEACheckTests/Main.swift", in: "TEACheckTests", folder) == ["main", "nested"])

    let tests = try TemporaryFolder()
    try write("", "Package.swift", tests)
    try write("\"one\"", "Tests/TEACheckTests/One.swift", tests)
    try write("\"two\"", "Tests/TEACheckTests/Two.swift", tests)
    #expect(try texts("Tests/TEACheckTests/One.swift", in: "TEACheckTests", tests) == ["one"])
    #expect(try texts("Checks/Three.swift", in: "ShopChecks", tests) == ["one", "two"])
  }

  private enum ParentMessage {
    case close
    indirect case children([Int: Lookup.Message?], ParentMessage)
  }

  @Test func `the sources are also those of the module of a child's messages`() throws {
    let folder = try TemporaryFolder()
    try write("", "Package.swift", folder)
    try write("\"parent\"", "Sources/TEACheckTests/Parent.swift", folder)
    try write("\"child\"", "Sources/RecipesApp/Child.swift", folder)
    let path = "Sources/TEACheckTests/Parent.swift"
    #expect(try texts(path, in: "TEACheckTests", folder) == ["parent"])
    #expect(try texts(of: [ParentMessage.self], path, in: "TEACheckTests", folder) == ["child", "parent"])
    let flags: [Any.Type] = [Shop.self, (Int, Lookup.Message).self]
    #expect(try texts(of: flags, "Sources/Checks/Checks.swift", in: "Checks", folder) == ["child", "parent"])
  }

  /// Has the place of its context in its name, because it is private.
  private struct Hidden: Hashable {}

  @Test func `the modules of a type are those before its names`() {
    #expect(SourceConstants.moduleNames(in: Hidden.self) == ["TEACheckTests"])
    #expect(SourceConstants.moduleNames(in: [Hidden: Int].self) == ["Swift", "TEACheckTests", "Swift"])
    #expect(SourceConstants.moduleNames(in: (Shop, Hidden?).self) == ["TEACheckTests", "Swift", "TEACheckTests"])
  }

  @Test func `sources are looked for level by level, in a bounded number of entries`() throws {
    let folder = try TemporaryFolder()
    for path in ["A/B/Deep.swift", "A/Next.swift", "C/Last.swift", "First.swift", ".build/Hidden.swift"] {
      try write("", path, folder)
    }
    func names(_ limit: Int) -> [String] {
      SourceConstants.swiftFiles(in: folder.path, upTo: limit).map { String($0.dropFirst(folder.path.count + 1)) }
    }
    // The entries are A, C, First.swift, A/B, A/Next.swift, C/Last.swift and A/B/Deep.swift.
    #expect(names(2) == [])
    #expect(names(3) == ["First.swift"])
    #expect(names(6) == ["First.swift", "A/Next.swift", "C/Last.swift"])
    let all = ["First.swift", "A/Next.swift", "C/Last.swift", "A/B/Deep.swift"]
    #expect(names(7) == all)
    #expect(names(SourceConstants.maxEntries) == all && SourceConstants.maxEntries == 5_000)
  }
}
