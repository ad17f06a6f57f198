import TEACheck

/// Searches breadth-first over a `Set` of models, by the module's own `update`.
///
/// Traps if `holding` is false for a model that a step leads to; the start is not tested.
///
/// - Returns: The numbers of distinct models and of steps between them, and the number of steps to the farthest model.
func search<M: Module>(
  _ module: M.Type, from start: M.Model, offering messages: (M.Model) -> [M.Message], holding: (M.Model) -> Bool
) throws -> (distinct: Int, transitions: Int, depth: Int) where M.Model: Hashable {
  var seenModels: Set<M.Model> = [start]
  var frontier = [start]
  var transitions = 0
  var depth = 0
  while true {
    var nextFrontier: [M.Model] = []
    for model in frontier {
      for message in messages(model) {
        var modelAfter = model
        transitions += 1
        // A failed update leaves the model as it was.
        do { try M.update(for: message, model: &modelAfter, perform: { _ in }) } catch { continue }
        guard seenModels.insert(modelAfter).inserted else { continue }
        precondition(holding(modelAfter), "violated by \(modelAfter)")
        nextFrontier.append(modelAfter)
      }
    }
    if nextFrontier.isEmpty { return (seenModels.count, transitions, depth) }
    depth += 1
    frontier = nextFrontier
  }
}

/// Searches breadth-first over a `Set` of the worlds of a chat client: each is a model with a server and the effects under way.
///
/// A command takes three steps, each at any later moment: the server performs it, its reply is made, and the reply arrives.
/// Traps if `holding` is false for a model that a step leads to; the start is not tested.
///
/// - Returns: The numbers of distinct worlds and of steps between them, and the number of steps to the farthest world.
func searchChatClient(
  from start: ChatClient.Model, holding: (ChatClient.Model) -> Bool
) -> (distinct: Int, transitions: Int, depth: Int) {
  /// A command that is under way, by its stage.
  enum Effect: Hashable {
    case requested(ChatClient.Command), carriedOut(ChatClient.Command)
    case answered(ChatClient.Command, ChatClient.Message)
  }
  struct World: Hashable {
    var model: ChatClient.Model
    var server = ChatClient.Server()
    /// For each effect, the number of times that it is under way.
    var effects: [Effect: Int] = [:]
  }
  let first = World(model: start)
  var seenWorlds: Set<World> = [first]
  var frontier = [first]
  var transitions = 0
  var depth = 0
  while true {
    var nextFrontier: [World] = []
    func add(_ world: World) {
      transitions += 1
      guard seenWorlds.insert(world).inserted else { return }
      precondition(holding(world.model), "violated by \(world)")
      nextFrontier.append(world)
    }
    func send(_ message: ChatClient.Message, in world: World) {
      var next = world
      ChatClient.update(for: message, model: &next.model) { next.effects[.requested($0), default: 0] += 1 }
      add(next)
    }
    for world in frontier {
      for message in ChatClient.offers(world.model) { send(message, in: world) }
      for (effect, count) in world.effects {
        var rest = world
        rest.effects[effect] = count > 1 ? count - 1 : nil
        switch effect {
        case .requested(let command):
          rest.server.perform(command)
          rest.effects[.carriedOut(command), default: 0] += 1
          add(rest)
        case .carriedOut(let command):
          for reply in rest.server.replies(to: command) {
            var next = rest
            next.effects[.answered(command, reply), default: 0] += 1
            add(next)
          }
        case .answered(_, let reply): send(reply, in: rest)
        }
      }
    }
    if nextFrontier.isEmpty { return (seenWorlds.count, transitions, depth) }
    depth += 1
    frontier = nextFrontier
  }
}

/// `PlainSearch NAME` searches a yardstick model, and prints the distinct worlds, the transitions, the depth and the seconds.
@main enum PlainSearch {
  static func main() throws {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    let begin = ContinuousClock.now
    guard name.contains(" "), let result = try searchResult(of: name) else {
      fatalError("There is no model '\(name)'")
    }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    print(result.distinct, result.transitions, result.depth, seconds)
  }

  /// Searches a yardstick model, by its name and form in `ExplorerBenchmarks`; returns `nil` for a model without a case here.
  private static func searchResult(of name: String) throws -> (distinct: Int, transitions: Int, depth: Int)? {
    let words = name.split(separator: " ")
    // The sizes in the name, such as 6 and 10 in `grid-6-10`.
    let numbers = (words.first ?? "").split(separator: "-").compactMap { Int($0) }
    func isSound(_ model: TwoPhaseCommit.Model) -> Bool {
      !(model.managers.contains(.committed) && model.managers.contains(.aborted))
    }
    switch words.map(String.init) {
    case ["grid-6-10", "plain"]:
      return try search(
        PlainGrid.self, from: PlainGrid.Model(), offering: { _ in PlainGrid.Message.allCases },
        holding: { $0.a < 10 })
    case let words where name.hasPrefix("grid") && words.last == "container" && numbers.count == 2:
      let start = Grid.start(with: Grid.Flags(counters: numbers[0], modulus: numbers[1]))
      return try search(
        Grid.self, from: start, offering: { $0.counters.indices.map { .increment($0) } }, holding: { _ in true })
    // The tiles of a puzzle are the numbers from 0 to 8, which add up to 36.
    case ["8-puzzle", "container"]:
      return try search(
        Puzzle.self, from: Puzzle.Model(),
        offering: { model in Puzzle.Message.allCases.filter { Puzzle.target(of: $0, from: model.blank) != nil } },
        holding: { $0.tiles.reduce(0, +) == 36 })
    case ["8-puzzle", "plain"]:
      return try search(
        PlainPuzzle.self, from: PlainPuzzle.Model(),
        offering: { model in Puzzle.Message.allCases.filter { Puzzle.target(of: $0, from: model.blank) != nil } },
        holding: { model in (0..<9).reduce(0) { $0 + model[$1] } == 36 })
    case let words where words[0].hasPrefix("2pc") && words.last == "container":
      return try search(
        TwoPhaseCommit.self, from: TwoPhaseCommit.start(with: Int(words[0].dropFirst(4)) ?? 0),
        offering: TwoPhaseCommit.offers, holding: isSound)
    case let words where words[0].hasPrefix("2pc") && words.last == "listed":
      return try search(
        ListedTwoPhaseCommit.self, from: ListedTwoPhaseCommit.start(with: Int(words[0].dropFirst(4)) ?? 0),
        offering: ListedTwoPhaseCommit.offers,
        holding: { model in
          !(model.managers.contains { $0.state == .committed } && model.managers.contains { $0.state == .aborted })
        })
    case ["todo-list", "container"]:
      return try search(
        TodoList.self, from: TodoList.Model(), offering: TodoList.offers,
        holding: { model in model.todos.allSatisfy { !$0.title.isEmpty } })
    case ["messenger", "container"]:
      return try search(
        Messenger.self, from: Messenger.start(with: ()), offering: Messenger.offers,
        holding: { model in model.open.map { model.conversations[$0]!.unread == 0 } ?? true })
    case let words where words[0].hasPrefix("calculator"):
      return try search(
        Calculator.self, from: Calculator.start(with: numbers[0]), offering: Calculator.offers, holding: { _ in true })
    case let words where words[0].hasPrefix("screens"):
      return try search(
        Screens.self, from: Screens.start(with: numbers[0]), offering: Screens.offers,
        holding: { model in model.stars < model.starLimit })
    case let words where words[0].hasPrefix("outline"):
      return try search(
        Outline.self, from: Outline.start(with: numbers[0]), offering: Outline.offers,
        holding: { Outline.itemCount($0.root) == numbers[0] })
    case let words where words[0].hasPrefix("treap"):
      return try search(
        Treap.self, from: Treap.start(with: numbers[0]), offering: Treap.offers,
        holding: { model in model.count <= model.size })
    case let words where words[0].hasPrefix("preferences"):
      return try search(
        Preferences.self, from: Preferences.start(with: numbers[0]), offering: Preferences.offers,
        holding: { model in model.values.count <= 5 })
    case let words where words[0].hasPrefix("mixed-path"):
      return try search(
        MixedPath.self, from: MixedPath.start(with: numbers[0]), offering: MixedPath.offers,
        holding: { model in model.path.count <= model.size })
    case let words where words[0].hasPrefix("requests"):
      return try search(
        Requests.self, from: Requests.start(with: numbers[0]), offering: Requests.offers,
        holding: { model in model.requests.count == model.size })
    case let words where words[0].hasPrefix("cards"):
      return try search(
        Cards.self, from: Cards.start(with: numbers[0]), offering: Cards.offers,
        holding: { model in model.seen.count <= model.size })
    case let words where words[0].hasPrefix("stopwatch"):
      return try search(
        Stopwatch.self, from: Stopwatch.start(with: numbers[0]), offering: { _ in Stopwatch.Message.allCases },
        holding: { model in model.ticks <= model.limit })
    case let words where words[0].hasPrefix("meter"):
      return try search(
        ParkingMeter.self, from: ParkingMeter.start(with: numbers[0]), offering: { _ in ParkingMeter.Message.allCases },
        holding: { model in model.seconds <= model.paidSeconds })
    case let words where words[0].hasPrefix("savings"):
      return try search(
        Savings.self, from: Savings.start(with: numbers[0]), offering: Savings.offers,
        holding: { model in model.balance >= 0 && model.saved >= 0 })
    case let words where words[0].hasPrefix("chat"):
      return searchChatClient(
        from: ChatClient.start(with: numbers[0]), holding: { model in model.lines.count <= model.limit })
    case let words where words[0].hasPrefix("fat"):
      let start = Fat.start(with: Fat.Flags(rows: numbers[0], cursors: numbers[1]))
      return try search(
        Fat.self, from: start, offering: { model in [.moveCursor] + model.rows.values.map { .toggle($0.id) } },
        holding: { _ in true })
    default: return nil
    }
  }
}
