@testable import TEAGenerators
@testable import TEAResults
@testable import TEASupport
import Synchronization
import Testing

@testable import TEACheck

/// Random runs copy large models rarely, and hash only some of their worlds. Also enumerations, drawn texts, features of
/// worlds, and counts of parts.
@Suite struct LargeModelSamplingTests {
  private func sample<M>(
    _ specification: Specification<M>, seed: UInt64 = 1, workers: Int = 1, cases: Int = 400
  ) -> CheckResult {
    var settings = CheckSettings()
    (settings.engine, settings.seed, settings.workers, settings.cases) = (.sample, seed, workers, cases)
    return specification.check().outcome(settings, onProgress: { _ in }).result
  }

  /// A dictionary of accounts; the flags are their number.
  enum Accounts: Module {
    enum Message: CaseIterable { case deposit, withdraw, next }
    struct Account: Hashable { var owner = "somebody with a name", balance = 0, note: String? = nil }
    struct Model: Hashable { var accounts: [Int: Account], current = 0 }
    static func start(with flags: Int) -> Model {
      Model(accounts: Dictionary(uniqueKeysWithValues: (0..<flags).map { ($0, Account()) }))
    }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .deposit: model.accounts[model.current]?.balance += 1
      case .withdraw: model.accounts[model.current]?.balance -= 1
      case .next: model.current = (model.current + 1) % model.accounts.count
      }
    }
  }

  private func accounts(_ count: Int) -> Specification<Accounts> {
    Specification(of: Accounts.self) { Start(with: [count]) }
  }

  @Test func `the number of worlds of large models is a lower bound`() {
    // A hash of this model takes so long that the runs hash fewer than one world in a hundred.
    let large = sample(accounts(500))
    #expect(large.statesAreAtLeast && large.states > 10 && large.states < large.transitions / 10)
    #expect(TextReport.figures(of: large).contains(" · at least \(grouped(large.states)) worlds · "))
    #expect(CheckResult(record: large.record(suite: ""))?.statesAreAtLeast == true)
  }

  @Test func `worlds of small models are all counted`() {
    let small = sample(accounts(2))
    #expect(!small.statesAreAtLeast && small.states > small.transitions / 20)
    #expect(!TextReport.figures(of: small).contains("at least"))
    #expect(small.record(suite: "")["statesAreAtLeast"] == nil)
  }

  @Test func `the counts are the same at any number of workers`() {
    var results = [1, 2, 3, 8].map { sample(accounts(300), seed: 5, workers: $0) }
    for index in results.indices { results[index].seconds = 0 }
    #expect(results.allSatisfy { $0 == results[0] })
  }

  /// A long list of numbers. Each step changes one number; `copies` counts the steps that copied the list.
  enum List: Module {
    enum Message: CaseIterable { case first, last }
    struct Model: Hashable { var numbers = Array(repeating: 0, count: 1_000) }
    static let copies = Mutex(0)
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      let before = model.numbers.withUnsafeBufferPointer { $0.baseAddress }
      model.numbers[message == .first ? 0 : 999] += 1
      let after = model.numbers.withUnsafeBufferPointer { $0.baseAddress }
      if before != after { copies.withLock { $0 += 1 } }
    }
  }

  @Test func `a model is not copied at every step`() {
    let result = sample(Specification(of: List.self) { Always("long") { $0.numbers.count == 1_000 } }, cases: 1_000)
    #expect(result.verdict == .passed)
    #expect(List.copies.withLock { $0 } < result.transitions / 8)
  }

  /// A program whose `update` adds the second answer to the model and then throws a failure that it does not declare.
  enum Thrower: Module {
    enum Message: Hashable { case ask, answer(Int) }
    enum Command: Hashable { case fetch }
    struct Model: Hashable { var asked = 0, answers: [Int] = [] }
    struct UndeclaredError: Error {}
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
      switch message {
      case .ask:
        model.asked += 1
        perform(.fetch)
      case .answer(let number):
        model.answers.append(number)
        if model.answers.count == 2 { throw UndeclaredError() }
      }
    }
  }

  @Test func `a step with an undeclared failure shows no changes of the model`() throws {
    let result = sample(
      Specification(of: Thrower.self) {
        Messages { _ in [.ask] }
        Replies { _ in [.answer(1)] }
      })
    let counterexample = try #require(result.counterexample)
    #expect(
      result.verdict == .violated
        && counterexample.steps.map(\.message) == ["ask", "ask", "answer(1)", "answer(1)"])
    #expect(
      counterexample.detail?.contains("update threw") == true && counterexample.steps.last?.changes.isEmpty == true)
  }

  enum Phases: Module {
    enum Message: CaseIterable { case next, stay }
    struct Model: Hashable { var phase = 0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      if message == .next { model.phase = (model.phase + 1) % 3 }
    }
  }

  @Test func `two declarations of one name that give the same label count once in each run`() {
    let result = sample(
      Specification(of: Phases.self) {
        Classify(by: "phase") { "\($0.phase)" }
        Classify(by: "phase") { $0.phase < 2 ? "\($0.phase)" : "two" }
        Classify("started") { _ in true }
        Classify("never") { $0.phase > 2 }
      }, cases: 200)
    let notes = result.notes.filter { $0.contains("of the runs from the start") || $0.contains("in no run") }
    #expect(notes.count == 3)
    #expect(notes.first?.hasPrefix("“phase”: 0 100") == true && notes.first?.contains(", two ") == true)
    #expect(notes.contains { $0.hasPrefix("“started”: 100") } && notes.contains("“never”: in no run"))
  }

  /// A value whose `==` ignores one of its two fields.
  struct Half: Hashable {
    var seen: Int, hidden: Bool
    static func == (one: Half, other: Half) -> Bool { one.seen == other.seen }
    func hash(into hasher: inout Hasher) { hasher.combine(seen) }
  }

  @Test func `an enumeration lists values that differ in what == ignores, and repeats none`() {
    let halves = zip(Gen.integer(in: 0...1), .element(of: [false, true])).map { Half(seen: $0, hidden: $1) }
    #expect(Set(halves.enumerate(10).map { "\($0.seen) \($0.hidden)" }).count == 4)
    #expect(halves.enumerate(10).count == 4)
    #expect(Gen<Int>.oneOf(.always(7), .always(7), .always(8)).enumerate(10) == [7, 8])
    #expect(Gen<[Int]?>.oneOf(.always(nil), .always([1]), .always([1])).enumerate(10) == [nil, [1]])
  }

  @Test func `an enumeration makes each sequence of choices once, in order`() {
    let arrays = Gen<[Int]>.array(of: Gen<Int>.integer(in: 0...2), count: 0...3)
    let pairs = Gen<Int>.integer(in: 0...3).map { Optional([7, $0]) }
    let tree = Gen<[Int]?>.oneOf(arrays.map { Optional($0) }, .always(nil), pairs)
    let smallest = tree.smallest(1_000)
    #expect(smallest.isExhaustive && smallest.values.count == 1 + 3 + 9 + 27 + 1 + 4)
    // Sequences are in the order of their sums; with equal sums, in the order of their choices.
    let keys = smallest.records.map { [$0.reduce(0, +)] + $0 }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    // An enumeration that cannot keep all sequences computes them again, with the same result.
    for limit in [0, 1, 5, 20] {
      let repeated = tree.smallest(1_000, keeping: limit)
      #expect(repeated.records == smallest.records && repeated.values == smallest.values && repeated.isExhaustive)
    }
    #expect(tree.smallest(7).values == Array(smallest.values.prefix(7)) && !tree.smallest(7).isExhaustive)
  }

  // MARK: Drawn texts

  @Test func `a drawn text is replayed from its choices`() throws {
    var characters: Set<Character> = []
    for seed in 0..<400 as Range<UInt64> {
      let (text, choices) = try Gen.string.record(seed: seed, size: Int(seed % 101))
      #expect(try Gen.string.replay(choices) == text)
      #expect(String(decoding: Array(text.utf8), as: UTF8.self).unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(text.utf8.allSatisfy { $0 < 0x80 } == text.unicodeScalars.allSatisfy(\.isASCII))
      characters.formUnion(text)
    }
    #expect(characters.isSuperset(of: ["a", "z", "Z", "~", "\r\n", "中", "👨‍👩‍👧"]))
  }

  @Test(arguments: [1, 2, 7, 119, 4_095] as [UInt64], [0, 1, 30, 100])
  func `a table draws numbers from 0 to its bound, most of them small`(bound: UInt64, size: Int) {
    let tables = EdgeTables(through: bound)
    var choices = Choices(seed: bound, size: size)
    let numbers = choices.record[choices.chooseEach(of: 20_000, from: tables)]
    #expect(numbers.count == 20_000 && numbers.allSatisfy { $0 <= bound })
    #expect(numbers.contains(0) && numbers.contains(bound))
    let smallCount = numbers.count { $0 <= 2 * UInt64(max(size, 1)) }
    // Of the 32 rows of a table, 18 hold only numbers up to twice the size.
    #expect(smallCount * 32 > 18 * 20_000)
  }

  // MARK: Classes of worlds

  struct Features {
    var text = "a", number: Int? = nil, list: [Int] = [], names: Set<String> = [], ages: [String: Int]? = nil
    var title: String? = nil
  }

  private func features(_ value: Features) -> [UInt64] {
    withUnsafePointer(to: value) { value in
      WorldFeatures(of: Features.self).readers.map { $0(UnsafeRawPointer(value)) }
    }
  }

  @Test func `the feature of a collection depends on its number of elements alone`() {
    let plain = features(Features())
    #expect(plain.count == 6 && plain[1] == 0 && plain[4] == 0 && plain[5] == 0)
    var other = Features(text: "b", number: 3, list: [1, 2], names: ["x"], ages: ["y": 1, "z": 2], title: "t")
    #expect(zip(plain, features(other)).allSatisfy { $0 != $1 })
    let before = features(other)
    other.list = [3, 4]
    other.names = ["y"]
    other.ages = ["a": 3, "b": 4]
    #expect(features(other) == before)
    other.list.append(5)
    #expect(features(other)[2] == before[2] + 1 && features(other)[3] == before[3])
  }

  enum Sheet { case edit(Int), share }
  struct Place { var x: Float = 0, name = "a" }
  struct OptionalFeatures {
    var sheet: Sheet? = nil, place: Place? = nil, sheets: Sheet?? = nil, ratio: Float = 0
  }

  @Test func `an optional value has the features of the value`() {
    func features(_ value: OptionalFeatures) -> [UInt64] {
      withUnsafePointer(to: value) { value in
        WorldFeatures(of: OptionalFeatures.self).readers.map { $0(UnsafeRawPointer(value)) }
      }
    }
    let empty = features(OptionalFeatures())
    #expect(empty.count == 5)
    func changed(_ one: [UInt64], _ other: [UInt64]) -> [Int] { one.indices.filter { one[$0] != other[$0] } }
    let edit = features(OptionalFeatures(sheet: .edit(3)))
    #expect(changed(empty, edit) == [0])
    #expect(changed(edit, features(OptionalFeatures(sheet: .share))) == [0])
    let place = features(OptionalFeatures(place: Place()))
    #expect(changed(empty, place) == [1, 2])
    #expect(changed(place, features(OptionalFeatures(place: Place(x: 2)))) == [1])
    #expect(changed(place, features(OptionalFeatures(place: Place(name: "b")))) == [2])
    let none = features(OptionalFeatures(sheets: .some(nil)))
    #expect(changed(empty, none) == [3] && changed(none, features(OptionalFeatures(sheets: .share))) == [3])
    #expect(changed(empty, features(OptionalFeatures(ratio: 2.5))) == [4])
    #expect(changed(empty, features(OptionalFeatures(ratio: .nan))) == [4])
  }

  // MARK: The number of parts of values

  private func parts<Value>(of value: Value) -> Int {
    var count = PartCounter()
    count.add(value)
    return count.count
  }

  indirect enum Tree { case leaf, node(Tree, Int, Tree) }
  enum Loading { case idle, loaded([String]), failed(code: Int, String?) }
  final class Object { var array = [1, 2, 3] }
  struct Screen {
    var title = "t"
    var state = Loading.loaded(["a", "b"])
    var rest: (Bool, Double) = (true, 1)
  }

  @Test func `the parts of a model are counted through enums and collections`() {
    // A text counts as one part, and one more for each 16 bytes.
    #expect(parts(of: 1) == 1 && parts(of: "a") == 1 && parts(of: String(repeating: "a", count: 160)) == 11)
    #expect(parts(of: [1, 2, 3]) == 4 && parts(of: [[1, 2], []]) == 5 && parts(of: ["a": [1, 2]]) == 5)
    #expect(parts(of: Int?.none) == 1 && parts(of: Optional([1, 2])) == 4 && parts(of: Optional(Optional("a"))) == 3)
    #expect(parts(of: Loading.idle) == 1 && parts(of: Loading.loaded(["a", "b"])) == 4)
    #expect(parts(of: Loading.failed(code: 1, "x")) == 4 && parts(of: Loading.failed(code: 1, nil)) == 3)
    #expect(parts(of: Screen()) == 7 && parts(of: Object()) == 1 && parts(of: Set([1, 2])) == 3)
    #expect(parts(of: Tree.node(.node(.leaf, 1, .leaf), 2, .leaf)) == 7)
    #expect(parts(of: Array(repeating: Screen(), count: 100)) == 701)
  }

  @Test func `a larger model is hashed more rarely, but at least once in 4 096 steps`() throws {
    let rules = try Rules(Specification(of: List.self) {}, scope: 1)
    var count = PartCounter()
    func steps(_ numbers: Int) -> Int {
      let model = List.Model(numbers: Array(repeating: 0, count: numbers))
      return Rules<List>.stepsBetweenHashes(rules.costOfHash(World(model: model), &count))
    }
    #expect(rules.identity.isCheap && steps(1_000) == 1 && steps(256_000) == 1_001 && steps(2_000_000) == 4_096)
  }

  @Test func `counting parts ends at its bounds`() {
    var list = Tree.leaf
    for number in 0..<10_000 { list = .node(.leaf, number, list) }
    // Values that are nested more than 100 deep are not counted any further.
    #expect(parts(of: list) < 1_000)
    // Counting ends when the count has reached 2¹⁶. The last addition may exceed this number.
    #expect((1 << 16...1 << 17).contains(parts(of: Array(repeating: Screen(), count: 100_000))))
  }
}
