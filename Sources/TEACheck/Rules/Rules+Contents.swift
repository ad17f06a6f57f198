internal import TEARuntime

extension Rules {
  /// Notes which objects and functions worlds can hold, by their types: changes inside of them are not seen.
  mutating func addContents() {
    var parts: [(name: String, type: Any.Type)] = [("the model", M.Model.self)]
    if M.Command.self != Never.self { parts.append(("a command", M.Command.self)) }
    if let environment = surroundingRules?.environment { parts.append(("the environment", environment.type)) }
    if M.Subscription.self != Never.self { parts.append(("a subscription", M.Subscription.self)) }
    for (name, type) in parts {
      let contents = TypeContents(of: type)
      if contents.mayHoldAnything { mayHoldAnything = true }
      guard let note = contents.note(of: name) else { continue }
      notes.append(note)
      holdsUnseen = true
    }
    if let object = TypeContents(of: M.Message.self).object {
      notes.append("a message holds an object\(TypeContents.place(object)): what changes inside of it is not seen")
      holdsUnseen = true
    }
  }

  /// The note of an object or a function in a world that the static types do not reveal; `nil` without one.
  @usableFromInline
  func hiddenReferenceNote(in world: World<M>) -> String? {
    func find<Value>(_ value: Value, _ name: String) -> String? {
      let identity = ValueIdentity.of(Value.self)
      let types = withUnsafePointer(to: value) { identity.dynamicTypes(in: $0) }
      for type in types {
        let contents = TypeContents(of: type)
        if contents.object != nil || contents.function != nil {
          let kind = contents.object == nil ? "a function" : "an object"
          return "\(name) holds \(shortName(of: type)), and with it \(kind): what changes inside of it is not seen"
        }
      }
      return nil
    }
    if let found = find(world.model, "the model") { return found }
    for command in world.outstanding { if let found = find(command, "a command") { return found } }
    guard let environment = world.surroundings?.state.environment else { return nil }
    return find(environment.base, "the environment")
  }
}

extension TypeContents {
  /// The note of an object or a function in values of the type; `nil` without one.
  func note(of name: String) -> String? {
    if let object { return "\(name) holds an object\(Self.place(object)): what changes inside of it is not seen" }
    return function.map { "\(name) holds a function\(Self.place($0)): what it has captured is not seen" }
  }

  static func place(_ path: String) -> String { path.isEmpty ? "" : " at \(path)" }
}
