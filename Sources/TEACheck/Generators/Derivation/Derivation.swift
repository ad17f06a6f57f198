internal import TEARuntime

/// Derives generators from types alone.
///
/// A type's generator is the first of these that exists:
///
/// 1. the generator that the type registers (``Generatable``)
/// 2. a choice from its `allCases`
/// 3. the generator of a known ``StandardType`` or ``SystemType``
/// 4. a generator made of the generators of its fields or payloads
package final class Derivation {
  let root: Any.Type
  /// The root of the outermost derivation, for errors. A payload from which something is left out has a derivation of its own.
  let rootOfErrors: Any.Type
  /// The names of cases and fields, from the root to the part that is being derived.
  private(set) var path: [String] = []
  /// The listed values of associated types, by type and scope. A type may occur in many cases, and listing it may take many
  /// attempts.
  var knownRecordLists: [ObjectIdentifier: [Int: RecordLists]] = [:]
  /// The smallest values of associated types, which do not depend on ``recursiveTypeBeingListed``.
  var knownSmallestRecords: [ObjectIdentifier: [Int: ListedValues<Record>]] = [:]
  /// The enum inside of itself whose cases are being listed; `nil` outside of any.
  var recursiveTypeBeingListed: Any.Type?
  /// Each is a `Gen`, by the identity of its type.
  private var finishedGenerators: [ObjectIdentifier: Any] = [:]
  /// The types that are being derived, each with its ``Deferred`` generator, by the identities of the types.
  private var deferredGenerators: [ObjectIdentifier: (type: Any.Type, deferred: Any)] = [:]
  /// The ``Deferred`` generators that were used in the derivation of their own type.
  private var recursiveGenerators: [any AnyObject & Sendable] = []

  /// The names of the types whose registered generators are used.
  package private(set) var registeredTypes: Set<String> = []

  /// The names of the structs that are built field by field, without their initialisers.
  package private(set) var structuralTypes: Set<String> = []

  /// The names of the types whose values are decoded, see ``SystemType``.
  package private(set) var decodedTypes: Set<String> = []

  /// The lines about each type: the way in which its values are made, and its cases or fields. In the order of the derivation.
  private(set) var outline: [String] = []

  /// The cases of the root, and of messages inside of its payloads, that are left out.
  let excluded: ExcludedCases

  private var graph: TypeGraph

  /// The root uses the generator that it registers. Types inside of the root always use theirs.
  private let usesGeneratorOfRoot: Bool

  package init(
    root: Any.Type, inside rootOfErrors: Any.Type? = nil, at path: [String] = [],
    excluding excluded: ExcludedCases = ExcludedCases(), usesGeneratorOfRoot: Bool = true
  ) {
    (self.root, self.rootOfErrors, self.path) = (root, rootOfErrors ?? root, path)
    (self.excluded, self.usesGeneratorOfRoot) = (excluded, usesGeneratorOfRoot)
    graph = TypeGraph(root: root, excludingTags: excluded.tags, usesGeneratorOfRoot: usesGeneratorOfRoot)
  }

  /// The number of levels in the flattest value of a type; `nil` where it has no finite value, or contains too many types.
  func depth(of type: Any.Type) -> Int? { graph.depth(of: type) }

  /// `false` also for a type that contains too many types to tell.
  package func hasNoValues(_ type: Any.Type) -> Bool { depth(of: type) == nil && !graph.isCut }

  package func generator<Value>(for type: Value.Type) throws(DerivationError) -> Gen<Value> {
    let generator = try nonretainingGenerator(of: type)
    guard deferredGenerators.isEmpty, !recursiveGenerators.isEmpty else { return generator }
    // Recursive generators do not retain each other; the returned generator retains them all.
    let retained = recursiveGenerators
    return Gen { choices throws(Discarded) in
      defer { withExtendedLifetime(retained) {} }
      return try generator.generate(&choices)
    }
  }

  /// The result does not retain the recursive generators that it uses.
  private func nonretainingGenerator<Value>(of type: Value.Type) throws(DerivationError) -> Gen<Value> {
    let key = ObjectIdentifier(type)
    if let knownGenerator = finishedGenerators[key] as? Gen<Value> { return knownGenerator }
    if let unfinished = deferredGenerators[key]?.deferred as? Deferred<Value> {
      if !recursiveGenerators.contains(where: { $0 === unfinished }) { recursiveGenerators.append(unfinished) }
      return unfinished.generator()
    }
    let deferred = Deferred<Value>()
    deferredGenerators[key] = (type, deferred)
    defer { deferredGenerators[key] = nil }
    let generator = try derive(type)
    deferred.finished = generator
    finishedGenerators[key] = generator
    return generator
  }

  /// - Parameter excluded: The cases that are left out of this part, but of no other part with the same type; `nil` for none.
  func generator<Value>(
    for type: Value.Type, at part: String, _ excluded: ExcludedCases? = nil
  ) throws(DerivationError) -> Gen<Value> {
    path.append(part)
    defer { path.removeLast() }
    guard path.count <= 100 else { throw failure(type, "it is nested more than 100 levels deep") }
    guard let excluded else { return try generator(for: type) }
    let derivation = Derivation(root: type, inside: rootOfErrors, at: path, excluding: excluded)
    let generator = try derivation.generator(for: type)
    registeredTypes.formUnion(derivation.registeredTypes)
    structuralTypes.formUnion(derivation.structuralTypes)
    decodedTypes.formUnion(derivation.decodedTypes)
    return generator
  }

  /// Returns whether a value of a type can be, or contain, a value of a type that is being derived.
  func isInsideOfItself(_ type: Any.Type) -> Bool {
    deferredGenerators.values.contains { TypeGraph.reaches($0.type, from: type) }
  }

  /// All values of a type; `nil` where there are more than ``smallestCompleteCount``, where the generator makes only some of
  /// them, and for a type that is inside of itself.
  func allValuesIfFew<Value>(of type: Value.Type, by generator: Gen<Value>) -> [Value]? {
    if isInsideOfItself(type) { return nil }
    let all = generator.smallest(smallestCompleteCount, attempts: 1_000)
    return all.isExhaustive ? all.values : nil
  }

  private func derive<Value>(_ type: Value.Type) throws(DerivationError) -> Gen<Value> {
    if usesGeneratorOfRoot || type != root, let registered = type as? any Generatable.Type {
      registeredTypes.insert(shortName(of: type))
      outline.append("\(type): by its registered generator")
      let outer = Self.registeredInProgress
      if let index = outer.firstIndex(where: { $0 == type }) {
        let names = (outer[index...] + [type]).map { shortName(of: $0) }.joined(separator: " → ")
        throw failure(type, "its registered generator is made from a derived one that needs it: \(names)")
      }
      let generator = Self.$registeredInProgress.withValue(outer + [type]) { Self.registered(registered) }
      return withoutExcluded(generator as! Gen<Value>)
    }
    if let finite = type as? any CaseIterable.Type { return try cases(of: finite, as: type) }
    if let standard = type as? any StandardType.Type, !leavesCasesOut(ofStandard: type) {
      return try self.standard(standard) as! Gen<Value>
    }
    if Value.self == (any Error).self {
      return Gen<any Error> { _ throws(Discarded) in SampleError.failure }.examples as! Gen<Value>
    }
    if let system = SystemType(type) { return try decoded(system, as: type) }
    if let module = TypeShape.moduleName(of: type), TypeShape.isOfLibrary(type), !leavesCasesOut(ofStandard: type) {
      throw failure(type, "a struct or enum of \(module) is not built from its structure")
    }
    switch TypeShape(of: type) {
    case .structure(let fields):
      guard TypeShape.hasKnownFields(type) else { throw failure(type, "the types of its fields cannot be read") }
      structuralTypes.insert(shortName(of: type))
      outline += ["\(type): field by field"] + fields.map { "  \($0.name): \($0.type)" }
      return try structure(fields, as: type)
    case .tuple(let fields): return try structure(fields, as: type, type == root ? excluded.inside : [:])
    case .enumeration(let cases):
      guard TypeShape.hasKnownCases(type) else { throw failure(type, "the types of its payloads cannot be read") }
      let index = outline.count
      let variants = try variants(of: cases, in: type)
      let madeCases = variants.map(\.tag).sorted().map { cases[$0] }
      outline.insert(
        contentsOf: ["\(type): one of"]
          + madeCases.map { "  " + $0.name + ($0.payload.map { payloadText(of: $0) } ?? "") }, at: index)
      return try enumeration(variants, of: cases.count, as: type)
    case .other(let kind): throw failure(type, "values of \(kind) cannot be made from choices")
    }
  }

  private func withoutExcluded<Value>(_ generator: Gen<Value>) -> Gen<Value> {
    if excluded.isEmpty || Value.self != root { return generator }
    return generator.filter { [excluded] in !excluded.contains($0) }
  }

  /// `true` for an `Optional` or `Result` that is built case by case, because it is the root and some of it is left out.
  func leavesCasesOut(ofStandard type: Any.Type) -> Bool {
    guard type == root, !excluded.isEmpty, type is any StandardType.Type, case .enumeration = TypeShape(of: type) else {
      return false
    }
    return true
  }

  /// The types whose registered generators are being made, the outermost first: such a generator may derive others.
  @TaskLocal private static var registeredInProgress: [Any.Type] = []

  private static func registered<Registered: Generatable>(_ type: Registered.Type) -> Any { type.generator }

  private func standard<Standard: StandardType>(_ type: Standard.Type) throws(DerivationError) -> Any {
    try type.generator(from: self)
  }

  private func failure(_ type: Any.Type, _ reason: String) -> DerivationError {
    DerivationError(root: rootOfErrors, type: type, path: path, reason: reason)
  }

  private func cases<Finite: CaseIterable, Value>(
    of finite: Finite.Type, as type: Value.Type
  ) throws(DerivationError) -> Gen<Value> {
    nonisolated(unsafe) let allCases = finite.allCases.map { $0 as! Value }.filter {
      type != root || excluded.isEmpty || !excluded.contains($0)
    }
    guard !allCases.isEmpty else {
      throw failure(type, TypeShape(of: type).plainCaseCount == 0 ? "the enum has no cases" : "its allCases is empty")
    }
    outline.append("\(type): one of all its cases")
    let isWhole = Self.listsAllValues(of: finite)
    return Gen { choices throws(Discarded) in
      if !isWhole { choices.noteTruncation() }
      return allCases[Int(choices.choose(through: UInt64(allCases.count - 1)))]
    }
  }

  /// Returns `true` for an enum without payloads whose `allCases` has each case. Any other list may leave values out.
  private static func listsAllValues<Finite: CaseIterable>(of type: Finite.Type) -> Bool {
    guard let caseCount = TypeShape(of: type).plainCaseCount else { return false }
    return Set(type.allCases.compactMap { enumCase(of: $0) }).count == caseCount
  }

  private func decoded<Value>(_ system: SystemType, as type: Value.Type) throws(DerivationError) -> Gen<Value> {
    do {
      let generator = try system.generator(of: type)
      decodedTypes.insert(system.name)
      outline.append("\(type): by its Decodable conformance")
      return generator
    } catch {
      throw failure(type, "this version of it does not decode the known form of its values")
    }
  }

  /// - Parameter excluded: The cases that are left out of fields, by the index of the field.
  private func structure<Value>(
    _ fields: [TypeShape.Field], as type: Value.Type, _ excluded: [Int: ExcludedCases] = [:]
  ) throws(DerivationError) -> Gen<Value> {
    var parts: [Part] = []
    for (index, field) in fields.enumerated() {
      parts.append(try part(of: field.type, at: field.name, offset: field.offset, excluded[index]))
    }
    let allParts = parts
    return Gen { choices throws(Discarded) in
      try build(type) { memory throws(Discarded) in try Part.initialize(allParts, at: memory, from: &choices) }
    }
  }

  func variants<Value>(
    of cases: [TypeShape.Case], in type: Value.Type
  ) throws(DerivationError) -> [Variant] {
    var variants: [Variant] = []
    for (tag, typeCase) in cases.enumerated() where type != root || !excluded.tags.contains(tag) {
      guard let payload = typeCase.payload else {
        variants.append(Variant(tag: tag, payload: nil))
        continue
      }
      // A case has no value where a type of its payload has none.
      guard let depth = depth(of: payload) else {
        if graph.isCut { throw failure(payload, "it holds more than \(TypeGraph.maxTypes) other types") }
        continue
      }
      let excludedInside = type == root ? excluded.inside[tag] : nil
      let part = try part(of: payload, at: typeCase.name, isBoxed: typeCase.isIndirect, excludedInside)
      let isRecursive = TypeGraph.reaches(type, from: payload)
      variants.append(Variant(tag: tag, payload: part, isRecursive: isRecursive, depth: depth))
    }
    // The cases with the flattest payloads end a recursion if every case is recursive, for example with an empty array.
    if variants.allSatisfy(\.isRecursive), let depth = depth(of: type) {
      for index in variants.indices { variants[index].endsRecursion = variants[index].depth < depth }
    }
    // The simplest cases come first: those without a payload, which the metadata lists last. Cases that do not end a recursion
    // come last, because the first choice must end it.
    variants = variants.filter { $0.payload == nil } + variants.filter { $0.payload != nil }
    return variants.filter(\.endsRecursion) + variants.filter { !$0.endsRecursion }
  }

  /// - Parameter caseCount: The number of all cases, with those that have no value and those that are left out.
  private func enumeration<Value>(
    _ variants: [Variant], of caseCount: Int, as type: Value.Type
  ) throws(DerivationError) -> Gen<Value> {
    let endingCount = variants.count(where: \.endsRecursion)
    guard endingCount > 0 else {
      throw failure(
        type,
        caseCount == 0
          ? "the enum has no cases" : "every case of the enum holds the enum itself, or what has no values")
    }
    let witnesses = ValueWitnesses(of: type)
    nonisolated(unsafe) let constants: [Value?] = variants.map { variant in
      variant.payload == nil ? build(type) { witnesses.injectEnumTag(variant.tag, into: $0) } : nil
    }
    let lastIndex = UInt64(variants.count - 1)
    func make(_ index: Int, _ choices: inout Choices) throws(Discarded) -> Value {
      if let constant = constants[index] { return constant }
      return try build(type) { memory throws(Discarded) in
        try variants[index].payload?.initialize(memory, &choices)
        witnesses.injectEnumTag(variants[index].tag, into: memory)
      }
    }
    guard variants.contains(where: \.isRecursive) else {
      return Gen.uncheckedSendable { choices throws(Discarded) in
        try make(Int(choices.choose(through: lastIndex)), &choices)
      }
    }
    return Gen.uncheckedSendable { choices throws(Discarded) in
      // Values of a recursive type are groups, so that a part can replace the whole.
      try choices.markingGroup(isRecursive: true) { choices throws(Discarded) in
        let index = Int(choices.chooseCase(through: lastIndex, favouring: endingCount))
        // From the depth limit on, only cases that end the recursion are made. Their choice is recorded, so that shrinking can
        // move the part to any depth.
        guard choices.depth >= Choices.maxDepth, endingCount < variants.count else { return try make(index, &choices) }
        choices.noteTruncation()
        choices.narrowLast(through: UInt64(endingCount - 1))
        return try make(min(endingCount - 1, index), &choices)
      }
    }
  }

  private func part(
    of type: Any.Type, at name: String, offset: Int = 0, isBoxed: Bool = false, _ excluded: ExcludedCases? = nil
  ) throws(DerivationError) -> Part {
    func open<Value>(_ type: Value.Type) throws(DerivationError) -> Part {
      let generator = try generator(for: type, at: name, excluded)
      guard isBoxed else { return Part(offset: offset, generator) }
      let boxes = Gen<Boxed<Value>>.uncheckedSendable { choices throws(Discarded) in
        .value(try generator.generate(&choices))
      }
      return Part(offset: offset, boxes)
    }
    return try _openExistential(type, do: open)
  }
}

/// The only error that derived generators make, wherever a type holds `any Error`.
enum SampleError: Error { case failure }
