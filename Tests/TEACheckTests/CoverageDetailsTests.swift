import Testing

@testable import TEACheck
@testable import YardstickChecks

/// The messages, views and conditions that an exploration met, and those that it did not.
@Suite struct CoverageDetailsTests {
  /// A mailbox with a message that does nothing, one that nothing offers, and a reply that is ignored.
  enum Mailbox: Module {
    enum Message { case fetch, blink, shred, arrived(Int), ignored }
    struct Model: Hashable { var letters = 0, isFetching = false }
    enum Command: Hashable { case fetch }
    enum View: Hashable { case empty, fetching, full }

    static func start(with flags: Void) -> Model { Model() }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .fetch:
        guard !model.isFetching, model.letters == 0 else { return }
        model.isFetching = true
        perform(.fetch)
      case .blink, .ignored: break
      case .shred: model.letters = 0
      case .arrived(let letters):
        model.letters += letters
        model.isFetching = false
      }
    }

    static func view(for model: Model) -> View {
      model.isFetching ? .fetching : model.letters == 0 ? .empty : .full
    }
  }

  static func mailbox(
    @SpecificationBuilder<Mailbox> _ declarations: () -> [Declaration<Mailbox>] = { [] }
  ) -> Specification<Mailbox> {
    let declarations = declarations()
    return Specification(of: Mailbox.self) {
      Messages { view in view == .empty ? [.fetch, .blink] : [.blink] }
      Replies { _ in [.arrived(1), .ignored] }
      DeclarationList(declarations: declarations)
    }
  }

  private func result<M>(
    _ specification: Specification<M>, depth: Int? = nil, workers: Int = 2
  ) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = workers
    return specification.check(depth: depth).outcome(settings, onProgress: { _ in }).result
  }

  @Test func `messages that are never offered or change nothing are named`() {
    let result = result(Self.mailbox())
    #expect(result.verdict == .passed)
    #expect(result.isComplete)
    #expect(
      result.notes == [
        "never offered in any reachable world: shred",
        "changes nothing in any reachable world: blink",
        "changes nothing as a reply or an event in any reachable world: ignored",
        "6 of 12 pairs of view and message never meet in any reachable world: empty with arrived, empty with ignored, "
          + "fetching with fetch, …; --format json counts them all",
      ])
  }

  @Test func `coverage details count messages, classes of worlds and steps`() throws {
    let details = try #require(result(Self.mailbox()).coverageDetails)
    #expect(details.isProof)
    #expect(
      details.messages == [
        .init(name: "arrived", replied: 1, changesSomethingAsReply: true),
        .init(name: "fetch", sent: 1, changesSomething: true),
        .init(name: "blink", sent: 4),
        .init(name: "shred"),
        .init(name: "ignored", replied: 1),
      ])
    #expect(details.classesAreBy == "view")
    #expect(details.classes.map(\.name) == ["empty", "fetching", "full"])
    #expect(details.classes.map(\.worlds) == [1, 2, 1])
    // The steps of each class by message, in the order of `details.messages`.
    #expect(details.classes.map(\.steps) == [[0, 1, 1, 0, 0], [1, 0, 2, 0, 1], [0, 0, 1, 0, 0]])
  }

  @Test func `views that are alike at both ends are cut where they differ`() {
    func view(_ canUndo: Bool) -> CoverageDetails.WorldClass {
      .init(name: "View(rows: [], total: 0, editor: nil, canUndo: \(canUndo), canRetry: false)", steps: [1, 0])
    }
    var details = CoverageDetails(isProof: true, classesAreBy: "view")
    details.messages = [
      .init(name: "add", sent: 2, changesSomething: true), .init(name: "undo", sent: 1, changesSomething: true),
    ]
    details.classes = [view(false), view(true)]
    #expect(
      details.notes() == [
        "2 of 4 pairs of view and message never meet in any reachable world: … canUndo: false, canRetry: false) with undo, "
          + "… canUndo: true, canRetry: false) with undo"
      ])
  }

  @Test func `a search with a depth bound claims nothing about other worlds`() {
    #expect(
      result(Self.mailbox(), depth: 1).notes == [
        "never offered in the worlds that were explored: arrived, shred, ignored",
        "changes nothing in the worlds that were explored: blink",
      ])
  }

  private enum Depot: Module {
    enum Message { case order(UInt16), ship }
    struct Model: Hashable { var orders = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .order(let pieces): if pieces > 99 { model.orders += 1 }
      case .ship: model.orders = 0
      }
    }
  }

  /// The exploration finds one world, in which small orders change nothing.
  @Test func `a violation by a random run says nothing of the messages that the exploration met`() {
    let result = Specification(of: Depot.self) { Always("no order") { $0.orders == 0 } }.check()
      .outcome(CheckSettings(), onProgress: { _ in }).result
    #expect(result.verdict == .violated && result.states == 1 && result.coverageDetails == nil)
    #expect(result.counterexample?.steps.map(\.message) == ["order(100)"])
    let notes = result.notes.filter { $0.contains("changes nothing") }
    #expect(notes == [])
  }

  @Test func `a search to depth 0 has no coverage details`() {
    let result = result(Self.mailbox { Always("fetching", when: { $0.isFetching }) { _ in true } }, depth: 0)
    #expect(result.coverage == .bounded(depth: 0, beyond: 1))
    #expect(result.notes == [] && result.coverageDetails == nil)
  }

  @Test func `the counts are the same at any number of workers`() {
    let sequential = result(TwoPhaseCommit.specification(5), workers: 1)
    // All transitions of this two-phase commit, see `Yardstick`.
    #expect(sequential.coverageDetails?.messages.map(\.sent).reduce(0, +) == 58_145)
    for workers in [2, 8] {
      #expect(result(TwoPhaseCommit.specification(5), workers: workers).coverageDetails == sequential.coverageDetails)
    }
  }

  @Test func `a search that ends at a violation has no coverage details`() {
    #expect(result(Self.mailbox { Always("stays empty") { $0.letters == 0 } }).coverageDetails == nil)
  }

  @Test func `the messages of a large search are all counted`() {
    // Five counters of nine values each: five steps from each of 9⁵ worlds.
    #expect(result(Grid.specification(counters: 5, modulus: 9)).coverageDetails?.messages.map(\.sent) == [295_245])
  }

  // MARK: Commands and failures count

  enum Radio: Module {
    enum Message { case play, fail, hum }
    enum Command { case sound }
    struct Failure: Error {}
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) throws {
      switch message {
      case .play: perform(.sound)
      case .fail: throw Failure()
      case .hum: break
      }
    }
  }

  @Test func `a message that only performs a command or fails is not named as changing nothing`() {
    let result = result(Specification(of: Radio.self) { Replies { _ in nil } })
    #expect(result.notes.contains("changes nothing in any reachable world: hum"))
  }

  @Test func `a message that changes something as a reply alone is not named as changing nothing`() {
    var details = CoverageDetails(isProof: true, classesAreBy: "view")
    details.messages = [
      .init(name: "refresh", sent: 2, replied: 1, changesSomethingAsReply: true), .init(name: "hum", sent: 1),
    ]
    #expect(
      details.notes() == [
        "changes nothing in any reachable world: hum", "changes nothing when sent in any reachable world: refresh",
      ])
  }

  // MARK: Messages of parts

  enum App: Module {
    enum Message { case left(Panel.Message), right(message: Panel.Message), colour(Colour), quit }
    enum Panel { enum Message { case tap, drop(Int) } }
    enum Colour { case red, blue }
    static func start(with flags: Void) -> [Int] { [0, 0] }
    static func update(for message: Message, model: inout [Int], perform: (Command) -> Void) {
      switch message {
      case .left(.tap): model[0] = 1
      case .right(.tap): model[1] = 1
      case .left(.drop(let number)): model[0] = number
      case .right(.drop), .colour, .quit: break
      }
    }
  }

  @Test func `the messages of parts are counted by case`() throws {
    let result = result(
      Specification(of: App.self) {
        Messages(of: .model) { _ in [.left(.tap), .left(.drop(2)), .right(message: .drop(1)), .colour(.red)] }
      })
    let messages = try #require(result.coverageDetails?.messages)
    #expect(messages.map(\.name) == ["left.drop", "left.tap", "right.drop", "right.tap", "colour", "quit"])
    #expect(
      result.notes == [
        "never offered in any reachable world: right.tap, quit",
        "changes nothing in any reachable world: right.drop, colour",
      ])
  }

  // MARK: Labels

  @Test func `where labels are declared, they classify the worlds instead of the views`() throws {
    let specification = Self.mailbox {
      Classify("busy") { $0.isFetching }
      Classify(by: "letters") { "\($0.letters)" }
    }
    let details = try #require(result(specification).coverageDetails)
    #expect(details.classesAreBy == "label")
    #expect(details.classes.map(\.name) == ["letters 0", "busy", "letters 1"])
    #expect(details.classes.map(\.worlds) == [3, 2, 1])
  }

  @Test(arguments: [1, 2]) func `labels of too many classes classify no world, and neither do other labels beside them`(
    workers: Int
  ) throws {
    enum Odometer: Module {
      enum Message { case drive }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
        // Worlds are classified by 100 classes at most.
        model = (model + 1) % 120
      }
    }
    let specification = Specification(of: Odometer.self) {
      Classify(by: "distance") { "\($0)" }
      Classify("driven") { $0 > 0 }
    }
    #expect(try #require(result(specification, workers: workers).coverageDetails).classes.isEmpty)
  }

  @Test func `too many views do not classify the worlds`() throws {
    enum Odometer: Module {
      enum Message { case drive }
      struct View: Hashable { var text: String }
      static func start(with flags: Void) -> Int { 0 }
      static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
        // One view more than the largest number of classes.
        model = (model + 1) % 101
      }
      static func view(for model: Int) -> View { View(text: "\(model) km") }
    }
    let details = try #require(
      result(Specification(of: Odometer.self) { Always("small") { $0 < 101 } }).coverageDetails)
    #expect(details.classes.isEmpty)
    #expect(details.messages == [.init(name: "drive", sent: 101, changesSomething: true)])
  }

  // MARK: Conditions

  @Test func `a condition that nothing satisfies is noted`() throws {
    let result = result(
      Self.mailbox {
        Always("a heap is tidy", when: { $0.letters > 5 }) { $0.letters < 10 }
        Always("letters are few", when: { $0.letters > 0 }) { $0.letters < 2 }
        Always("a full screen has letters", of: .view, when: { $0 == .full }) { _ in true }
        Always("nothing waits when full", of: .world, when: { $0.outstanding.count > 1 }) { _ in false }
        Step("shredding shreds", when: { if case .shred = $0.message { true } else { false } }) { _ in false }
        Step("fetching fetches", when: { !$0.commands.isEmpty }) { $0.after.isFetching }
      })
    #expect(result.verdict == .passed)
    let notes = result.notes.filter { $0.contains("“") }
    #expect(notes.count == 3)
    #expect(
      notes[0].hasPrefix(
        "“a heap is tidy” says nothing: nothing reachable satisfies its condition (TEACheckTests/Coverage"))
    #expect(notes[1].hasPrefix("“nothing waits when full” says nothing"))
    #expect(notes[2].hasPrefix("“shredding shreds” says nothing"))
    let conditions = try #require(result.coverageDetails?.conditions)
    #expect(conditions.map(\.isMet) == [false, true, true, false, false, true])
  }

  @Test func `a condition beyond the depth is noted as not put to the test`() {
    let notes = result(
      Self.mailbox { Always("letters are few", when: { $0.letters > 0 }) { $0.letters < 2 } }, depth: 1
    ).notes
    #expect(
      notes.contains {
        $0.hasPrefix("“letters are few” was not put to the test: nothing that was explored satisfies its condition")
      })
  }

  @Test func `a property with a condition is violated where the condition holds and the property does not`() {
    let result = result(Self.mailbox { Always("none arrive", when: { !$0.isFetching }) { $0.letters == 0 } })
    #expect(result.counterexample?.property == "none arrive")
    #expect(result.counterexample?.steps.map(\.message) == ["fetch", "arrived(1)"])
    let resultOfStep = self.result(
      Self.mailbox { Step("fetching waits", when: { !$0.commands.isEmpty }) { !$0.after.isFetching } })
    #expect(resultOfStep.counterexample?.steps.map(\.message) == ["fetch"])
  }

  /// A post office that sends one letter at the start, and then one or two at each message.
  private enum Post: Module {
    enum Message: Hashable { case one, two, arrived }
    enum Command: Hashable { case letter }
    static func start(with flags: Void, perform: (Command) -> Void) -> Int {
      perform(.letter)
      return 0
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if message != .arrived { perform(.letter) }
      if message == .two { perform(.letter) }
    }
  }

  @Test(arguments: [1, 2]) func `a condition is not met where only steps that the bound leaves out meet it`(
    workers: Int
  ) {
    var settings = CheckSettings()
    (settings.engine, settings.workers, settings.outstanding) = (.explore, workers, 1)
    let result = Specification(of: Post.self) {
      Messages(of: .model) { _ in [.one, .two] }
      Replies { _ in [.arrived] }
      Step("one by one", when: { $0.message == .one }) { $0.after == 0 }
      Step("two at a time", when: { $0.message == .two }) { $0.after == 0 }
    }.check().outcome(settings, onProgress: { _ in }).result
    #expect(result.verdict == .passed && result.states == 2)
    // At most one letter may be on its way, so `two` is always left out. `one` is taken after the first letter has arrived.
    #expect(result.coverageDetails?.conditions.map(\.isMet) == [true, false])
  }
}
