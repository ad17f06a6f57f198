/// The conditions that some worlds satisfy and others do not, and for each row of ``ObservedWorlds`` those that it satisfies.
package final class ObservedConditions {
  let conditions: [Condition]
  /// For each row, bit n is 1 where the row satisfies condition n.
  let bits: [UInt64]

  /// The largest number of conditions, which are bits of one word.
  private static let maxConditions = 64

  package init(_ worlds: ObservedWorlds) {
    var all: [Condition] = []
    var bits = [UInt64](repeating: 0, count: worlds.rowCount)
    // An observation of the view that always equals an observation of the model would have the same conditions.
    for observation in worlds.observations.indices where worlds.modelCounterparts[observation] == nil {
      for condition in Self.conditions(of: observation, worlds) where all.count < Self.maxConditions {
        var (holdingRowCount, row) = (0, 0)
        while row < bits.count {
          if condition.test(worlds.value(observation, of: row)) {
            bits[row] |= 1 << all.count
            holdingRowCount += 1
          }
          row += 1
        }
        if holdingRowCount == bits.count {
          // All rows satisfy it, so it says nothing: its bit is cleared for the next condition.
          for row in bits.indices { bits[row] &= ~(1 << all.count) }
        } else if holdingRowCount > 0 {
          all.append(condition)
        }
      }
    }
    (self.conditions, self.bits) = (all, bits)
  }

  private static func conditions(of observation: Int, _ worlds: ObservedWorlds) -> [Condition] {
    guard case .comparison(let one, let other) = worlds.observations[observation].kind else {
      return Condition.all(of: worlds.observations[observation], numbered: observation)
    }
    return Condition.comparing(
      worlds.access(toNumber: one), worlds.access(toNumber: other), numbered: observation,
      hasOrder: !worlds.observations[one].isIdentifier)
  }

  func holds(_ condition: Int, in row: Int) -> Bool { bits[row] >> condition & 1 != 0 }
}
