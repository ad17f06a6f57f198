extension Shrinker {
  /// The indices of the numbers of each field. A field is one associated value of one message case, in all steps.
  ///
  /// A field is identified by the choices before it in its step, where all numbers count as equal.
  var fields: [[Int]] {
    var fields: [[Int]] = []
    var fieldOfPath: [[UInt64]: Int] = [:]
    for step in best.groups where step.depth == 0 {
      var path: [UInt64] = []
      for position in step.range {
        guard isWide(position) else {
          path.append(best.record[position])
          continue
        }
        if let field = fieldOfPath[path] {
          fields[field].append(position)
        } else {
          fieldOfPath[path] = fields.count
          fields.append([position])
        }
        path.append(.max)
      }
    }
    return fields
  }

  /// Lowers the numbers of one field in all steps, or in two of them, by the same amount.
  mutating func lowerFields() {
    for index in fields.indices {
      guard case let fields = fields, index < fields.count, fields[index].count > 1 else { continue }
      lowerBySameAmount(fields[index])
      guard fields[index].count <= Self.maxStepsOfField else { continue }
      for (offset, first) in fields[index].enumerated() {
        for second in fields[index].dropFirst(offset + 1) { lowerBySameAmount([first, second]) }
      }
    }
  }

  /// The largest number of steps with a field, for the passes that try pairs of the field's numbers.
  private static var maxStepsOfField: Int { 8 }

  /// The number of values, from 0, that a scan tries for one number.
  private static var scanLimit: UInt64 { 1_024 }

  /// Tries all small values of each number of a field in order, also together with an earlier number of the field that becomes
  /// zero.
  ///
  /// The scan finds what bisection cannot, such as the least number that collides with another one.
  mutating func scanNumbers() {
    for index in fields.indices {
      guard case let fields = fields, index < fields.count, fields[index].count <= Self.maxStepsOfField else {
        continue
      }
      for (offset, first) in fields[index].enumerated() {
        for second in fields[index].dropFirst(offset + 1) where first < best.record.count && best.record[first] > 0 {
          _ = scan(second) { $0[first] = 0 }
        }
        _ = scan(first)
      }
    }
  }

  /// Tries all small values of each number before the first step, such as those of generated flags, with all steps deleted.
  mutating func scanStartChoices() {
    guard let firstStep = best.groups.first(where: { $0.depth == 0 }) else { return }
    for index in 0..<firstStep.range.lowerBound where isWide(index) {
      let openingChoices = Array(best.record[..<firstStep.range.lowerBound])
      for number in 0...min(Self.scanLimit - 1, best.bounds[index]) where !isOver {
        var record = openingChoices
        record[index] = number
        if accept(record) { return }
      }
    }
  }

  /// - Parameter change: Another change of the record; without it, only values below the current value are tried.
  private mutating func scan(_ index: Int, _ change: (inout [UInt64]) -> Void = { _ in }) -> Bool {
    guard index < best.record.count else { return false }
    var record = best.record
    change(&record)
    let isChanged = record != best.record
    for number in 0..<Self.scanLimit where isChanged || number < best.record[index] {
      guard number <= best.bounds[index], !isOver else { return false }
      record[index] = number
      if accept(record) { return true }
    }
    return false
  }

  /// Deletes a step that created a numbered item, and lowers the later references to items with higher numbers.
  ///
  /// A reference is a number at or above a threshold, in all fields or in one. In ``ZigZag`` order, a positive number is
  /// lowered by two.
  mutating func deleteWithRenumbering() {
    var index = 0
    while case let steps = groupRows(at: 0).first ?? [], index < steps.count {
      if !deleteWithRenumbering(steps[index]) { index += 1 }
    }
  }

  private mutating func deleteWithRenumbering(_ step: Choices.Span) -> Bool {
    let laterFields = fields.map { $0.filter { $0 >= step.range.upperBound } }.filter { !$0.isEmpty }
    for indices in laterFields.count > 1 ? [laterFields.flatMap { $0 }] + laterFields : laterFields {
      for threshold in Set(indices.map { best.record[$0] }).sorted()
      where (1...Self.largestReference).contains(threshold) {
        for stride in [2, 1] as [UInt64] {
          var candidate = best.record
          for index in indices where candidate[index] >= threshold { candidate[index] -= min(stride, candidate[index]) }
          candidate.removeSubrange(step.range)
          if accept(candidate) { return true }
        }
      }
    }
    return false
  }

  /// The largest threshold that is tried: larger numbers are unlikely to be references.
  private static var largestReference: UInt64 { 400 }
}
