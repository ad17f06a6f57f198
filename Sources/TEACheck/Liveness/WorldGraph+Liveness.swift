internal import TEARuntime

extension WorldGraph {
  /// The graph as numbers. Worlds that were not expanded have no steps, and those with steps left out are open too.
  var stepGraph: StepGraph {
    var isOpen = worlds.indices.map { $0 >= expandedCount }
    for world in leftOut { isOpen[Int(world)] = true }
    let stepCount = firstSteps[min(expandedCount, worlds.count)]
    return StepGraph(
      startCount: startCount, firstSteps: firstSteps.map { min($0, stepCount) }, targets: targets, isOpen: isOpen)
  }

  /// The worlds in which a condition holds.
  ///
  /// - Throws: ``ConditionFailure`` where the condition throws.
  func worlds(where holds: Liveness<M>.Condition) throws -> [Bool] {
    try worlds.enumerated().map { number, world in
      do {
        return try holds(world)
      } catch {
        throw ConditionFailure(world: number, error: error)
      }
    }
  }

  /// Which steps happen without a person.
  func stepsOfSystem(_ rules: Rules<M>) -> [Bool] { steps.map(rules.isOfSystem) }

  /// The labels of the steps by what is assumed to be fair: the command that is answered, or the message that the system
  /// sends; and the labels declared.
  ///
  /// - Throws: When commands cannot be told apart.
  func labels(_ rules: Rules<M>, isStructural: Bool) throws -> StepLabels {
    let assumed = rules.fairness
    let declared = assumed.labels.filter { $0.strength != .none }
    var labels = StepLabels()
    labels.perStep = 1 + declared.count
    var commands: [AnyHashable: Int32] = [:]
    var messages: [String: Int32] = [:]
    var names = [[String: Int32]](repeating: [:], count: declared.count)
    func number<Key>(_ key: Key, _ numbers: inout [Key: Int32], _ strength: FairnessStrength) -> Int32 {
      if let number = numbers[key] { return number }
      labels.isStrong.append(strength == .strong)
      numbers[key] = Int32(labels.isStrong.count - 1)
      return Int32(labels.isStrong.count - 1)
    }
    for world in worlds.indices.prefix(expandedCount) {
      var last: (command: Int, label: Int32)?
      for step in steps(of: world) {
        var label: Int32 = -1
        switch steps[step] {
        case .reply(_, let command):
          if assumed.replies == .none { break }
          if let last, last.command == command {
            label = last.label
            break
          }
          let key = try Self.key(of: worlds[world].outstanding[command], isStructural: isStructural)
          label = number(key, &commands, assumed.replies)
          last = (command, label)
        case .message(let message):
          if assumed.system == .none || !rules.isOfSystem(steps[step]) { break }
          label = number(literal(message), &messages, assumed.system)
        }
        labels.labels.append(label)
        for (place, declaration) in declared.enumerated() {
          let name = declaration.label(steps[step].message)
          labels.labels.append(name.map { number($0, &names[place], declaration.strength) } ?? -1)
        }
      }
    }
    return labels
  }

  /// Which steps keep a run from ending where they are possible: those that are fair, and what people do unless they may
  /// stop.
  func pressingSteps(_ rules: Rules<M>, _ labels: StepLabels) -> [Bool] {
    labels.labels.indices.filter { $0 % labels.perStep == 0 }.map { first in
      labels.labels[first..<first + labels.perStep].contains { $0 >= 0 }
        || rules.fairness.people == .never && !rules.isOfSystem(steps[first / labels.perStep])
    }
  }

  private static func key(of command: M.Command, isStructural: Bool) throws -> AnyHashable {
    if !isStructural, let command = command as? any Hashable { return AnyHashable(command) }
    return AnyHashable(try StructuralValue(command))
  }

  /// The run, taken again step by step.
  func trace(of run: BadRun, from origin: Rules<M>.Origin, _ rules: Rules<M>) -> Trace<M> {
    var trace = Trace<M>(origin: origin)
    trace.origin.world = worlds[run.start]
    var world = run.start
    for step in run.steps {
      var outcome = rules.take(steps[step], in: worlds[world])
      world = Int(targets[step])
      // The same world, with its outstanding commands in the order that the next step counts them in.
      outcome.world = worlds[world]
      trace.steps.append((steps[step], outcome))
    }
    return trace
  }
}

/// A condition that threw, and where.
struct ConditionFailure: Error {
  var world: Int
  var error: any Error
}
