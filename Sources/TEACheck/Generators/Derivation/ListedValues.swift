internal import TEARuntime

extension Derivation {
  /// The few smallest values of a type, for an exploration.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// The type has no other values, apart from those of the cases that the derivation leaves out.
    package var isExhaustive = true
    /// The generator makes no others: the type has none, or the derivation makes only these examples.
    package var exhaustsGenerator = true
    /// A larger scope lists more values. It does not where the combinations of a case are at their limit.
    package var canGrow: Bool

    package init(values: [Value] = [], isExhaustive: Bool = true, exhaustsGenerator: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
      self.exhaustsGenerator = exhaustsGenerator
      canGrow = !exhaustsGenerator
    }
  }
}

extension Derivation {
  /// Lists values of a type for an exploration.
  ///
  /// The values are those of ``Gen/fewSmallest(_:attempts:)``, with these exceptions:
  ///
  /// - A derived enum is listed case by case. Each case has the smallest values of its payload; several associated values are
  ///   combined with each other.
  /// - An enum without payloads that is `CaseIterable` is listed with all of its `allCases`, and any other `CaseIterable` type
  ///   with the first ``maxListedCases``.
  /// - An associated value that is an enum without payloads is listed with all cases, while the case around it has at most
  ///   ``maxCountWithPlainCases`` values.
  /// - The lists of a case are cut where they have more than ``maxCombinations`` combinations.
  package func listedValues<Value>(of type: Value.Type, scope: Int) throws(DerivationError) -> ListedValues<Value> {
    let generator = try generator(for: type)
    guard !(type is any Generatable.Type), !(type is any CaseIterable.Type),
      !(type is any StandardType.Type) || leavesCasesOut(ofStandard: type),
      case .enumeration(let cases) = TypeShape(of: type)
    else {
      let few = generator.fewSmallest(max(scope, Self.countOfListedCases(of: type)))
      return ListedValues(values: few.values, isExhaustive: few.isExhaustive, exhaustsGenerator: few.exhaustsGenerator)
    }
    var result = ListedValues<Value>()
    let variants = try variants(of: cases, in: type)
    for (index, variant) in variants.enumerated() {
      var records: [[UInt64]] = [[UInt64(index)]]
      let excludedInside = type == root ? excluded.inside[variant.tag] : nil
      var lists = try fewSmallestRecords(ofEach: associatedTypes(of: cases[variant.tag], excludedInside), scope)
      let canGrow = Self.cut(&lists, toScope: scope)
      for few in lists {
        result.isExhaustive = result.isExhaustive && few.isExhaustive
        result.exhaustsGenerator = result.exhaustsGenerator && few.exhaustsGenerator
        result.canGrow = result.canGrow || canGrow && !few.exhaustsGenerator
        records = records.flatMap { record in few.records.map { record + $0 } }
      }
      for record in records {
        if let value = try? generator.replay(record) { result.values.append(value) }
      }
    }
    return result
  }

  /// The largest number of `allCases` that are listed where cases have payloads, or the type is no enum.
  private static var maxListedCases: Int { 1_000 }

  /// An enum without payloads inside of a case is listed whole while the case has at most this many values. Each value is a
  /// step of every world.
  private static var maxCountWithPlainCases: Int { 64 }

  /// The largest number of combinations of associated values that are listed for one case.
  private static var maxCombinations: Double { 10_000 }

  /// 0 for a type that is not `CaseIterable`, or registers a generator.
  private static func countOfListedCases(of type: Any.Type) -> Int {
    guard let finite = type as? any CaseIterable.Type, !(type is any Generatable.Type) else { return 0 }
    return TypeShape(of: type).plainCaseCount ?? min(finite.allCases.count, maxListedCases)
  }

  /// 0 unless the type is an enum without payloads and without a registered generator.
  private static func countOfPlainCases(of type: Any.Type) -> Int {
    type is any Generatable.Type ? 0 : TypeShape(of: type).plainCaseCount ?? 0
  }

  private typealias AssociatedType = (type: Any.Type, excluded: ExcludedCases?)

  private func associatedTypes(of typeCase: TypeShape.Case, _ excluded: ExcludedCases?) -> [AssociatedType] {
    guard let payload = typeCase.payload else { return [] }
    guard case .tuple(let elements) = TypeShape(of: payload) else { return [(payload, excluded)] }
    return elements.enumerated().map { ($1.type, excluded?.inside[$0]) }
  }

  private struct FewRecords {
    var records: [[UInt64]]
    var isExhaustive: Bool
    var exhaustsGenerator: Bool

    mutating func cut(to count: Int) {
      guard records.count > count else { return }
      records.removeLast(records.count - count)
      (isExhaustive, exhaustsGenerator) = (false, false)
    }
  }

  /// Cuts lists that have too many combinations to the scope, and then the longest of them as far as is needed.
  ///
  /// - Returns: `false` where the scope was not enough: lists that are cut to a larger one end as the same lists.
  private static func cut(_ lists: inout [FewRecords], toScope scope: Int) -> Bool {
    // The product may be greater than any integer.
    func areTooMany(_ lists: [FewRecords]) -> Bool {
      lists.reduce(1) { $0 * Double($1.records.count) } > maxCombinations
    }
    guard lists.count > 1, areTooMany(lists) else { return true }
    for index in lists.indices { lists[index].cut(to: max(1, scope)) }
    let canGrow = !areTooMany(lists)
    while areTooMany(lists), let longest = lists.indices.max(by: { lists[$0].records.count < lists[$1].records.count })
    {
      lists[longest].cut(to: lists[longest].records.count - 1)
    }
    return canGrow
  }

  private func fewSmallestRecords(
    ofEach types: [AssociatedType], _ scope: Int
  ) throws(DerivationError) -> [FewRecords] {
    var lists: [FewRecords] = []
    for type in types { lists.append(try fewSmallestRecords(of: type, scope)) }
    let plainCounts = types.map { Self.countOfPlainCases(of: $0.type) }
    var countOfValues = 1
    for (list, plainCount) in zip(lists, plainCounts) {
      countOfValues *= max(list.records.count, plainCount)
      guard countOfValues <= Self.maxCountWithPlainCases else { return lists }
    }
    for index in types.indices where plainCounts[index] > lists[index].records.count {
      lists[index] = try fewSmallestRecords(of: types[index], plainCounts[index])
    }
    return lists
  }

  private func fewSmallestRecords(of associated: AssociatedType, _ scope: Int) throws(DerivationError) -> FewRecords {
    func open<Value>(_ type: Value.Type) throws(DerivationError) -> FewRecords {
      let derivation =
        associated.excluded.map {
          Derivation(root: type, inside: rootOfErrors, at: path, excluding: $0)
        } ?? self
      let few = try derivation.generator(for: type).fewSmallest(scope)
      return FewRecords(records: few.records, isExhaustive: few.isExhaustive, exhaustsGenerator: few.exhaustsGenerator)
    }
    return try _openExistential(associated.type, do: open)
  }
}

extension TypeShape {
  /// `nil` unless the type is an enum without payloads.
  var plainCaseCount: Int? {
    guard case .enumeration(let cases) = self, cases.allSatisfy({ $0.payload == nil }) else { return nil }
    return cases.count
  }
}
