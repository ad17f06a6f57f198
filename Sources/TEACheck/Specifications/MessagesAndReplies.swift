public import TEARuntime

/// The messages that a person or the system may send now.
///
/// Without it, any message may come at any time, except those that ``Replies`` declare. Several declarations add to
/// each other; ``Precondition`` restricts all of them.
public struct Messages<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that a view offers.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ offered: @escaping @Sendable (M.View) throws -> [M.Message]
  ) {
    self.init(of: .view, fileID: fileID, filePath: filePath, line: line, offered)
  }

  /// Declares the messages that can come in a world, by its model, view or all of it.
  public init<Value>(
    of subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ offered: @escaping @Sendable (Value) throws -> [M.Message]
  ) {
    declarations = [
      Declaration(
        kind: .messages({ try offered(try subject.read($0)) }, dependOnModelOnly: subject.dependsOnModelOnly),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

extension Messages {
  /// Declares a generator of the messages that can come in a world, by its model, view or all of it.
  ///
  /// ```swift
  /// Messages(generating: .view) { view in
  ///   zip(.element(of: view.rows.map(\.id)), .string).map { .renamed($0, to: $1) }
  /// }
  /// ```
  ///
  /// Sampling makes messages of any size. An exploration lists the few smallest, as for derived messages. Where the
  /// generator is `nil`, no message is possible.
  public init<Value>(
    generating subject: Subject<M, Value>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, _ generator: @escaping @Sendable (Value) throws -> Gen<M.Message>?
  ) {
    declarations = [
      Declaration(
        kind: .generatedMessages { try generator(try subject.read($0)) },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
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
/// - An empty list says that no reply is possible yet: the command is outstanding, and the question is repeated later.
/// - `nil` says that no reply ever comes: the command is carried out when it is performed, and is never outstanding.
///
/// Several declarations add to each other. A command is never answered where all of them return `nil`.
public struct Replies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the possible replies to a command; `nil` where it is never answered.
  ///
  /// A list that does not depend on the model cannot change: where it is empty, the command stays outstanding for ever,
  /// and the report says so.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ replies: @escaping @Sendable (M.Command) throws -> [M.Message]?
  ) {
    declarations = [
      Declaration(
        kind: .replies({ command, _ in try replies(command) }, dependOnModel: false),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares the possible replies to a command, given the model at the time of the reply.
  ///
  /// `nil` is looked for when the command is performed, with the model after that step.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ replies: @escaping @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) {
    declarations = [
      Declaration(
        kind: .replies(replies, dependOnModel: true),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// The messages that a command may bring before its last reply: progress, or parts of a result.
///
/// ```swift
/// InterimReplies { command in
///   switch command {
///   case .download(let id): [.received(id, percent: 50)]
///   }
/// }
/// ```
///
/// Each message may come at any time while the command is outstanding, and any number of times; ``Replies`` declare the
/// messages that end it.
public struct InterimReplies<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages that an outstanding command may send; none where it never sends any.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Command) throws -> [M.Message]
  ) {
    declarations = [
      Declaration(
        kind: .interimReplies({ command, _ in
          let messages = try messages(command)
          return messages.isEmpty ? nil : messages
        }), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares the messages that an outstanding command may send, given the model at that time; `nil` where it never
  /// sends any, and an empty list where it sends none now.
  ///
  /// `nil` is looked for when the command is performed, with the model after that step.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    _ messages: @escaping @Sendable (M.Command, M.Model) throws -> [M.Message]?
  ) {
    declarations = [
      Declaration(
        kind: .interimReplies(messages), place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// The start of the program: its flags, or its first model.
///
/// Without it, the flags are derived from their type.
public struct Start<M: Module>: SpecificationPart {
  enum Value {
    case flags(M.Flags)
    case model(M.Model)
  }

  public let declarations: [Declaration<M>]

  /// Declares the flags that the program may be started with.
  public init(
    with flags: @escaping @Sendable @autoclosure () -> [M.Flags], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        kind: .start { flags().map { .flags($0) } },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares the models that the program may start from.
  public init(
    from models: @escaping @Sendable @autoclosure () -> [M.Model], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        kind: .start { models().map { .model($0) } },
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares generated flags: an exploration starts with the few smallest, random runs with any.
  public init(
    with flags: Gen<M.Flags>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        kind: .startGenerator(flags.map { .flags($0) }),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }

  /// Declares generated models to start from: an exploration starts from the few smallest, random runs from any.
  public init(
    from models: Gen<M.Model>, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      Declaration(
        kind: .startGenerator(models.map { .model($0) }),
        place: SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}
