internal import TEAGenerators
internal import TEAResults
internal import TEASupport
internal import TEARuntime

struct StartTrap: Error {
  /// The flags of the start; `nil` where there was only one start.
  var flags: String?
  /// The start as a script writes it, so that another process can make it again; `nil` for a listed start, which every process
  /// makes before it reads a script.
  var script: String?
  var cause: TrapCause
  /// Notes on the flags, where they were derived.
  var notes: [String]
}

extension Rules {
  /// - Throws: ``SpecificationError`` where no start succeeds; ``StartTrap`` where a start is known to trap; the error of a
  ///   declaration.
  mutating func addOrigins(
    _ starts: [@Sendable () throws -> [Start<M>.Value]], _ generators: [Gen<Start<M>.Value>], scope: Int
  ) throws {
    var list: @Sendable () throws -> [Start<M>.Value] = { try starts.flatMap { try $0() } }
    var values = try list()
    if generators.isEmpty, starts.isEmpty {
      values = try deriveStarts(scope: scope)
    } else if !generators.isEmpty {
      let generator = Gen.oneOf(generators)
      let few = UserCode.calling(.starts) { generator.fewSmallest(scope) }
      let (listed, listedRepetition) = (values, repetition(of: values, by: list))
      values += few.values
      list = { [list, records = few.records] in
        try list() + records.map { record in try generator.replay(record) }
      }
      if !few.isExhaustive {
        scopeLimits.append(.generatedStarts(few.values.count, canGrow: !few.exhaustsGenerator))
        let listedStart = Gen<Start<M>.Value>.uncheckedSendable { choices in
          let number = Int(choices.choose(through: UInt64(listed.count - 1)))
          return listedRepetition?.model(number).map { .model($0) } ?? listed[number]
        }
        let all = listed.isEmpty ? generator : .oneOf(listedStart, generator)
        startGenerator = Self.callingThroughUserCode(all, as: .starts)
      }
    }
    guard !values.isEmpty else {
      throw SpecificationError(
        description: generators.isEmpty
          ? "\(moduleName(of: M.self)) has nothing to start from: Start(…) in its specification is empty"
          : "none of the smallest values of a generator of starts passed its filter; make the generator produce only good "
            + "values, for example by map or flatMap")
    }
    let phase = watch.beginPhase()
    defer { phase.end() }
    phase.scriptToTrap = { breadcrumb in
      if case .flags(let flags) = values[breadcrumb.number] {
        ["start with flags \(structuralLiteral(flags))"]
      } else {
        []
      }
    }
    let startRepetition = repetition(of: values, by: list)
    var refused: [(flags: String, reason: String)] = []
    for (number, value) in values.enumerated() {
      let breadcrumb = Breadcrumb(.start, number: number)
      if let cause = phase.knownTraps[breadcrumb], case .flags(let flags) = value {
        throw StartTrap(flags: values.count == 1 ? nil : literal(flags), cause: cause, notes: notesOnTrappingFlags)
      }
      try phase.watched(breadcrumb) {
        try UserCode.calling(.start) {
          try addOrigin(value, isOnlyOne: values.count == 1, refused: &refused)
        }
      }
      if let startRepetition, startRepetition.canRepeat(number) {
        origins[origins.count - 1].makeModel = { startRepetition.model(number) }
      }
    }
    noteRefused(refused)
    guard !origins.isEmpty else {
      throw SpecificationError(
        description: "\(moduleName(of: M.self)) fails to start: \(notes.joined(separator: "; "))")
    }
    try refuseSeveralPrograms()
  }

  /// Throws where the models of two starts differ in their functions. Rows store no functions, so every world would get those
  /// of the first start.
  private func refuseSeveralPrograms() throws {
    let ignoredRanges = TypeShape.ignoredBytes(in: M.Model.self)
    guard !ignoredRanges.isEmpty, let first = origins.first else { return }
    for origin in origins.dropFirst() {
      let isSame = withUnsafeBytes(of: first.world.model) { firstBytes in
        withUnsafeBytes(of: origin.world.model) { bytes in
          ignoredRanges.allSatisfy { firstBytes[$0].elementsEqual(bytes[$0]) }
        }
      }
      if isSame { continue }
      throw SpecificationError(
        description:
          "\(moduleName(of: M.self)) starts with several programs, and a specification is that of one: write one for each "
          + "of them, or make its functions once and start with the same ones")
    }
  }

  /// Derives flags from their type. Where these are not all flags, sets ``startGenerator``, which makes the others too.
  private mutating func deriveStarts(scope: Int) throws -> [Start<M>.Value] {
    let derivation = Derivation(root: M.Flags.self)
    let listedFlags = try Self.listedFlags(by: derivation, scope: scope)
    derivesFlags = true
    if !listedFlags.isExhaustive {
      scopeLimits.append(.flags(canGrow: listedFlags.canGrow))
      let generator = try derivation.generator(for: M.Flags.self)
      startGenerator = Self.callingThroughUserCode(generator.map { .flags($0) })
    }
    if M.Flags.self != Void.self, !listedFlags.isExhaustive || listedFlags.values.count > 1 {
      notes.append("flags (derived): " + list(listedFlags.values))
    }
    noteTypes(of: derivation)
    return listedFlags.values.map { .flags($0) }
  }

  var notesOnTrappingFlags: [String] {
    derivesFlags && M.Flags.self != Void.self
      ? notes + ["the flags were derived; for others, write Start(with: […])"] : []
  }

  /// - Parameter refused: Receives derived flags for which `start` throws, which is no error because nobody declared them.
  private mutating func addOrigin(
    _ value: Start<M>.Value, isOnlyOne: Bool, refused: inout [(flags: String, reason: String)]
  ) throws {
    do {
      origins.append(try callingThroughUserCode.origin(value, isOnlyOne: isOnlyOne))
    } catch {
      guard case .flags(let flags) = value else { throw error }
      if let error = error as? UnsharedStart { throw unsharedError(error, flags) }
      if derivesFlags, M.Flags.self != Void.self {
        refused.append((literal(flags), literal(error)))
      } else if error is M.Failure {
        notes.append("with flags \(literal(flags)), start fails with \(literal(error))")
      } else {
        throw undeclaredError(error, flags)
      }
    }
  }

  private mutating func noteRefused(_ refused: [(flags: String, reason: String)]) {
    guard !refused.isEmpty else { return }
    let maxListed = 8
    let listed = refused.prefix(maxListed).map { "\($0.flags), by \($0.reason)" }
    let rest = refused.count > maxListed ? "; and \(counted(refused.count - maxListed, "other"))" : ""
    let extent = origins.isEmpty ? "all derived flags" : "some of the derived flags, which were left out"
    notes.append(
      "start refuses \(extent): \(listed.joined(separator: "; "))\(rest); to choose \(origins.isEmpty ? "others" : "them"), "
        + "write Start(with: [\(moduleName(of: M.self)).Flags(…)])")
  }

  func origin(_ value: Start<M>.Value, isOnlyOne: Bool = false) throws -> Origin {
    switch value {
    case .model(let model):
      return Origin(
        world: startWorld(of: model, performing: []), text: "", script: StartRepetition<M>.text(of: model),
        commands: [])
    case .flags(let flags):
      return try origin(with: flags, text: isOnlyOne ? "" : "with flags \(literal(flags))")
    }
  }

  func origin(with flags: M.Flags, text: String) throws -> Origin {
    var commands: [M.Command] = []
    let model = try M.start(with: flags, perform: { commands.append($0) })
    var world = startWorld(of: model, performing: commands)
    if !hasSurroundings, let replies { Self.addOutstanding(commands, answeredBy: replies, to: &world) }
    return Origin(
      world: world, text: text, script: "with flags \(structuralLiteral(flags))", commands: commands, flags: flags)
  }

  /// The origin as it was before any step. Where the model holds an object, `start` is called or the model made again, because
  /// an earlier run may have changed the object in place.
  func refreshed(_ origin: Origin) -> Origin {
    guard objectInModel != nil else { return origin }
    if let flags = origin.flags {
      return (try? UserCode.calling(.start) { try self.origin(with: flags, text: origin.text) }) ?? origin
    }
    guard let model = origin.makeModel?() else { return origin }
    var origin = origin
    origin.world = startWorld(of: model, performing: [])
    return origin
  }

  /// The origin of a search, which compares its worlds with those to which the same steps lead when they are taken again. Where
  /// each call of `start` makes an object that is unequal to those before, this is the origin itself, as long as no step has
  /// changed its object.
  func originOfSearch(_ origin: Origin) -> Origin {
    if let text = origin.textAtStart, text == structuralLiteral(origin.world.model) { return origin }
    return refreshed(origin)
  }

  /// Runs share an object that a step may change in place, because the model of some start cannot be made again.
  var sharesObject: Bool {
    objectInModel != nil && origins.contains { $0.flags == nil && $0.makeModel == nil }
  }

  /// Each origin can start another run as it was before any step. It is made again from its flags, or its refreshed model still
  /// has the text of the start.
  var originsAreFresh: Bool {
    objectInModel == nil
      || origins.allSatisfy { $0.flags != nil || StartRepetition<M>.text(of: refreshed($0).world.model) == $0.script }
  }

  /// `nil` where no start is a model, or models hold no object.
  private func repetition(
    of values: [Start<M>.Value], by list: @escaping @Sendable () throws -> [Start<M>.Value]
  ) -> StartRepetition<M>? {
    let haveObjects = values.contains { value in
      if case .model(let model) = value { Self.pathOfObject(in: model) != nil } else { false }
    }
    return haveObjects ? StartRepetition(of: values, by: list) : nil
  }

  func undeclaredError(_ error: any Error, _ flags: M.Flags) -> SpecificationError {
    SpecificationError(
      description:
        "\(moduleName(of: M.self)) fails to start with flags \(literal(flags)): start threw \(literal(error)) of "
        + "type \(type(of: error)), which is not \(moduleName(of: M.self)).Failure")
  }

  /// The error of flags with which only one of two programs in lockstep starts.
  func unsharedError(_ error: UnsharedStart, _ flags: M.Flags) -> SpecificationError {
    SpecificationError(
      description:
        "\(moduleName(of: M.self)) cannot be compared with flags \(literal(flags)), \(error); make both start, or "
        + "neither, or write Start(with: […]) with flags that both take")
  }

  private static func listedFlags(
    by derivation: Derivation, scope: Int
  ) throws -> Derivation.ListedValues<M.Flags> {
    if let none = () as? M.Flags { return .init(values: [none]) }
    do {
      return try derivation.listedValues(of: M.Flags.self, scope: scope)
    } catch {
      throw SpecificationError(
        description: error.description(
          advising: "say what the program starts with:\n    Start(with: [\(moduleName(of: M.self)).Flags(…)])"))
    }
  }
}
