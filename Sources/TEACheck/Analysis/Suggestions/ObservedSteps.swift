package import TEARuntime

/// The steps between worlds, counted by their kinds.
package final class ObservedSteps {
  /// The rows of ``ObservedWorlds`` before and after a step, and the cases of its message and of the answered command.
  struct Kind: Hashable {
    var before: UInt32
    var after: UInt32
    /// The outermost case of the message, or -1 where `update` received none; 0 for any message if ``ObservedSteps/messages`` has
    /// none.
    var message: Int8
    /// The case of the command that the message answers, or -1 where it answers none or ``ObservedSteps/commands`` has none.
    var command: Int8
  }

  package let messages: CasePaths
  package let commands: CasePaths
  /// The kinds that lead to another row.
  private(set) var kinds: [Kind] = []
  /// The number of steps of each kind.
  private(set) var counts: [UInt32] = []
  /// The innermost cases of the messages of each kind: bit n for case n.
  private(set) var innerMessages: [UInt32] = []
  /// The first step of each kind.
  private(set) var firstSteps: [UInt32] = []
  /// For each row, the messages of the steps that stay in it: bit 0 for no message, and bit n + 1 for case n.
  private(set) var selfLoopMessages: [UInt32] = []
  /// The number of all steps that lead to a world of the graph.
  private(set) var total = 0
  /// The innermost cases of each step's message and command, in the order of the steps.
  private var casesOfSteps: [(message: Int8, command: Int8)] = []
  /// A hash table of the kinds, by their numbers from 1; 0 is a free entry.
  private var table = [UInt32](repeating: 0, count: 64)

  /// The number of kinds, including the kinds that stay in their row, which differ by their messages alone.
  var kindCount: Int { kinds.count + selfLoopMessages.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The cases of the messages of steps; -1 for a step without a message.
  var occurringMessages: Set<Int8> {
    let bits: UInt32 = selfLoopMessages.reduce(0, |)
    var occurring = Set(kinds.lazy.map(\.message))
    for bit: Int8 in 0..<32 where bits >> UInt32(bit) & 1 != 0 { occurring.insert(bit - 1) }
    return occurring
  }

  package init<M: Module>(of module: M.Type) {
    messages = CasePaths(of: M.Message.self)
    commands = CasePaths(of: M.Command.self)
  }

  /// Adds the next step, in the order of the steps' worlds; -1 stands for no message, or for no answered command.
  package func addStep(message: Int8, command: Int8) { casesOfSteps.append((message, command)) }

  /// Counts the kinds of steps, after all steps were added.
  package func finish(_ graph: StepGraph, _ worlds: ObservedWorlds) {
    selfLoopMessages = [UInt32](repeating: 0, count: worlds.rowCount)
    let outermost = messages.lineages.map { Int8($0[0]) }
    for world in 0..<graph.worldCount {
      for step in graph.steps(of: world) where Int(graph.targets[step]) < graph.worldCount {
        total += 1
        let (message, command) = casesOfSteps[step]
        let kind = Kind(
          before: worlds.rowOfWorld[world], after: worlds.rowOfWorld[Int(graph.targets[step])],
          message: message < 0 || outermost.isEmpty ? message : outermost[Int(message)], command: command)
        if kind.before == kind.after {
          selfLoopMessages[Int(kind.before)] |= 1 << UInt32(kind.message + 1)
        } else {
          add(kind, innerMessage: message, step)
        }
      }
    }
    (casesOfSteps, table) = ([], [])
  }

  private func add(_ kind: Kind, innerMessage: Int8, _ step: Int) {
    if kinds.count * 2 >= table.count {
      table = [UInt32](repeating: 0, count: table.count * 2)
      for number in kinds.indices { table[slot(of: kinds[number])] = UInt32(number + 1) }
    }
    let slot = slot(of: kind)
    let innerBit: UInt32 = innerMessage < 0 ? 0 : 1 << UInt32(innerMessage)
    if table[slot] != 0 {
      counts[Int(table[slot]) - 1] += 1
      innerMessages[Int(table[slot]) - 1] |= innerBit
    } else {
      kinds.append(kind)
      counts.append(1)
      innerMessages.append(innerBit)
      firstSteps.append(UInt32(step))
      table[slot] = UInt32(kinds.count)
    }
  }

  /// The index of a kind in the table, or of the free entry for it.
  private func slot(of kind: Kind) -> Int {
    var hash = UInt64(kind.before) << 32 | UInt64(kind.after)
    hash = (hash ^ UInt64(UInt8(bitPattern: kind.message)) << 56 ^ UInt64(UInt8(bitPattern: kind.command)) << 24)
    // The factor is 2⁶⁴ divided by the golden ratio; the shifts let the high bits act on the low ones.
    hash = (hash ^ hash >> 31) &* 0x9e37_79b9_7f4a_7c15
    hash ^= hash >> 29
    var slot = Int(truncatingIfNeeded: hash >> 1) & (table.count - 1)
    while table[slot] != 0, kinds[Int(table[slot]) - 1] != kind { slot = (slot + 1) & (table.count - 1) }
    return slot
  }
}
