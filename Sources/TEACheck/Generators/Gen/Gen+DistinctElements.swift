extension Gen {
  /// Arrays of generated elements that are all different, with a number of elements in a range.
  ///
  /// The arrays shrink by losing elements, and by making elements smaller. A repeated element is left out. If fewer elements
  /// than the lower bound remain, up to 100 more are tried. If these do not suffice, the generator throws
  /// ``Discarded``.
  ///
  /// - Precondition: The range holds no negative number.
  public static func array<Element: Hashable & SendableMetatype>(
    ofDistinct element: Gen<Element>, count: ClosedRange<Int> = 0...100, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> Gen where Value == [Element] {
    guard count.lowerBound >= 0 else { fatalError("Gen.array(ofDistinct:) cannot have \(count.lowerBound) elements") }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    return Gen { choices throws(Discarded) in
      let wantedCount = choices.chooseCount(count)
      var seenElements: Set<Element> = []
      var elements: [Element] = []
      let maxTries = wantedCount + (choices.mayRetry ? 100 : 0)
      var tries = 0
      while elements.count < wantedCount, tries < maxTries {
        tries += 1
        let candidate = try choices.markingGroup { inner throws(Discarded) in try element.generate(&inner) }
        if seenElements.insert(candidate).inserted { elements.append(candidate) }
        if tries >= wantedCount, elements.count >= count.lowerBound { break }
      }
      guard elements.count >= count.lowerBound else { throw Discarded(at: place) }
      return elements
    }
  }
}
