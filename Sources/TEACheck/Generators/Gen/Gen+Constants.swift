package import TEASupport

extension Gen {
  /// The same generator, by which a random source makes one value in eight as a constant of the program.
  ///
  /// Programs compare their input with texts and numbers that stand only in their sources, such as a code or a limit, and that
  /// are hardly ever drawn. The choices of a constant are recorded like others, so that a record does not depend on sources.
  @inlinable
  var drawingConstants: Gen {
    let (generate, type) = (generate, ObjectIdentifier(Value.self))
    return Gen { choices throws(Discarded) in
      guard choices.isRandom, choices.constants != nil else { return try generate(&choices) }
      let start = choices.record.count
      let value = try generate(&choices)
      guard let constant = choices.constant(of: type, insteadOf: start) else { return value }
      choices.beginReplay(of: constant)
      defer { choices.endReplay() }
      return try generate(&choices)
    }
  }
}

extension Constants {
  /// The largest number of texts, which are the shortest, and of numbers, evenly from the least to the greatest.
  private static var maxTexts: Int { 256 }
  private static var maxNumbers: Int { 128 }

  /// The literals that the default generators can make. Numbers up to 16 are left out, which are often drawn anyway; other
  /// integers stand for their neighbours too, because a limit is passed by the next number. `nil` where nothing is left.
  package convenience init?(_ literals: SwiftLiterals) {
    let texts = literals.texts.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      .compactMap { Gen<String>.choices(making: $0) }
    let integers = Self.spread(literals.integers.filter { $0.magnitude > 16 }.sorted())
      .flatMap { number in [-1, 0, 1].map { number.addingReportingOverflow($0) } }
      .compactMap { $0.overflow ? nil : $0.partialValue }
    let decimals =
      integers.map { SwiftLiterals.Decimal(significand: $0, exponent: 0) }
      + Self.spread(literals.decimals.sorted { ($0.exponent, $0.significand) < ($1.exponent, $1.significand) })
    var records = [ObjectIdentifier(String.self): Array(texts.prefix(Self.maxTexts))]
    func add<Number: FixedWidthInteger & Sendable>(_ type: Number.Type) {
      let ranks = ZigZag(Number.min...Number.max)
      records[ObjectIdentifier(type)] = integers.compactMap { Number(exactly: $0).map { [ranks.rank(of: $0)] } }
    }
    let types: [any (FixedWidthInteger & Sendable).Type] = [
      Int.self, Int64.self, Int32.self, Int16.self, Int8.self, UInt.self, UInt64.self, UInt32.self, UInt16.self,
      UInt8.self,
    ]
    for type in types { add(type) }
    records[ObjectIdentifier(Double.self)] = decimals.compactMap { Gen<Double>.choices(making: $0) }
    records[ObjectIdentifier(Float.self)] = decimals.compactMap { Gen<Float>.choices(making: $0) }
    guard records.values.contains(where: { !$0.isEmpty }) else { return nil }
    self.init(records: records)
  }

  private static func spread<Element>(_ elements: [Element]) -> [Element] {
    elements.count <= maxNumbers ? elements : (0..<maxNumbers).map { elements[$0 * elements.count / maxNumbers] }
  }
}
