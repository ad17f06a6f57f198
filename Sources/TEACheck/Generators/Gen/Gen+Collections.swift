extension Gen {
  /// Arrays of generated elements, with a number of elements in a range.
  ///
  /// They shrink by losing elements, and by making elements smaller.
  ///
  /// - Precondition: The range holds no negative number.
  @inlinable
  public static func array<Element>(
    of element: Gen<Element>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == [Element] {
    guard count.lowerBound >= 0 else { fatalError("Gen.array cannot have \(count.lowerBound) elements") }
    return Gen { choices throws(Discarded) in
      let elementCount = choices.chooseCount(count)
      var elements: [Element] = []
      elements.reserveCapacity(elementCount)
      for _ in 0..<elementCount {
        choices.beginGroup(of: Element.self)
        defer { choices.endGroup() }
        elements.append(try element.generate(&choices))
      }
      return elements
    }
  }

  /// Sets of generated elements; a repeated element counts once.
  ///
  /// Up to 100 more elements are tried if fewer than the lower bound remain. If these do not suffice, the generator
  /// throws ``Discarded``.
  ///
  /// - Precondition: The range holds no negative number.
  @inlinable
  public static func set<Element: Hashable & SendableMetatype>(
    of element: Gen<Element>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == Set<Element> {
    guard count.lowerBound >= 0 else { fatalError("Gen.set cannot have \(count.lowerBound) elements") }
    let elements = Gen<[Element]>.array(of: element, count: count)
    return Gen { choices throws(Discarded) in
      var set = Set(try elements.generate(&choices))
      for _ in 0..<(choices.mayRetry ? 100 : 0) where set.count < count.lowerBound {
        choices.beginGroup(of: Element.self)
        defer { choices.endGroup() }
        set.insert(try element.generate(&choices))
      }
      guard set.count >= count.lowerBound else { throw Discarded() }
      return set
    }
  }

  /// Dictionaries of generated keys and values; of a repeated key, the last value counts.
  ///
  /// Up to 100 more entries are tried if fewer than the lower bound remain. If these do not suffice, the generator
  /// throws ``Discarded``.
  ///
  /// - Precondition: The range holds no negative number.
  @inlinable
  public static func dictionary<Key: Hashable & SendableMetatype, Item>(
    of key: Gen<Key>, _ item: Gen<Item>, count: ClosedRange<Int> = 0...100
  ) -> Gen where Value == [Key: Item] {
    guard count.lowerBound >= 0 else { fatalError("Gen.dictionary cannot have \(count.lowerBound) entries") }
    let pair = zip(key, item)
    let pairs = Gen<[(Key, Item)]>.array(of: pair, count: count)
    return Gen { choices throws(Discarded) in
      var dictionary = Dictionary(try pairs.generate(&choices).map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
      for _ in 0..<(choices.mayRetry ? 100 : 0) where dictionary.count < count.lowerBound {
        choices.beginGroup(of: (Key, Item).self)
        defer { choices.endGroup() }
        let (key, item) = try pair.generate(&choices)
        dictionary[key] = item
      }
      guard dictionary.count >= count.lowerBound else { throw Discarded() }
      return dictionary
    }
  }

  /// One value of each of the generators, in their order.
  public static func each<Element>(of generators: [Gen<Element>]) -> Gen where Value == [Element] {
    Gen { choices throws(Discarded) in
      var elements: [Element] = []
      choices.announceGroups(generators.count)
      for generator in generators {
        choices.beginGroup(of: Element.self)
        defer { choices.endGroup() }
        elements.append(try generator.generate(&choices))
      }
      return elements
    }
  }

  /// Optional values, which are `nil` or generated, and shrink to `nil`.
  @inlinable
  public static func optional<Wrapped>(_ wrapped: Gen<Wrapped>) -> Gen where Value == Wrapped? {
    Gen { choices throws(Discarded) in
      choices.choose(through: 3) == 0 ? nil : try wrapped.generate(&choices)
    }
  }
}
