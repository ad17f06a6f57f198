internal import TEASupport
internal import TEARuntime

/// The indices of values sorted by case, and then by text; values with equal texts keep their order.
func canonicalOrder<Value>(of values: [Value]) -> [Int] {
  canonicalOrder(ofCases: values.map { enumCase(of: $0) ?? 0 }) { Array(structuralLiteral(values[$0]).utf8) }
}

/// The indices of values sorted by tag, and then by text. `text` is called only for values that share their tag with another.
func canonicalOrder(ofCases tags: [Int], text: (Int) -> [UInt8]) -> [Int] {
  var rest = tags.indices.sorted { (tags[$0], $0) < (tags[$1], $1) }[...]
  var order: [Int] = []
  while let first = rest.first {
    let group = rest.prefix { tags[$0] == tags[first] }
    rest = rest.dropFirst(group.count)
    if group.count == 1 {
      order.append(first)
      continue
    }
    let texts = group.map { (index: $0, text: text($0)) }
    order += texts.sorted { one, other in
      if one.text.lexicographicallyPrecedes(other.text) { return true }
      return one.index < other.index && !other.text.lexicographicallyPrecedes(one.text)
    }.map(\.index)
  }
  return order
}

func canonicalOrder(ofTexts texts: [[UInt8]]) -> [Int] {
  canonicalOrder(ofCases: texts.map { _ in 0 }) { texts[$0] }
}

/// The canonical orders of lists of commands, by the numbers of the lists. Most lists occur in many worlds, and sorting one
/// takes longer than most steps.
final class CanonicalOrders {
  private var orders: [UInt32: [Int]] = [:]
  /// The enum case and the text of each command, by the command's number; a text is `nil` until it is needed.
  private var commands: [UInt32: (tag: Int, text: [UInt8]?)] = [:]

  /// The largest number of orders, which take 10 to 20 MB without the texts of the commands; then all are forgotten.
  private static var maxOrders: Int { 1 << 16 }

  /// The order of a list, which is asked for where its order is not kept.
  func order<Command>(
    of list: @autoclosure () -> [Command], listNumber: UInt32, numbers: UnsafeBufferPointer<UInt32>
  ) -> [Int] {
    if let order = orders[listNumber] { return order }
    let list = list()
    if orders.count == Self.maxOrders {
      orders.removeAll()
      commands.removeAll()
    }
    let tags = numbers.indices.map { index in
      if let command = commands[numbers[index]] { return command.tag }
      let tag = enumCase(of: list[index]) ?? 0
      commands[numbers[index]] = (tag, nil)
      return tag
    }
    let order = canonicalOrder(ofCases: tags) { index in
      if let text = commands[numbers[index]]?.text { return text }
      let text = Array(structuralLiteral(list[index]).utf8)
      commands[numbers[index]]?.text = text
      return text
    }
    orders[listNumber] = order
    return order
  }
}

extension Agenda {
  /// The entries sorted by the remaining time, then by case, and then by text.
  var inCanonicalOrder: Agenda {
    guard entries.count > 1 else { return self }
    let times = Set(entries.map { $0.remaining }).sorted()
    // The numbers of cases are below 2⁴⁰.
    let tags = entries.map { entry in entry.item.canonicalCase + (times.firstIndex(of: entry.remaining) ?? 0) << 40 }
    let order = canonicalOrder(ofCases: tags) { Array(entries[$0].item.canonicalText.utf8) }
    return Agenda(entries: order.map { entries[$0] })
  }
}

extension Agenda.Item {
  /// The number of the item's case in the higher half, and the number of the case of its first value in the lower half.
  fileprivate var canonicalCase: Int {
    switch self {
    case .timer(let subscription): enumCase(of: subscription) ?? 0
    case .command(let command, _): 1 << 32 + (enumCase(of: command) ?? 0)
    case .throttleEnd(let id): 2 << 32 + (enumCase(of: id) ?? 0)
    }
  }

  fileprivate var canonicalText: String {
    switch self {
    case .timer(let subscription): structuralLiteral(subscription)
    case .command(let command, let id): "\(structuralLiteral(command)) \(structuralLiteral(id))"
    case .throttleEnd(let id): structuralLiteral(id)
    }
  }
}

extension World {
  /// The world as properties and declarations see it, with its outstanding commands in canonical order: worlds that differ only
  /// in the order of commands are the same.
  var inCanonicalOrder: World {
    guard outstanding.count > 1 else { return self }
    var world = self
    world.cachedOrder = nil
    // A cached order belongs to the list of commands in this world. A step makes another list, and must not have it.
    let order = cachedOrder ?? canonicalOrder(of: outstanding)
    assert(order.count == outstanding.count, "a step was taken from a world with a cached order")
    world.outstanding = order.map { outstanding[$0] }
    world.surroundings = surroundings?.withProgress(in: order)
    return world
  }

  mutating func removeOutstanding(at index: Int) {
    outstanding.remove(at: index)
    guard var state = surroundings?.state, !state.progress.isEmpty else { return }
    state.progress.remove(at: index)
    surroundings = Surroundings(state)
  }

  /// The world with its progress made anew, after a canonical form changed or reordered the commands. Each command takes the
  /// progress of an equal command, or else the stage at its own index.
  var withProgressInOrderOfCommands: World {
    guard var state = surroundings?.state, !state.progress.isEmpty else { return self }
    var rest = state.progress
    var ordered: [CommandProgress<M>] = []
    for (index, command) in outstanding.enumerated() {
      let key = recognitionKey(of: command)
      if let equalIndex = rest.firstIndex(where: { recognitionKey(of: $0.command) == key }) {
        ordered.append(rest.remove(at: equalIndex))
      } else {
        let stage = state.progress.indices.contains(index) ? state.progress[index].stage : .requested
        ordered.append(CommandProgress(command, stage))
      }
    }
    state.progress = ordered
    var world = self
    world.surroundings = Surroundings(state)
    return world
  }
}
