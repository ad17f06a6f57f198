package import TEARuntime

/// The worlds of a program as rows of numbers, one number for each observation. Equal rows are stored once.
package final class ObservedWorlds {
  /// Stands for the number of an observation whose value is absent.
  static let absent = Int32.min

  private(set) var observations: [Observation]
  /// The rows, one after the other, ``width`` numbers each.
  private var rows: UnsafeMutableBufferPointer<Int32>
  /// The number of worlds of each row.
  private(set) var worldCounts: [Int] = []
  /// The first world of each row.
  private(set) var firstWorlds: [Int] = []
  /// The number of each world's row.
  private(set) var rowOfWorld: [UInt32] = []
  private(set) var width = 0
  /// The search took every step of every world that it found.
  package var isComplete = false
  var rowCount: Int { worldCounts.count }
  var worldCount: Int { rowOfWorld.count }

  /// The value of an observation in a row; ``absent`` for an absent value.
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

  /// For each world, `true` where the program is at rest.
  private(set) var isAtRest: [Bool] = []
  /// A hash table of the rows, by their numbers from 1; 0 is a free entry.
  private var table: [UInt32] = [UInt32](repeating: 0, count: 64)
  /// The end of the observations of the model, where the observations of commands begin.
  private let endOfModel: Int
  private let commands: CasePaths
  /// The end of the observations of commands, where the observations of the view begin.
  private let endOfCommands: Int
  /// For each claim whose values can be compared, up to ``maxVariants`` models in which these values differ.
  private var variants: [(observation: Int, models: [Any])] = []
  /// A claim is weighed by whether its values have one variant, two or more, so three are enough.
  private static let maxVariants = 3

  package init<M: Module>(of module: M.Type) {
    let texts = TextNumbers()
    observations = ObservationMaker(M.Model.self, texts).observations
    endOfModel = observations.count
    rows = .allocate(capacity: 0)
    commands = CasePaths(of: M.Command.self)
    for choice in commands.choices {
      observations.append(
        Observation(
          access: Access(path: "\(Access.world).outstanding", words: "outstanding \(choice.path)"),
          kind: .outstanding(choice)))
    }
    endOfCommands = observations.count
    // A view that is the model itself would only repeat the model's observations.
    if M.View.self != M.Model.self { observations += ObservationMaker(view: M.View.self, texts).observations }
    width = observations.count
    variants = observations.indices.filter { observations[$0].isSame != nil }.map { ($0, []) }
  }

  /// - Parameter view: Makes the view; `nil` where that fails. The function is called only where the view is observed.
  package func add<Model, Command, View>(
    _ model: Model, outstanding: [Command], isAtRest: Bool, view: () -> View?
  ) {
    if (rowCount + 1) * width > rows.count { grow() }
    let row = numbers(ofRow: rowCount)
    withUnsafeBytes(of: model) { bytes in
      guard let modelBytes = bytes.baseAddress else { return }
      for index in 0..<endOfModel { row[index] = Self.number(observations[index].read?(modelBytes)) }
      for index in variants.indices where variants[index].models.count < Self.maxVariants {
        let observation = variants[index].observation
        guard row[observation] != Self.absent, let isSame = observations[observation].isSame else { continue }
        let isKnown = variants[index].models.contains { observedModel in
          guard let observedModel = observedModel as? Model else { return false }
          return withUnsafeBytes(of: observedModel) { $0.baseAddress.map { isSame($0, modelBytes) } ?? true }
        }
        if !isKnown { variants[index].models.append(model) }
      }
    }
    for index in endOfModel..<endOfCommands { row[index] = 0 }
    addView(to: row, view)
    for command in outstanding where !commands.choices.isEmpty {
      for number in commands.lineages[commands.number(of: command)] { row[endOfModel + number] += 1 }
    }
    let rowNumber = findOrAdd(last: row)
    if rowNumber == worldCounts.count {
      firstWorlds.append(rowOfWorld.count)
      worldCounts.append(0)
    }
    worldCounts[rowNumber] += 1
    rowOfWorld.append(UInt32(rowNumber))
    self.isAtRest.append(isAtRest)
  }

  private func addView<View>(to row: UnsafeMutableBufferPointer<Int32>, _ makeView: () -> View?) {
    guard endOfCommands < width else { return }
    for index in endOfCommands..<width { row[index] = Self.absent }
    guard let view = makeView() else { return }
    withUnsafeBytes(of: view) { bytes in
      guard let viewBytes = bytes.baseAddress else { return }
      for index in endOfCommands..<width { row[index] = Self.number(observations[index].read?(viewBytes)) }
    }
  }

  /// For an observation of the view, an observation of the model of the same kind that has the same value in all rows.
  private(set) var modelCounterparts: [Int: Int] = [:]

  private func findModelCounterparts() {
    for viewObservation in observations.indices where observations[viewObservation].access.isOfView {
      modelCounterparts[viewObservation] = observations.indices.first { modelObservation in
        !observations[modelObservation].access.isOfView && isSameKind(viewObservation, modelObservation)
          && (0..<rowCount).allSatisfy { value(viewObservation, of: $0) == value(modelObservation, of: $0) }
      }
    }
  }

  private func isSameKind(_ one: Int, _ other: Int) -> Bool {
    switch (observations[one].kind, observations[other].kind) {
    case (.flag, .flag), (.presence, .presence), (.text, .text), (.number, .number): true
    default: false
    }
  }

  /// Completes the rows, after all worlds were added.
  package func finish() {
    table = []
    dropNumbersOutOfRange()
    findModelCounterparts()
    compareNumbers()
  }

  private func grow() {
    let largerBuffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: max(64 * width, rows.count * 2))
    largerBuffer.initialize(repeating: 0)
    for index in 0..<(worldCounts.count * width) { largerBuffer[index] = rows[index] }
    rows.deallocate()
    rows = largerBuffer
  }

  private func numbers(ofRow row: Int) -> UnsafeMutableBufferPointer<Int32> {
    UnsafeMutableBufferPointer(rebasing: rows[(row * width)..<((row + 1) * width)])
  }

  /// Returns the number of an earlier row that equals the last row; otherwise enters the last row in the table, and returns
  /// its own number.
  private func findOrAdd(last row: UnsafeMutableBufferPointer<Int32>) -> Int {
    if rowCount * 2 >= table.count {
      table = [UInt32](repeating: 0, count: table.count * 2)
      for number in 0..<rowCount { table[slot(of: numbers(ofRow: number))] = UInt32(number + 1) }
    }
    let slot = slot(of: row)
    if table[slot] == 0 { table[slot] = UInt32(rowCount + 1) }
    return Int(table[slot]) - 1
  }

  /// The index of a row in the table, or of the free entry for it.
  private func slot(of row: UnsafeMutableBufferPointer<Int32>) -> Int {
    var slot = hash(row) & (table.count - 1)
    while table[slot] != 0 {
      let earlierRow = Int(table[slot]) - 1
      var index = 0
      while index < width, rows[earlierRow * width + index] == row[index] { index += 1 }
      if index == width { break }
      slot = (slot + 1) & (table.count - 1)
    }
    return slot
  }

  private func hash(_ row: UnsafeMutableBufferPointer<Int32>) -> Int {
    // The constants of FNV-1a; the shift lets the high bits act on the low ones.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index < row.count {
      hash = (hash ^ UInt64(UInt32(bitPattern: row[index]))) &* 0x0100_0000_01b3
      hash ^= hash >> 29
      index += 1
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }

  /// The number of different values of a claim, at most ``maxVariants``; ``maxVariants`` where they cannot be compared.
  func variantCount(of observation: Int) -> Int {
    variants.first { $0.observation == observation }?.models.count ?? Self.maxVariants
  }

  /// Returns whether two worlds are equal in all observations except those of commands.
  package func lookAlike(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (Int(rowOfWorld[one]), Int(rowOfWorld[other]))
    if one == other { return true }
    return observations.indices.allSatisfy { observation in
      if case .outstanding = observations[observation].kind { return true }
      return value(observation, of: one) == value(observation, of: other)
    }
  }

  /// For a number of elements, the `count` of their collection; otherwise the access of the observation.
  func access(toNumber observation: Int) -> Access {
    let access = observations[observation].access
    if case .number(isCount: true, _) = observations[observation].kind { return access.field("count") }
    return access
  }

  var varyingNumbers: [Int] {
    observations.indices.filter { observation in
      guard case .number = observations[observation].kind, rowCount > 1 else { return false }
      let firstValue = value(observation, of: 0)
      return (1..<rowCount).contains { value(observation, of: $0) != firstValue }
    }
  }

  /// Adds observations that compare two numbers of the model, whose order differs from row to row. At most six numbers are
  /// compared, in 15 pairs.
  private func compareNumbers() {
    // Nearly all statements on a comparison also need a flag, an optional or a case; without one, no comparison is made.
    guard observations.contains(where: \.isFlagOrCase) else { return }
    let numbers = varyingNumbers.filter { observations[$0].access.optional == nil && !observations[$0].access.isOfView }
      .prefix(6)
    var comparedPairs: [(one: Int, other: Int)] = []
    for (position, one) in numbers.enumerated() {
      for other in numbers.dropFirst(position + 1)
      where observations[one].isIdentifier == observations[other].isIdentifier {
        let firstSign = sign(one, other, of: 0)
        if (1..<rowCount).contains(where: { sign(one, other, of: $0) != firstSign }) {
          comparedPairs.append((one, other))
        }
      }
    }
    guard !comparedPairs.isEmpty else { return }
    let oldWidth = width
    observations += comparedPairs.map { Observation(access: .root, kind: .comparison($0.one, $0.other)) }
    rewrite { row, numbers in
      for index in 0..<oldWidth { numbers[index] = value(index, of: row) }
      for (position, pair) in comparedPairs.enumerated() {
        numbers[oldWidth + position] = sign(pair.one, pair.other, of: row)
      }
    }
  }

  private func sign(_ one: Int, _ other: Int, of row: Int) -> Int32 {
    let (value, otherValue) = (value(one, of: row), value(other, of: row))
    return value < otherValue ? -1 : value > otherValue ? 1 : 0
  }

  /// Stands for each number that is too small or too large for a row, or that equals ``absent``.
  private static let outOfRange = Int32.max

  private static func number(_ value: Int?) -> Int32 {
    guard let value else { return absent }
    return value > Int(absent) && value < Int(outOfRange) ? Int32(value) : outOfRange
  }

  /// Drops the observations in which a number is out of range, because all such numbers look the same.
  private func dropNumbersOutOfRange() {
    let isDropped = (0..<width).map { column in (0..<rowCount).contains { value(column, of: $0) == Self.outOfRange } }
    guard isDropped.contains(true) else { return }
    let keptObservations = observations.indices.filter { !isDropped[$0] }
    variants = variants.compactMap { variant in
      keptObservations.firstIndex(of: variant.observation).map { ($0, variant.models) }
    }
    observations = keptObservations.map { observations[$0] }
    rewrite { row, numbers in
      for (position, index) in keptObservations.enumerated() { numbers[position] = value(index, of: row) }
    }
  }
}
