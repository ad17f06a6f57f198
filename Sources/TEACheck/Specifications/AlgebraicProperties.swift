internal import TEASupport
internal import TEAGenerators
public import TEARuntime

/// Messages that do nothing more when they come twice in a row.
///
/// ```swift
/// Idempotent(.selectAll, .reset)
/// ```
///
/// The property is checked in every reachable world, even where the message is not offered. A world where `update` throws in
/// either sequence passes. Models are compared by their structure, and commands are not compared.
public struct Idempotent<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages; each message is a property of its own.
  public init(
    _ messages: M.Message..., fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) where M.Message: Sendable {
    declarations = messages.map { message in
      Self.declaration({ message }, SourcePlace(fileID: fileID, filePath: filePath, line: line))
    }
  }

  /// Declares one message, which is made anew each time it is checked and need not be `Sendable`.
  public init(
    _ message: @autoclosure @escaping @Sendable () -> M.Message, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [Self.declaration(message, SourcePlace(fileID: fileID, filePath: filePath, line: line))]
  }

  private static func declaration(
    _ message: @escaping @Sendable () -> M.Message, _ place: SourcePlace
  ) -> Declaration<M> {
    .messageEquation("\(caseLiteral(message())) is idempotent", { [message()] }, { [message(), message()] }, place)
  }
}

/// Two messages that lead to the same model in either order.
///
/// ```swift
/// Commute(.toggle(.sounds), .toggle(.alerts))
/// ```
///
/// The property is checked in every reachable world, even where the messages are not offered. A world where `update` throws in
/// either order passes. Models are compared by their structure, and commands are not compared.
public struct Commute<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the messages, which are made anew each time they are checked.
  public init(
    _ one: @autoclosure @escaping @Sendable () -> M.Message,
    _ other: @autoclosure @escaping @Sendable () -> M.Message, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    declarations = [
      .messageEquation(
        "\(caseLiteral(one())) and \(caseLiteral(other())) commute", { [one(), other()] }, { [other(), one()] },
        SourcePlace(fileID: fileID, filePath: filePath, line: line))
    ]
  }
}

/// A message that reverses another one.
///
/// ```swift
/// Inverse(of: .increment, .decrement) { model in model.count < 100 }
/// ```
///
/// The property is checked in every reachable world, even where the messages are not offered. A world where `update` throws for
/// either message passes. Models are compared by their structure, and commands are not compared.
public struct Inverse<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares a message and its inverse, which are made anew each time they are checked, for models that satisfy a condition.
  public init(
    of message: @autoclosure @escaping @Sendable () -> M.Message,
    _ inverse: @autoclosure @escaping @Sendable () -> M.Message, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    when condition: @escaping @Sendable (M.Model) -> Bool = { _ in true }
  ) {
    declarations = [
      .messageEquation(
        "\(caseLiteral(inverse())) takes back \(caseLiteral(message()))", { [] }, { [message(), inverse()] },
        SourcePlace(fileID: fileID, filePath: filePath, line: line), when: condition)
    ]
  }
}

/// A model that stays the same when it is encoded and decoded.
///
/// ```swift
/// RoundTrip("a saved draft is the draft") { model in
///   try JSONDecoder().decode(Draft.Model.self, from: JSONEncoder().encode(model))
/// }
/// ```
///
/// Models are compared by their structure. An error that the function throws violates the property.
public struct RoundTrip<M: Module>: SpecificationPart {
  public let declarations: [Declaration<M>]

  /// Declares the function that encodes and decodes a model.
  public init(
    _ name: String = "the model survives its round trip", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    _ trip: @escaping @Sendable (M.Model) throws -> M.Model
  ) {
    declarations = [
      Declaration(
        Property(name: name, place: SourcePlace(fileID: fileID, filePath: filePath, line: line)) { world in
          try Objection.throwIfDifferent(world.model, from: try trip(world.model), saying: "it comes back with")
          return true
        })
    ]
  }
}

extension Declaration {
  /// The property that two sequences of messages lead to the same model, from every model that satisfies the condition. A
  /// report shows each difference as `after left → after right`.
  fileprivate static func messageEquation(
    _ name: String, _ left: @escaping @Sendable () -> [M.Message], _ right: @escaping @Sendable () -> [M.Message],
    _ place: SourcePlace, when condition: (@Sendable (M.Model) -> Bool)? = nil
  ) -> Declaration {
    Declaration(
      Property(
        name: name, place: place, condition: condition.map { condition in { @Sendable in condition($0.model) } }
      ) { world in
        let (leftMessages, rightMessages) = (left(), right())
        guard condition?(world.model) ?? true,
          let differences = MessageEquation<M>.difference(leftMessages, rightMessages, from: world.model)
        else {
          return true
        }
        func text(_ messages: [M.Message]) -> String {
          messages.isEmpty ? "nothing" : messages.map { caseLiteral($0) }.joined(separator: ", ")
        }
        throw Objection("after \(text(rightMessages)) instead of \(text(leftMessages)): \(differences)")
      })
  }
}

/// The equation of two sequences of messages: that they lead to the same model.
enum MessageEquation<M: Module> {
  /// The difference between the models after two sequences of messages, compared by structure; `nil` for none, and where
  /// `update` throws in one of the sequences.
  static func difference(_ left: [M.Message], _ right: [M.Message], from start: M.Model) -> String? {
    guard let leftModel = model(after: left, from: start), let rightModel = model(after: right, from: start) else {
      return nil
    }
    return textOfDifference(leftModel, rightModel, trustingEquality: false)
  }

  private static func model(after messages: [M.Message], from start: M.Model) -> M.Model? {
    var commands: [M.Command] = []
    return try? messages.reduce(start) { try Kernel<M>.update($0, for: $1, performing: &commands) }
  }
}

extension Objection {
  /// Throws an objection that lists each difference as `expected → actual`.
  static func throwIfDifferent<Value>(
    _ expected: Value, from actual: Value, saying words: @autoclosure () -> String
  ) throws(Objection) {
    if let differences = textOfDifference(expected, actual, trustingEquality: false) {
      throw Objection("\(words()) \(differences)")
    }
  }
}
