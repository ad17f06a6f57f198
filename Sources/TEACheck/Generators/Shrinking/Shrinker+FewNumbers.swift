extension Shrinker {
  /// With more positive numbers than this, no pairs of them are tried; with more elements, ``absorbNumbers()`` does nothing.
  private static var maxNumbersInPairs: Int { 24 }

  /// With more positive numbers than this, ``changePairs()`` skips a pair in a list if an earlier pair had the same two
  /// numbers.
  private static var maxNumbersToRetryEqualPairs: Int { 8 }

  /// The indices of the choices, other than lengths, that are not zero; empty if there are more than ``maxNumbersInPairs``.
  private var positiveIndices: [Int] {
    let indices = best.record.indices.filter {
      best.record[$0] > 0 && best.bounds[$0] > 0 && !best.lengthIndices.contains($0)
    }
    return indices.count <= Self.maxNumbersInPairs ? indices : []
  }

  /// Lowers two numbers together, or moves an amount from the earlier to the later number.
  mutating func changePairs() {
    var triedNumbers: Set<[UInt64]> = []
    var triedPairs: Set<[Int]> = []
    while case let positiveIndices = positiveIndices, !isOver {
      let pair = positiveIndices.indices.lazy.flatMap { rank in
        positiveIndices[(rank + 1)...].lazy.map { [positiveIndices[rank], $0] }
      }
      .first { !triedPairs.contains($0) }
      guard let pair else { return }
      triedPairs.insert(pair)
      let (earlier, later) = (pair[0], pair[1])
      if positiveIndices.count > Self.maxNumbersToRetryEqualPairs, let lengthIndex = commonLengthIndex(earlier, later),
        !triedNumbers.insert([best.record[earlier], best.record[later], UInt64(lengthIndex)]).inserted
      {
        continue
      }
      if best.record[earlier] == best.record[later] { lowerEqualNumbers(at: pair) }
      lowerBySameAmount(pair)
      guard pair.allSatisfy({ $0 < best.record.count }) else { continue }
      // Within one list, small numbers with a large bound are probably identifiers rather than terms of a sum.
      let isTerm =
        max(best.record[earlier], best.record[later]) > Self.largestIdentifier
        || best.bounds[earlier] < Self.leastBoundOfIdentifiers
      if isTerm || commonLengthIndex(earlier, later) == nil { shift(from: earlier, to: later) }
    }
  }

  /// The index of the last length before two numbers, whose list probably holds both; `nil` where no length is before them, or
  /// another length lies between them.
  private func commonLengthIndex(_ earlier: Int, _ later: Int) -> Int? {
    best.lengthIndices.filter { $0 < earlier }.max().flatMap { lengthIndex in
      best.lengthIndices.contains { $0 > earlier && $0 <= later } ? nil : lengthIndex
    }
  }

  /// Moves amounts from one number to a later one, the largest amount first, until no more is accepted.
  private mutating func shift(from source: Int, to target: Int) {
    func largestAmount(_ shrinker: Self) -> UInt64 {
      guard target < shrinker.best.record.count else { return 0 }
      return min(shrinker.best.record[source], shrinker.best.bounds[target] - shrinker.best.record[target])
    }
    if target < best.record.count, best.record[source] >= 2, best.bounds[target] - best.record[target] == 1 {
      // Moving 2 would keep the signs in `ZigZag` order, but `target` would pass its bound. So `target` becomes the bound.
      var record = best.record
      record[source] -= 2
      record[target] = best.bounds[target]
      _ = accept(record)
    }
    guard largestAmount(self) > 0, !move(largestAmount(self), from: source, to: target) else { return }
    guard largestAmount(self) > 0, move(1, from: source, to: target) || move(2, from: source, to: target) else {
      return
    }
    var amount = largestAmount(self) / 2
    while amount > 0 {
      // An even amount keeps the signs.
      if amount > 2 { amount &= ~1 }
      if amount > largestAmount(self) || !move(amount, from: source, to: target) { amount /= 2 }
    }
  }

  /// Lowers one number, and changes another: to any small number, in proportion, or by about the amount that the first lost.
  ///
  /// Such a change can keep a number equal to the sum or the product of others.
  mutating func scanPairs() {
    var triedPairs: Set<[Int]> = []
    while case let (positiveIndices, variableIndices) = (positiveIndices, variableIndices),
      positiveIndices.count <= Self.maxScannedNumbers,
      variableIndices.count <= Self.maxVariableIndices,
      isWorthScanning, !isOver
    {
      let pair = positiveIndices.lazy.flatMap { loweredIndex in variableIndices.lazy.map { [loweredIndex, $0] } }
        .first { $0[0] != $0[1] && !triedPairs.contains($0) }
      guard let pair else { return }
      triedPairs.insert(pair)
      if variableIndices.count > 3, !lists.isEmpty,
        let lengthIndex = commonLengthIndex(pair.min() ?? 0, pair.max() ?? 0),
        best.record[lengthIndex] > Self.largestScannedLength
      {
        continue
      }
      if scan(lowering: pair[0], beside: pair[1]) { triedPairs.removeAll() }
    }
  }

  /// A scan evaluates many values. So one or two numbers without groups are left to other passes, such as ``scalePairs()``, and
  /// numbers that are probably identifiers are left as they are.
  private var isWorthScanning: Bool {
    (!best.groups.isEmpty || variableIndices.count > 2) && !numbersCountUpFromZero(at: variableIndices)
  }

  /// Tries the values below a number in order, from 0.
  ///
  /// The scan finds what bisection cannot, such as the least number with a given remainder.
  mutating func scanEach() {
    var index = 0
    while case let positiveIndices = positiveIndices, index < positiveIndices.count,
      positiveIndices.count <= Self.maxScannedNumbers, !isOver
    {
      let number = best.record[positiveIndices[index]]
      // With at most one other choice, the least values of a large number are worth their evaluations.
      let isLargeAmongFew = number > Self.scannedValueLimit && variableIndices.count <= 2
      let standsAlone = variableIndices.count == 1
      if isLargeAmongFew || standsAlone || number <= Self.largestScannedNumber && isWorthScanning {
        _ = (0..<min(number, Self.scannedValueLimit)).contains { replace([positiveIndices[index]], by: $0) }
      }
      index += 1
    }
  }

  /// Lowers two different numbers in proportion, or the larger one to a small multiple of the smaller one plus the remainder of
  /// their division.
  mutating func scalePairs() {
    var pairs: [(Int, Int)] = []
    for first in positiveIndices where positiveIndices.count <= Self.maxScaledNumbers {
      for second in positiveIndices where second != first { pairs.append((first, second)) }
    }
    for (first, second) in pairs {
      // The choice 0 may stand for the number 0 or for 1.
      for least in [0, 1] as [UInt64] {
        while scale(smaller: first, larger: second, least: least), !isOver {}
      }
    }
  }

  /// Does nothing where the first number is zero or not the smaller one.
  ///
  /// - Parameter least: The number that the choice 0 stands for.
  private mutating func scale(smaller smallerIndex: Int, larger largerIndex: Int, least: UInt64) -> Bool {
    guard max(smallerIndex, largerIndex) < best.record.count else { return false }
    let (smaller, larger) = (best.record[smallerIndex], best.record[largerIndex])
    guard smaller > 0, smaller < larger, larger < .max else { return false }
    let (largerNumber, smallerNumber) = (larger + least, smaller + least)
    for factor in 0...2 as ClosedRange<UInt64> {
      let (product, isTooLarge) = smallerNumber.multipliedReportingOverflow(by: factor)
      let multiple = largerNumber % smallerNumber &+ product
      if !isTooLarge, multiple >= least, multiple < largerNumber, replace([largerIndex], by: multiple - least) {
        return true
      }
    }
    for newSmallerNumber in max(1, least)..<min(smallerNumber, Self.scaleBound) {
      let (high, low) = largerNumber.multipliedFullWidth(by: newSmallerNumber)
      guard high == 0, low % smallerNumber == 0, low / smallerNumber >= least else { continue }
      var record = best.record
      record[smallerIndex] = newSmallerNumber - least
      record[largerIndex] = low / smallerNumber - least
      if accept(record) { return true }
    }
    return false
  }

  /// The largest number of positive numbers of which pairs are scaled.
  private static var maxScaledNumbers: Int { 4 }
  /// ``scalePairs()`` lowers the smaller number of a pair only to numbers below this one.
  private static var scaleBound: UInt64 { 32 }
  /// The largest number that ``scanEach()`` scans among several others.
  private static var largestScannedNumber: UInt64 { 128 }
  /// The number of values, from 0, that ``scanEach()`` tries for one number.
  private static var scannedValueLimit: UInt64 { 1_024 }
  /// The largest number of choices that ``scanPairs()`` pairs with a lowered number.
  private static var maxVariableIndices: Int { 16 }

  /// Tries small values of three or four numbers in order, so that the first values that fail are the least.
  mutating func scanTuples() {
    let indices = best.record.indices.filter { best.bounds[$0] > 1 && !best.lengthIndices.contains($0) }
    guard (3...4).contains(indices.count), !numbersCountUpFromZero(at: indices) else { return }
    var numbers = indices.map { _ in UInt64(0) }
    for _ in 0..<Self.maxTuples where !isOver {
      var record = best.record
      for (index, number) in zip(indices, numbers) { record[index] = min(number, best.bounds[index]) }
      guard record.shortlexPrecedes(best.record), !accept(record) else { return }
      // The tuple is counted up like the digits of a number, the last digit first.
      var digit = numbers.count - 1
      while digit >= 0, numbers[digit] + 1 == Self.valuesInTuple { digit -= 1 }
      guard digit >= 0 else { return }
      numbers[digit] += 1
      for laterDigit in numbers.indices where laterDigit > digit { numbers[laterDigit] = 0 }
    }
  }

  /// The number of values, from 0, of each number in a tuple.
  private static var valuesInTuple: UInt64 { 10 }
  /// The largest number of candidates of ``scanTuples()``.
  private static var maxTuples: Int { 2_000 }
  /// The largest number that may be an identifier, if its bound is at least ``leastBoundOfIdentifiers``.
  private static var largestIdentifier: UInt64 { 6 }
  /// The least bound of a choice that may be an identifier in ``changePairs()``.
  private static var leastBoundOfIdentifiers: UInt64 { 256 }
  /// The largest number of positive numbers for which ``scanEach()`` and ``scanPairs()`` scan.
  private static var maxScannedNumbers: Int { 6 }
  /// With more than three choices that have an alternative, ``scanPairs()`` skips the pairs inside of a list if the choice of
  /// its length is more than this number.
  private static var largestScannedLength: UInt64 { 2 }

  private mutating func scan(lowering loweredIndex: Int, beside otherIndex: Int) -> Bool {
    let (number, otherNumber, bound) = (best.record[loweredIndex], best.record[otherIndex], best.bounds[otherIndex])
    func acceptPair(_ loweredNumber: UInt64, _ newNumber: UInt64) -> Bool {
      guard newNumber != otherNumber, newNumber <= bound, !isOver else { return false }
      var record = best.record
      record[loweredIndex] = loweredNumber
      record[otherIndex] = newNumber
      return accept(record)
    }
    // All pairs of small numbers, and the other number in proportion to the lowered one.
    for loweredNumber in 0..<min(number, 16) {
      for newNumber in 0...min(bound, 31) where acceptPair(loweredNumber, newNumber) { return true }
      let (product, isTooLarge) = otherNumber.multipliedReportingOverflow(by: loweredNumber)
      if !isTooLarge, product % number == 0, acceptPair(loweredNumber, product / number) { return true }
    }
    for loweredNumber in 0..<min(number, 3) where number >= Self.largeNumber {
      // In `ZigZag` order, the amounts may differ by one or two. With wrapping addition, `.max` is -1, and `.max - 1` is -2.
      for amount in [0, 1, 2, .max, .max - 1].map({ number - loweredNumber &+ $0 }) {
        if acceptPair(loweredNumber, otherNumber &+ amount) || acceptPair(loweredNumber, otherNumber &- amount) {
          return true
        }
      }
    }
    return false
  }

  /// Deletes an element that is one large number, and raises another number with the same bound by about as much, or up to the
  /// bound.
  mutating func absorbNumbers() {
    var index = 0
    while case let elements = lists.flatMap({ list in list.elements.map { (lengthIndex: list.lengthIndex, span: $0) } }),
      index < elements.count, elements.count <= Self.maxNumbersInPairs, !isOver
    {
      if !absorb(elements[index].span, countedBy: elements[index].lengthIndex) { index += 1 }
    }
  }

  private mutating func absorb(_ element: Choices.Span, countedBy lengthIndex: Int) -> Bool {
    let index = element.range.lowerBound
    guard element.range.count == 1, best.record[index] >= Self.largeNumber, best.record[lengthIndex] > 0 else {
      return false
    }
    for otherIndex in positiveIndices where otherIndex != index && best.bounds[otherIndex] == best.bounds[index] {
      let (number, room) = (best.record[index], best.bounds[otherIndex] - best.record[otherIndex])
      for addedAmount in [number, number - 1, number &+ 1, room, room &- 1] where addedAmount > 0 && addedAmount <= room
      {
        let isAbsorbed = accept(without: [element.range]) { record in
          record[lengthIndex] -= 1
          record[otherIndex] += addedAmount
        }
        if isAbsorbed { return true }
      }
    }
    return false
  }

  /// The least number that counts as large; smaller numbers add up to little.
  private static var largeNumber: UInt64 { 16 }
}
