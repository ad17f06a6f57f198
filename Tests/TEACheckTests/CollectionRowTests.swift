@testable import TEASupport
import TEARuntime
import Testing

@testable import TEACheck

/// Models whose dictionaries and arrays change a little in a step, and share the rest of their memory.
@Suite struct CollectionRowTests {
  struct Row: Hashable {
    var title = "", number = 0
  }

  struct Model: Hashable {
    var byName: [String: Row] = [:]
    var byNumber: [UInt8: String] = [:]
    var list: [Row] = []
    var texts: [String] = []
    var count = 0
  }

  /// A text that is too long to be stored inside a `String`, so that equal texts have different memory.
  private static func text(_ random: inout RandomNumbers) -> String {
    String(repeating: "long ", count: 4) + String(random.next(through: 5))
  }

  private static func change(_ model: inout Model, _ random: inout RandomNumbers) {
    let row = Row(title: text(&random), number: Int(random.next(through: 2)))
    let (name, number) = ("row \(random.next(through: 20))", UInt8(random.next(through: 90)))
    switch random.next(through: 11) {
    case 0...2: model.byName[name] = row
    case 3: model.byName[name] = nil
    case 4: model.byName.reserveCapacity(Int(random.next(through: 100)))
    case 5: model.byNumber[number] = row.title
    case 6: model.byNumber[number] = nil
    case 7: model.list.append(row)
    case 8: if !model.list.isEmpty { model.list[Int(random.next(through: UInt64(model.list.count - 1)))] = row }
    case 9: _ = model.list.popLast()
    case 10: model.texts.append(row.title)
    default: model.texts.reverse()
    }
  }

  /// An equal model with new collections, and with new strings in its arrays.
  private static func rebuilt(_ model: Model) -> Model {
    var other = model
    other.byName = Dictionary(uniqueKeysWithValues: model.byName.sorted { $0.key < $1.key }.map { ($0, $1) })
    other.byNumber = Dictionary(uniqueKeysWithValues: model.byNumber.sorted { $0.key < $1.key }.map { ($0, $1) })
    other.list = model.list.map { Row(title: String(Array($0.title)), number: $0.number) }
    other.texts = model.texts.map { String(Array($0)) }
    return other
  }

  @Test func `models that share memory are compared and hashed like copies that do not`() throws {
    let comparison = ValueComparison(of: Model.self)
    var random = RandomNumbers(seed: 7)
    var model = Model()
    var (changedCount, unchangedCount) = (0, 0)
    for _ in 0..<3_000 {
      var next = model
      for _ in 0...random.next(through: 2) { Self.change(&next, &random) }
      let copy = Self.rebuilt(next)
      let candidates = [model, copy, Model()]
      withUnsafePointer(to: next) { next in
        for candidate in candidates {
          withUnsafePointer(to: candidate) { candidate in
            #expect(comparison.isSame(next, candidate) == (next.pointee == candidate.pointee))
            #expect(
              (comparison.hash(of: next) == comparison.hash(of: candidate)) == (next.pointee == candidate.pointee))
          }
        }
      }
      if next == model { unchangedCount += 1 } else { changedCount += 1 }
      model = random.next(through: 60) == 0 ? Model() : next
    }
    // The random changes must include enough that change the model, and enough that do not.
    #expect(changedCount > 1_000 && unchangedCount > 100)
  }

  struct Bag: Hashable { var rows: [String: Int] }

  @Test func `different dictionaries have different hashes`() throws {
    let comparison = ValueComparison(of: Bag.self)
    var hashes: Set<UInt64> = []
    var bagCount = 0
    for first in 0..<60 {
      for second in 0..<60 {
        // The bag with one row does not depend on `second`, so it is taken once.
        for bag in [["a": first, "b": second], ["a": first, "c": second], ["b": first]].map(Bag.init)
        where bag.rows.count > 1 || second == 0 {
          withUnsafePointer(to: bag) { _ = hashes.insert(comparison.hash(of: $0)) }
          bagCount += 1
        }
      }
    }
    #expect(hashes.count == bagCount)
  }
}

extension CollectionRowTests {
  /// A basket whose `==` ignores the order of its items; a property can still depend on the order.
  struct Basket: Hashable {
    var items: [String] = []
    static func == (one: Basket, other: Basket) -> Bool { one.items.sorted() == other.items.sorted() }
    func hash(into hasher: inout Hasher) { hasher.combine(items.sorted()) }
  }

  /// Puts fruit into a basket, in any order.
  enum Shopping: Module {
    enum Message: CaseIterable { case apple, pear, plum }
    static func start(with flags: Void) -> Basket { Basket() }
    static func update(for message: Message, model: inout Basket, perform: (Command) -> Void) {
      if model.items.count < 4 { model.items.append("\(message)") }
    }
  }

  @Test(arguments: [1, 2, 8])
  func `worlds differ by stored values even where the model's own == ignores them`(_ workers: Int) throws {
    let result = Specification(of: Shopping.self) { Always("is small") { $0.items.count < 5 } }.check()
      .exploration(workers: workers)
    // Of up to four items of three kinds, there are 1 + 3 + 9 + 27 + 81 lists, and 35 multisets.
    #expect(result.states == 121 && result.isComplete)
    let byEquality = Specification(of: Shopping.self) { Distinguish { $0 } }.check().exploration(workers: workers)
    #expect(byEquality.states == 35 && byEquality.coverage == .approximate(beyond: 0))
    let violated = Specification(of: Shopping.self) { Always("no two plums") { $0.items.count { $0 == "plum" } < 2 } }
      .check().exploration(workers: workers)
    #expect(violated.counterexample?.steps.map(\.message) == ["plum", "plum"])
  }

  struct Cell: Hashable {
    var isOn = false
    var number: Int? = 3
    var kind = Kind.wide(7)
    enum Kind: Hashable { case narrow(UInt8), wide(Int) }
  }
  struct Table: Hashable { var cells: [Int: Cell] }

  /// Initialising a value does not write the bytes of its padding, which keep what the memory contained before.
  @Test func `padding inside a dictionary's value does not count`() throws {
    let comparison = ValueComparison(of: Table.self)
    var hashes: Set<UInt64> = []
    for fill in [0x00, 0x5A, 0xFF] as [UInt8] {
      var cells: [Cell] = []
      withUnsafeTemporaryAllocation(of: Cell.self, capacity: 1) { memory in
        UnsafeMutableRawBufferPointer(memory).initializeMemory(as: UInt8.self, repeating: fill)
        memory.initializeElement(at: 0, to: Cell())
        cells.append(memory[0])
      }
      let table = Table(cells: [1: cells[0], 2: Cell(isOn: true)])
      for changedCell in [Cell(), Cell(number: nil), Cell(kind: .narrow(7))] {
        var other = table
        other.cells[1] = changedCell
        withUnsafePointer(to: table) { one in
          withUnsafePointer(to: other) { two in
            #expect(comparison.isSame(one, two) == (table == other))
            hashes.insert(comparison.hash(of: two))
          }
        }
      }
    }
    #expect(hashes.count == 3)
  }

  struct Measured: Hashable { var name = "", value = 0.0 }
  struct Report: Hashable { var rows: [Measured], byName: [String: Measured], count = 0 }

  @Test func `a value with a NaN in an array or a dictionary is not equal to itself`() throws {
    let comparison = ValueComparison(of: Report.self)
    let lost = Measured(name: "lost", value: .nan)
    for (report, isEqual) in [
      (Report(rows: [Measured()], byName: ["a": Measured()]), true),
      (Report(rows: [lost], byName: ["a": Measured()]), false),
      (Report(rows: [Measured()], byName: ["a": lost]), false),
    ] {
      withUnsafePointer(to: report) { #expect(comparison.isEqualToItself($0) == isEqual) }
      // The capacity of the dictionary does not count.
      var other = report
      other.byName.reserveCapacity(100)
      withUnsafePointer(to: report) { one in withUnsafePointer(to: other) { #expect(comparison.isSame(one, $0)) } }
    }
  }
}
