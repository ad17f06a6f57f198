internal import TEARuntime

extension Rules {
  /// Notes the types of values that can hold an object, a function or bit-fields, because changes inside of these are not seen.
  mutating func noteContents() {
    var parts = [("the model", TypeContents.ofModel(M.Model.self))]
    if M.Command.self != Never.self { parts.append(("a command", .of(M.Command.self))) }
    if let environment = surroundingRules?.environment { parts.append(("the environment", .of(environment.type))) }
    if M.Subscription.self != Never.self { parts.append(("a subscription", .of(M.Subscription.self))) }
    // An object that only later models hold is made anew by each replay.
    objectInModel = origins.lazy.compactMap { Self.pathOfObject(in: $0.world.model) }.first
    if objectInModel != nil {
      let isSame = WorldComparison<M>().isSame
      startsDiffer = origins.contains { $0.flags != nil && !isSame($0.world, refreshed($0).world) }
      if startsDiffer {
        for index in origins.indices { origins[index].textAtStart = structuralLiteral(origins[index].world.model) }
      }
    }
    let message = TypeContents.of(M.Message.self)
    messagesMayHoldAnything = message.mayHoldAnything
    mayHoldAnything =
      parts.contains { $1.mayHoldAnything } || messagesMayHoldAnything && surroundingRules?.worldsKeepMessages == true
    // A function in a message needs no note, because messages with different functions count as different.
    let notesOnContents =
      parts.flatMap { $1.notes(of: $0) } + message.notes(of: "a message", namesFunctions: false)
    notes += notesOnContents
    mayHoldPartlyComparedValues = !notesOnContents.isEmpty
  }

  /// Some part of the worlds may be hashed by a `hash(into:)` of its type, and not by all that it stores.
  var callsHashInto: Bool {
    var types: [Any.Type] = [M.Model.self, M.Command.self]
    if hasSurroundings {
      types += [M.Message.self, M.Subscription.self, M.EffectID.self]
      if let environment = surroundingRules?.environment?.type { types.append(environment) }
    }
    return types.contains { type in
      let contents = TypeContents.of(type)
      return contents.hashesItself || contents.mayHoldAnything
    }
  }

  /// The first part of a world whose dynamic type has an `==` that hashes do not fit.
  func unhashedPart(in world: World<M>) -> UnhashedPart? {
    Self.firstFound(in: world) { type, name in
      let contents = TypeContents.of(type)
      if contents.pathToUnhashed == nil, contents.pathToHashedInPart == nil { return nil }
      return UnhashedPart(name: "\(shortName(of: type)) in \(name)", isHashedInPart: contents.pathToUnhashed == nil)
    }
  }

  /// A note on an object, a function, a key path or bit-fields that the dynamic type of some value in the world holds; `nil` for
  /// none. ``noteContents()`` knows only the static types.
  func hiddenReferenceNote(in world: World<M>) -> String? { Self.firstFound(in: world, Self.note) }

  func hiddenReferenceNote(on message: M.Message) -> String? {
    Self.firstFound(in: message, Self.nameOfMessage, Self.note)
  }

  private static var nameOfMessage: String { "a message" }

  private static func note(on type: Any.Type, in name: String) -> String? {
    let (contents, namesFunctions) = (TypeContents.of(type), name != nameOfMessage)
    if contents.notes(of: name, namesFunctions: namesFunctions).isEmpty { return nil }
    let hasFunction = namesFunctions && contents.pathToFunction != nil
    let kind =
      contents.pathToObject != nil
      ? "an object" : hasFunction ? "a function" : contents.pathToKeyPath != nil ? "a key path" : "bit-fields"
    return "\(name) holds \(shortName(of: type)), and with it \(kind): what changes inside of it is not seen"
  }

  /// The first result that is not `nil` for the dynamic types in the parts of a world, each with the name of the part.
  private static func firstFound<Found>(in world: World<M>, _ find: (Any.Type, String) -> Found?) -> Found? {
    if let found = firstFound(in: world.model, "the model", find) { return found }
    for command in world.outstanding { if let found = firstFound(in: command, "a command", find) { return found } }
    guard let state = world.surroundings?.state else { return nil }
    for command in state.commands { if let found = firstFound(in: command, "a command", find) { return found } }
    if let environment = state.environment?.base, let found = firstFound(in: environment, "the environment", find) {
      return found
    }
    for subscription in state.subscriptions {
      if let found = firstFound(in: subscription, "a subscription", find) { return found }
    }
    for message in state.messages { if let found = firstFound(in: message, nameOfMessage, find) { return found } }
    return nil
  }

  private static func firstFound<Value, Found>(
    in value: Value, _ name: String, _ find: (Any.Type, String) -> Found?
  ) -> Found? {
    let identity = ValueIdentity.of(Value.self)
    for type in withUnsafePointer(to: value, { identity.dynamicTypes(in: $0) }) {
      if let found = find(type, name) { return found }
    }
    return nil
  }
}

/// The reason why a search with `--compact` would be unsound: a part of the worlds is compared by an `==` that no hash fits.
struct UnhashedPart: Error, CustomStringConvertible {
  var name: String
  /// There is a hash, which leaves out some of what the `==` compares.
  var isHashedInPart = false

  var description: String {
    isHashedInPart
      ? "--compact tells worlds apart by hashes, and the hash of \(name) leaves out some of what its == compares; leave "
        + "--compact out"
      : "--compact tells worlds apart by hashes, and \(name) has an == and no hash; make its type Hashable, or leave --compact out"
  }
}

extension TypeContents {
  func notes(of name: String, namesFunctions: Bool = true) -> [String] {
    var notes: [String] = []
    if let path = pathToObject {
      notes.append("\(name) holds an object\(Self.suffix(at: path)): what changes inside of it is not seen")
    }
    if namesFunctions, let path = pathToFunction {
      notes.append("\(name) holds a function\(Self.suffix(at: path)): what it has captured is not seen")
    }
    if let path = pathToKeyPath {
      notes.append(
        "\(name) holds a key path\(Self.suffix(at: path)): what it has captured is compared only by its own ==")
    }
    if let path = pathToUnclearBytes {
      notes.append(
        "\(name) holds a C structure\(Self.suffix(at: path)): the bytes between its fields, which may be bit-fields, "
          + "are not seen")
    }
    return notes
  }

  private static func suffix(at path: String) -> String { path.isEmpty ? "" : " at \(path)" }
}
