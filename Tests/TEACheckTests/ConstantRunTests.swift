@testable import TEAGenerators
import Foundation
import Testing

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

  /// The texts of ``Shop``, whose module is that of these tests, by the path of the specification in the folder.
  private func texts(_ path: String, in module: String, _ folder: TemporaryFolder) throws -> [String] {
    let constants = SourceConstants.constants(ofModulesOf: [Shop.self], at: "\(folder.path)/\(path)", in: module)
    return try (constants?.records[ObjectIdentifier(String.self)] ?? []).map { try Gen<String>.string.replay($0) }
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
}
