import Foundation
import Synchronization
import Testing

@testable import TEACheck

/// Programs whose functions read and change globals, so that the same arguments do not always give the same result.
@Suite struct ImpureProgramTests {
  private func check<M>(_ specification: Specification<M>) -> CheckResult {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  /// A tip that is shown once for each limit in the life of the process, when a count first reaches the limit.
  enum Tip: Module {
    struct Model: Hashable { var limit: Int, count = 0, isShown = false }
    enum Message { case plus, reset }
    static let shown = Mutex<Set<Int>>([])
    static func start(with limit: Int) -> Model { Model(limit: limit) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = message == .plus ? min(model.count + 1, 50) : 0
      model.isShown = model.count == model.limit && shown.withLock { $0.insert(model.limit).inserted }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 40])
  func `a step that leads to a new world only the first time is nondeterministic`(limit: Int) {
    let result = check(
      Specification(of: Tip.self) {
        Start(with: [limit])
        Always("no tip") { !$0.isShown }
      })
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.detail == "update, run again, differs: isShown: true → false")
    #expect(result.counterexample?.steps.count == limit)
  }

  /// The first call of `update`, by whichever thread, sets `isOdd`, the second clears it, and so on.
  enum Alternating: Module {
    struct Model: Hashable { var count = 0, isOdd = false }
    enum Message { case plus, minus }
    static let calls = Atomic<Int>(0)
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = message == .plus ? min(20, model.count + 1) : max(0, model.count - 1)
      model.isOdd = Self.calls.add(1, ordering: .relaxed).newValue % 2 == 1
    }
  }

  /// The violating step is taken three times. The calls are odd when the search finds the violating world and when it repeats
  /// the step; the call for the counterexample is even.
  @Test func `a violation that its steps do not reach again is said to be nondeterminism, and no trap`() {
    let result = check(Specification(of: Alternating.self) { Always("never odd") { !$0.isOdd } })
    #expect(result.verdict == .violated)
    #expect(
      result.message
        == "“never odd” was violated, and the steps that led there do not lead there again: update, view or a declaration is "
        + "not deterministic")
  }

  /// Asks for a review once in the life of the process. Where replies are declared, a search caches the results of `update`.
  enum Review: Module {
    struct Model: Hashable { var games = 0, isAsking = false }
    enum Message { case finished, later }
    enum Command: Hashable { case ask }
    static let isAsked = Mutex(false)
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.isAsking = false
      guard message == .finished else { return }
      model.games = min(model.games + 1, 4)
      if model.games == 3,
        Self.isAsked.withLock({ isAsked in
          defer { isAsked = true }; return !isAsked
        })
      {
        model.isAsking = true
        perform(.ask)
      }
    }
  }

  @Test func `a step whose first run alone performs a command is nondeterministic`() {
    let result = check(
      Specification(of: Review.self) {
        Messages(of: .model) { _ in [.finished] }
        Replies { (_: Review.Command) in [.later] }
        Always("never asks") { !$0.isAsking }
      })
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.detail == "update, run again, differs: isAsking: true → false")
    #expect(result.counterexample?.steps.count == 3)
  }

  /// A counter whose messages the specification offers.
  enum Counter: Module {
    struct Model: Hashable { var count = 0 }
    enum Message: Hashable { case plus, minus, set(Int) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .plus: model.count = min(model.count + 1, 9)
      case .minus: model.count = max(model.count - 1, 0)
      case .set(let count): model.count = count
      }
    }
  }

  private func message(
    listing step: String, _ position: String, when circumstance: String = "the same world is asked again"
  ) -> String {
    "a list of what can happen is not the same each time: '\(step)' \(position) is listed once, and not when "
      + "\(circumstance); Messages, Replies and Environment must depend on the world alone, and not on a clock, a random "
      + "number, a global or the order of a set: let a generator choose values at random, and sort a set"
  }

  @Test(arguments: [1, 2], [false, true])
  func `messages that a world lists only now and then are an error`(workers: Int, savesSearch: Bool) throws {
    let asked = Atomic<Int>(0)
    var settings = CheckSettings()
    settings.workers = workers
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    if savesSearch { settings.checkpoint = folder.appending(path: "search").path }
    let specification = Specification(of: Counter.self) {
      Messages(of: .model) { _ in
        asked.add(1, ordering: .relaxed).newValue.isMultiple(of: 3) ? [.plus, .minus] : [.plus]
      }
      Always("never negative") { $0.count >= 0 }
    }
    let result = specification.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .error)
    #expect(result.message == message(listing: "minus", "at the start"))
  }

  @Test func `a payload that is made anew each time is an error, even in the only message that is listed`() {
    let made = Atomic<Int>(0)
    let result = check(
      Specification(of: Counter.self) {
        Messages(of: .model) { $0.count == 0 ? [.plus] : [.set(made.add(1, ordering: .relaxed).newValue % 5 + 1)] }
        Always("never negative") { $0.count >= 0 }
      })
    #expect(result.verdict == .error)
    #expect(result.message?.hasSuffix("let a generator choose values at random, and sort a set") == true)
    #expect(result.message?.contains("' in a world 1 step from the start is listed once") == true)
  }

  /// A condition that fails once: in the first call with the count 3.
  private final class FailsOnce: Sendable {
    private let hasFailed = Atomic(false)
    func holds(_ count: Int) -> Bool { count != 3 || hasFailed.exchange(true, ordering: .relaxed) }
  }

  private static let detail =
    "update, the view or a property failed here, and did not when it was called again with the same values"

  @Test(arguments: [CheckSettings.Engine.automatic, .sample], [false, true])
  func `an invariant that fails only once is nondeterministic`(engine: CheckSettings.Engine, readsWorlds: Bool) {
    var settings = CheckSettings()
    settings.engine = engine
    let once = FailsOnce()
    let specification = Specification(of: Counter.self) {
      Messages(of: .model) { _ in [.plus, .minus] }
      if readsWorlds {
        Always("at most two", of: .world) { once.holds($0.model.count) }
      } else {
        Always("at most two") { once.holds($0.count) }
      }
    }
    let result = specification.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.detail == Self.detail)
    #expect(result.counterexample.map { $0.steps.count >= 3 } == true)
  }

  /// Asks for a review after every game. Where replies are declared, a search caches the results of `update`.
  enum Game: Module {
    struct Model: Hashable { var games = 0 }
    enum Message { case finished, later }
    enum Command: Hashable { case ask }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      guard message == .finished else { return }
      model.games = min(model.games + 1, 4)
      perform(.ask)
    }
  }

  @Test func `an invariant that fails only once says nothing against a canonical form`() {
    // The trial of the form calls the property before the search does. So each of the first eight calls fails in turn: some of
    // them are calls of the trial, and others of the search.
    let properties = (1...8).map { failingCall in
      let calls = Atomic<Int>(0)
      return check(
        Specification(of: Counter.self) {
          Messages(of: .model) { _ in [.plus, .minus] }
          Symmetric { $0 }
          Always("at most two") { $0.count != 3 || calls.add(1, ordering: .relaxed).newValue != failingCall }
        }
      ).counterexample?.property
    }
    #expect(properties.contains(Law.deterministic.rawValue))
    #expect(!properties.contains(CanonicalForm<Counter>.property))
  }

  /// The model stores how often `update` was called in the process, but at most 4.
  enum Settling: Module {
    static let calls = Atomic<Int>(0)
    struct Model: Hashable { var value = 0 }
    enum Message { case ask, answered }
    enum Command: Hashable { case fetch }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.value = min(Self.calls.add(1, ordering: .relaxed).newValue, 4)
      if message == .ask { perform(.fetch) }
    }
  }

  @Test func `a step whose first two runs differ is nondeterministic also where the third violates a property`() {
    let result = check(
      Specification(of: Settling.self) {
        Messages(of: .model) { _ in [.ask] }
        Replies { (_: Settling.Command) in [.answered] }
        Step("not 3") { $0.after.value != 3 }
      })
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
  }

  @Test(arguments: [false, true]) func `a property of steps that fails only once is nondeterministic`(isCached: Bool) {
    let once = FailsOnce()
    let result = check(
      Specification(of: Game.self) {
        Messages(of: .model) { _ in [.finished] }
        if isCached { Replies { (_: Game.Command) in [.later] } }
        Step("no third game") { once.holds($0.after.games) }
      })
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.steps.count == 3)
  }

  @Test(arguments: 1...6)
  func `a property that first fails and later holds is a violation where the results of update are cached`(
    failures: Int
  ) {
    let calls = Atomic<Int>(0)
    let result = check(
      Specification(of: Game.self) {
        Messages(of: .model) { _ in [.finished] }
        Replies { (_: Game.Command) in [.later] }
        Step("no third game") {
          $0.after.games != 3 || calls.add(1, ordering: .relaxed).newValue > failures
        }
      })
    #expect(result.verdict == .violated)
    #expect(result.counterexample?.steps.count == 3)
  }

  /// Counts to 5. The second call of `update` that counts to 3 sets `isOdd`. Calls are counted for each check, whose number is
  /// the start value.
  enum Hiccup: Module {
    struct Model: Hashable { var check: Int, count = 0, isOdd = false }
    enum Message: Hashable { case plus }
    static let calls = Mutex<[Int: Int]>([:])
    static func start(with check: Int) -> Model { Model(check: check) }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.count = min(model.count + 1, 5)
      guard model.count == 3 else { return }
      let call = calls.withLock { calls in
        calls[model.check, default: 0] += 1
        return calls[model.check]
      }
      model.isOdd = call == 2
    }
  }

  @Test func `a step that differs only the second time is nondeterministic`() {
    let result = check(
      Specification(of: Hiccup.self) {
        Start(with: [1])
        Messages(of: .model) { _ in [.plus] }
      })
    #expect(result.counterexample?.property == Law.deterministic.rawValue)
    #expect(result.counterexample?.detail == "update, run again, differs: isOdd: false → true")
    #expect(result.counterexample?.steps.count == 3)
  }

  /// A program whose first `ask` fails, until ``hasFailed`` is cleared.
  enum Shy: Module {
    struct Failure: Error {}
    enum Message: Hashable { case ask, answer }
    enum Command: Hashable { case ask }
    static let hasFailed = Atomic(false)
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.ask)
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) throws {
      guard message == .ask else { return }
      if !Self.hasFailed.exchange(true, ordering: .relaxed) { throw Failure() }
      perform(.ask)
    }
  }

  @Test
  func `a step that fails only once is nondeterministic, also where it would leave too many commands outstanding`() {
    var settings = CheckSettings()
    settings.outstanding = 1
    for hasLaw in [false, true] {
      Shy.hasFailed.store(false, ordering: .relaxed)
      let result = Specification(of: Shy.self) {
        Messages(of: .model) { _ in [.ask] }
        Replies { _ in [.answer] }
        if hasLaw { Laws(.deterministic) }
      }.check().outcome(settings, onProgress: { _ in }).result
      #expect(result.counterexample?.property == Law.deterministic.rawValue)
      #expect(result.counterexample?.steps.map(\.message) == ["ask"])
    }
  }

  @Test func `a model's set that is listed in another order is no error`() {
    let result = check(
      Specification(of: Counter.self) {
        Messages(of: .model) { Set([$0.count, 1, 2, 3, 4, 5]).map { .set($0) } }
        Always("never negative") { $0.count >= 0 }
      })
    #expect(result.verdict == .passed)
    #expect(result.states == 6)
  }

  /// Loads a number from a server.
  private enum Loader: Module {
    enum Message: Hashable { case load, loaded(Int) }
    enum Command: Hashable { case load }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if message == .load { perform(.load) } else { model = true }
    }
  }

  /// All worlds share the storage of the set, and so its order, unless it is made anew.
  @Test(arguments: [1, 2])
  func `with the law, a reply that depends on the order of the environment's set is an error`(workers: Int) {
    func result(_ hasLaw: Bool) -> CheckResult {
      Specification(of: Loader.self) {
        Messages(of: .world) { world in world.outstanding.isEmpty && !world.model ? [.load] : [] }
        Environment(Set(0..<6), replies: { numbers, _ in numbers.first.map { [.loaded($0)] } }).atOnce
        if hasLaw { Laws(.deterministic) }
      }.check().exploration(workers: workers)
    }
    #expect(result(false).verdict == .passed)
    let found = result(true)
    #expect(found.verdict == .error)
    let messages = (0..<6).map {
      message(
        listing: "load replies loaded(\($0))", "in a world 1 step from the start",
        when: "its sets and dictionaries are in another order")
    }
    #expect(messages.contains(found.message ?? ""), "\(found.message ?? "")")
  }

  @Test func `with the law, a list that differs without another order too is not put down to the order`() {
    let asked = Atomic<Int>(0)
    let result = Specification(of: Loader.self) {
      Messages(of: .world) { world in world.outstanding.isEmpty && !world.model ? [.load] : [] }
      Environment(Set(0..<6), replies: { _, _ in [.loaded(asked.add(1, ordering: .relaxed).newValue % 6)] }).atOnce
      Laws(.deterministic)
    }.check().exploration()
    #expect(result.verdict == .error)
    let messages = (0..<6).map { message(listing: "load replies loaded(\($0))", "in a world 1 step from the start") }
    #expect(messages.contains(result.message ?? ""), "\(result.message ?? "")")
  }
}
