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
    func find<Value>(_ value: Value, _ name: String) -> UnhashedPart? {
      let identity = ValueIdentity.of(Value.self)
      let types = withUnsafePointer(to: value) { identity.dynamicTypes(in: $0) }
      for type in types {
        let contents = TypeContents.of(type)
        if contents.pathToUnhashed == nil, contents.pathToHashedInPart == nil { continue }
        return UnhashedPart(name: "\(shortName(of: type)) in \(name)", isHashedInPart: contents.pathToUnhashed == nil)
      }
      return nil
    }
    if let part = find(world.model, "the model") { return part }
    for command in world.outstanding { if let part = find(command, "a command") { return part } }
    guard let state = world.surroundings?.state else { return nil }
    for command in state.commands { if let part = find(command, "a command") { return part } }
    if let environment = state.environment, let part = find(environment.base, "the environment") { return part }
    for subscription in state.subscriptions { if let part = find(subscription, "a subscription") { return part } }
    for message in state.messages { if let part = find(message, "a message") { return part } }
    return nil
  }

  /// A note on an object, a function, a key path or bit-fields that the dynamic type of some value in the world holds; `nil` for
  /// none. ``noteContents()`` knows only the static types.
  @usableFromInline
  func hiddenReferenceNote(in world: World<M>) -> String? {
    if let note = Self.note(on: world.model, "the model") { return note }
    for command in world.outstanding { if let note = Self.note(on: command, "a command") { return note } }
    guard let state = world.surroundings?.state else { return nil }
    for command in state.commands { if let note = Self.note(on: command, "a command") { return note } }
    if let environment = state.environment, let note = Self.note(on: environment.base, "the environment") {
      return note
    }
    for subscription in state.subscriptions {
      if let note = Self.note(on: subscription, "a subscription") { return note }
    }
    for message in state.messages { if let note = hiddenReferenceNote(on: message) { return note } }
    return nil
  }

  func hiddenReferenceNote(on message: M.Message) -> String? {
    Self.note(on: message, "a message", namesFunctions: false)
  }

  private static func note<Value>(on value: Value, _ name: String, namesFunctions: Bool = true) -> String? {
    let identity = ValueIdentity.of(Value.self)
    let types = withUnsafePointer(to: value) { identity.dynamicTypes(in: $0) }
    for type in types {
      let contents = TypeContents.of(type)
      if !contents.notes(of: name, namesFunctions: namesFunctions).isEmpty {
        let hasFunction = namesFunctions && contents.pathToFunction != nil
        let kind =
          contents.pathToObject != nil
          ? "an object" : hasFunction ? "a function" : contents.pathToKeyPath != nil ? "a key path" : "bit-fields"
        return "\(name) holds \(shortName(of: type)), and with it \(kind): what changes inside of it is not seen"
      }
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
