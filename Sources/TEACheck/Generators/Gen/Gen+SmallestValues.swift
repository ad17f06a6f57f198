internal import TEARuntime

extension Gen {
  /// Values in order of size, the smallest first.
  package struct SmallestValues {
    package var values: [Value] = []
    /// The choices that make each value.
    package internal(set) var records: [[UInt64]] = []
    /// The generator makes no other values.
    package var exhaustsGenerator = false
    /// The generator makes no other values, and none of its choices left values of the type out.
    package var isExhaustive = false
  }

  /// Lists the generator's values from small to large. Repetitions are left out where values can be compared.
  ///
  /// The size of a value is the sum of the choices that make it. Values of one size come in the lexicographic order of their
  /// choices.
  ///
  /// - Parameters:
  ///   - attempts: The largest number of choice sequences to try; `nil` for 1 000 times `count`, but at least 100 000.
  ///   - maxLength: The largest total length of the sequences of one size that are kept in memory.
  /// - Complexity: Each sequence is tried once. Where the sequences of one size are too many to keep, the search for the next
  ///   size tries all smaller sequences again.
  package func smallest(_ count: Int, attempts: Int? = nil, keeping maxLength: Int = 1 << 20) -> SmallestValues {
    var result = SmallestValues()
    var seenValues = SeenValues<Value>()
    var attemptsLeft = attempts ?? max(100_000, count.multipliedReportingOverflow(by: 1_000).partialValue)
    var leavesValuesOut = false
    var choices = Choices(.enumerated(prefix: [], budget: 0))
    // `nil` before the first size, and where the sequences are too many to keep.
    var previousSequences: SequencesOfSize?
    for budget in UInt64(0)... {
      // `true` once a larger budget would allow further choices.
      var isLimited = false
      var sequences: SequencesOfSize? = SequencesOfSize()
      // The sequences of the previous size give those of this size. Without them, all sequences within the budget are tried.
      var prefix: [UInt64]? = previousSequences == nil ? [] : previousSequences?.nextLarger()
      while let currentPrefix = prefix {
        guard attemptsLeft > 0 else { return result }
        attemptsLeft -= 1
        choices.restart(enumerating: currentPrefix, budget: budget)
        let value = try? generate(&choices)
        isLimited = isLimited || choices.wasLimited
        leavesValuesOut = leavesValuesOut || choices.wasTruncated
        if choices.record.reduce(0, +) == budget {
          if sequences?.add(choices, keeping: maxLength) == false { sequences = nil }
          if let value, seenValues.insert(value) {
            guard result.values.count < count else { return result }
            result.values.append(value)
            result.records.append(choices.record)
          }
        }
        prefix = previousSequences == nil ? choices.successor(budget: budget) : previousSequences?.nextLarger()
      }
      if !isLimited {
        (result.exhaustsGenerator, result.isExhaustive) = (true, !leavesValuesOut)
        return result
      }
      previousSequences = sequences
    }
    return result
  }
}

/// The number of values up to which all values of a type are listed, whatever the scope.
package let smallestCompleteCount = 16

extension Gen {
  /// All values of the generator, if there are at most ``smallestCompleteCount`` or at most `scope`. Otherwise the `scope`
  /// smallest, or fewer where the attempts end first.
  package func fewSmallest(_ scope: Int, attempts: Int? = nil) -> SmallestValues {
    let all = smallest(max(smallestCompleteCount, scope), attempts: attempts)
    if all.exhaustsGenerator || all.values.count <= scope { return all }
    return SmallestValues(values: Array(all.values.prefix(scope)), records: Array(all.records.prefix(scope)))
  }
}

/// The sequences of choices that add up to one number, in lexicographic order.
///
/// ``nextLarger()`` makes each sequence of the next larger sum once, because decrementing its last nonzero number gives exactly
/// one of these sequences.
private struct SequencesOfSize {
  // All sequences are in one array, because most of them are short.
  private var numbers: [UInt64] = []
  /// The bound of each number in ``numbers``.
  private var bounds: [UInt64] = []
  /// The end of each sequence in ``numbers`` and ``bounds``.
  private var ends: [Int] = []

  /// The index of the sequence that ``nextLarger()`` increments next.
  private var currentIndex = 0
  /// The index in ``numbers`` of the number that is incremented next; `nil` for the last of the sequence.
  private var position: Int?

  /// Returns `false`, and adds nothing, where the sequences would have more than `maxLength` numbers in all.
  mutating func add(_ choices: borrowing Choices, keeping maxLength: Int) -> Bool {
    guard numbers.count + choices.record.count <= maxLength else { return false }
    numbers.append(contentsOf: choices.record)
    bounds.append(contentsOf: choices.bounds)
    ends.append(numbers.count)
    return true
  }

  /// The next sequence of the next larger sum, without trailing zeros; `nil` after the last.
  mutating func nextLarger() -> [UInt64]? {
    while currentIndex < ends.count {
      let first = currentIndex == 0 ? 0 : ends[currentIndex - 1]
      while let index = position ?? lastPosition(from: first), index >= first {
        // Only the last nonzero number and the zeros after it are incremented, so each sequence is made once.
        position = numbers[index] == 0 ? index - 1 : first - 1
        if numbers[index] < bounds[index] { return numbers[first..<index] + [numbers[index] + 1] }
      }
      position = nil
      currentIndex += 1
    }
    return nil
  }

  private func lastPosition(from first: Int) -> Int? { ends[currentIndex] > first ? ends[currentIndex] - 1 : nil }
}

private struct SeenValues<Value> {
  private let identity = ValueIdentity.of(Value.self)
  /// The values so far, each with the index of the previous value with the same hash.
  private var values: [(value: Value, previous: Int?)] = []
  /// The index in ``values`` of the last value with each hash.
  private var indices: [UInt64: Int] = [:]

  // For types whose values `identity` cannot compare:
  private var structures: Set<StructuralValue> = []
  /// The values so far, by themselves as keys. Values under one key are equal by `==`.
  private var valuesByKey: [AnyHashable: [Value]] = [:]
  private let isHashable = Value.self is any Hashable.Type

  /// Returns `true` where the value is new. A value that cannot be compared counts as new.
  mutating func insert(_ value: Value) -> Bool {
    // Plain bytes with a floating-point number are left to `insertByStructure(_:)`, because such a number may be unequal to
    // itself.
    guard !identity.mayHoldIncomparable, identity.mask == nil || !identity.mayDifferFromItself else {
      return insertByStructure(value)
    }
    return withUnsafePointer(to: value) { memory in
      let hash = identity.hash(memory)
      var index = indices[hash]
      while let otherIndex = index {
        if withUnsafePointer(to: values[otherIndex].value, { identity.isSame($0, memory) }) { return false }
        index = values[otherIndex].previous
      }
      values.append((value, indices[hash]))
      indices[hash] = values.count - 1
      return true
    }
  }

  /// Unequal `Hashable` values differ in any case, and reading structures takes long. Equal ones are compared by structure,
  /// because their own `==` may ignore a part of them.
  private mutating func insertByStructure(_ value: Value) -> Bool {
    guard isHashable, let key = value as? AnyHashable else {
      return Self.structure(of: value).map { structures.insert($0).inserted } ?? true
    }
    guard let equalValues = valuesByKey[key] else {
      valuesByKey[key] = [value]
      return true
    }
    if let structure = Self.structure(of: value), equalValues.contains(where: { Self.structure(of: $0) == structure }) {
      return false
    }
    valuesByKey[key]?.append(value)
    return true
  }

  private static func structure(of value: Value) -> StructuralValue? { try? StructuralValue(value, by: .stored) }
}

extension Choices {
  /// The next sequence in lexicographic order whose sum is within the budget, without its trailing zeros.
  ///
  /// - Parameter mayVary: Returns whether the choice at an index may be incremented.
  func successor(budget: UInt64, where mayVary: (Int) -> Bool = { _ in true }) -> [UInt64]? {
    var sumBefore = record.reduce(0, +)
    for index in record.indices.reversed() {
      sumBefore -= record[index]
      if record[index] < bounds[index], sumBefore + record[index] + 1 <= budget, mayVary(index) {
        return record[..<index] + [record[index] + 1]
      }
    }
    return nil
  }
}
