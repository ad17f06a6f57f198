import TEARuntime
import Testing

@testable import TEACheck

/// Verdicts of searches in which messages of earlier views may arrive.
@Suite struct LateMessageVerdictTests {
  /// A button that disappears at its first tap.
  enum Button: Module {
    enum Message: Hashable { case tap, wait }
    struct Model: Hashable { var taps = 0, waits = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .tap: model.taps += 1
      case .wait: model.waits += 1
      }
    }
  }

  private func result(
    waits: Int = 0, @SpecificationBuilder<Button> _ parts: () -> [Declaration<Button>]
  ) -> CheckResult {
    var specification = Specification(of: Button.self) {
      Messages(of: .model) { ($0.taps == 0 ? [.tap] : []) + ($0.waits < waits ? [.wait] : []) }
      StaleViews()
    }
    specification.declarations += parts()
    return specification.check().exploration()
  }

  /// Without late messages, each wait is a step before and after the tap, and the tap a step after each number of waits.
  @Test func `a long search says that it was made before without late messages`() {
    func notes(waits: Int) -> [String] { result(waits: waits) {}.notes.filter { $0.hasPrefix("the seconds") } }
    #expect(notes(waits: 3_332) == [])
    #expect(notes(waits: 3_333) == ["the seconds include an earlier search of 10 000 steps, without late messages"])
  }

  @Test func `a world that only a late message reaches satisfies Sometimes`() {
    let result = result { Sometimes("two taps") { $0.taps == 2 } }
    #expect(result.verdict == .passed && result.isComplete)
  }

  @Test func `a world that only a late message reaches does not let a program recover`() {
    let result = result { Recovers("two taps can be reached") { $0.taps == 2 } }
    #expect(result.verdict == .violated)
    // The start itself is stuck: the late tap that would lead on may never come.
    #expect(result.counterexample?.steps.isEmpty == true)
  }

  @Test func `an unmet Sometimes does not hide a violation by a late message`() {
    let result = result {
      Always("one tap") { $0.taps < 2 }
      Sometimes("two taps") { $0.taps == 2 }
    }
    #expect(result.counterexample?.property == "one tap")
    #expect(result.counterexample?.steps.count == 2)
    #expect(result.finding?.contains("only through a stale view") == true)
  }

  @Test func `a run that violates a property only through a late message says so`() {
    let result = result {
      LeadsTo("a second tap is undone") {
        $0.taps == 2
      } to: {
        $0.taps < 2
      }
    }
    #expect(
      result.finding?.hasPrefix("only through a stale view · violated after 2 steps · shortest · ") == true,
      "\(result.finding ?? "")")
  }

  @Test func `a violation without late messages is preferred to a shorter one with a late message`() {
    let result = result(waits: 3) { Always("few") { $0.taps < 2 && $0.waits < 3 } }
    #expect(result.counterexample?.steps.count == 3)
    #expect(result.finding?.contains("shortest without late messages") == true)
  }

  @Test func `a run that violates a property for ever is called the shortest without late messages`() {
    let result = result { Eventually("two taps") { $0.taps == 2 } }
    #expect(
      result.finding?.hasPrefix("violated after 1 step · shortest without late messages · ") == true,
      "\(result.finding ?? "")")
    // Nor is what this search did not meet called unreachable.
    #expect(result.coverageDetails?.isProof == false, "\(result.notes)")
  }

  /// These rules leave late messages out, so the shrunk run is compared only with runs that have none.
  @Test func `a shrunk run is called the shortest without late messages where these were left out`() throws {
    let specification = Specification(of: Button.self) {
      Messages(of: .model) { ($0.taps == 0 ? [.tap] : []) + ($0.waits < 3 ? [.wait] : []) }
      StaleViews()
      Always("few") { $0.waits < 3 }
    }
    var rules = try Rules(specification, scope: 3)
    rules.surroundingRules = rules.surroundingRules?.withoutLateMessages
    var settings = CheckSettings()
    settings.engine = .sample
    let runner = CheckRunner(
      specification: specification, module: "Button", name: "", bounds: CheckBounds(), settings: settings
    ) { _ in }
    let outcome = runner.sample(rules)
    #expect(
      outcome.result.finding?.contains("shortest over its messages without late messages · ") == true,
      "\(outcome.result.finding ?? "")")
  }

  /// A page that can be closed while it loads; loading fails.
  enum Page: Module {
    struct Failure: Error {}
    enum Message: Hashable { case save, close, loaded }
    enum Command: Hashable { case load }
    struct Model: Hashable { var isOpen = true, isSaved = false }
    static func start(with flags: Void, perform: (Command) -> Void) -> Model {
      perform(.load)
      return Model()
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws(Failure) {
      switch message {
      case .save: model.isSaved = true
      case .close: model.isOpen = false
      case .loaded: throw Failure()
      }
    }
  }

  private static let page = Specification(of: Page.self) {
    Messages(of: .model) { $0.isOpen ? [.save, .close] : [] }
    Replies { _ in [.loaded] }
    StaleViews()
  }

  @Test func `no late message arrives after a message that is not late and fails`() {
    func replay(_ steps: String...) -> CheckResult {
      Self.page.check().replayRecording(.script(Script(steps: steps), property: nil), CheckSettings()).result
    }
    #expect(replay("close", "late: save", "load replies loaded").message == nil)
    let late = replay("close", "load replies loaded", "late: save")
    #expect(late.message?.contains("step 3, 'late: save', cannot happen any more") == true, "\(late.message ?? "")")
  }

  @Test func `an exploration forgets late messages at a step that fails`() {
    let result = Self.page.check().exploration()
    // The open page has 4 worlds: saved or not, loading or not. The closed page has 6 while it loads and 6 after, by its late
    // messages and whether it is saved. In the last world, the reply came to the closed page before any late message: the page
    // is not saved, and has no late message left.
    #expect(result.states == 17, "\(result.states)")
  }
}
