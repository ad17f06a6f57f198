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

    fileprivate mutating func cut(to count: Int) {
      guard values.count > count else { return }
      values.removeLast(values.count - count)
      (isExhaustive, exhaustsGenerator, canGrow) = (false, false, true)
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
  /// - An associated value that is a derived enum is listed case by case as well, while the case around it has at most
  ///   ``maxCountWithAllCases`` values; if it has payloads, with at least one value of each case up to
  ///   ``maxCountWithOneOfEachCase``.
  /// - The lists of a case are cut where they have more than ``maxCombinations`` combinations.
  package func listedValues<Value>(of type: Value.Type, scope: Int) throws(DerivationError) -> ListedValues<Value> {
    let generator = try generator(for: type)
    guard let listed = try recordsByCase(of: type, scope) else {
      let few = generator.fewSmallest(max(scope, Self.countOfListedCases(of: type)))
      return ListedValues(values: few.values, isExhaustive: few.isExhaustive, exhaustsGenerator: few.exhaustsGenerator)
    }
    // A value inside of its own type is one level deeper than where it was listed. One that is cut there is listed already.
    let values = listed.values.compactMap { record -> Value? in
      var choices = Choices(.recorded(record))
      guard let value = try? generator.generate(&choices), choices.record == record else { return nil }
      return value
    }
    var result = ListedValues(
      values: values, isExhaustive: listed.isExhaustive, exhaustsGenerator: listed.exhaustsGenerator)
    result.canGrow = listed.canGrow
    return result
  }

  /// The choices that make a value.
  typealias Record = [UInt64]

  /// The values of an enum, case by case; `nil` for a type that is not listed so.
  private func recordsByCase<Value>(
    of type: Value.Type, _ scope: Int
  ) throws(DerivationError) -> ListedValues<Record>? {
    guard !(type is any Generatable.Type), !(type is any CaseIterable.Type),
      !(type is any StandardType.Type) || leavesCasesOut(ofStandard: type),
      case .enumeration(let cases) = TypeShape(of: type)
    else { return nil }
    var result = ListedValues<Record>()
    for (index, variant) in try variants(of: cases, in: type).enumerated() {
      var records: [Record] = [[UInt64(index)]]
      let excludedInside = type == root ? excluded.inside[variant.tag] : nil
      var lists = try listedRecords(ofEach: associatedTypes(of: cases[variant.tag], excludedInside), scope)
      let canGrow = Self.cut(&lists, toScope: scope)
      for list in lists {
        result.isExhaustive = result.isExhaustive && list.isExhaustive
        result.exhaustsGenerator = result.exhaustsGenerator && list.exhaustsGenerator
        result.canGrow = result.canGrow || canGrow && list.canGrow
        records = records.flatMap { record in list.values.map { record + $0 } }
      }
      result.values += records
    }
    return result
  }

  /// The largest number of `allCases` that are listed where cases have payloads, or the type is no enum.
  private static var maxListedCases: Int { 1_000 }

  /// Enums inside of a case are listed case by case while the case has at most this many values. Each value is a step of every
  /// world.
  private static var maxCountWithAllCases: Double { 64 }

  /// Enums with payloads inside of a case are listed with one value of each of their cases while the case has at most this many
  /// values: a child's message that is never sent would leave a part of the program unexplored.
  private static var maxCountWithOneOfEachCase: Double { 256 }

  /// The largest number of combinations of associated values that are listed for one case.
  private static var maxCombinations: Double { 10_000 }

  /// 0 for a type that is not `CaseIterable`, or registers a generator.
  private static func countOfListedCases(of type: Any.Type) -> Int {
    guard let caseIterable = type as? any CaseIterable.Type, !(type is any Generatable.Type) else { return 0 }
    return TypeShape(of: type).plainCaseCount ?? min(caseIterable.allCases.count, maxListedCases)
  }

  private typealias AssociatedType = (type: Any.Type, excluded: ExcludedCases?)

  private func associatedTypes(of typeCase: TypeShape.Case, _ excluded: ExcludedCases?) -> [AssociatedType] {
    guard let payload = typeCase.payload else { return [] }
    guard case .tuple(let elements) = TypeShape(of: payload) else { return [(payload, excluded)] }
    return elements.enumerated().map { ($1.type, excluded?.inside[$0]) }
  }

  /// Cuts lists that have too many combinations to the scope, and then the longest of them as far as is needed.
  ///
  /// - Returns: `false` where the scope was not enough: lists that are cut to a larger one end as the same lists.
  private static func cut(_ lists: inout [ListedValues<Record>], toScope scope: Int) -> Bool {
    guard lists.count > 1, combinationCount(lists) > maxCombinations else { return true }
    for index in lists.indices { lists[index].cut(to: max(1, scope)) }
    let canGrow = combinationCount(lists) <= maxCombinations
    while combinationCount(lists) > maxCombinations,
      let longest = lists.indices.max(by: { lists[$0].values.count < lists[$1].values.count })
    {
      lists[longest].cut(to: lists[longest].values.count - 1)
    }
    return canGrow
  }

  /// A floating-point number, because the product may be greater than any integer.
  private static func combinationCount(_ lists: [ListedValues<Record>]) -> Double {
    lists.reduce(1) { $0 * Double($1.values.count) }
  }

  /// The lists of the associated values of one case. Where those with each case of an enum are too long, the ones of a smaller
  /// scope are taken, so that a larger scope does not leave out cases that a smaller one lists.
  private func listedRecords(
    ofEach types: [AssociatedType], _ scope: Int
  ) throws(DerivationError) -> [ListedValues<Record>] {
    var triedScope = scope
    repeat {
      if let lists = try listsWithEachCase(ofEach: types, triedScope) { return lists }
      triedScope = min(triedScope - 1, smallestCompleteCount)
    } while triedScope > 0
    var few: [ListedValues<Record>] = []
    for type in types { few.append(try recordLists(of: type, scope).smallest) }
    return few
  }

  /// The lists with all that ``recordsByCase(of:_:)`` lists of each enum, or with at least one value of each case; `nil` where
  /// the values that are added for the second make them too long.
  private func listsWithEachCase(
    ofEach types: [AssociatedType], _ scope: Int
  ) throws(DerivationError) -> [ListedValues<Record>]? {
    var (all, oneOfEach): ([ListedValues<Record>], [ListedValues<Record>]) = ([], [])
    var hasAddedCases = false
    for type in types {
      var (list, byCase) = try recordLists(of: type, scope)
      all.append(byCase ?? list)
      if let byCase, TypeShape(of: type.type).plainCaseCount == nil {
        // The first choice is that of the case.
        var listedCases = Set(list.values.map { $0[0] })
        for record in byCase.values where listedCases.insert(record[0]).inserted {
          list.values.append(record)
          hasAddedCases = true
        }
      }
      oneOfEach.append(list)
    }
    if Self.combinationCount(all) <= Self.maxCountWithAllCases { return all }
    return !hasAddedCases || Self.combinationCount(oneOfEach) <= Self.maxCountWithOneOfEachCase ? oneOfEach : nil
  }

  /// The few smallest values of a type, and those of an enum case by case. These are `nil` for other types. Inside of an enum
  /// that is inside of itself, they are `nil` for each enum that holds it.
  private func recordLists(of associated: AssociatedType, _ scope: Int) throws(DerivationError) -> RecordLists {
    let key = ObjectIdentifier(associated.type)
    let holdsOuterType =
      recursiveTypeBeingListed.map { TypeGraph.reaches($0, from: associated.type) } ?? false
    func open<Value>(_ type: Value.Type) throws(DerivationError) -> RecordLists {
      let derivation =
        associated.excluded.map {
          Derivation(root: type, inside: rootOfErrors, at: path, excluding: $0)
        } ?? self
      let smallest: ListedValues<Record>
      if associated.excluded == nil, let known = knownSmallestRecords[key]?[scope] {
        smallest = known
      } else {
        let few = try derivation.generator(for: type).fewSmallest(scope)
        smallest = ListedValues(
          values: few.records, isExhaustive: few.isExhaustive, exhaustsGenerator: few.exhaustsGenerator)
        if associated.excluded == nil { knownSmallestRecords[key, default: [:]][scope] = smallest }
      }
      let shape = TypeShape(of: type)
      guard case .enumeration(let cases) = shape else { return (smallest, nil) }
      if type is any CaseIterable.Type, !(type is any Generatable.Type), let count = shape.plainCaseCount {
        let all = try derivation.generator(for: type).fewSmallest(count)
        return (smallest, ListedValues(values: all.records, isExhaustive: all.isExhaustive))
      }
      if holdsOuterType { return (smallest, nil) }
      let outerType = derivation.recursiveTypeBeingListed
      defer { derivation.recursiveTypeBeingListed = outerType }
      if cases.contains(where: { $0.payload.map { TypeGraph.reaches(type, from: $0) } ?? false }) {
        derivation.recursiveTypeBeingListed = type
      }
      return (smallest, try derivation.recordsByCase(of: type, scope))
    }
    let isKept = associated.excluded == nil && !holdsOuterType
    if isKept, let known = knownRecordLists[key]?[scope] { return known }
    let lists = try _openExistential(associated.type, do: open)
    if isKept { knownRecordLists[key, default: [:]][scope] = lists }
    return lists
  }

  typealias RecordLists = (smallest: ListedValues<Record>, byCase: ListedValues<Record>?)
}

extension TypeShape {
  /// `nil` unless the type is an enum without payloads.
  var plainCaseCount: Int? {
    guard case .enumeration(let cases) = self, cases.allSatisfy({ $0.payload == nil }) else { return nil }
    return cases.count
  }
}
