import Synchronization
import Testing

@testable import TEACheck

/// Programs whose functions read and change globals, so that the same arguments do not always give the same result.
@Suite struct ImpureProgramTests {
  private func check<M>(_ specification: Specification<M>) -> CheckResult {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  /// A tip that is shown once in the life of the process, when the count first reaches the limit.
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

  /// Every second call of `update`, by whichever thread, sets the flag.
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

  /// The step is taken three times: it finds the world, and is repeated there, by odd calls; the counterexample takes it by an even
  /// one.
  @Test func `a violation whose steps do not lead there again is said to be nondeterminism, and no trap`() {
    let result = check(Specification(of: Alternating.self) { Always("never odd") { !$0.isOdd } })
    #expect(result.verdict == .violated)
    #expect(
      result.message
        == "“never odd” was violated, and the steps that led there do not lead there again: update, view or a declaration is "
        + "not deterministic")
  }

  /// A review that is asked for once in the life of the process; replies are possible, so that reactions are cached.
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
}
