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
  /// The largest number of texts, which are the shortest, and of numbers, evenly from the least to the greatest. Literals with
  /// which the program compares something have precedence.
  private static var maxTexts: Int { 256 }
  private static var maxNumbers: Int { 128 }

  /// The literals that the default generators can make. Numbers up to 16 are left out, which are often drawn anyway; other
  /// integers stand for their neighbours too, because a limit is passed by the next number. `nil` where nothing is left.
  package convenience init?(_ literals: SwiftLiterals) {
    let texts = Self.chosen(
      literals.texts, upTo: Self.maxTexts, by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) },
      cut: { texts, limit in Array(texts.lazy.filter { Gen<String>.choices(making: $0) != nil }.prefix(limit)) })
    let integers = Self.chosen(
      literals.integers.filter { $0.key.magnitude > 16 }, upTo: Self.maxNumbers, by: <, cut: Self.spread)
    let decimals = Self.chosen(
      literals.decimals, upTo: Self.maxNumbers, by: { ($0.exponent, $0.significand) < ($1.exponent, $1.significand) },
      cut: Self.spread)
    let compared = Self.records(texts.compared, integers.compared, decimals.compared)
    let others = Self.records(texts.others, integers.others, decimals.others)
    if compared.values.allSatisfy(\.isEmpty), others.values.allSatisfy(\.isEmpty) { return nil }
    let neighbours = Self.neighbours(of: texts.compared + texts.others, in: literals.textOccurrences)
    self.init(
      compared: compared, others: others, textNeighbours: neighbours,
      numerals: (0...99).compactMap { Gen<String>.choices(making: "\($0)").map { Array($0.dropFirst()) } },
      spelled: SpelledConstants(texts.compared + texts.others, integers.compared + integers.others),
      fingerprint: StableHash.of("\(texts)", "\(integers)", "\(decimals)", "\(neighbours)"))
  }

  /// The next text, also the next one with which the program compares something, is twice as likely as the one before, because
  /// the values of a message are mostly compared in their order.
  private static func neighbours(of texts: [String], in occurrences: [(String, Bool)]) -> [[Int]] {
    let numbers = Dictionary(texts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var neighbours = [[Int]](repeating: [], count: texts.count)
    for row in [occurrences, occurrences.filter { $0.1 }] {
      let numbersInRow = row.compactMap { numbers[$0.0] }
      for (one, next) in zip(numbersInRow, numbersInRow.dropFirst()) where one != next {
        neighbours[one] += [next, next]
        neighbours[next].append(one)
      }
    }
    return neighbours
  }

  /// Sorts literals of both kinds, and cuts them to a limit on their number.
  private static func chosen<Literal, Constant>(
    _ literals: [Literal: Bool], upTo limit: Int, by areInOrder: (Literal, Literal) -> Bool,
    cut: ([Literal], Int) -> [Constant]
  ) -> (compared: [Constant], others: [Constant]) {
    func sorted(_ isCompared: Bool) -> [Literal] {
      literals.filter { $0.value == isCompared }.map(\.key).sorted(by: areInOrder)
    }
    let compared = cut(sorted(true), limit)
    return (compared, cut(sorted(false), limit - compared.count))
  }

  private static func spread<Number>(_ numbers: [Number], upTo limit: Int) -> [Number] {
    numbers.count <= limit ? numbers : (0..<limit).map { numbers[$0 * numbers.count / limit] }
  }

  /// The types of integers that have constants.
  fileprivate static let integerTypes: [any (FixedWidthInteger & Sendable).Type] = [
    Int.self, Int64.self, Int32.self, Int16.self, Int8.self, UInt.self, UInt64.self, UInt32.self, UInt16.self,
    UInt8.self,
  ]

  private static func records(
    _ texts: [String], _ limits: [Int64], _ decimals: [SwiftLiterals.Decimal]
  ) -> Records {
    let integers = limits.flatMap { number in [-1, 0, 1].map { number.addingReportingOverflow($0) } }
      .compactMap { $0.overflow ? nil : $0.partialValue }
    let numbers = integers.map { SwiftLiterals.Decimal(significand: $0, exponent: 0) } + decimals
    var records = [ObjectIdentifier(String.self): texts.compactMap { Gen<String>.choices(making: $0) }]
    func add<Number: FixedWidthInteger & Sendable>(_ type: Number.Type) {
      let ranks = ZigZag(Number.min...Number.max)
      records[ObjectIdentifier(type)] = integers.compactMap { Number(exactly: $0).map { [ranks.rank(of: $0)] } }
    }
    for type in integerTypes { add(type) }
    records[ObjectIdentifier(Double.self)] = numbers.compactMap { Gen<Double>.choices(making: $0) }
    records[ObjectIdentifier(Float.self)] = numbers.compactMap { Gen<Float>.choices(making: $0) }
    records[ObjectIdentifier(SwiftLiterals.Decimal.self)] = numbers.compactMap {
      Gen<SwiftLiterals.Decimal>.choices(making: $0)
    }
    return records
  }
}

extension SpelledConstants {
  /// The numbers of letters of a constant that is spelled. A longer one is hardly ever completed by a run.
  private static var lengths: ClosedRange<Int> { 2...12 }

  /// Constants of the default alphabet.
  init(_ texts: [String], _ integers: [Int64]) {
    var indices: [Character: Int] = [:]
    func word(_ text: String) -> [Int]? {
      guard Self.lengths.contains(text.count), Gen<String>.choices(making: text) != nil else { return nil }
      return text.map { character in
        if let index = indices[character] { return index }
        letters.append(Self.letter(character))
        indices[character] = letters.count - 1
        return letters.count - 1
      }
    }
    self.texts = texts.compactMap(word)
    let numbers = integers.filter { $0 > 0 }.map { "\($0)" } + texts.filter { $0.allSatisfy("0123456789".contains) }
    self.numbers = numbers.compactMap(word)
  }

  private static func letter(_ character: Character) -> Letter {
    var letter: Letter = [:]
    if let text = Gen<String>.choices(making: String(character)) {
      letter = [ObjectIdentifier(String.self): text, ObjectIdentifier(Character.self): [text[1]]]
    }
    guard character.isASCII, let digit = character.wholeNumberValue else { return letter }
    func add<Number: FixedWidthInteger & Sendable>(_ type: Number.Type) {
      letter[ObjectIdentifier(type)] = Number(exactly: digit).map { [ZigZag(Number.min...Number.max).rank(of: $0)] }
    }
    for type in Constants.integerTypes { add(type) }
    return letter
  }
}

extension Gen where Value == SwiftLiterals.Decimal {
  private static var exponents: ClosedRange<Int32> { -20...20 }

  /// Decimal numbers whose significand has at most 64 bits, from which those of Foundation are made.
  static var decimal: Gen {
    zip(Gen<Int64>.integer, Gen<Int32>.integer(in: exponents)).map { significand, exponent in
      SwiftLiterals.Decimal(significand: significand, exponent: Int(exponent))
    }.drawingConstants
  }

  /// The choices by which ``decimal`` makes a number; `nil` where its exponent is too large or too small.
  static func choices(making decimal: SwiftLiterals.Decimal) -> [UInt64]? {
    guard let exponent = Int32(exactly: decimal.exponent), exponents.contains(exponent) else { return nil }
    return [ZigZag(Int64.min...Int64.max).rank(of: decimal.significand), ZigZag(exponents).rank(of: exponent)]
  }
}
