internal import TEASupport

extension Choices {
  /// A value that a random source made, by its type and the place of its choices in ``record``.
  @usableFromInline
  struct MadeValue {
    var type: ObjectIdentifier
    var range: Range<Int>
  }

  /// The number of values after which the older half is forgotten.
  private static var maxMadeValues: Int { 64 }

  /// The choices of an earlier value of a type, for one value in eight; `nil` for a value that is drawn.
  ///
  /// In a run that draws nearby values these are every second one, and one of their choices is larger or smaller by 1 or 2: an
  /// integer is the next one, because of ``ZigZag``, and a date is a second later or earlier.
  ///
  /// This function and ``noteValue(of:from:)`` are not generic, because they are called for each part of a random message: a
  /// generic function that is not specialised looks types up at run time.
  mutating func repetition(of type: ObjectIdentifier) -> [UInt64]? {
    // A value between the letters of a constant would break the constant.
    if spellsConstants { return nil }
    // Most types have a value close to the end, so that few values are looked at.
    guard madeValues.reversed().contains(where: { $0.type == type }), random.next(through: drawsNearby ? 1 : 7) == 0
    else { return nil }
    let earlierValues = madeValues.filter { $0.type == type }
    let numbers = Array(record[earlierValues[Int(random.next(through: UInt64(earlierValues.count - 1)))].range])
    return drawsNearby && !numbers.isEmpty ? nearby(numbers) : numbers
  }

  private mutating func nearby(_ numbers: [UInt64]) -> [UInt64] {
    var numbers = numbers
    let index = Int(random.next(through: UInt64(numbers.count - 1)))
    let (step, isUp) = (1 + random.next(through: 1), random.nextBool(probability: 0.5))
    // The generator lowers a number to its bound.
    let (number, overflows) =
      isUp ? numbers[index].addingReportingOverflow(step) : numbers[index].subtractingReportingOverflow(step)
    if !overflows { numbers[index] = number }
    return numbers
  }

  /// Notes the choices from an index on as those of a value that may be repeated.
  mutating func noteValue(of type: ObjectIdentifier, from start: Int) {
    if madeValues.count == Self.maxMadeValues { madeValues.removeFirst(Self.maxMadeValues / 2) }
    madeValues.append(MadeValue(type: type, range: start..<record.count))
  }

  /// Takes back the last choices, down to a number of choices.
  package mutating func takeBack(to count: Int) {
    record.removeSubrange(count...)
    madeValues.removeAll { $0.range.upperBound > count }
  }
}
