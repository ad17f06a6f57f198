internal import TEARuntime

/// The worlds of a program as rows of numbers, equal rows once.
final class ObservedWorlds {
  /// Stands for a value that is not there.
  static let absent = Int32.min

  private(set) var observations: [Observation]
  /// The rows, one after the other, ``width`` numbers each.
  private var rows: UnsafeMutableBufferPointer<Int32>
  /// The number of worlds of each row.
  private(set) var counts: [Int] = []
  /// The first world of each row, in the order of discovery.
  private(set) var first: [Int] = []
  /// The row of each world.
  private(set) var rowOfWorld: [UInt32] = []
  private(set) var width = 0
  /// Every reachable world is there.
  var isComplete = false
  var rowCount: Int { counts.count }
  var worldCount: Int { rowOfWorld.count }

  func value(_ observation: Int, of row: Int) -> Int32 { rows[row * width + observation] }

  deinit { rows.deallocate() }

  /// Writes each row anew, with as many numbers as there are observations.
  private func rewrite(_ write: (_ row: Int, _ numbers: UnsafeMutableBufferPointer<Int32>) -> Void) {
    let count = observations.count
    let rewritten = UnsafeMutableBufferPointer<Int32>.allocate(capacity: rowCount * count)
    rewritten.initialize(repeating: 0)
    for row in 0..<rowCount {
      write(row, UnsafeMutableBufferPointer(rebasing: rewritten[(row * count)..<((row + 1) * count)]))
    }
    rows.deallocate()
    (rows, width) = (rewritten, count)
  }

  /// Nothing more comes by itself, of each world.
  private(set) var isQuiet: [Bool] = []
  /// The place of each row, by its hash; 0 is none, and rows count from 1.
  private var table: [UInt32] = [UInt32](repeating: 0, count: 64)
  /// How many of the observations are of the model; those of commands come after them.
  private let ofModel: Int
  private let commands: [EnumChoice]
  /// How many of the observations are of the model and its commands; those of the view come after them.
  private let ofWorld: Int
  /// The models in which the subject of an observation was seen to differ, as many as ``mostSubjects``.
  private var subjects: [(observation: Int, models: [Any])] = []
  private static let mostSubjects = 3

  init<M: Module>(of module: M.Type) {
    let texts = TextNumbers()
    observations = ObservationMaker(M.Model.self, texts).observations
    ofModel = observations.count
    rows = .allocate(capacity: 0)
    commands = ObservationMaker.choices(of: M.Command.self) ?? []
    for choice in commands {
      observations.append(
        Observation(
          access: Access(path: "¤.outstanding", words: "outstanding \(choice.name)"), kind: .outstanding(choice)))
    }
    ofWorld = observations.count
    // A view that is the model shows nothing else.
    if M.View.self != M.Model.self { observations += ObservationMaker(view: M.View.self, texts).observations }
    width = observations.count
    subjects = observations.indices.filter { observations[$0].isSame != nil }.map { ($0, []) }
  }

  /// Adds the next world.
  ///
  /// - Parameter isQuiet: Whether nothing more comes by itself in it.
  func add<M: Module>(_ world: World<M>, isQuiet: Bool) {
    if (counts.count + 1) * width > rows.count { grow() }
    let row = UnsafeMutableBufferPointer(rebasing: rows[(counts.count * width)..<((counts.count + 1) * width)])
    withUnsafeBytes(of: world.model) { bytes in
      // A model of no bytes has no address, and nothing to be read at it.
      guard let model = bytes.baseAddress else { return }
      for index in 0..<ofModel { row[index] = Self.number(observations[index].read?(model)) }
      for place in subjects.indices where subjects[place].models.count < Self.mostSubjects {
        let observation = subjects[place].observation
        guard row[observation] != Self.absent, let isSame = observations[observation].isSame else { continue }
        let isKnown = subjects[place].models.contains { known in
          guard let known = known as? M.Model else { return false }
          return withUnsafeBytes(of: known) { $0.baseAddress.map { isSame($0, model) } ?? true }
        }
        if !isKnown { subjects[place].models.append(world.model) }
      }
    }
    for index in ofModel..<ofWorld { row[index] = 0 }
    addView(of: world, to: row)
    for command in world.outstanding {
      if !commands.isEmpty, let tag = enumCase(of: command), tag < commands.count { row[ofModel + tag] += 1 }
    }
    let number = number(ofLast: row)
    if number == counts.count {
      first.append(rowOfWorld.count)
      counts.append(0)
    }
    counts[number] += 1
    rowOfWorld.append(UInt32(number))
    self.isQuiet.append(isQuiet)
  }

  private func addView<M: Module>(of world: World<M>, to row: UnsafeMutableBufferPointer<Int32>) {
    guard ofWorld < width else { return }
    for index in ofWorld..<width { row[index] = Self.absent }
    guard let view = try? UserCode.calling(.view, { try world.view }) else { return }
    withUnsafeBytes(of: view) { bytes in
      guard let view = bytes.baseAddress else { return }
      for index in ofWorld..<width { row[index] = Self.number(observations[index].read?(view)) }
    }
  }

  /// The observations of the view that are always as one of the same kind of the model, with that.
  private(set) var shown: [Int: Int] = [:]

  private func findShown() {
    for view in observations.indices where observations[view].access.isOfView {
      shown[view] = observations.indices.first { other in
        !observations[other].access.isOfView && isSameKind(view, other)
          && (0..<rowCount).allSatisfy { value(view, of: $0) == value(other, of: $0) }
      }
    }
  }

  private func isSameKind(_ one: Int, _ other: Int) -> Bool {
    switch (observations[one].kind, observations[other].kind) {
    case (.flag, .flag), (.presence, .presence), (.text, .text), (.number, .number): true
    default: false
    }
  }

  /// Completes the rows when all worlds are there.
  func finish() {
    table = []
    dropWideNumbers()
    findShown()
    compareNumbers()
  }

  private func grow() {
    let more = UnsafeMutableBufferPointer<Int32>.allocate(capacity: max(64 * width, rows.count * 2))
    more.initialize(repeating: 0)
    for index in 0..<(counts.count * width) { more[index] = rows[index] }
    rows.deallocate()
    rows = more
  }

  /// The number of the row that is like the last one, which may be that itself.
  private func number(ofLast row: UnsafeMutableBufferPointer<Int32>) -> Int {
    if counts.count * 2 >= table.count { enlargeTable() }
    var place = hash(row) & (table.count - 1)
    while table[place] != 0 {
      let known = Int(table[place]) - 1
      var index = 0
      while index < width, rows[known * width + index] == row[index] { index += 1 }
      if index == width { return known }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = UInt32(counts.count + 1)
    return counts.count
  }

  private func enlargeTable() {
    table = [UInt32](repeating: 0, count: table.count * 2)
    for number in counts.indices {
      var place =
        hash(UnsafeMutableBufferPointer(rebasing: rows[(number * width)..<((number + 1) * width)])) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = UInt32(number + 1)
    }
  }

  private func hash(_ row: UnsafeMutableBufferPointer<Int32>) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index < row.count {
      hash = (hash ^ UInt64(UInt32(bitPattern: row[index]))) &* 0x0100_0000_01b3
      hash ^= hash >> 29
      index += 1
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }

  /// How many different things a claim was made of, as far as is counted; more where that is not known.
  func subjects(of observation: Int) -> Int {
    subjects.first { $0.observation == observation }?.models.count ?? Self.mostSubjects
  }

  /// Tests for two worlds whose models are equal in all observations.
  func looksAlike(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (Int(rowOfWorld[one]), Int(rowOfWorld[other]))
    if one == other { return true }
    return observations.indices.allSatisfy { observation in
      if case .outstanding = observations[observation].kind { return true }
      return value(observation, of: one) == value(observation, of: other)
    }
  }

  /// The access to a number, of elements where it counts them.
  func number(_ observation: Int) -> Access {
    let access = observations[observation].access
    if case .number(isCount: true, _) = observations[observation].kind { return access.field("count") }
    return access
  }

  /// The observations that are numbers and take more than one value, and those of them that are always there.
  var numbers: [Int] {
    observations.indices.filter { observation in
      guard case .number = observations[observation].kind, rowCount > 1 else { return false }
      let first = value(observation, of: 0)
      return (1..<rowCount).contains { value(observation, of: $0) != first }
    }
  }

  /// Adds how numbers compare that are always there, where they are few.
  private func compareNumbers() {
    let hasBeside = observations.contains { observation in
      switch observation.kind {
      case .flag, .presence, .choice: true
      case .options, .number, .text, .claim, .outstanding, .comparison: false
      }
    }
    // How numbers compare is only of interest beside these.
    guard hasBeside else { return }
    let numbers = numbers.filter { observations[$0].access.optional == nil && !observations[$0].access.isOfView }
      .prefix(6)
    var added: [(one: Int, other: Int)] = []
    for (place, one) in numbers.enumerated() {
      for other in numbers.dropFirst(place + 1) {
        let first = sign(one, other, of: 0)
        if (1..<rowCount).contains(where: { sign(one, other, of: $0) != first }) { added.append((one, other)) }
      }
    }
    guard !added.isEmpty else { return }
    let old = width
    observations += added.map { Observation(access: .root, kind: .comparison($0.one, $0.other)) }
    rewrite { row, numbers in
      for index in 0..<old { numbers[index] = value(index, of: row) }
      for (place, pair) in added.enumerated() { numbers[old + place] = sign(pair.one, pair.other, of: row) }
    }
  }

  /// The sign of the difference of two numbers.
  private func sign(_ one: Int, _ other: Int, of row: Int) -> Int32 {
    let (value, another) = (value(one, of: row), value(other, of: row))
    return value < another ? -1 : value > another ? 1 : 0
  }

  /// Larger than what is kept, or what stands for absent.
  private static let tooLarge = Int32.max

  private static func number(_ value: Int?) -> Int32 {
    guard let value else { return absent }
    return value > Int(absent) && value < Int(tooLarge) ? Int32(value) : tooLarge
  }

  /// Numbers that do not fit are not looked at: two of them may look the same.
  private func dropWideNumbers() {
    let isWide = (0..<width).map { column in (0..<rowCount).contains { value(column, of: $0) == Self.tooLarge } }
    guard isWide.contains(true) else { return }
    let kept = observations.indices.filter { !isWide[$0] }
    subjects = subjects.compactMap { subject in
      kept.firstIndex(of: subject.observation).map { ($0, subject.models) }
    }
    observations = kept.map { observations[$0] }
    rewrite { row, numbers in
      for (place, index) in kept.enumerated() { numbers[place] = value(index, of: row) }
    }
  }
}
