@testable import TEASupport
import Synchronization
import TEARuntime
import Testing

@testable import TEACheck

/// A call of a user's function is recorded under a part, which a trap report names.
@Suite struct TrapPartTests {
  /// The names of the parts under which each function was called, in order.
  private enum Calls {
    private static let all = Mutex<[String: [String]]>([:])

    /// Records that a function is called, with the part that its thread has entered.
    static func record(_ function: String) {
      let slot = Platform.slotOfThread.map { BreadcrumbSlot(words: $0) }
      let part = slot.flatMap { $0.part ?? $0.breadcrumb.part } ?? .step
      all.withLock { $0[function, default: []].append(part.name) }
    }

    static func clear() { all.withLock { $0.removeAll() } }
    static func first(_ function: String) -> String? { all.withLock { $0[function]?.first } }
    static func names(_ function: String) -> Set<String> { all.withLock { Set($0[function] ?? []) } }
  }

  /// A program whose commands and effect identities have an `==` and a `hash(into:)` that record their calls.
  private enum Loader: Module {
    enum Message: Hashable { case tap, loaded, failed, tick }

    enum Command: Hashable {
      case load

      static func == (one: Command, other: Command) -> Bool {
        Calls.record("command")
        return true
      }

      func hash(into hasher: inout Hasher) { Calls.record("command") }
    }

    struct EffectID: Hashable {
      static func == (one: EffectID, other: EffectID) -> Bool {
        Calls.record("identity")
        return true
      }

      func hash(into hasher: inout Hasher) { Calls.record("identity") }
    }

    struct Model: Hashable { var flags = 0, count = 0 }
    static func start(with flags: Int) -> Model { Model(flags: flags) }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .tap else { return }
      model.count = min(2, model.count + 1)
      perform(.load)
    }

    static func policy(for command: Command) -> EffectPolicy<EffectID> { .latest(EffectID()) }
  }

  private var specification: Specification<Loader> {
    Specification(of: Loader.self) {
      Start<Loader>(
        with: Gen<Int>.element(of: Array(0..<100)).map { number in
          Calls.record("start")
          return number
        })
      Messages { _ in [.tap, .tick] }
      Failures<Loader> { _ in
        Calls.record("failures")
        return [.failed]
      }
      SystemMessages<Loader> { message in
        Calls.record("system")
        return message == .tick
      }
      Settles("settles") { $0.count <= 2 }
    }
  }

  // These expectations are one test, because `Calls` is shared.
  @Test func `functions are called under the names of their parts`() throws {
    let rules = try Rules(specification, scope: 3)
    Calls.clear()
    let start = rules.origins[0].script
    _ = try rules.replay(
      Script(start: start, steps: ["tap", "tap", "load replies failed"]),
      callingFunctionsOfSearch: true)
    #expect(Calls.names("failures") == ["Failures"])
    #expect(Calls.names("system") == ["SystemMessages"])
    #expect(Calls.first("identity") == "== or hash(into:)")
    #expect(Calls.first("command") == "== or hash(into:)")
    Calls.clear()
    let result = specification.check().exploration {
      $0.engine = .sample
      $0.cases = 100
    }
    #expect(result.verdict != .error, "\(result)")
    #expect(Calls.names("start") == ["Start"])
    #expect(Calls.names("failures") == ["Failures"])
    #expect(Calls.names("system") == ["SystemMessages"])
  }

  /// Every shard but the first explores around several worlds, by the rules that `narrowed(around:seed:omitting:)` makes.
  @Test func `a precondition is called once for each message by narrowed rules, under its name`() throws {
    let parts = Mutex<[String]>([])
    let specification = Specification(of: Clock.self) {
      Messages { _ in [.tick, .reset] }
      Precondition { _, message in
        let slot = Platform.slotOfThread.map { BreadcrumbSlot(words: $0) }
        parts.withLock { $0.append(slot?.part?.name ?? "none") }
        return message == .tick
      }
    }
    let rules = try Rules(specification, scope: 3)
    let world = rules.origins[0].world
    let around = rules.narrowed(around: world, seed: 1, omitting: nil).callingThroughUserCode
    let phase = rules.watch.beginPhase()
    defer { phase.end() }
    phase.slots[0].enter(Breadcrumb(.other))
    defer { phase.slots[0].exit() }
    parts.withLock { $0.removeAll() }
    #expect(try around.messages(in: world) == [.tick])
    #expect(parts.withLock { $0 } == ["Precondition", "Precondition"])
  }

  /// A program that records the place of each call as the watcher sees it.
  private enum Clock: Module {
    struct Place: Hashable { var slot: UInt, breadcrumb: UInt64, call: UInt64 }
    static let places = Mutex<[Place]>([])

    static func record() {
      guard let words = Platform.slotOfThread else { return }
      let slot = BreadcrumbSlot(words: words)
      let place = Place(slot: UInt(bitPattern: words), breadcrumb: slot.breadcrumb.bits, call: slot.call)
      places.withLock { $0.append(place) }
    }

    enum Message { case tick, reset }
    static func start(with flags: Void) -> Int { 0 }

    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      record()
      model = message == .tick ? min(3, model + 1) : 0
    }

    static func view(for model: Int) -> Int {
      record()
      return model
    }
  }

  /// The watcher would take two calls in a row with the same place for one call, and add up their times.
  @Test func `the watcher tells consecutive calls apart`() {
    let result = Specification(of: Clock.self) {
      for name in ["a", "b"] {
        Always<Clock>(name) { (_: Int) in
          Clock.record()
          return true
        }
      }
      Step<Clock>("c") { (_: Transition<Clock>) in
        Clock.record()
        return true
      }
    }.check().exploration { _ in }
    #expect(result.isComplete && result.states == 4)
    let places = Clock.places.withLock { $0 }
    #expect(places.count > 20)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 != $1 })
  }
}
