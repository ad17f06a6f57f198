internal import TEARuntime
internal import TEASupport

/// Numbers texts in the order in which they are met; 0 is the empty text.
///
/// Only one thread may use an instance.
final class TextNumbers {
  private var numbers = ["": 0]

  func number(of text: String) -> Int {
    if let earlierNumber = numbers[text] { return earlierNumber }
    defer { numbers[text] = numbers.count }
    return numbers.count
  }
}

struct ObservationMaker {
  private(set) var observations: [Observation] = []
  private let locations: [Location]
  private let texts: TextNumbers

  /// - Parameter texts: The numbers of the model's texts, so that texts of the view and of the model can be compared.
  init(view type: Any.Type, _ texts: TextNumbers) {
    self.texts = texts
    locations = Location.all(of: type, in: .ofView)
    for location in locations { addValues(of: location) }
    observations = Array(observations.prefix(Observation.maxViewObservations))
  }

  init(_ type: Any.Type, _ texts: TextNumbers) {
    self.texts = texts
    locations = Location.all(of: type)
    for location in locations { addValues(of: location) }
    for location in locations { addElements(of: location) }
    addPairs()
    observations = Array(observations.prefix(Observation.maxModelObservations))
  }

  // MARK: - Values

  private mutating func addValues(of location: Location) {
    let locate = location.locate
    func add(_ kind: Observation.Kind, _ read: @escaping (UnsafeRawPointer) -> Int) {
      observations.append(Observation(access: location.access, kind: kind) { locate($0).map(read) })
    }
    if location.type is Bool.Type { return add(.flag) { $0.load(as: Bool.self) ? 1 : 0 } }
    if let type = location.type as? any BinaryInteger.Type {
      let read = Self.reader(of: type)
      add(.number(isCount: false, isUnsigned: type is any UnsignedInteger.Type), read)
      if !(type is Int.Type) { observations[observations.count - 1].numberType = type }
      return
    }
    if location.type is String.Type {
      let texts = texts
      return add(.text) { texts.number(of: $0.assumingMemoryBound(to: String.self).pointee) }
    }
    if let type = location.type as? any ObservedCollection.Type {
      return add(.number(isCount: true, isUnsigned: true)) { type.count(at: $0) }
    }
    if let type = location.type as? any OptionSet.Type { return add(.options, Self.optionReader(of: type)) }
    if location.type is any ObservedOptional.Type {
      let witnesses = ValueWitnesses(of: location.type)
      return add(.presence) { witnesses.enumTag(of: $0) == 0 ? 1 : 0 }
    }
    if TypeShape.isOfUser(location.type), let choices = Self.choices(of: location.type), choices.count > 1 {
      let witnesses = ValueWitnesses(of: location.type)
      return add(.choice(choices)) { witnesses.enumTag(of: $0) }
    }
  }

  private static func reader<Value: BinaryInteger>(of type: Value.Type) -> (UnsafeRawPointer) -> Int {
    { Int(clamping: $0.load(as: Value.self)) }
  }

  private static func optionReader<Value: OptionSet>(of type: Value.Type) -> (UnsafeRawPointer) -> Int {
    { $0.assumingMemoryBound(to: Value.self).pointee.isEmpty ? 0 : 1 }
  }

  /// The cases of an enum in the order of their tags; `nil` for another type, or where Swift cannot refer to a case by its
  /// name. Also `nil` for more than 16 cases, because each case may make a condition or an observation.
  static func choices(of type: Any.Type) -> [EnumChoice]? {
    guard case .enumeration(let cases) = TypeShape(of: type), cases.count <= 16,
      cases.allSatisfy({ Location.isName($0.name) }), Set(cases.map(\.name)).count == cases.count
    else { return nil }
    let isEquatable = type is any Equatable.Type
    return cases.map {
      EnumChoice(name: $0.name, isComparable: isEquatable && $0.payload == nil)
    }
  }

  // MARK: - Elements

  /// Adds the claims that no two elements of an array are equal, and that the elements are in order. For structs, adds them for
  /// each field that is no flag, among the first eight.
  private mutating func addElements(of location: Location) {
    guard let array = location.type as? any ObservedArray.Type else { return }
    let element = array.element
    if let fields = Location.fieldsOfUserStruct(element) {
      for field in fields.prefix(8) where Location.isName(field.name) && !(field.type is Bool.Type) {
        addDistinctnessAndOrder(of: field.type, at: field.offset, named: field.name, in: location, array)
      }
    } else {
      addDistinctnessAndOrder(of: element, at: 0, named: nil, in: location, array)
    }
  }

  private mutating func addDistinctnessAndOrder(
    of type: Any.Type, at offset: Int, named name: String?, in location: Location, _ array: any ObservedArray.Type
  ) {
    guard let hashable = type as? any Hashable.Type, !(type is AnyClass), let isEqual = equality(of: type) else {
      return
    }
    let list = location.access
    // In the formula, a list inside of an optional would need a closure of its own.
    guard list.optional == nil else { return }
    let keys = name.map { "\(list.path).map(\\.\($0))" } ?? list.path
    let isID = name.map { FieldName.isIdentifier($0) } ?? false
    addClaim(
      Claim(
        weight: isID ? 8 : 3, isUsuallyTrue: !isID,
        words: name.map { "no two of \(list.words) have the same \($0)" }
          ?? "no two of \(list.words) are the same",
        formula: Formula(expression: "Set(\(keys)).count == \(list.path).count", isSimple: false)),
      by: location, Self.distinctnessTest(hashable), array, offset, isEqual)
    // Elements with identifiers that rise were added one after the other: the order of identifiers means nothing else.
    if !isID, let comparable = type as? any Comparable.Type {
      addClaim(
        Claim(
          weight: name == nil ? 4 : 2, isUsuallyTrue: true,
          words: "\(list.words) are in order\(name.map { " of \($0)" } ?? "")",
          formula: Formula(expression: "\(keys) == \(keys).sorted()", isSimple: false)),
        by: location, Self.orderTest(comparable), array, offset, isEqual)
    }
  }

  /// Tests the elements of an array; `nil` where they tell nothing. `stride` is in bytes.
  private typealias Test = (_ first: UnsafeRawPointer, _ count: Int, _ stride: Int) -> Bool?

  /// Adds a claim about an array. The observation is absent where the array has fewer than two elements, or they tell nothing.
  ///
  /// - Parameter offset: The distance in bytes from the start of an element to the value that is tested and compared.
  private mutating func addClaim(
    _ claim: Claim, by location: Location, _ test: @escaping Test, _ array: any ObservedArray.Type, _ offset: Int,
    _ isEqual: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) {
    let locate = location.locate
    var observation = Observation(access: location.access, kind: .claim(claim)) { model in
      guard let address = locate(model) else { return nil }
      return array.withElements(at: address) { first, count, stride in
        guard let first, count > 1 else { return nil }
        return test(first + offset, count, stride).map { $0 ? 1 : 0 }
      }
    }
    observation.isSame = { firstModel, secondModel in
      guard let list = locate(firstModel), let otherList = locate(secondModel) else { return false }
      return array.withElements(at: list) { first, count, stride in
        array.withElements(at: otherList) { firstOfOther, countOfOther, _ in
          guard let first, let firstOfOther, count == countOfOther else { return count == countOfOther }
          return (0..<count).allSatisfy {
            isEqual(first + ($0 * stride + offset), firstOfOther + ($0 * stride + offset))
          }
        }
      }
    }
    observations.append(observation)
  }

  private static func distinctnessTest<Value: Hashable>(_ type: Value.Type) -> Test {
    { first, count, stride in
      func value(_ index: Int) -> UnsafePointer<Value> { (first + index * stride).assumingMemoryBound(to: Value.self) }
      // For so few values, comparing is faster than hashing.
      if count <= 8 {
        for index in 0..<count {
          for otherIndex in 0..<index where value(index).pointee == value(otherIndex).pointee { return false }
        }
        return true
      }
      var seenValues: Set<Value> = []
      return (0..<count).allSatisfy { seenValues.insert(value($0).pointee).inserted }
    }
  }

  private static func orderTest<Value: Comparable>(_ type: Value.Type) -> Test {
    { first, count, stride in
      // Elements that are all equal are in order by themselves.
      var areEqual = true
      for index in 1..<count {
        let previousValue = (first + (index - 1) * stride).assumingMemoryBound(to: Value.self)
        let value = (first + index * stride).assumingMemoryBound(to: Value.self)
        if value.pointee < previousValue.pointee { return false }
        if previousValue.pointee < value.pointee { areEqual = false }
      }
      return areEqual ? nil : true
    }
  }

  // MARK: - Pairs

  private mutating func addPairs() {
    for (index, location) in locations.enumerated() {
      for other in locations[(index + 1)...] where location.type == other.type { addEquality(location, other) }
      for other in locations where other.access != location.access {
        addMembership(of: location, in: other)
        addIndex(location, in: other)
        addSubset(location, of: other)
      }
    }
  }

  /// A test that each of two locations has the same value in two models; `nil` where values of a location cannot be compared.
  private func samenessTest(_ one: Location, _ other: Location) -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    guard let isEqual = equality(of: one.type), let isOtherEqual = equality(of: other.type) else { return nil }
    let tests = [(one.locate, isEqual), (other.locate, isOtherEqual)]
    return { firstModel, secondModel in
      tests.allSatisfy { locate, isEqual in
        guard let value = locate(firstModel), let otherValue = locate(secondModel) else {
          return (locate(firstModel) == nil) == (locate(secondModel) == nil)
        }
        return isEqual(value, otherValue)
      }
    }
  }

  /// Adds a claim about two values. The observation is absent where a value is absent, or the test returns `nil`.
  private mutating func addClaim(
    _ claim: Claim, _ one: Location, _ other: Location, _ test: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool?
  ) {
    let (locate, locateOther) = (one.locate, other.locate)
    var claim = claim
    claim.pair = [one.access, other.access]
    var observation = Observation(access: one.access, kind: .claim(claim)) { model in
      guard let address = locate(model), let otherAddress = locateOther(model) else { return nil }
      return test(address, otherAddress).map { $0 ? 1 : 0 }
    }
    observation.isSame = samenessTest(one, other)
    observations.append(observation)
  }

  private mutating func addIndex(_ number: Location, in list: Location) {
    guard number.type is Int.Type, list.access.optional == nil, let array = list.type as? any ObservedArray.Type,
      FieldName.isIndex(number.access.lastName)
    else { return }
    let isOptional = number.access.optional != nil
    let claim = Claim(
      weight: 8,
      words:
        "\(number.access.words) is an index of \(list.access.words)\(isOptional ? ", where there is one" : "")",
      formula: Formula(
        expression: number.access.conditionIfPresent { "\(list.access.expression).indices.contains(\($0))" },
        isSimple: !isOptional))
    addClaim(claim, number, list) { number, list in
      let index = number.load(as: Int.self)
      return array.withElements(at: list) { _, count, _ in index >= 0 && index < count }
    }
  }

  private mutating func addSubset(_ list: Location, of collection: Location) {
    guard list.access.optional == nil, collection.access.optional == nil,
      let array = list.type as? any ObservedArray.Type, array.element is any Hashable.Type,
      let isEqual = equality(of: array.element)
    else { return }
    var contains: (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    var expression = collection.access.expression
    if let lookUp = collection.type as? any ObservedLookUp.Type, lookUp.key == array.element {
      contains = { lookUp.contains(at: $0, $1) }
      if !(collection.type is any SetAlgebra.Type) { expression += ".keys" }
    } else if let otherArray = collection.type as? any ObservedArray.Type, otherArray.element == array.element {
      contains = Self.membershipTest(otherArray, isEqual)
    } else {
      return
    }
    let claim = Claim(
      weight: 7, words: "all of \(list.access.words) are among \(collection.access.words)",
      formula: Formula(expression: "Set(\(list.access.expression)).isSubset(of: \(expression))"))
    addClaim(claim, list, collection) { list, collection in
      array.withElements(at: list) { first, count, stride in
        // The claim says nothing of an empty list.
        guard let first, count > 0 else { return nil }
        return (0..<count).allSatisfy { contains(collection, first + $0 * stride) }
      }
    }
  }

  /// Values of these types need no claim that they are equal: flags and optionals make conditions, and numbers are compared.
  private static func isRelatedElsewhere(_ type: Any.Type) -> Bool {
    type is Bool.Type || type is any BinaryInteger.Type || type is any ObservedOptional.Type
  }

  private mutating func addEquality(_ one: Location, _ other: Location) {
    guard !Self.isRelatedElsewhere(one.type), let isEqual = equality(of: one.type) else { return }
    // The claim begins with the value that may be absent.
    let isSwapped = one.access.optional == nil && other.access.optional != nil
    let (first, second) = isSwapped ? (other.access, one.access) : (one.access, other.access)
    let absenceTests = [first, second].filter { $0.optional != nil }.map { "\($0.expression) == nil" }
    let expression = (absenceTests + ["\(first.expression) == \(second.expression)"]).joined(separator: " || ")
    let restriction = absenceTests.isEmpty ? "" : ", where there is one"
    let claim = Claim(
      weight: 7, words: "\(first.words) is \(second.words)\(restriction)",
      negation: absenceTests.isEmpty ? "\(first.words) is not \(second.words)" : nil,
      formula: Formula(expression: expression, isSimple: false))
    addClaim(claim, isSwapped ? other : one, isSwapped ? one : other) { isEqual($0, $1) }
  }

  /// A test that an array has an element that holds a value at a distance, in bytes, from its start.
  private static func membershipTest(
    _ array: any ObservedArray.Type, at offset: Int = 0,
    _ isEqual: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  ) -> (_ list: UnsafeRawPointer, _ value: UnsafeRawPointer) -> Bool {
    { list, value in
      array.withElements(at: list) { first, count, stride in
        guard let first else { return false }
        return (0..<count).contains { isEqual(first + ($0 * stride + offset), value) }
      }
    }
  }

  private mutating func addMembership(of value: Location, in list: Location) {
    guard list.access.optional == nil, !(value.type is Bool.Type), !(value.type is any ObservedOptional.Type),
      !value.access.isInside(list.access)
    else { return }
    let collection = list.access.expression
    func add(
      of field: String? = nil, _ expression: (String) -> String,
      _ contains: @escaping (UnsafeRawPointer, UnsafeRawPointer) -> Bool
    ) {
      guard mayName(value, an: field, of: list) else { return }
      let place = field.map { FieldName.isIdentifier($0) ? "" : "the \($0) of " } ?? ""
      let claim = Claim(
        weight: 8,
        words: "\(value.access.words) is \(place)one of \(list.access.words)"
          + (value.access.optional == nil ? "" : ", where there is one"),
        formula: Formula(
          expression: value.access.conditionIfPresent(expression), isSimple: value.access.optional == nil))
      addClaim(claim, value, list) { value, list in contains(list, value) }
    }
    if let lookUp = list.type as? any ObservedLookUp.Type, lookUp.key == value.type {
      return add({ lookUp.lookUpExpression(collection, $0) }) { lookUp.contains(at: $0, $1) }
    }
    guard let array = list.type as? any ObservedArray.Type, let isEqual = equality(of: value.type) else { return }
    if array.element == value.type {
      return add({ "\(collection).contains(\($0))" }, Self.membershipTest(array, isEqual))
    }
    for field in Location.fieldsOfUserStruct(array.element) ?? []
    where field.type == value.type && Location.isName(field.name) {
      add(
        of: field.name, { "\(collection).map(\\.\(field.name)).contains(\($0))" },
        Self.membershipTest(array, at: field.offset, isEqual))
    }
  }

  /// Returns whether a value may be meant to name an element of a list, or a field of one: an equal value alone is no sign, where
  /// there are few values.
  private func mayName(_ value: Location, an field: String?, of list: Location) -> Bool {
    let name = value.access.lastName
    let isNumber = value.type is any BinaryInteger.Type
    if let field, !FieldName.isIdentifier(field) {
      // A text or a number of a program, and a case of an enum, has few values.
      let hasFewValues = isNumber || value.type is String.Type || Self.choices(of: value.type) != nil
      return !hasFewValues || !FieldName.topics(of: name).isDisjoint(with: FieldName.topics(of: field))
    }
    return !isNumber || value.access.optional != nil || FieldName.isIdentifier(name) || FieldName.isIndex(name)
      || !FieldName.topics(of: name).isDisjoint(with: FieldName.topics(of: list.access.lastName))
  }
}
