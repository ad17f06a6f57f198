import TEARuntime
import Testing

@testable import TEACheck

/// Messages and starts that generators make.
@Suite struct GeneratedMessageTests {
  enum Rows: Module {
    enum Message: Hashable { case add, rename(Int, String), remove(Int) }
    struct Model: Hashable { var names: [Int: String] = [:], nextID = 0, hasMissed = false }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add where model.nextID < 3:
        model.names[model.nextID] = ""
        model.nextID += 1
      case .add: break
      case .rename(let id, let name):
        if model.names[id] == nil { model.hasMissed = true }
        model.names[id] = name
      case .remove(let id):
        if model.names[id] == nil { model.hasMissed = true }
        model.names[id] = nil
      }
    }
  }

  private func specification(
    @SpecificationBuilder<Rows> _ parts: () -> [Declaration<Rows>]
  ) -> Specification<Rows> {
    var specification = Specification(of: Rows.self) {
      Messages(of: .model) { _ in [.add] }
      Messages(generating: .model) { model in
        guard !model.names.isEmpty else { return nil }
        let ids = Gen<Int>.element(of: model.names.keys.sorted())
        return .oneOf(ids.map { .remove($0) }, zip(ids, .string).map { .rename($0, $1) })
      }
    }
    specification.declarations += parts()
    return specification
  }

  private func run(_ specification: Specification<Rows>, _ engine: CheckSettings.Engine) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = engine
    settings.cases = 300
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  @Test func `only messages that the generator of a model makes are sent`() {
    let existingRows = specification { Always("rows exist") { !$0.hasMissed } }
    #expect(run(existingRows, .sample).verdict == .passed)
    #expect(run(existingRows, .explore).verdict == .passed)
  }

  enum Limit: Error { case tooLarge }

  /// A program that refuses to start with a number above 40, and does not declare the error that it throws.
  enum Starter: Module {
    enum Message { case go }
    static func start(with flags: Int) throws -> Int {
      if flags > 40 { throw Limit.tooLarge }
      return flags
    }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {}
  }

  @Test func `a generated start that throws an undeclared error is an error, and not left out`() {
    let specification = Specification(of: Starter.self) { Start(with: Gen<Int>.integer(in: 0...100)) }
    var settings = CheckSettings()
    (settings.engine, settings.cases) = (.sample, 100)
    let result = specification.check().outcome(settings) { _ in }.result
    #expect(result.verdict == .error)
    #expect(result.message?.hasSuffix("start threw tooLarge of type Limit, which is not Starter.Failure") == true)
  }

  @Test func `a derived start that is refused in a random run is noted`() {
    let notes = [1, 2].map { workers in
      var settings = CheckSettings()
      (settings.engine, settings.cases, settings.workers) = (.sample, 100, workers)
      let result = Specification(of: Starter.self) {}.check().outcome(settings) { _ in }.result
      return result.notes.filter { $0.hasPrefix("start refuses some flags of random runs") }
    }
    #expect(notes[0].count == 1 && notes[0].first?.hasSuffix(", by tooLarge") == true, "\(notes)")
    #expect(notes[1] == notes[0])
  }

  @Test func `listed starts beside a generator of starts are sampled`() {
    let specification = Specification(of: Starter.self) {
      Start(with: [-1])
      Start(with: Gen<Int>.integer(in: 0...40))
      Always("never negative") { $0 >= 0 }
    }
    #expect(sample(specification).counterexample?.flags == "with flags -1")
  }

  enum Adder: Module {
    enum Message { case add(Int) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      if case .add(let amount) = message { model += amount }
    }
  }

  @Test func `a precondition that refuses the small messages leaves the large ones`() {
    let specification = Specification(of: Adder.self) {
      Messages(generating: .model) { _ in Gen<Int>.integer(in: 0...1_000).map { .add($0) } }
      Precondition { _, message in if case .add(let amount) = message { amount > 100 } else { false } }
      Always("at most 5 000") { $0 <= 5_000 }
    }
    #expect(sample(specification).verdict == .violated)
  }

  @Test func `a precondition that refuses nearly all messages ends runs, which are not thrown away`() {
    let specification = Specification(of: Adder.self) {
      Messages(generating: .model) { _ in Gen<Int>.integer(in: 0...1_000_000).map { .add($0) } }
      Precondition { _, message in if case .add(let amount) = message { amount == 123_456 } else { false } }
    }
    let result = sample(specification)
    #expect(result.verdict == .inconclusive && result.transitions == 0)
  }

  /// A list of switches. Toggling a switch that is not in the list traps.
  enum Switches: Module {
    enum Message: Hashable { case add, toggle(Int) }
    static func start(with flags: Void) -> [Bool] { [] }
    static func update(for message: Message, model: inout [Bool], perform: (Command) -> Void) {
      switch message {
      case .add: model.append(false)
      case .toggle(let index): model[index].toggle()
      }
    }
  }

  @Test func `a precondition on the ids of derived messages throws no run away`() {
    let specification = Specification(of: Switches.self) {
      Precondition { switches, message in
        switch message {
        case .add: switches.count < 2
        case .toggle(let index): switches.indices.contains(index)
        }
      }
    }
    let result = specification.check().exploration { $0.engine = .automatic }
    #expect(result.verdict == .passed, "\(result.message ?? "")")
    #expect(!result.notes.contains { $0.contains("thrown away") })
    #expect(sample(specification).verdict == .passed)
  }

  @Test func `generators that list all their messages leave a search complete, and a violation of Recovers certain`() {
    let specification = Specification(of: Switches.self) {
      Messages(of: .model) { $0.count < 2 ? [.add] : [] }
      Messages(generating: .model) { switches in
        switches.isEmpty ? nil : Gen<Int>.element(of: Array(switches.indices)).map { .toggle($0) }
      }
    }
    let whole = specification.check().exploration { $0.engine = .automatic }
    #expect((whole.verdict, whole.coverage, whole.states, whole.sampledSteps) == (.passed, .complete, 7, 0))
    #expect(!whole.notes.contains { $0.contains("payloads were cut") })
    var recovering = specification
    recovering.declarations += Specification(of: Switches.self) { Recovers("no switch") { $0.isEmpty } }.declarations
    #expect(recovering.check().exploration().verdict == .violated)
  }

  private func sample<M>(_ specification: Specification<M>) -> CheckResult {
    var settings = CheckSettings()
    (settings.engine, settings.cases) = (.sample, 300)
    return specification.check().outcome(settings) { _ in }.result
  }

  @Test func `a precondition that throws for a generated message ends the check with an error`() {
    let throwing = specification {
      Precondition { _, message in
        if case .rename(_, let name) = message, name.count > 3 { throw Limit.tooLarge }
        return true
      }
    }
    #expect(run(throwing, .sample).verdict == .error)
  }

  @Test func `random runs find a name of seven letters, and shrink the steps to it`() {
    let shortNames = specification { Always("short names") { $0.names.values.allSatisfy { $0.count < 7 } } }
    let steps = run(shortNames, .sample).counterexample?.steps.map(\.message) ?? []
    #expect(steps.last?.hasSuffix(", \"aaaaaaa\")") == true && steps.dropLast().allSatisfy { $0 == "add" })
  }

  @Test func `the replay of a script that violates nothing, or cannot happen, passes`() throws {
    let check = specification { Always("short names") { $0.names.values.allSatisfy { $0.count < 7 } } }.check()
    #expect(throws: CheckFailure.self) { try check.replay("add\nrename(0, \"aaaaaaa\")") }
    try check.replay("rename(0, \"aaaaaaa\")")
    try check.replay("add\nrename(0, \"a\")")
  }

  @Test func `a message that no generator makes is not replayed`() throws {
    let check = Specification(of: Rows.self) {
      Messages(of: .model) { _ in [.add] }
      Messages(generating: .model) { model in
        model.names.isEmpty ? nil : Gen<Int>.element(of: model.names.keys.sorted()).map { .remove($0) }
      }
      Always("rows exist") { !$0.hasMissed }
    }.check()
    try check.replay("add\nremove(7)")
    try check.replay("add\nremove(0)\nadd")
  }

  struct Age: Hashable, Generatable {
    var years: Int
    static var generator: Gen<Age> { Gen<Int>.integer(in: 0...120).map { Age(years: $0) } }
  }

  struct Weight: Hashable, Generatable {
    var grams: Int
    static var generator: Gen<Weight> { Gen<Int>.integer(in: 0...1_000_000).map { Weight(grams: $0) } }
  }

  /// A program whose model is the largest number of its last message.
  enum Person: Module {
    enum Message: Hashable { case met([Age]), weighed(Weight) }
    static func start(with flags: Void) -> Int { 0 }
    static func update(for message: Message, model: inout Int, perform: (Command) -> Void) {
      switch message {
      case .met(let ages): model = ages.map(\.years).max() ?? 0
      case .weighed(let weight): model = weight.grams
      }
    }
  }

  private func notesOfViolation(_ check: Check, by script: String) throws -> [String] {
    let failure = try #require(throws: CheckFailure.self) { try check.replay(script) }
    return failure.result.notes.filter { $0.contains("may no longer make") }
  }

  @Test func `a payload that its registered generator does not make is not replayed`() throws {
    let check = Specification(of: Person.self) { Always("below 100") { $0 < 100 } }.check()
    try check.replay("met([Age(years: 1), Age(years: 130)])")
    #expect(try notesOfViolation(check, by: "met([Age(years: 110)])") == [])
    #expect(
      try notesOfViolation(check, by: "weighed(Weight(grams: 2))\nweighed(Weight(grams: 2000000))") == [
        "a generator may no longer make step 2, 'weighed(Weight(grams: 2000000))': it makes too many values to look "
          + "through"
      ])
  }

  @Test func `a violation by a message that a generator may not make says so`() throws {
    let check = Specification(of: Adder.self) {
      Messages(generating: .model) { _ in Gen<Int>.integer(in: 0...5_000).map { .add($0) } }
      Always("at most 900") { $0 <= 900 }
    }.check()
    #expect(try notesOfViolation(check, by: "add(950)") == [])
    #expect(
      try notesOfViolation(check, by: "add(7000)") == [
        "a generator may no longer make step 1, 'add(7000)': it makes too many values to look through"
      ])
  }

  enum Dial: Module {
    enum Message: Hashable { case tick(Int), rare(Int), set(Double) }
    static func start(with flags: Void) -> Bool { false }
    static func update(for message: Message, model: inout Bool, perform: (Command) -> Void) {
      switch message {
      case .tick: break
      case .rare: model = true
      case .set(let number): model = number.isNaN
      }
    }
  }

  @Test func `a message of a case that a generator rarely makes is replayed, and a note says so`() throws {
    let check = Specification(of: Dial.self) {
      Messages(generating: .model) { _ in
        Gen<Dial.Message>.frequency(
          (99_999, Gen<Int>.integer.map { .tick($0) }), (1, Gen<Int>.integer.map { .rare($0) }))
      }
      Always("nothing rare") { !$0 }
    }.check()
    #expect(
      try notesOfViolation(check, by: "tick(1)\nrare(3)") == [
        "a generator may no longer make step 2, 'rare(3)': it makes too many values to look through"
      ])
  }

  @Test func `a message that is unequal to itself is replayed`() throws {
    let numbers = (0..<40).map { Double($0) } + [Double.nan]
    let check = Specification(of: Dial.self) {
      Messages(generating: .model) { _ in Gen<Double>.element(of: numbers).map { .set($0) } }
      Always("a number") { !$0 }
    }.check()
    #expect(try notesOfViolation(check, by: "set(nan)") == [])
  }

  @Test func `a model is not replayed as a start where flags are generated`() {
    let check = Specification(of: Starter.self) {
      Start(with: Gen<Int>.integer)
      Always("at most 25") { $0 <= 25 }
    }.check()
    #expect(throws: ReplayError.self) { try check.replay("start from 28\ngo") }
  }

  @Test func `a start that no generator makes is not replayed`() throws {
    let check = Specification(of: Starter.self) {
      Start(with: Gen<Int>.integer(in: 0...30))
      Always("at most 25") { $0 <= 25 }
    }.check()
    #expect(throws: CheckFailure.self) { try check.replay("start with flags 28\ngo") }
    for start in ["with flags 35", "from 28"] {
      let error = #expect(throws: ReplayError.self) { try check.replay("start \(start)\ngo") }
      #expect(error?.description.contains("The program does not start '\(start)' any more: ") == true)
    }
  }

  @Test func `messages of every generator are replayed`() throws {
    let check = Specification(of: Rows.self) {
      Messages(generating: .model) { _ in
        .oneOf(
          .always(.add), Gen<Int>.integer.map { .remove($0) },
          zip(Gen<Int>.integer, .string).map { .rename($0, $1) })
      }
      Always("few names") { $0.names.values.allSatisfy { $0.count < 3 } }
    }.check()
    #expect(throws: CheckFailure.self) { try check.replay("rename(5, \"abc\")") }
  }

  @Test func `an exploration lists the smallest generated messages, and a note says so`() {
    let result = run(specification {}, .explore)
    #expect(result.coverage == .completeWithinScope)
    #expect(result.notes.contains("messages: in every world the few smallest that its generators make"))
    let searchForB = run(specification { Always("no b") { !$0.names.values.contains("b") } }, .explore)
    #expect(searchForB.counterexample == nil)
    let searchForA = run(specification { Always("no a") { !$0.names.values.contains("a") } }, .explore)
    #expect(searchForA.counterexample?.steps.map(\.message) == ["add", "rename(0, \"a\")"])
  }

  @Test func `a filter that keeps nothing is an error with advice`() {
    let picky = Specification(of: Rows.self) {
      Messages(generating: .model) { _ in Gen<Int>.integer.filter { $0 > 1_000_000 }.map { .remove($0) } }
    }
    let result = run(picky, .explore)
    #expect(result.verdict == .error)
    #expect(result.message?.contains("make the generator produce only good values") == true)
  }

  @Test func `a generator of starts that filters its small values away is not called an empty list`() {
    let picky = Specification(of: Starter.self) { Start(with: Gen<Int>.integer.filter { $0 > 1_000_000 }) }
    let result = sample(picky)
    #expect(result.verdict == .error)
    #expect(
      result.message == "none of the smallest values of a generator of starts passed its filter; make the generator "
        + "produce only good values, for example by map or flatMap")
  }
}
