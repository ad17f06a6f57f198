import TEARuntime
import Testing

@testable import TEACheck

/// Verdicts that depend on what commands bring or subscriptions send, when no declaration says it.
@Suite struct UndeclaredSourceTests {
  private func check<M>(_ specification: Specification<M>) -> CheckResult {
    specification.check().outcome(CheckSettings(), onProgress: { _ in }).result
  }

  /// A page that is loading or not.
  enum Page: Module {
    enum Message: Hashable { case open, loaded, refreshed(Int) }
    enum Command: Hashable { case fetch }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      model = message == .open
      if model { perform(.fetch) }
    }
  }

  private static let noteOnReplies =
    "“not loading” is violated at rest, and nothing says what commands bring: a command that is being carried out "
    + "may have been taken for done; write Replies { command in … }"

  @Test func `a violation at rest says that nothing tells what commands bring`() {
    func result(@SpecificationBuilder<Page> _ replies: () -> [Declaration<Page>]) -> CheckResult {
      let replies = replies()
      return check(
        Specification(of: Page.self) {
          Messages(of: .model) { $0 ? [] : [.open] }
          DeclarationList(declarations: replies)
          Settles("not loading") { !$0 }
        })
    }
    let undeclared = result {}
    #expect(undeclared.verdict == .violated && undeclared.notes.contains(Self.noteOnReplies))
    #expect(result { Replies { _ in [.loaded] } }.verdict == .passed)
    let environment = result { Environment(0, events: { _, _ in [] }) }
    #expect(environment.verdict == .violated && environment.notes.contains(Self.noteOnReplies))
    let unanswered = result { Replies { _ in nil } }
    #expect(unanswered.verdict == .violated && !unanswered.notes.contains(Self.noteOnReplies))
  }

  @Test func `a check is complete only within its scope where no declaration says all that commands bring`() {
    func coverage(@SpecificationBuilder<Page> _ parts: () -> [Declaration<Page>]) -> CheckResult.Coverage? {
      let parts = parts()
      return check(
        Specification(of: Page.self) {
          Messages(of: .model) { $0 ? [] : [.open] }
          DeclarationList(declarations: parts)
        }
      ).coverage
    }
    #expect(coverage { Failures { _ in [.loaded] } } == .completeWithinScope)
    #expect(coverage { InterimReplies { _ in [] } } == .completeWithinScope)
    #expect(coverage { Environment(0, events: { _, _ in [] }) } == .completeWithinScope)
    #expect(coverage { Environment(0, replies: { _, _ in nil }) } == .complete)
  }

  @Test func `a command that may fail or end without a message is not explored in full`() {
    func result(@SpecificationBuilder<Page> _ parts: () -> [Declaration<Page>]) -> CheckResult {
      let parts = parts()
      return check(
        Specification(of: Page.self) {
          Messages(of: .model) { $0 ? [] : [.open] }
          Failures { _ in [.loaded] }
          DeclarationList(declarations: parts)
          Settles("not loading") { !$0 }
        })
    }
    let silent = result { Replies { _ in nil } }
    #expect(silent.verdict == .passed && silent.coverage == .completeWithinScope)
    #expect(
      silent.notes.contains(
        "commands with Failures have nil for a reply, and stay outstanding until they fail: fetch; write the message of "
          + "their success, or LostReplies { command in … } where it brings none and no policy gives it an identity"))
    #expect(result { Environment(0, replies: { _, _ in nil }) }.coverage == .completeWithinScope)
    #expect(result { Environment(0, replies: { _, _ in [.refreshed(1)] }) }.coverage == .complete)
    #expect(result { Replies { _ in [] } }.coverage == .complete)
    let lost = result {
      Replies { _ in nil }
      LostReplies()
    }
    #expect(lost.verdict == .violated)
  }

  /// A page that loads from its start.
  enum LoadingPage: Module {
    enum Message: Hashable { case tapped, loaded }
    enum Command: Hashable { case load }
    static func start(with flags: Void, perform: (Command) -> Void) -> Bool {
      perform(.load)
      return true
    }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      if message == .loaded { model = false }
    }
  }

  @Test func `a command of the start counts as one that nothing answers`() {
    func result(@SpecificationBuilder<LoadingPage> _ parts: () -> [Declaration<LoadingPage>]) -> CheckResult {
      let parts = parts()
      return check(
        Specification(of: LoadingPage.self) {
          Messages(of: .model) { _ in [.tapped] }
          DeclarationList(declarations: parts)
        })
    }
    #expect(result { Always("loading") { $0 } }.coverage == .completeWithinScope)
    #expect(result { Recovers("loading can end") { !$0 } }.verdict == .inconclusive)
    let answered = result {
      Replies { _ in nil }
      Recovers("loading can end") { !$0 }
    }
    #expect(answered.verdict == .violated)
    let failing = result {
      Replies { _ in nil }
      Failures { _ in [.tapped] }
      Recovers("loading can end") { !$0 }
    }
    #expect(failing.verdict == .inconclusive)
    #expect(
      failing.message?.contains(
        "but a command that has Failures and nil for a reply may also end without a message") == true)
  }

  @Test func `a violation at rest says that a message of the system may be missing from the listed ones`() {
    let result = check(
      Specification(of: Page.self) {
        Replies { _ in nil }
        SystemMessages { if case .refreshed(let number) = $0 { number > 100 } else { false } }
        Settles("not loading") { !$0 }
      })
    #expect(result.verdict == .violated)
    #expect(
      result.notes.contains(
        "“not loading” is violated at rest, and payloads were cut to the listed values: a message of the system that is "
          + "not listed may have been possible"))
  }

  /// A feed whose subscription ends the wait.
  enum Feed: Module {
    enum Message: Hashable { case connect, received }
    enum Subscription: Hashable { case items }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      model = message == .connect
    }
    static func subscriptions(for model: Bool) -> [Subscription] { model ? [.items] : [] }
  }

  @Test func `a Recovers is inconclusive where an undeclared subscription may open the way back`() {
    func result(@SpecificationBuilder<Feed> _ sends: () -> [Declaration<Feed>]) -> CheckResult {
      let sends = sends()
      return check(
        Specification(of: Feed.self) {
          Messages(of: .model) { $0 ? [] : [.connect] }
          DeclarationList(declarations: sends)
          Recovers("the wait can end") { !$0 }
        })
    }
    let undeclared = result {}
    #expect(undeclared.verdict == .inconclusive)
    #expect(
      undeclared.message?.hasSuffix(
        "seems to be violated, but nothing says what subscriptions send: write Subscriptions { subscription in … }")
        == true)
    #expect(result { Environment(0) }.verdict == .inconclusive)
    #expect(result { Environment(0, events: { _, _ in [] }) }.verdict == .violated)
    #expect(result { Subscriptions { _ in [.received] } }.verdict == .passed)
    #expect(result { Subscriptions { _ in [] } }.verdict == .violated)
  }

  @Test func `a Sometimes that no bound keeps from being met may need a source that nothing declares`() {
    let loading = Specification(of: LoadingPage.self) {
      Messages(of: .model) { _ in [.tapped] }
      Sometimes("loaded") { !$0 }
    }.check().exploration()
    let begin = "no world that was looked at satisfies “loaded”; it may "
    #expect(loading.verdict == .inconclusive)
    #expect(loading.message == begin + "need a reply that nothing declares")
    let waiting = Specification(of: Feed.self) {
      Messages(of: .model) { _ in [.connect] }
      Sometimes("loaded", of: .world) { !$0.model && $0.outstanding.count > 0 }
    }.check().exploration()
    #expect(waiting.verdict == .inconclusive)
    #expect(waiting.message == begin + "need a message of a subscription that nothing declares")
  }

  /// A tree with nine branches. The first has no leaves; the last has a field, and its leaves have a subscription.
  enum Tree: Module {
    struct Message: Hashable { var node: Int }
    enum Subscription: Hashable { case items }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) { model = message.node }
    static func subscriptions(for node: Int) -> [Subscription] { node >= 90 ? [.items] : [] }
    static func messages(in node: Int) -> [Message] {
      let nodes = node == 0 ? 1..<10 : (2..<10).contains(node) ? node * 10..<node * 10 + 9 : 0..<0
      return nodes.map { Message(node: $0) }
    }
    static func view(for node: Int) -> ViewTree<Message> {
      let buttons = messages(in: node).map { ViewTree.button($0, label: .text("go")) }
      return .stack(
        .vertical, node == 9 ? buttons + [.field(ViewField(text: "", change: Message(node: 90)))] : buttons)
    }
  }

  @Test func `a violation is certain where only worlds beyond the bound have subscriptions or fields`() {
    func result(states: Int? = nil, @SpecificationBuilder<Tree> _ parts: () -> [Declaration<Tree>]) -> CheckResult {
      let parts = parts()
      return Specification(of: Tree.self) {
        DeclarationList(declarations: parts)
        Recovers("the root can be reached") { $0 == 0 }
      }.check().exploration { $0.states = states }
    }
    // The bound ends the search in the second branch.
    for states: Int? in [nil, 12] {
      let verdict: CheckResult.Verdict = states == nil ? .inconclusive : .violated
      #expect(result(states: states) { Messages(of: .model) { Tree.messages(in: $0) } }.verdict == verdict)
      #expect(result(states: states) { Subscriptions { _ in [] } }.verdict == verdict)
    }
  }
}
