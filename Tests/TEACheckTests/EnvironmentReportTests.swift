@testable import TEAResults
@testable import TEASupport
import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// The changes of a simulated environment are part of every form in which a counterexample is shown.
@Suite struct EnvironmentReportTests {
  struct Server: Hashable {
    var items: [String] = []
    var requests = 0
  }

  enum List: Module {
    enum Message: Hashable { case add, saved }
    struct Model: Hashable { var isSaving = false }
    enum Command: Hashable { case save(String) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.isSaving = message == .add
      if message == .add { perform(.save("a")) }
    }
  }

  /// A list that is saved on a server. No property is declared yet.
  private static let base = Specification(of: List.self) {
    Messages { model in model.isSaving ? [] : [.add] }
    Environment(
      Server(),
      performing: { server, command in
        if case .save(let item) = command { server.items.append(item) }
      },
      replies: { _, _ in [.saved] }, replying: { server, _, _ in server.requests += 1 },
      events: { server, _ in server.items.isEmpty ? [] : [EnvironmentEvent("a device deletes") { $0.items = [] }] }
    ).atOnce
  }

  private static let specification = Specification(of: List.self) {
    base
    Always("saved once", of: .environment(Server.self)) { $0.items.count < 2 }
  }

  private func run<M>(_ specification: Specification<M>, _ settings: CheckSettings = CheckSettings()) -> Check.Outcome {
    specification.check().outcome(settings, onProgress: { _ in })
  }

  @Test func `the counterexample shows the changes of the server`() throws {
    let counterexample = try #require(run(Self.specification).result.counterexample)
    #expect(
      counterexample.story() == [
        "      start                    isSaving: false  server.items: []  server.requests: 0",
        #"   1  add                      isSaving: false → true  server.items: [] → ["a"]          performs save("a")"#,
        #"   2  save("a") replies saved  isSaving: true → false  server.requests: 0 → 1"#,
        #"   3  add                      isSaving: false → true  server.items: ["a"] → ["a", "a"]  performs save("a")   ✗"#,
      ])
    #expect(counterexample.startEnvironment.map(\.path) == ["server.items", "server.requests"])
    #expect(counterexample.steps[0].environment == [.init(path: "server.items", before: "[]", after: #"["a"]"#)])
    #expect(counterexample.steps[1].environment == [.init(path: "server.requests", before: "0", after: "1")])
    // The changes of the model are listed apart from those of the environment.
    #expect(counterexample.steps[0].changes.map(\.path) == ["isSaving"])
  }

  @Test func `records hold the changes of the environment, and are read back`() throws {
    let counterexample = try #require(run(Self.specification).result.counterexample)
    let record = counterexample.json
    #expect(record["startEnvironment"]?.array?.count == 2)
    #expect(record["steps"]?.array?.first?["environment"]?.array?.first?["path"]?.string == "server.items")
    #expect(Counterexample(json: record) == counterexample)
  }

  @Test func `an event that changes only the environment is shown`() throws {
    let result = run(
      Specification(of: List.self) {
        Self.base
        Always("kept", of: .modelAndEnvironment(Server.self)) { model, server in
          model.isSaving || server.requests == 0 || !server.items.isEmpty
        }
      }
    ).result
    let step = try #require(result.counterexample?.steps.last { $0.event != nil })
    #expect(step.environment == [.init(path: "server.items", before: #"["a"]"#, after: "[]")])
    #expect(step.changes.isEmpty)
  }

  /// Returns the paths of the start environment in a counterexample, for an environment with the given state.
  private func startPaths<State: Hashable & Sendable>(_ state: State) -> [String] {
    let specification = Specification(of: List.self) {
      Messages { _ in [.add] }
      Environment(state, replies: { _, _ in nil })
      Always("never") { !$0.isSaving }
    }
    return run(specification).result.counterexample?.startEnvironment.map(\.path) ?? []
  }

  enum Weather: Hashable { case sunny, rainy(Int) }
  struct URLStore: Hashable { var count = 0 }
  struct IsSaving: Hashable { var count = 0 }
  struct Box<Value: Hashable & Sendable>: Hashable, Sendable { var value: Value }

  @Test func `an environment is named by its type, but a number, an array or a dictionary is not`() {
    #expect(startPaths(Server()) == ["server.items", "server.requests"])
    #expect(startPaths(Weather.sunny) == ["weather"])
    #expect(startPaths(URLStore()) == ["urlStore.count"])
    #expect(startPaths(Box(value: 1)) == ["box.value"])
    #expect(startPaths(0) == ["environment"])
    #expect(startPaths(["a"]) == ["environment"])
    #expect(startPaths(["a": 1]) == ["environment"])
    // A field of the model already has the name `isSaving`.
    #expect(startPaths(IsSaving()) == ["environment.count"])
  }

  @Test func `nodes of a graph that differ only in the environment have different texts`() throws {
    let check = Specification(of: List.self) {
      Messages { _ in [.add] }
      Environment(
        Server(), performing: { server, _ in server.items = ["a"] }, replies: { _, _ in [.saved] }
      ).atOnce
    }.check(depth: 2)
    let graph = try check.graph(CheckSettings(), StateGraph.Detail())
    let descriptions = graph.nodes.map { "\($0.lines)" }
    #expect(Set(descriptions).count == descriptions.count)
    #expect(graph.nodes[0].lines == ["isSaving: false", "server.items: []", "server.requests: 0"])
    for format in GraphFormat.allCases where format != .aut {
      var text = ""
      graph.write(as: format, to: &text)
      #expect(text.contains("server.items"))
    }
  }

  enum Clock: Module {
    enum Message: Hashable { case tick }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = min(2, model + 1) }
    static func subscriptions(for model: Int) -> [Subscription] { [.fast, .slow] }
    enum Subscription: Hashable { case fast, slow }
    static func timer(for subscription: Subscription) -> TimerSchedule<Message>? {
      .every(subscription == .fast ? .seconds(2) : .seconds(3), .tick)
    }
  }

  @Test func `nodes of a graph that differ only in time have different texts`() throws {
    let graph = try Specification(of: Clock.self) { Messages { _ in [] } }.check().graph(
      CheckSettings(), StateGraph.Detail())
    let descriptions = graph.nodes.map { "\($0.lines)" }
    #expect(graph.nodes.count > 5)
    #expect(Set(descriptions).count == descriptions.count)
  }

  @Test func `the picture of a stored violation ends in a world other than the start`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tea-check-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var settings = CheckSettings()
    (settings.store, settings.pictureLimit) = (folder, 100)
    // The last world differs from the start by the environment alone.
    let specification = Specification(of: List.self) {
      Messages { model in model.isSaving ? [] : [.add] }
      Environment(
        Server(), performing: { server, _ in server.requests += 1 }, replies: { _, _ in [.saved] }
      ).atOnce
      Always("once", of: .modelAndEnvironment(Server.self)) { $0.isSaving || $1.requests == 0 }
    }
    let firstOutcome = run(specification, settings)
    #expect(firstOutcome.result.finding == "violated after 2 steps · shortest · explored 3 worlds to depth 2")
    let secondOutcome = run(specification, settings)
    let picture = try #require(secondOutcome.picture)
    #expect(picture.nodes.count == 3)
    #expect(picture.trail == [0, 1, 2])
    #expect(picture.nodes[2].violatedProperties == ["once"])
    let finding = try #require(secondOutcome.result.finding)
    #expect(finding.hasPrefix("violated after 2 steps · shortest, when it was found · stored in "))
  }
}
