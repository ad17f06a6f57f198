/// The mappings from a child's messages, commands, subscriptions and effect identities to those of its parent.
struct Embedding<Parent: Module, Content: Module, ID>: Sendable {
  typealias Mapping<Part, ParentPart> = @Sendable (ID, Part) -> ParentPart

  let message: Mapping<Content.Message, Parent.Message>
  let command: Mapping<Content.Command, Parent.Command>
  let subscription: Mapping<Content.Subscription, Parent.Subscription>
  let effectID: Mapping<Content.EffectID, Parent.EffectID>

  /// Replaces each mapping that is `nil` by one that traps, so a child without commands needs no mapping of commands.
  init(
    message: @escaping Mapping<Content.Message, Parent.Message>,
    command: Mapping<Content.Command, Parent.Command>?,
    subscription: Mapping<Content.Subscription, Parent.Subscription>?,
    effectID: Mapping<Content.EffectID, Parent.EffectID>?
  ) {
    self.message = message
    self.command = command ?? { Self.trapForMissing("command", for: $1) }
    self.subscription = subscription ?? { Self.trapForMissing("subscription", for: $1) }
    self.effectID = effectID ?? { Self.trapForMissing("effectID", for: $1) }
  }

  private static func trapForMissing<Part>(_ label: String, for part: Part) -> Never {
    fatalError(
      "\(Parent.self) has a child \(Content.self), but no mapping for its \(label) \(literal(part)): give the child "
        + "'\(label):' where \(Parent.self) declares it")
  }

  /// If the child's `start` throws, nothing is performed, even if the parent catches the error.
  func start(
    _ id: ID, with flags: Content.Flags, perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    var commands: [Content.Command] = []
    let model = try Content.start(with: flags, perform: { commands.append($0) })
    for command in commands { perform(self.command(id, command)) }
    return model
  }

  /// If the child's `update` throws, nothing is performed, even if the parent catches the error.
  func update(
    _ id: ID, _ model: Content.Model, for message: Content.Message, answering command: Content.Command?,
    perform: (Parent.Command) -> Void
  ) throws -> Content.Model {
    var commands: [Content.Command] = []
    let nextModel = try Kernel<Content>.update(model, for: message, answering: command, performing: &commands)
    for command in commands { perform(self.command(id, command)) }
    return nextModel
  }

  func subscriptions(_ id: ID, _ model: Content.Model) -> [Parent.Subscription] {
    Content.subscriptions(for: model).map { subscription(id, $0) }
  }

  func timer(_ id: ID, _ subscription: Content.Subscription) -> TimerSchedule<Parent.Message>? {
    Content.timer(for: subscription)?.map { message(id, $0) }
  }

  func policy(_ id: ID, _ command: Content.Command) -> EffectPolicy<Parent.EffectID> {
    Content.policy(for: command).map { effectID(id, $0) }
  }
}

extension Embedding where ID == Void {
  init(
    message: @escaping @Sendable (Content.Message) -> Parent.Message,
    command: (@Sendable (Content.Command) -> Parent.Command)?,
    subscription: (@Sendable (Content.Subscription) -> Parent.Subscription)?,
    effectID: (@Sendable (Content.EffectID) -> Parent.EffectID)?
  ) {
    func ignoringID<Part, ParentPart>(
      _ mapping: @escaping @Sendable (Part) -> ParentPart
    ) -> Mapping<Part, ParentPart> {
      { _, part in mapping(part) }
    }
    self.init(
      message: ignoringID(message), command: command.map(ignoringID), subscription: subscription.map(ignoringID),
      effectID: effectID.map(ignoringID))
  }
}
