internal import TEARuntime

extension Gen {
  /// The smallest values of a generator, in order of size.
  struct Smallest {
    var values: [Value] = []
    /// The choices that make each of the values.
    var records: [[UInt64]] = []
    /// These are all the values that the generator can make.
    var isExhaustive = false
  }

  /// Lists the generator's values from small to large, without repetitions, up to a number.
  ///
  /// The size of a value is the sum of the choices that make it. Values of one size come in the lexicographic
  /// order of their choices.
  ///
  /// - Parameters:
  ///   - attempts: How many choice sequences are tried at most, over all sizes; without it, 1 000 for each value, and
  ///     100 000 at least.
  ///   - most: How many numbers of the sequences of one size are kept at most.
  /// - Complexity: Every sequence is tried once, unless those of one size are too many to be kept: then it is tried again
  ///   with each larger size.
  func smallest(_ count: Int, attempts: Int? = nil, keeping most: Int = 1 << 20) -> Smallest {
    var result = Smallest()
    var seen = SeenValues<Value>()
    var attempts = attempts ?? max(100_000, count.multipliedReportingOverflow(by: 1_000).partialValue)
    var isTruncated = false
    var choices = Choices(.enumerated(prefix: [], budget: 0))
    // The sequences of the size before.
    var smaller: SequencesOfSize?
    for budget in UInt64(0)... {
      var isLimited = false
      var same: SequencesOfSize? = SequencesOfSize()
      var prefix: [UInt64]? = smaller == nil ? [] : smaller?.nextLarger()
      while let current = prefix {
        guard attempts > 0 else { return result }
        attempts -= 1
        choices.restart(enumerating: current, budget: budget)
        let value = try? generate(&choices)
        isLimited = isLimited || choices.wasLimited
        isTruncated = isTruncated || choices.wasTruncated
        if choices.record.reduce(0, +) == budget {
          if same?.add(choices, keeping: most) == false { same = nil }
          if let value, seen.insert(value) {
            guard result.values.count < count else { return result }
            result.values.append(value)
            result.records.append(choices.record)
          }
        }
        prefix = smaller == nil ? choices.successor(budget: budget) : smaller?.nextLarger()
      }
      if !isLimited {
        result.isExhaustive = !isTruncated
        return result
      }
      smaller = same
    }
    return result
  }
}

/// The sequences of choices that add up to one number, in lexicographic order.
///
/// Decrementing the last nonzero number of a sequence of the next larger sum gives exactly one of these. So
/// ``nextLarger()`` makes each sequence of the next larger sum once, and in lexicographic order too.
private struct SequencesOfSize {
  // All of them in a row, because most are short.
  private var numbers: [UInt64] = []
  private var bounds: [UInt64] = []
  /// The end of each of them in `numbers`.
  private var ends: [Int] = []

  /// The index of the sequence that is extended, and the index in `numbers` of the number that is incremented next.
  private var current = 0
  private var place: Int?

  /// - Returns: Whether there is room.
  mutating func add(_ choices: borrowing Choices, keeping most: Int) -> Bool {
    guard numbers.count + choices.record.count <= most else { return false }
    numbers.append(contentsOf: choices.record)
    bounds.append(contentsOf: choices.bounds)
    ends.append(numbers.count)
    return true
  }

  /// The next sequence of the next larger sum, without its trailing zeros; `nil` after the last.
  mutating func nextLarger() -> [UInt64]? {
    while current < ends.count {
      let first = current == 0 ? 0 : ends[current - 1]
      while let last = place ?? lastPlace(from: first), last >= first {
        // Only the last nonzero number and the zeros behind it are incremented: so each sequence is made once.
        place = numbers[last] == 0 ? last - 1 : first - 1
        if numbers[last] < bounds[last] { return numbers[first..<last] + [numbers[last] + 1] }
      }
      place = nil
      current += 1
    }
    return nil
  }

  private func lastPlace(from first: Int) -> Int? { ends[current] > first ? ends[current] - 1 : nil }
}

/// Values that an enumeration has met, told apart by all that they store.
private struct SeenValues<Value> {
  private let identity = ValueIdentity.of(Value.self)
  /// The values, with the place of another one that has the same hash.
  private var values: [(value: Value, next: Int?)] = []
  private var places: [UInt64: Int] = [:]

  // Where there may be what cannot be looked into:
  private var structures: Set<StructuralValue> = []
  /// The values that are equal by their own `==`, which most often is one.
  private var equals: [AnyHashable: [Value]] = [:]
  private let isHashable = Value.self is any Hashable.Type

  /// Takes in a value.
  ///
  /// - Returns: Whether it is new; one whose structure cannot be read always is.
  mutating func insert(_ value: Value) -> Bool {
    // A number may be unequal to itself.
    guard !identity.mayHoldUnseen, identity.mask == nil || !identity.mayDifferFromItself else {
      return insertUnseen(value)
    }
    return withUnsafePointer(to: value) { memory in
      let hash = identity.hash(memory)
      var place = places[hash]
      while let other = place {
        if withUnsafePointer(to: values[other].value, { identity.isSame($0, memory) }) { return false }
        place = values[other].next
      }
      values.append((value, places[hash]))
      places[hash] = values.count - 1
      return true
    }
  }

  /// Reading a structure costs more than making a value. So where values are `Hashable`, those that are not equal by their
  /// own `==` count as different, and only those that are equal have their structures compared: an `==` may leave something
  /// out.
  private mutating func insertUnseen(_ value: Value) -> Bool {
    guard isHashable, let key = value as? AnyHashable else {
      return Self.structure(of: value).map { structures.insert($0).inserted } ?? true
    }
    guard let others = equals[key] else {
      equals[key] = [value]
      return true
    }
    if let structure = Self.structure(of: value), others.contains(where: { Self.structure(of: $0) == structure }) {
      return false
    }
    equals[key]?.append(value)
    return true
  }

  private static func structure(of value: Value) -> StructuralValue? { try? StructuralValue(throughout: value) }
}

extension Choices {
  /// The least sequence greater than this one whose sum keeps to the budget, if there is one.
  ///
  /// - Parameter mayVary: The places whose numbers may differ from this sequence's, up to the first that does.
  func successor(budget: UInt64, where mayVary: (Int) -> Bool = { _ in true }) -> [UInt64]? {
    var spent = record.reduce(0, +)
    for index in record.indices.reversed() {
      spent -= record[index]
      if record[index] < bounds[index], spent + record[index] + 1 <= budget, mayVary(index) {
        return record[..<index] + [record[index] + 1]
      }
    }
    return nil
  }
}
