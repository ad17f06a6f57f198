internal import TEAGenerators
public import TEARuntime

/// The messages that a person or the system may send now.
///
/// Without a declaration, the messages are those that the view carries. If the type of the view carries none, any message may
/// come at any time, except the cases that replies, subscriptions, timers and an ``Environment`` send. Several declarations add
/// to each other; ``Precondition`` restricts all of them.
public struct Messages<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that a view offers.
  @inlinable
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ offered: @escaping @Sendable (M.View) throws -> [M.Message]
  ) {
    self.init(of: .view, fileID: fileID, filePath: filePath, line: line, offered)
  }

  /// Declares the messages that can come in a world, as a function of its model, its view or the whole world.
  @inlinable
  public init<Value>(
    of subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ offered: @escaping @Sendable (Value) throws -> [M.Message]
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(place, dependOnModelOnly: subject.dependsOnModelOnly, needing: subject.neededEnvironment) { world in
      try place.namingErrors(of: "Messages") { try offered(try subject.read(world)) }
    }
  }

  @usableFromInline
  init(
    _ place: SourcePlace, dependOnModelOnly: Bool, needing environment: NeededEnvironment? = nil,
    ofWorld offered: @escaping @Sendable (World<M>) throws -> [M.Message]
  ) {
    declarations = [
      Declaration(
        kind: .messages(offered, dependOnModelOnly: dependOnModelOnly), place: place, neededEnvironment: environment)
    ]
  }
}

extension Messages {
  /// Declares a generator of the messages that can come in a world, as a function of its model, its view or the whole
  /// world.
  ///
  /// ```swift
  /// Messages(generating: .view) { view in
  ///   zip(.element(of: view.rows.map(\.id)), .string).map { .renamed($0, to: $1) }
  /// }
  /// ```
  ///
  /// Random runs make messages of any size. An exploration lists the few smallest, as for derived messages. Where the
  /// generator is `nil`, this declaration gives no message.
  public init<Value>(
    generating subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ generator: @escaping @Sendable (Value) throws -> Gen<M.Message>?
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    declarations = [
      Declaration(
        kind: .generatedMessages { world in
          try place.namingErrors(of: "Messages") { try generator(try subject.read(world)) }
        },
        place: place, neededEnvironment: subject.neededEnvironment)
    ]
  }
}

/// The possible replies to a command, each a message.
///
/// ```swift
/// Replies { command in
///   switch command {
///   case .fetch(let query): [.loaded(query), .failed(query)]
///   case .log: nil
///   }
/// }
/// ```
///
/// - A list has the replies that are possible now. Outstanding commands are answered in any order, each once.
/// - An empty list says that no reply is possible yet: the command is outstanding, and the closure is called again later.
/// - `nil` says that no reply ever comes: the command is carried out when it is performed, and is never outstanding.
///
/// Several declarations add to each other. A command is never answered where all of them return `nil`.
public struct Replies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the possible replies to a command; `nil` where it is never answered.
  ///
  /// A list that does not depend on the model cannot change: where it is empty, the command stays outstanding for ever,
  /// and the report says so.
  @inlinable
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ replies: @escaping @Sendable (M.Command) throws -> [M.Message]?
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(place, dependOnModel: false) { command, _ in
      try place.namingErrors(of: "Replies") { try replies(command) }
    }
  }

  /// Declares the possible replies to a command, given the model at the time of the reply.
  ///
  /// A result of `nil` right after the step that performs the command says that no reply ever comes. At any other time, `nil`
  /// counts as an empty list. In an ``Environment`` with delays, the result right after the command takes effect decides.
  @inlinable
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ replies: @escaping @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
    self.init(place, dependOnModel: true) { command, model in
      try place.namingErrors(of: "Replies") { try replies(command, model) }
    }
  }

  @usableFromInline
  init(
    _ place: SourcePlace, dependOnModel: Bool,
    answers: @escaping @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) {
    declarations = [Declaration(kind: .replies(answers, dependOnModel: dependOnModel), place: place)]
  }
}
