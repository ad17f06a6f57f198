extension Gen {
  /// The same values, as examples of their type: an exploration of all of them is complete only within its scope.
  var examples: Gen {
    let generate = generate
    return Gen { choices throws(Discarded) in
      choices.noteTruncation()
      return try generate(&choices)
    }
  }
}

/// The number of values up to which all values of a type are listed, whatever the scope.
package let smallestCompleteCount = 16

extension Gen {
  /// All values that are made, if they are at most ``smallestCompleteCount`` or at most `scope`; otherwise the `scope` smallest.
  /// There are fewer where the attempts end first.
  package func fewSmallest(_ scope: Int, attempts: Int? = nil) -> SmallestValues {
    let all = smallest(max(smallestCompleteCount, scope), attempts: attempts)
    if all.isWhole || all.values.count <= scope { return all }
    return SmallestValues(values: Array(all.values.prefix(scope)), records: Array(all.records.prefix(scope)))
  }
}
