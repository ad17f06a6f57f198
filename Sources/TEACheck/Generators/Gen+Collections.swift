extension Gen {
  /// Arrays of generated elements, with a number of elements in a range.
  ///
  /// They shrink by losing elements, and by smaller elements.
  ///
  /// - Precondition: The range holds no negative number.
  @inlinable
  public static func array<Element>(
    of element: Gen<Element>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == [Element] {
    precondition(count.lowerBound >= 0, "Gen.array cannot have \(count.lowerBound) elements")
    return Gen { choices throws(Discarded) in
      let total = choices.chooseCount(count)
      var elements: [Element] = []
      elements.reserveCapacity(total)
      for _ in 0..<total {
        choices.beginGroup()
        elements.append(try element.generate(&choices))
        choices.endGroup()
      }
      return elements
    }
  }

  /// Sets of generated elements; a repeated element counts once.
  @inlinable
  public static func set<Element: Hashable & SendableMetatype>(
    of element: Gen<Element>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == Set<Element> {
    Gen<[Element]>.array(of: element, count: count).map { Set($0) }
  }

  /// Dictionaries of generated keys and values; of a repeated key, the last value counts.
  @inlinable
  public static func dictionary<Key: Hashable & SendableMetatype, Item>(
    of key: Gen<Key>, _ item: Gen<Item>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == [Key: Item] {
    Gen<[(Key, Item)]>.array(of: zip(key, item), count: count).map { pairs in
      Dictionary(pairs.map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
    }
  }

  /// `nil`, the simpler one, or a generated value.
  @inlinable
  public static func optional<Wrapped>(_ wrapped: Gen<Wrapped>) -> Gen where Value == Wrapped? {
    Gen { choices throws(Discarded) in
      choices.choose(through: 3) == 0 ? nil : try wrapped.generate(&choices)
    }
  }
}
