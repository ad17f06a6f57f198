internal import TEARuntime
internal import TEAText

/// Up to eight messages of the first world, and the number of the step by each of them in each world.
///
/// ``MessageMiner`` makes equations only of messages that every world offers: `update` need not handle a message in a world
/// that does not offer it.
package final class ObservedMessages {
  /// Stands for the step of a message that is not known to be possible in the world.
  static let unknown = UInt32.max
  /// Later messages of the first world are ignored. Eight messages make 100 equations, and the number grows with the square.
  private static let maxMessages = 8

  package struct Name {
    /// The message as traces print it.
    var words: String
    var code: String
    /// The name of the case, and those of the messages in its payload, without other values.
    var family: String
  }

  package private(set) var names: [Name] = []
  /// The messages themselves, in the order of ``names``.
  private var values: [Any] = []
  /// For each world in turn, the step of each message, or ``unknown``.
  private(set) var steps: [UInt32] = []
  /// The number of the model of each world; empty where a world is nothing but its model.
  private(set) var modelNumbers: [UInt32] = []
  /// A bit for each message, by its index: 1 where every world so far offers the message.
  private var offeredEverywhere: UInt64 = 0
  /// No message is offered in every world, so the other worlds need not be read.
  package private(set) var hasNoCommonMessage = false
  /// A bit for each message, by its index: 1 where the world that was begun last offers the message.
  private var offeredByWorld: UInt64 = 0
  /// The index of a message among ``names``, by the message's number among all distinct messages.
  private var indices: [UInt32: Int] = [:]

  package init() {}

  /// Begins the next world, whose steps are then added. The messages of the first world must be named before the first call.
  ///
  /// - Parameter model: The number of the world's model; `nil` where worlds are nothing but their models.
  package func beginWorld(model: UInt32?) {
    guard !names.isEmpty else {
      hasNoCommonMessage = true
      return
    }
    if let model { modelNumbers.append(model) }
    steps.append(contentsOf: repeatElement(Self.unknown, count: names.count))
    offeredByWorld = 0
  }

  /// - Returns: `nil` for a message without a name.
  package func index(ofMessage number: UInt32) -> Int? { indices[number] }

  /// Adds the step of a message from the world that was begun last.
  package func add(step: Int, ofMessageAt index: Int) {
    steps[steps.count - names.count + index] = UInt32(step)
    offeredByWorld |= 1 << UInt64(index)
  }

  /// Ends the world that was begun last, after all of its steps were added. To be called for expanded worlds only: the steps of
  /// other worlds do not tell which messages they offer.
  package func endWorld() {
    offeredEverywhere &= offeredByWorld
    if offeredEverywhere == 0 {
      hasNoCommonMessage = true
      (steps, modelNumbers) = ([], [])
    }
  }

  /// Names a message of the first world, if there is room, and the message can be written as Swift.
  package func name(_ message: Any, number: UInt32) {
    guard names.count < Self.maxMessages, indices[number] == nil, let code = Self.code(message) else { return }
    indices[number] = names.count
    offeredEverywhere |= 1 << UInt64(names.count)
    values.append(message)
    names.append(Name(words: caseLiteral(message), code: code, family: Self.family(message)))
  }

  private static func family(_ value: Any) -> String {
    guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
      return caseLiteral(value)
    }
    let payload = Mirror(reflecting: child.value)
    let parts = payload.displayStyle == .tuple ? payload.children.map(\.value) : [child.value]
    // A case without a payload is a value here, as a number is.
    let messages = parts.filter {
      let mirror = Mirror(reflecting: $0)
      return mirror.displayStyle == .enum && !mirror.children.isEmpty
    }
    return ([label] + messages.map(family)).joined(separator: " ")
  }

  /// A case of an enum as Swift code; `nil` for any other value, and for a payload of anything but integers, texts, Booleans
  /// and cases of enums.
  private static func code(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, TypeShape.isOfUser(type(of: value)), !(value is any CustomReflectable) else {
      return nil
    }
    guard let child = mirror.children.first else {
      let name = structuralLiteral(value)
      return Location.isName(name) ? ".\(name)" : nil
    }
    guard let label = child.label, Location.isName(label) else { return nil }
    let payload = Mirror(reflecting: child.value)
    let parts = payload.displayStyle == .tuple ? Array(payload.children) : [(nil, child.value)]
    let texts = parts.compactMap { label, value -> String? in
      // A mirror labels the parts without a label by their places, such as `.0`.
      guard let label, !label.hasPrefix(".") else { return payloadCode(value) }
      // Swift refers to these three labels only in backticks.
      guard Location.isName(label), !["inout", "let", "var"].contains(label) else { return nil }
      return payloadCode(value).map { "\(label): \($0)" }
    }
    return texts.count == parts.count ? ".\(label)(\(texts.joined(separator: ", ")))" : nil
  }

  private static func payloadCode(_ value: Any) -> String? {
    if let text = value as? String { return quoted(text) }
    return value is Bool || value is any BinaryInteger ? "\(value)" : code(value)
  }

  var messagesOfferedEverywhere: [Int] { names.indices.filter { offeredEverywhere >> UInt64($0) & 1 != 0 } }

  package func values<Message>(as _: Message.Type) -> [Message] { values.compactMap { $0 as? Message } }
}
