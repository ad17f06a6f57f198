@testable import TEASupport
import Foundation
import TEARuntime
import Testing

@testable import TEACheck

/// Rows of values of one type: their layout, their hashes, and the parts that they share.
@Suite struct RowTests {
  @Test func `rows are equal where values store the same, and values are read back from rows`() throws {
    try expectAgreement(Everything.self)
    try expectAgreement(Small.self)
    try expectAgreement(Choices.self)
    try expectAgreement([Choices].self)
    try expectAgreement([String: [Small]].self)
    try expectAgreement(Set<String>.self)
    try expectAgreement([Set<Small>: Int?].self)
    try expectAgreement(Optional<Optional<String>>.self)
    try expectAgreement((Int8, String, Bool).self)
    try expectAgreement([Double].self)
    try expectAgreement(Tree.self)
    try expectAgreement(Wide.self)
  }

  @Test func `values with the same contents have the same row, however they were made`() {
    let longText = "a text that does not fit the memory of a string"
    let appendedText = longText.reduce(into: "") { $0.append($1) }
    var shortText = "short"
    shortText.reserveCapacity(100)
    var numbers = [3, 1, 2]
    numbers.reserveCapacity(1_000)
    let sets = (Set((0..<40).map { $0 }), Set((0..<40).reversed().map { $0 }))
    var shrunkDictionary = Dictionary(uniqueKeysWithValues: (0..<500).map { ("\($0)", $0) })
    for key in 3..<500 { shrunkDictionary["\(key)"] = nil }
    expectOneRow(longText, appendedText)
    expectOneRow("short", shortText)
    expectOneRow([3, 1, 2], numbers)
    expectOneRow(sets.0, sets.1)
    expectOneRow(["2": 2, "0": 0, "1": 1], shrunkDictionary)
    expectOneRow([Choices.text("a"), .none], ["a", ""].map { $0.isEmpty ? .none : .text($0) })
    // Values that differ in code units or in the sign of zero store different contents.
    expectTwoRows("\u{E9}", "e\u{301}")
    expectTwoRows(0.0, -0.0)
    expectTwoRows([[Int]](), [[]])
    expectTwoRows([1, 2], [2, 1])
    expectTwoRows(Optional(Optional<String>.none), Optional<Optional<String>>.none)
  }

  enum Song { case a, b, c }
  enum Player { case stopped, loading(Song), playing(Song) }
  struct Device { var player: Player, loading: Song?, queue: [Song] }

  /// A compact search stores only hashes, and those of values with a few small parts could collide easily.
  @Test func `small values have different hashes`() {
    let rows = Rows(of: Device.self)
    let songs: [Song] = [.a, .b, .c]
    let queues = [[]] + songs.map { [$0] } + songs.flatMap { one in songs.map { [one, $0] } }
    let players = [.stopped] + songs.map { .loading($0) } + songs.map { Player.playing($0) }
    var hashes: [UInt64] = []
    for player in players {
      for loading in [nil] + songs {
        hashes += queues.map { rows.hash(Device(player: player, loading: loading, queue: $0)) }
      }
    }
    #expect(Set(hashes).count == 7 * 4 * 13 && hashes.count == 7 * 4 * 13)
  }

  @Test func `arrays of the expected length are written inline, and others are numbered`() {
    let rows = Rows(of: Counters.self, like: Counters(counters: [1, 2, 3], modulus: 9))
    // A row has the modulus, four bytes for the number of an array of another length, and three elements.
    #expect(rows.layout.size == 8 + 4 + 24)
    let models = [[1, 2, 3], [3, 2, 1], [], [1, 2], [1, 2, 3, 0]].map { Counters(counters: $0, modulus: 9) }
    let written = models.map { rows.write($0) }
    #expect(Set(written).count == models.count)
    for (model, row) in zip(models, written) {
      #expect(rows.read(row) == model)
      #expect(rows.read(row, over: Counters(counters: [7, 7, 7], modulus: 1)) == model)
      #expect(rows.write(model) == row)
    }
  }

  struct Seat: Hashable { var number: Int, isTaken: Bool, row: Int32 }

  /// The bytes between fields and after the last one belong to no field.
  @Test func `arrays with gaps between their elements are written inline, without the gaps`() {
    struct Hall: Hashable { var seats: [Seat], name = "" }
    func hall(_ seats: [Seat], gapsOf byte: UInt8) -> Hall {
      var hall = Hall(seats: seats)
      hall.seats.withUnsafeMutableBytes { bytes in
        for seat in 0..<seats.count { for gap in [9, 10, 11] { bytes[seat * MemoryLayout<Seat>.stride + gap] = byte } }
      }
      return hall
    }
    let seats = [Seat(number: 1, isTaken: false, row: 7), Seat(number: 2, isTaken: true, row: -1)]
    let rows = Rows(of: Hall.self, like: hall(seats, gapsOf: 0xAA))
    // A row has four bytes for the number of the name, four for the number of an array of another length, and two elements.
    #expect(rows.layout.size == 4 + 4 + 2 * MemoryLayout<Seat>.stride)
    #expect(rows.write(hall(seats, gapsOf: 0x55)) == rows.write(hall(seats, gapsOf: 0xAA)))
    var halls = [Hall(seats: seats), Hall(seats: []), Hall(seats: seats + seats)]
    halls.append(Hall(seats: [seats[0], Seat(number: 3, isTaken: true, row: -1)]))
    halls.append(Hall(seats: [seats[0], Seat(number: 2, isTaken: false, row: -1)]))
    halls.append(Hall(seats: [seats[0], Seat(number: 2, isTaken: true, row: 0)]))
    let written = halls.map { rows.write($0) }
    #expect(Set(written).count == halls.count)
    for (hall, row) in zip(halls, written) {
      #expect(rows.read(row) == hall)
      #expect(rows.read(row, over: Hall(seats: seats.reversed())) == hall)
      #expect(rows.write(hall) == row)
    }
  }

  struct Member: Hashable { var name: String, scores: Set<Int>, choice = Choices.none, games: [Int] = [] }

  @Test func `arrays of the expected length are written inline as the rows of their elements`() {
    struct Club: Hashable { var members: [Member], tables: [[Track]], year = 0 }
    let member = Member(name: "a name that does not fit the memory of a string", scores: [1])
    let example = Club(members: [member, member], tables: [[], [Track(title: "t", plays: 0)], []])
    let rows = Rows(of: Club.self, like: example)
    // A row has the year, for each array four bytes for the number of an array of another length, two members and three
    // tables. A member has three numbers, of the name, the scores and the games; and a choice of four bytes with its largest
    // payload.
    let member0 = RowLayoutMaker.layout(of: Member.self, rows.tables).size
    #expect(rows.layout.size == 8 + 4 + 2 * member0 + 4 + 3 * 4)
    var random = RandomNumbers(seed: 6)
    func next(_ bound: Int) -> Int { Int(random.next(through: UInt64(bound - 1))) }
    var (club, hashes) = (example, Set<UInt64>())
    var clubs: Set<Club> = []
    for _ in 0..<4_000 {
      let knownRow = rows.write(club)
      let knownClub = rows.read(knownRow)
      var changed = knownClub
      let number = next(5)
      switch next(9) {
      case 0: changed.members.append(Member(name: "", scores: []))
      case 1 where !changed.members.isEmpty: changed.members.removeLast()
      case 2 where !changed.members.isEmpty:
        changed.members[next(changed.members.count)].scores.formSymmetricDifference([number])
      case 3 where !changed.members.isEmpty:
        changed.members[0].choice = number < 3 ? .numbers([number], isLast: true) : .text("\(number)")
      case 4 where changed.members.count > 1: changed.members.swapAt(0, 1)
      case 5 where !changed.members.isEmpty: changed.members[0].games = Array(repeating: number, count: next(3))
      case 6 where changed.tables.count > 1: changed.tables[1].append(Track(title: "title \(number)", plays: number))
      case 7: changed.tables = next(2) == 0 ? example.tables : []
      default: changed.year = number
      }
      let written = rows.write(changed, like: knownRow)
      #expect(written == rows.write(changed))
      #expect((written == knownRow) == (changed == knownClub))
      #expect(rows.read(written) == changed)
      #expect(rows.read(written, over: knownClub) == changed && rows.read(written, over: example) == changed)
      #expect(rows.copy(knownClub, over: changed) == knownClub)
      clubs.insert(changed)
      hashes.insert(rows.hash(changed))
      if changed.members.count < 5 { club = changed.tables.joined().count < 6 ? changed : example }
    }
    #expect(hashes.count == clubs.count)
  }

  /// A NaN is unequal to itself, so a set may hold several elements with equal rows.
  @Test func `a set whose elements have equal rows is written the same with and without a known set`() {
    struct Reading: Hashable { var value: Double, name: String }
    let rows = Rows(of: Set<Reading>.self)
    var known: Set<Reading> = []
    known.reserveCapacity(6)
    for _ in 0..<2 { known.insert(Reading(value: .nan, name: "a name that is stored outside of the text")) }
    var changed = known
    changed.insert(Reading(value: 1, name: "b"))
    #expect(rows.write(changed, like: rows.write(known)) == rows.write(changed))
    #expect(rows.read(rows.write(changed)).count == 3)
  }

  struct Track: Hashable { var title: String, plays: Int }

  /// To write a value, its memory is compared with the memory of a known value. The two may share storage.
  @Test func `a changed copy of a known value is written with its changes`() {
    struct Shelf: Hashable {
      var byName: [String: [Int]] = [:]
      var songs: [Track] = []
      var tags: Set<Int> = []
      var choice = Choices.none
    }
    let rows = Rows(of: Shelf.self)
    var random = RandomNumbers(seed: 5)
    func next(_ bound: Int) -> Int { Int(random.next(through: UInt64(bound - 1))) }
    var shelf = Shelf()
    for _ in 0..<4_000 {
      let knownRow = rows.write(shelf)
      let knownShelf = rows.read(knownRow)
      var changedShelf = knownShelf
      let (number, name) = (next(12), "name \(next(12))")
      switch next(11) {
      case 0: changedShelf.byName[name] = [number]
      case 1: changedShelf.byName[name] = nil
      case 2: changedShelf.byName[name]?.append(number)
      case 3: changedShelf.songs.append(Track(title: name, plays: number))
      case 4: if !changedShelf.songs.isEmpty { changedShelf.songs.remove(at: next(changedShelf.songs.count)) }
      case 5: if !changedShelf.songs.isEmpty { changedShelf.songs[next(changedShelf.songs.count)].plays += 1 }
      case 6: if !changedShelf.songs.isEmpty { changedShelf.songs[next(changedShelf.songs.count)].title = name }
      case 7: changedShelf.tags.insert(number)
      case 8: changedShelf.tags.remove(number)
      case 9: changedShelf.choice = number.isMultiple(of: 2) ? .text(name) : .numbers([number], isLast: true)
      default: changedShelf.choice = .other
      }
      let written = rows.write(changedShelf, like: knownRow)
      #expect(written == rows.write(changedShelf))
      #expect((written == knownRow) == (changedShelf == knownShelf))
      #expect(rows.read(written) == changedShelf)
      #expect(rows.copy(knownShelf, over: changedShelf) == knownShelf)
      if changedShelf.songs.count < 6 { shelf = changedShelf }
    }
  }

  /// Each level of nesting has a type of its own.
  @Test func `a generic type can hold ever larger instances of itself`() {
    let rows = Rows(of: Growing<Int>.self)
    let values: [Growing<Int>] = [.flat(1), .nested([.flat([2])]), .nested([.flat([2]), .nested([.flat([[3]])])])]
    #expect(Set(values.map { rows.write($0) }).count == 3)
    for value in values { #expect(rows.read(rows.write(value)) == value) }
  }

  indirect enum Twice<Value: Hashable>: Hashable {
    case end(Value), rows([Twice<[Value]>]), holes([Twice<Value?>])
  }

  /// A small value leaves bytes of an existential as they were, so two copies of it may have other bytes.
  @Test func `a value of any type is the same in memory with other unused bytes`() {
    let comparison = ValueComparison(of: (any Hashable).self)
    let longText = "a text that is too long to be stored in place"
    let values: [any Hashable] = [UInt8(7), UInt8(8), 7, "seven", longText, true]
    let size = MemoryLayout<any Hashable>.size
    var copies: [UnsafeMutableRawPointer] = []
    for filling: UInt8 in [0, 0xA5] {
      for value in values {
        let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        copy.initializeMemory(as: UInt8.self, repeating: filling, count: size)
        copy.bindMemory(to: (any Hashable).self, capacity: 1).initialize(to: value)
        copies.append(copy)
      }
    }
    for (one, place) in zip(copies, copies.indices) {
      for (other, otherPlace) in zip(copies, copies.indices) {
        #expect(comparison.isSame(one, other) == (place % values.count == otherPlace % values.count))
      }
    }
    for copy in copies {
      copy.assumingMemoryBound(to: (any Hashable).self).deinitialize(count: 1)
      copy.deallocate()
    }
  }

  /// Each level of nesting has twice as many types as the one before it.
  @Test func `a generic type can grow in two ways`() {
    let rows = Rows(of: Twice<Int>.self)
    let values: [Twice<Int>] = [
      .end(1), .end(2), .rows([.end([1]), .holes([.end([2])])]), .rows([.end([1]), .holes([.end([3])])]),
      .holes([.end(nil), .rows([.end([nil, 4])])]),
    ]
    #expect(Set(values.map { rows.write($0) }).count == values.count)
    for value in values { #expect(rows.read(rows.write(value)) == value) }
  }

  @Test func `unchanged elements of a large collection are stored once`() {
    let rows = Rows(of: [String: [Int]].self)
    var dictionary = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key \($0)", [$0, $0 + 1]) })
    let first = rows.write(dictionary)
    #expect(rows.read(first) == dictionary)
    dictionary["key 7"]?.append(3)
    #expect(rows.write(dictionary) != first)
    dictionary["key 7"]?.removeLast()
    #expect(rows.write(dictionary) == first)
    // There are two dictionaries, 2 001 arrays, and 2 000 keys.
    #expect(rows.tables.allTables.map(\.count).sorted() == [2, 2_000, 2_001])
  }

  /// Expects that rows of random values are equal where the values are the same, and that the values are read back.
  private func expectAgreement<Value>(_ type: Value.Type) throws {
    let identity = ValueIdentity.of(type)
    let generator = try Gen<Value>.derived()
    var values: [Value] = []
    var random = RandomNumbers(seed: 11)
    for size in 0..<160 { values.append(try generator.sample(seed: random.next(through: .max), size: size % 12)) }
    let rows = Rows(of: type, like: values[20])
    let written = values.map { rows.write($0) }
    let hashes = values.map { rows.hash($0) }
    for (index, value) in values.enumerated() {
      #expect(isSame(rows.read(written[index]), value, identity), "\(type): \(value) \(written[index])")
      #expect(
        isSame(rows.read(written[index], over: values[(index * 7 + 3) % values.count]), value, identity), "\(value)")
      for otherIndex in index..<values.count {
        let isSame = isSame(value, values[otherIndex], identity)
        #expect((written[index] == written[otherIndex]) == isSame, "\(type): \(value), \(values[otherIndex])")
        if isSame || hashes[index] == hashes[otherIndex] { #expect(isSame && hashes[index] == hashes[otherIndex]) }
      }
      for otherIndex in [index, (index + 1) % values.count, (index * 5 + 3) % values.count] {
        #expect(
          rows.write(value, like: written[otherIndex]) == written[index], "\(type): \(value), \(values[otherIndex])")
        #expect(
          isSame(rows.copy(value, over: values[otherIndex]), value, identity),
          "\(type): \(value), \(values[otherIndex])")
      }
    }
  }

  private func isSame<Value>(_ one: Value, _ other: Value, _ identity: ValueIdentity) -> Bool {
    withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { identity.isSame(one, $0) } }
  }

  private func expectOneRow<Value>(_ one: Value, _ other: Value) {
    let rows = Rows(of: Value.self)
    #expect(rows.write(one) == rows.write(other) && rows.hash(one) == rows.hash(other))
  }

  private func expectTwoRows<Value>(_ one: Value, _ other: Value) {
    let rows = Rows(of: Value.self)
    #expect(rows.write(one) != rows.write(other) && rows.hash(one) != rows.hash(other))
  }

  // MARK: Values

  indirect enum Growing<Inside: Hashable>: Hashable { case flat(Inside), nested([Growing<[Inside]>]) }

  struct Counters: Hashable { var counters: [Int], modulus: Int }

  struct Small: Hashable { var a: UInt8, b: UInt16, c: Bool }

  struct Wide: Hashable { var a: UInt8, b: Int, c: UInt32?, d: Float, e: (Int8?), f: Character, g: Substring }

  enum Choices: Hashable {
    case none, other
    case text(String)
    case numbers([Int], isLast: Bool)
    case small(Small)
  }

  indirect enum Tree: Hashable { case leaf(Int), node(Tree, Tree) }

  struct Everything: Hashable {
    var name: String, note: String?
    var numbers: [Int], flags: [Bool?]
    var choice: Choices, choices: [Choices]
    var byName: [String: Choices], tags: Set<String>
    var small: Small, nested: [[Small]]
    var byte: Int8
  }
}

/// The layout of a type's rows, with the tables of the parts that they share.
private final class Rows<Value> {
  let tables = PartTables()
  let layout: RowLayout
  let writer = RowWriter()

  /// - Parameter example: A value whose arrays have the lengths that rows hold inline; `nil` if rows hold no array inline.
  init(of type: Value.Type, like example: Value? = nil) {
    let tables = tables
    layout =
      if let example {
        withUnsafePointer(to: example) { RowLayoutMaker.layout(ofWhole: type, tables, like: UnsafeRawPointer($0)) }
      } else {
        RowLayoutMaker.layout(of: type, tables)
      }
  }

  func write(_ value: Value) -> [UInt8] {
    withUnsafePointer(to: value) { value in
      [UInt8](unsafeUninitializedCapacity: layout.size) { bytes, count in
        // A byte that the layout does not write keeps this value, and the comparisons of rows reveal it.
        for place in 0..<layout.size { bytes[place] = 0xA5 }
        if let first = bytes.baseAddress { layout.write(value, to: first, writer) }
        count = layout.size
      }
    }
  }

  /// Writes a value by comparing it with the value that is read from `knownRow`.
  func write(_ value: Value, like knownRow: [UInt8]) -> [UInt8] {
    var other = read(knownRow)
    return withUnsafePointer(to: &other) { other in
      withUnsafePointer(to: value) { value in
        knownRow.withUnsafeBytes { knownRow in
          [UInt8](unsafeUninitializedCapacity: layout.size) { bytes, count in
            for place in 0..<layout.size { bytes[place] = 0xA5 }
            if let first = bytes.baseAddress, let row = knownRow.baseAddress {
              layout.write(value, to: first, like: .init(other, row), writer)
            }
            count = layout.size
          }
        }
      }
    }
  }

  /// Returns a copy of a value, made in the memory of another value.
  func copy(_ value: Value, over other: Value) -> Value {
    var other = other
    withUnsafePointer(to: value) { value in withUnsafeMutablePointer(to: &other) { layout.copy(value, over: $0) } }
    return other
  }

  func hash(_ value: Value) -> UInt64 {
    write(value).withUnsafeBytes { $0.baseAddress.map(layout.contentHash) ?? 0 }
  }

  /// - Parameter former: The value that the new one replaces in memory; `nil` to read into uninitialized memory.
  func read(_ row: [UInt8], over former: Value? = nil) -> Value {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { place.deallocate() }
    if let former {
      // A copy would share the storage of arrays, which is then not written in place.
      write(former).withUnsafeBytes {
        layout.read($0.baseAddress ?? UnsafeRawPointer(place), to: UnsafeMutableRawPointer(place), isInitialized: false)
      }
    }
    row.withUnsafeBytes {
      layout.read(
        $0.baseAddress ?? UnsafeRawPointer(place), to: UnsafeMutableRawPointer(place), isInitialized: former != nil)
    }
    return place.move()
  }
}
