internal import TEARuntime

extension Gen {
  /// The smallest values of a generator, in order of size.
  struct Smallest {
    var values: [Value] = []
    /// The choices that make each of the values.
    var records: [[UInt64]] = []
    /// Whether these are all the values that the generator can make.
    var isExhaustive = false
  }

  /// Lists the generator's values from small to large, without repetitions, up to a number.
  ///
  /// The size of a value is the sum of the choices that make it. Values of one size come in the lexicographic
  /// order of their choices.
  ///
  /// - Parameter attempts: How many choice sequences are tried at most, over all sizes; without it, 1 000 for each
  ///   value, and 100 000 at least.
  /// - Complexity: Every sequence is tried again with each larger size: of a generator that makes one choice, *n* values
  ///   take *n*²/2 tries.
  func smallest(_ count: Int, attempts: Int? = nil) -> Smallest {
    var result = Smallest()
    var seen: Set<StructuralValue> = []
    var attempts = attempts ?? max(100_000, count.multipliedReportingOverflow(by: 1_000).partialValue)
    var isTruncated = false
    for budget in UInt64(0)... {
      var isLimited = false
      var prefix: [UInt64]? = []
      while let current = prefix {
        guard attempts > 0 else { return result }
        attempts -= 1
        var choices = Choices(.enumerated(prefix: current, budget: budget))
        let value = try? generate(&choices)
        isLimited = isLimited || choices.wasLimited
        isTruncated = isTruncated || choices.wasTruncated
        let total = choices.record.reduce(0, +)
        if let value, total == budget,
          (try? StructuralValue(throughout: value)).map({ seen.insert($0).inserted }) ?? true
        {
          guard result.values.count < count else { return result }
          result.values.append(value)
          result.records.append(choices.record)
        }
        prefix = choices.successor(budget: budget)
      }
      if !isLimited {
        result.isExhaustive = !isTruncated
        return result
      }
    }
    return result
  }
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
