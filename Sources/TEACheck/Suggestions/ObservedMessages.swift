internal import TEARuntime

/// The first messages of the first world, the step of each of them from each world, and which of them every world offers.
///
/// ``MessageMiner`` makes equations only of messages that every world offers: `update` need not handle a message in a world
/// that does not offer it.
final class ObservedMessages {
  /// Stands for an unknown step.
  static let unknown = UInt32.max
  /// The largest number of messages; later ones of the first world are ignored.
  private static let mostMessages = 8

  /// A message as people write it.
  struct Name {
    /// The message as traces print it.
    var words: String
    /// The message as Swift.
    var swift: String
  }

  private(set) var names: [Name] = []
  /// The messages themselves, in the order of ``names``.
  private var values: [Any] = []
  /// The step of each message from each world, or ``unknown``, one world after the other.
  private var steps: [UInt32] = []
  /// The number of the model of each world; empty where a world is nothing but its model.
  private var modelNumbers: [UInt32] = []
  /// The messages that every world so far offers: a bit for each.
  private var offeredEverywhere: UInt64 = 0
  /// No message is offered in every world, so the other worlds need not be read.
  private var hasNoCommonMessage = false
  /// The numbers of distinct messages.
  private let table: PartTable
  /// The tables of the parts of messages, which the layout of messages refers to.
  private let tables = PartTables()
  private let writer = RowWriter()
  /// The index of a message among ``names``, by the message's number in ``table``.
  private var indices: [UInt32: Int] = [:]

  init<M: Module>(of module: M.Type) {
    table = tables.table(ofWhole: M.Message.self)
  }

  /// Adds the steps of the next world.
  ///
  /// - Parameters:
  ///   - stepNumbers: The numbers of the steps; empty for a world that was not expanded.
  ///   - model: The number of the model, where worlds are more than their models.
  func add<M: Module>(_ stepsOfWorld: [WorldStep<M>], _ stepNumbers: Range<Int>, model: UInt32?, _: M.Type) {
    guard !hasNoCommonMessage else { return }
    if names.isEmpty { begin(with: stepsOfWorld) }
    guard !names.isEmpty else {
      hasNoCommonMessage = true
      return
    }
    if let model { modelNumbers.append(model) }
    let firstIndex = steps.count
    steps.append(contentsOf: repeatElement(Self.unknown, count: names.count))
    // A world that was not expanded has no steps, and says nothing of what it offers.
    guard !stepNumbers.isEmpty else { return }
    var offeredByWorld: UInt64 = 0
    var stepNumber = stepNumbers.lowerBound
    // Counted by hand, as `zip` looks up the metadata of its generic types for each element.
    for step in stepsOfWorld where stepNumber < stepNumbers.upperBound {
      if case .message(let message) = step, let index = indices[number(of: message)] {
        steps[firstIndex + index] = UInt32(stepNumber)
        offeredByWorld |= 1 << UInt64(index)
      }
      stepNumber += 1
    }
    offeredEverywhere &= offeredByWorld
    if offeredEverywhere == 0 {
      hasNoCommonMessage = true
      (steps, modelNumbers) = ([], [])
    }
  }

  private func number<Message>(of message: Message) -> UInt32 {
    withUnsafePointer(to: message) { table.number(of: $0, writer) }
  }

  /// Names the messages of the first world.
  private func begin<M: Module>(with steps: [WorldStep<M>]) {
    for case .message(let message) in steps where names.count < Self.mostMessages {
      let number = number(of: message)
      guard indices[number] == nil, let swift = Self.swift(message) else { continue }
      indices[number] = names.count
      offeredEverywhere |= 1 << UInt64(names.count)
      values.append(message)
      names.append(Name(words: caseLiteral(message), swift: swift))
    }
  }

  /// A case of an enum as Swift, if its payload has only integers, texts, flags and such cases.
  private static func swift(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, TypeShape.isOfUser(type(of: value)), !(value is any CustomReflectable) else {
      return nil
    }
    guard let child = mirror.children.first else { return ".\(structuralLiteral(value))" }
    guard let label = child.label, Location.isName(label) else { return nil }
    let payload = Mirror(reflecting: child.value)
    let parts = payload.displayStyle == .tuple ? Array(payload.children) : [(nil, child.value)]
    let texts = parts.compactMap { label, value -> String? in
      // A mirror labels the parts without a label by their places, such as `.0`.
      let name = label.map { $0.hasPrefix(".") ? "" : "\($0): " } ?? ""
      return swiftPayload(value).map { name + $0 }
    }
    return texts.count == parts.count ? ".\(label)(\(texts.joined(separator: ", ")))" : nil
  }

  private static func swiftPayload(_ value: Any) -> String? {
    if let text = value as? String { return Statement.swiftLiteral(text) }
    return value is Bool || value is any BinaryInteger ? "\(value)" : swift(value)
  }

  /// The numbers of the messages that are offered in all worlds.
  var messagesOfferedEverywhere: [Int] { names.indices.filter { offeredEverywhere >> UInt64($0) & 1 != 0 } }

  /// The messages with the given numbers.
  func values<Message>(_ numbers: [Int], as _: Message.Type) -> [Message] {
    numbers.compactMap { values[$0] as? Message }
  }

  /// The number of the step that a message takes from a world, or ``unknown``.
  func step(_ message: Int, of world: Int) -> UInt32 { steps[world * names.count + message] }

  /// Returns whether two worlds have the same model.
  func haveSameModel(_ one: Int, _ other: Int) -> Bool {
    one == other || (!modelNumbers.isEmpty && modelNumbers[one] == modelNumbers[other])
  }
}
