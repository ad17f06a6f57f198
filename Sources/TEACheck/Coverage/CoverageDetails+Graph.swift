internal import TEASupport
internal import TEARuntime

extension CoverageDetails {
  /// More classes than this say nothing in a table.
  private static var mostClasses: Int { 100 }

  /// Counts what the steps of a graph met.
  ///
  /// - Parameters:
  ///   - isSame: Whether two worlds are the same.
  ///   - isProof: Whether the graph has every step of every reachable world.
  init<M>(
    _ graph: WorldGraph<M>, _ rules: Rules<M>, isSame: (World<M>, World<M>) -> Bool, isProof: Bool
  ) {
    self.init(isProof: isProof, classesAreBy: rules.labels.isEmpty ? "view" : "label")
    countMessages(graph, rules, isSame)
    judgeConditions(graph, rules)
  }

  private mutating func countMessages<M>(
    _ graph: WorldGraph<M>, _ rules: Rules<M>, _ isSame: (World<M>, World<M>) -> Bool
  ) {
    guard let cases = graph.cases else { return }
    var messages = cases.names.map { Message(name: $0) }
    var classes = MetClasses<M>(labels: rules.labels, messages: messages.count, limit: Self.mostClasses)
    for number in 0..<graph.expandedCount {
      let classesOfWorld = classes.isWanted ? classes.add(graph.worlds[number]) : []
      for place in graph.steps(of: number) {
        let message = graph.messageCases[place]
        guard message.number > 0 else { continue }
        let index = Int(message.number) - 1
        for classNumber in classesOfWorld { classes.found[classNumber].steps[index] += 1 }
        if message.isSent {
          messages[index].sent += 1
          if messages[index].changesSomething { continue }
          messages[index].changesSomething = Self.changesAnything(place, from: number, in: graph, rules, isSame)
        } else {
          messages[index].replied += 1
          if messages[index].changesSomethingAsReply { continue }
          messages[index].changesSomethingAsReply = Self.changesAnything(place, from: number, in: graph, rules, isSame)
        }
      }
    }
    self.messages = messages
    self.classes = classes.found
  }

  /// Tests for a step that changes more than that the command that it answers is gone.
  private static func changesAnything<M>(
    _ place: Int, from number: Int, in graph: WorldGraph<M>, _ rules: Rules<M>,
    _ isSame: (World<M>, World<M>) -> Bool
  ) -> Bool {
    guard let world = graph.world(number), let step = graph.step(place, of: number) else { return false }
    var rest = world
    if case .reply(_, let command) = step { rest.forget(command) }
    let outcome = rules.take(step, in: world)
    return !outcome.commands.isEmpty || outcome.failure != nil || !isSame(rest, outcome.world)
  }

  private mutating func judgeConditions<M>(_ graph: WorldGraph<M>, _ rules: Rules<M>) {
    for property in rules.always + rules.steps {
      let isMet: Bool
      switch property.condition {
      case .always(let holds)?:
        isMet = graph.worlds.contains { (try? holds($0)) ?? true }
      case .step(let holds)?:
        let (steps, worlds) = (graph.steps, graph.worlds)
        isMet = (0..<graph.expandedCount).contains { number in
          graph.steps(of: number).contains { place in
            let (step, world) = (steps[place], worlds[number])
            guard let transition = Transition(step, in: world, rules.take(step, in: world)) else { return false }
            return (try? holds(transition)) ?? true
          }
        }
      case .sometimes?, .liveness?, .settles?, nil: continue
      }
      conditions.append(Condition(property: property.name, place: "\(property.place)", isMet: isMet))
    }
  }
}

/// The classes of worlds that were met so far: those of the user's labels, or else one for each view.
private struct MetClasses<M: Module> {
  let labels: [Measure<M, String?>]
  let messages: Int
  let limit: Int
  var found: [CoverageDetails.WorldClass] = []
  private var numbers: [AnyHashable: Int] = [:]
  private var hasTooMany = false

  init(labels: [Measure<M, String?>], messages: Int, limit: Int) {
    self.labels = labels
    self.messages = messages
    self.limit = limit
    // Where the model is what is shown, each model would be a class.
    hasTooMany = labels.isEmpty && M.View.self == M.Model.self
  }

  /// Worlds are still told apart by class.
  var isWanted: Bool { !hasTooMany }

  /// Adds a world.
  ///
  /// - Returns: The numbers of its classes.
  mutating func add(_ world: World<M>) -> [Int] {
    guard !labels.isEmpty else {
      guard let view = UserCode.calling(.view, { try? M.view(for: world.model) }) else { return [] }
      return UserCode.calling(.comparison) {
        add(recognitionKey(of: view), UserCode.calling(.description) { literal(view) }).map { [$0] } ?? []
      }
    }
    var classes: [Int] = []
    for label in labels {
      guard let value = (try? label.read(world)) ?? nil else { continue }
      let name = value.isEmpty ? label.name : "\(label.name) \(value)"
      if let number = add(name, escaped(name)), !classes.contains(number) { classes.append(number) }
    }
    return classes
  }

  private mutating func add(_ key: AnyHashable, _ name: @autoclosure () -> String) -> Int? {
    let number = numbers[key] ?? found.count
    if number == found.count {
      guard number < limit else {
        hasTooMany = true
        found = []
        return nil
      }
      numbers[key] = number
      found.append(.init(name: name(), steps: Array(repeating: 0, count: messages)))
    }
    found[number].worlds += 1
    return number
  }
}
