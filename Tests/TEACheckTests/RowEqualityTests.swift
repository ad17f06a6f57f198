@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// The row of a value is the bytes by which a search stores it. Rows and their hashes are equal exactly if the values have the
/// same contents.
@Suite struct RowEqualityTests {
  enum Note: Hashable { case prepared(Int), commit, abort }
  enum Colour { case red, green, blue }
  enum Signal: Hashable { case of(Colour), off }

  struct Mixed: Hashable {
    var notes: Set<Note> = []
    var isOn = false
    var numbers: Set<Int> = []
    var bytes: Set<UInt8> = []
    var shorts: [Int16] = []
    var flags: [Bool] = []
    var last: Int? = nil
    var note = Note.abort
    var signal = Signal.off
    var small: UInt8? = nil
    var text = ""
    var ratio = 0.0
    var tallies: [Int: Int] = [:]
  }

  @Test func `rows of mixed models are equal where the models are, except for the sign of zero`() throws {
    let comparison = ValueComparison(of: Mixed.self)
    var random = RandomNumbers(seed: 7)
    var equalCount = 0
    for _ in 0..<4_000 {
      let one = mixed(&random)
      var other = random.nextBool(probability: 0.5) ? rebuilt(one, &random) : one
      if random.nextBool(probability: 0.5) { change(&other, &random) }
      // Zeros of different signs are equal by `==`, but stored differently.
      expectAgreement(one, other, comparison, onCondition: one.ratio.sign == other.ratio.sign)
      equalCount += one == other ? 1 : 0
    }
    // Both equal and unequal pairs are frequent.
    #expect((1_000...3_000).contains(equalCount))
  }

  struct OnlySet: Hashable { var set: Set<Note> = [] }

  @Test func `all subsets of ten notes have different hashes`() throws {
    let comparison = ValueComparison(of: OnlySet.self)
    let notes = [.commit, .abort] + (0..<8).map { Note.prepared($0) }
    var hashes: Set<UInt64> = []
    for bits in 0..<1 << notes.count {
      let set = OnlySet(set: Set(notes.indices.filter { bits >> $0 & 1 == 1 }.map { notes[$0] }))
      hashes.insert(withUnsafePointer(to: set) { comparison.hash(of: UnsafeRawPointer($0)) })
    }
    #expect(hashes.count == 1 << notes.count)
  }

  struct Queue: Hashable {
    var current: Signal = .off
    var next: Colour?
    var waiting: [Colour] = []
    var done: [Int] = []
  }

  @Test func `values that differ in small fields or short arrays have different hashes`() throws {
    let comparison = ValueComparison(of: Queue.self)
    let colours = [Colour.red, .green, .blue]
    var queues: [[Colour]] = [[]]
    for length in 0..<4 {
      queues += queues.filter { $0.count == length }.flatMap { queue in colours.map { queue + [$0] } }
    }
    var hashes: Set<UInt64> = []
    var queueCount = 0
    for current in [.off] + colours.map(Signal.of) {
      for next in [nil] + colours.map(Optional.some) {
        for waiting in queues {
          for done in [[], [0], [1], [2], [0, 1], [1, 0]] {
            let queue = Queue(current: current, next: next, waiting: waiting, done: done)
            hashes.insert(withUnsafePointer(to: queue) { comparison.hash(of: UnsafeRawPointer($0)) })
            queueCount += 1
          }
        }
      }
    }
    // Four values of `current`, four of `next`, 121 of `waiting` and six of `done`.
    #expect(hashes.count == queueCount && queueCount == 4 * 4 * 121 * 6)
  }

  struct Numbers: Hashable { var set: Set<Int> = [] }

  /// The hash of a set is a sum over its elements, so sets of small numbers could collide more often than by the odds that a
  /// compact search reports.
  @Test func `sets of small numbers have different hashes`() throws {
    let comparison = ValueComparison(of: Numbers.self)
    var hashes: Set<UInt64> = []
    var setCount = 0
    for one in 0..<100 {
      for two in 0..<one {
        for three in 0..<two {
          let numbers = Numbers(set: [one, two, three])
          hashes.insert(withUnsafePointer(to: numbers) { comparison.hash(of: UnsafeRawPointer($0)) })
          setCount += 1
        }
      }
    }
    #expect(hashes.count == setCount)
  }

  // MARK: Elements of sets, with an == of their own or in boxes

  /// A number whose `==` ignores the sign and all but the lowest 16 bits.
  enum Unsigned: Hashable {
    case number(Int), none
    private var size: Int { if case .number(let number) = self { Int(number.magnitude & 0xFFFF) } else { -1 } }
    static func == (one: Unsigned, other: Unsigned) -> Bool { one.size == other.size }
    func hash(into hasher: inout Hasher) { hasher.combine(size) }
  }
  /// A number whose `==` compares whole billions.
  enum Rounded: Hashable {
    case number(Int), none
    private var part: Int { if case .number(let number) = self { number / 1_000_000_000 } else { -1 } }
    static func == (one: Rounded, other: Rounded) -> Bool { one.part == other.part }
    func hash(into hasher: inout Hasher) { hasher.combine(part) }
  }
  /// A number whose `==` takes `left` and `right` for one case.
  enum Merged: Hashable {
    case left(Int), right(Int), none
    private var key: (Int, Int) {
      switch self {
      case .left(let number), .right(let number): (0, number)
      case .none: (1, 0)
      }
    }
    static func == (one: Merged, other: Merged) -> Bool { one.key == other.key }
    func hash(into hasher: inout Hasher) {
      hasher.combine(key.0)
      hasher.combine(key.1)
    }
  }
  /// A number whose `==` and `hash(into:)` ignore the sign, and are otherwise like the derived ones.
  enum Amount: Hashable {
    case number(Int), none
    static func == (one: Amount, other: Amount) -> Bool {
      switch (one, other) {
      case (.number(let one), .number(let other)): one.magnitude == other.magnitude
      case (.none, .none): true
      default: false
      }
    }
    func hash(into hasher: inout Hasher) {
      switch self {
      case .number(let number):
        hasher.combine(0)
        hasher.combine(number < 0 ? 0 &- number : number)
      case .none: hasher.combine(1)
      }
    }
  }
  /// A number in a box, with the derived `==`.
  indirect enum Indirect: Hashable { case number(Int), none }
  struct Holder<Element: Hashable>: Hashable {
    var set: Set<Element>
    var one: Element
    var count = 0
  }

  @Test func `elements with an == of their own, or in boxes, are told apart by what they store`() {
    expectToldApart(Unsigned.number(3), .number(-3))
    expectToldApart(Rounded.number(3), .number(4))
    expectToldApart(Merged.left(3), .right(3))
    expectToldApart(Amount.number(3), .number(-3))
    expectToldApart(Indirect.number(3), .number(4))
  }

  enum Average: Module {
    enum Message: CaseIterable { case divide }
    struct Model: Hashable { var count = 0, mean = 0.0 }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      model.mean = Double(model.count) / 0
    }
  }

  @Test func `a model that is not equal to itself is found`() {
    let result = Specification(of: Average.self) {}.check().exploration()
    #expect(result.counterexample?.property == "the model equals itself")
  }

  // MARK: Helpers

  private func expectToldApart<Element: Hashable>(
    _ one: Element, _ other: Element, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let models = [Holder(set: [one], one: one), Holder(set: [other], one: one), Holder(set: [one], one: other)]
    let comparison = ValueComparison(of: Holder<Element>.self)
    for (firstIndex, first) in models.enumerated() {
      for (secondIndex, second) in models.enumerated() {
        withUnsafePointer(to: first) { first in
          withUnsafePointer(to: second) { second in
            let isSameIndex = firstIndex == secondIndex
            #expect(comparison.isSame(first, second) == isSameIndex, sourceLocation: sourceLocation)
            #expect(
              !isSameIndex || comparison.hash(of: first) == comparison.hash(of: second), sourceLocation: sourceLocation)
          }
        }
      }
    }
  }

  /// Expects that the rows and hashes of two values are equal exactly if the values are equal and `condition` is true.
  private func expectAgreement<Model: Hashable>(
    _ one: Model, _ other: Model, _ comparison: ValueComparison, onCondition condition: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    withUnsafePointer(to: one) { one in
      withUnsafePointer(to: other) { other in
        let (first, second) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
        let isEqual = condition && one.pointee == other.pointee
        #expect(comparison.isSame(first, second) == isEqual, sourceLocation: sourceLocation)
        #expect(comparison.isSame(second, first) == isEqual, sourceLocation: sourceLocation)
        #expect((comparison.hash(of: first) == comparison.hash(of: second)) == isEqual, sourceLocation: sourceLocation)
      }
    }
  }

  private func number(_ random: inout RandomNumbers) -> Int {
    random.nextBool(probability: 0.8) ? Int(random.next(through: 5)) - 2 : Int(truncatingIfNeeded: random.next())
  }

  private func numbers(_ random: inout RandomNumbers) -> [Int] {
    (0..<Int(random.next(through: 9))).map { _ in number(&random) }
  }

  private func note(_ random: inout RandomNumbers) -> Note {
    [.commit, .abort, .prepared(number(&random))][Int(random.next(through: 2))]
  }

  private func mixed(_ random: inout RandomNumbers) -> Mixed {
    var mixed = Mixed()
    for _ in 0..<random.next(through: 8) { change(&mixed, &random) }
    return mixed
  }

  private func change(_ mixed: inout Mixed, _ random: inout RandomNumbers) {
    switch random.next(through: 12) {
    case 0: mixed.notes.formSymmetricDifference([note(&random)])
    case 1: mixed.isOn.toggle()
    case 2: mixed.numbers.formSymmetricDifference(numbers(&random))
    case 3: mixed.bytes.formSymmetricDifference([UInt8(random.next(through: 5))])
    case 4: mixed.shorts.append(Int16(truncatingIfNeeded: number(&random)))
    case 5: if !mixed.shorts.isEmpty { mixed.shorts.removeLast() }
    case 6: mixed.flags.append(random.nextBool(probability: 0.5))
    case 7: mixed.last = random.nextBool(probability: 0.5) ? nil : number(&random)
    case 8: mixed.note = note(&random)
    case 9: mixed.signal = [.off, .of(.red), .of(.green), .of(.blue)][Int(random.next(through: 3))]
    case 10: mixed.small = random.nextBool(probability: 0.5) ? nil : UInt8(random.next(through: 3))
    case 11: mixed.ratio = [0.0, -0.0, 1.5][Int(random.next(through: 2))]
    default:
      mixed.text = ["", "short", "a text that is too long to be kept in place"][Int(random.next(through: 2))]
      mixed.tallies[number(&random)] = 1
    }
  }

  /// An equal value whose collections share no memory with the original: elements were inserted in another order, with another
  /// capacity, and some were inserted and removed again.
  private func rebuilt(_ mixed: Mixed, _ random: inout RandomNumbers) -> Mixed {
    func set<Element>(_ set: Set<Element>, insertingAndRemoving candidates: [Element]) -> Set<Element> {
      var rebuilt = Set<Element>(minimumCapacity: [0, 3, 60][Int(random.next(through: 2))])
      let extra = candidates.filter { !set.contains($0) }
      for element in (Array(set) + extra).shuffled(using: &random) { rebuilt.insert(element) }
      for element in extra { rebuilt.remove(element) }
      return rebuilt
    }
    func array<Element>(_ array: [Element]) -> [Element] {
      var rebuilt: [Element] = []
      rebuilt.reserveCapacity([0, 5, 100][Int(random.next(through: 2))])
      for element in array { rebuilt.append(element) }
      if let last = rebuilt.last, random.nextBool(probability: 0.3) {
        rebuilt.append(last)
        rebuilt.removeLast()
      }
      return rebuilt
    }
    var rebuilt = mixed
    rebuilt.notes = set(mixed.notes, insertingAndRemoving: [.abort, .prepared(17), .prepared(-1)])
    rebuilt.numbers = set(mixed.numbers, insertingAndRemoving: Array(100..<140))
    rebuilt.bytes = set(mixed.bytes, insertingAndRemoving: [200, 201])
    rebuilt.shorts = array(mixed.shorts)
    rebuilt.flags = array(mixed.flags)
    rebuilt.tallies = Dictionary(minimumCapacity: 30)
    for (key, value) in mixed.tallies { rebuilt.tallies[key] = value }
    return rebuilt
  }
}
