extension Gen {
  /// The elements in any order.
  ///
  /// They shrink towards the order in which they are given.
  ///
  /// - Complexity: O(*n*²) in the number of elements.
  public static func shuffled<Element: Sendable>(
    _ elements: some Collection<Element>
  ) -> Gen where Value == [Element] {
    let elements = Array(elements)
    return Gen { choices throws(Discarded) in
      var remainingElements = elements
      var shuffled: [Element] = []
      shuffled.reserveCapacity(elements.count)
      while !remainingElements.isEmpty {
        choices.beginGroup()
        shuffled.append(remainingElements.remove(at: Int(choices.choose(through: UInt64(remainingElements.count - 1)))))
        choices.endGroup()
      }
      return shuffled
    }
  }

  /// Some of the elements, in the order in which they are given; more of them for larger sizes.
  ///
  /// They shrink by losing elements.
  public static func subsequence<Element: Sendable>(
    of elements: some Collection<Element>
  ) -> Gen where Value == [Element] {
    let elements = Array(elements)
    return Gen { choices throws(Discarded) in
      // At the usual size, 30, half of the elements. The share is never 0 or 1.
      let share = min(0.95, max(0.05, Double(choices.size) / 60))
      var chosen: [Element] = []
      for element in elements where choices.chooseFlag(probability: share) { chosen.append(element) }
      return chosen
    }
  }
}
