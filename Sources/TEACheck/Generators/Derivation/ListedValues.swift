internal import TEARuntime

extension Derivation {
  /// The few smallest values of a type, for an exploration.
  package struct ListedValues<Value> {
    package var values: [Value] = []
    /// The type has no other values, apart from those of the cases that the derivation leaves out.
    package var isExhaustive = true
    /// No larger scope lists other values: the type has none, or the derivation makes only these examples.
    package var isWhole = true

    package init(values: [Value] = [], isExhaustive: Bool = true, isWhole: Bool = true) {
      self.values = values
      self.isExhaustive = isExhaustive
      self.isWhole = isWhole
    }
  }
}

extension Derivation {
  /// The largest number of values of one case for which an enum without payloads in it is listed beyond the scope. Each value is a
  /// step of every world: more of them would end searches early that are complete within the scope.
  static var maxCountWithPlainCases: Int { 64 }

  /// The number of cases of an enum without payloads and without a registered generator; 0 for any other type.
  static func countOfPlainCases(of type: Any.Type) -> Int {
    guard !(type is any Generatable.Type), case .enumeration(let cases) = TypeShape(of: type),
      cases.allSatisfy({ $0.payload == nil })
    else { return 0 }
    return cases.count
  }

  func associatedTypes(of typeCase: TypeShape.Case) -> [Any.Type] {
    guard let payload = typeCase.payload else { return [] }
    if case .tuple(let elements) = TypeShape(of: payload) { return elements.map(\.type) }
    return [payload]
  }

  struct FewRecords {
    var records: [[UInt64]]
    var isExhaustive: Bool
    var isWhole: Bool
  }

  func fewSmallestRecords(ofEach types: [Any.Type], _ scope: Int) throws(DerivationError) -> [FewRecords] {
    var lists: [FewRecords] = []
    for type in types { lists.append(try fewSmallestRecords(of: type, scope)) }
    let plainCounts = types.map(Self.countOfPlainCases)
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

  private func fewSmallestRecords(of type: Any.Type, _ scope: Int) throws(DerivationError) -> FewRecords {
    func open<Value>(_ type: Value.Type) throws(DerivationError) -> FewRecords {
      let few = try generator(for: type).fewSmallest(scope)
      return FewRecords(records: few.records, isExhaustive: few.isExhaustive, isWhole: few.isWhole)
    }
    return try _openExistential(type, do: open)
  }
}
