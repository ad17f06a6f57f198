extension Array {
  /// Appends elements, so that there is one at an index beyond the end. At least doubles the count, so that an array seldom grows.
  mutating func grow(toHold index: Int, filledWith element: Element) {
    append(contentsOf: repeatElement(element, count: index + 1))
  }
}
