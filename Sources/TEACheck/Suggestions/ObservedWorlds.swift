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
  let isComplete: Bool
  var rowCount: Int { counts.count }
  var worldCount: Int { rowOfWorld.count }

  func value(_ observation: Int, of row: Int) -> Int32 { rows[row * width + observation] }

  deinit { rows.deallocate() }

  private func take(_ values: [Int32]) {
    rows.deallocate()
    rows = .allocate(capacity: values.count)
    _ = rows.initialize(from: values)
    width = observations.count
  }

  init<M: Module>(_ graph: WorldGraph<M>) {
    isComplete = graph.expandedCount >= graph.worldCount
    observations = ObservationMaker(M.Model.self).observations
    rows = .allocate(capacity: 0)
    let commands = ObservationMaker.choices(of: M.Command.self) ?? []
    for choice in commands {
      observations.append(
        Observation(
          access: Access(path: "¤.outstanding", words: "outstanding \(choice.name)"), kind: .outstanding(choice)))
    }
    fill(graph, commandCount: commands.count)
    dropWideNumbers()
    compareNumbers()
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
      case .options, .number, .claim, .outstanding, .comparison: false
      }
    }
    // How numbers compare is only of interest beside these.
    guard hasBeside else { return }
    let numbers = numbers.filter { observations[$0].access.optional == nil }.prefix(6)
    var added: [Observation] = []
    var columns: [[Int32]] = []
    for (place, one) in numbers.enumerated() {
      for other in numbers.dropFirst(place + 1) {
        let column = (0..<rowCount).map { row -> Int32 in
          let (value, another) = (value(one, of: row), value(other, of: row))
          return value < another ? -1 : value > another ? 1 : 0
        }
        guard Set(column).count > 1 else { continue }
        added.append(Observation(access: .root, kind: .comparison(one, other)))
        columns.append(column)
      }
    }
    guard !added.isEmpty else { return }
    let values = (0..<rowCount).flatMap { row in
      (0..<width).map { value($0, of: row) } + columns.map { $0[row] }
    }
    observations += added
    take(values)
  }

  private func fill<M: Module>(_ graph: WorldGraph<M>, commandCount: Int) {
    let ofModel = observations.count - commandCount
    var numbers: [[Int32]: UInt32] = [:]
    var row = [Int32](repeating: 0, count: observations.count)
    var values: [Int32] = []
    rowOfWorld.reserveCapacity(graph.worldCount)
    let reads = observations.prefix(ofModel).map { $0.read ?? { _ in nil } }
    for (number, world) in graph.worlds.enumerated() {
      withUnsafeBytes(of: world.model) { model in
        // A model of no bytes has no address, and nothing to be read at it.
        guard let model = model.baseAddress else { return }
        for index in 0..<ofModel { row[index] = Self.number(reads[index](model)) }
      }
      for index in ofModel..<row.count { row[index] = 0 }
      for command in world.outstanding {
        if commandCount > 0, let tag = enumCase(of: command), tag < commandCount { row[ofModel + tag] += 1 }
      }
      if let known = numbers[row] {
        counts[Int(known)] += 1
        rowOfWorld.append(known)
      } else {
        numbers[row] = UInt32(counts.count)
        rowOfWorld.append(UInt32(counts.count))
        counts.append(1)
        first.append(number)
        values += row
      }
    }
    take(values)
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
    let values = (0..<rowCount).flatMap { row in kept.map { value($0, of: row) } }
    observations = kept.map { observations[$0] }
    take(values)
  }
}
