@testable import TEACheck
@testable import TEASupport

/// A small random program whose model has a field of each kind that `suggest` looks at.
enum MinedProgram: Module {
  struct Item: Hashable {
    var id: Int
    var isDone = false
  }

  struct Panel: Hashable {
    var title: String
    var level = 0
  }

  enum Mode: Hashable { case failed(Int), off, on }
  enum Side: Hashable { case left, right }

  struct Model: Hashable {
    var seed: UInt64
    var isOpen = false
    var isLoading = false
    var count = 0
    var limit = 2
    var mode = Mode.off
    var side = Side.left
    var items: [Item] = []
    var selected: Int?
    var title = ""
    var name = ""
    var tags: Set<Int> = []
    var panel: Panel?
    var order: [Int] = []
    var current = 0
    var notes: [Int: String] = [:]
  }

  struct View: Hashable {
    var canAdd: Bool
    var heading: String
    var badge: Int
    var error: String?
  }

  enum Message: Int, CaseIterable { case a, b, c, d, loaded, failed }
  enum Command: Hashable { case load(Int), save }
  struct Failure: Error {}

  static func start(with flags: UInt64) -> Model { Model(seed: flags) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    var random = RandomNumbers(seed: model.seed &* 31 &+ UInt64(message.rawValue))
    let actions = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (guarding: Int.random(in: 0..<9, using: &random), doing: Int.random(in: 0..<32, using: &random))
    }
    // The programs that set `isLoading` when they load reset it with each reply.
    if model.seed % 2 == 0, message.rawValue > 3 { model.isLoading = false }
    for action in actions where isGuardMet(action.guarding, model) { try act(action.doing, &model, perform) }
  }

  private static func isGuardMet(_ number: Int, _ model: Model) -> Bool {
    switch number {
    case 0: model.isOpen
    case 1: !model.isLoading
    case 2: model.count < model.limit
    case 3: model.selected == nil
    case 4: !model.items.isEmpty
    default: true
    }
  }

  private static func act(_ number: Int, _ model: inout Model, _ perform: (Command) -> Void) throws {
    switch number {
    case 0: model.isOpen.toggle()
    case 1: model.isOpen = false
    case 2: model.isLoading = true
    case 3: model.isLoading = false
    case 4: model.count = min(3, model.count + 1)
    case 5: model.count = max(-1, model.count - 1)
    case 6: model.limit = model.count
    case 7: model.mode = .on
    case 8: model.mode = .failed(model.count)
    case 9: model.mode = .off
    case 10: model.side = model.isOpen ? .left : .right
    case 11: if model.items.count < 2 { model.items.append(Item(id: model.count)) }
    case 12: if !model.items.isEmpty { model.items.removeLast() }
    case 13: model.selected = model.items.first?.id
    case 14: model.selected = model.count
    case 15: model.selected = nil
    case 16: model.title = model.isOpen ? "open" : ""
    case 17: model.name = model.title
    case 18: model.tags.insert(model.count)
    case 19: model.tags = []
    case 20: model.panel = Panel(title: model.name, level: model.count)
    case 21: model.panel = nil
    case 22:
      perform(.load(model.count))
      // Half of the programs set `isLoading` when they load.
      if model.seed % 2 == 0 { model.isLoading = true }
    case 23: perform(.save)
    case 24: if model.count > 2 { throw Failure() }
    case 25: if model.order.count < 2 { model.order.append(model.count) }
    case 26: model.order = model.tags.sorted()
    case 27: model.current = model.order.isEmpty ? 0 : model.order.count - 1
    case 28: model.notes[model.count] = model.name
    case 29: model.notes = [:]
    case 30: model.isLoading = !model.isOpen
    default: for index in model.items.indices { model.items[index].isDone = model.isOpen }
    }
  }

  static func view(for model: Model) -> View {
    View(
      canAdd: model.items.count < 2 && !model.isLoading, heading: model.title, badge: model.count,
      error: model.mode == .off ? nil : model.name)
  }

  static func specification(_ seed: UInt64) -> Specification<Self> {
    Specification(of: Self.self) {
      Start(with: [seed])
      Messages(of: .world) { world in world.outstanding.count < 3 ? [.a, .b, .c, .d] : [] }
      Replies { _ in [.loaded, .failed] }
    }
  }
}

/// All worlds and steps of a program, found by a naive search.
struct MinedWorlds {
  typealias Program = MinedProgram

  struct Step {
    /// The numbers of the worlds before and after the step.
    var before: Int
    var after: Int
    var message: Program.Message
    var hasFailed = false
    /// The command that the message answers; `nil` for an offered message.
    var answering: Program.Command?
  }

  private(set) var worlds: [World<Program>] = []
  private(set) var steps: [Step] = []
  /// The depth of each world, in the order of `worlds`.
  private(set) var depths: [Int] = []

  /// - Returns: `nil` if there are more than `limit` worlds.
  init?(seed: UInt64, limit: Int) {
    var numbers: [Program.Model: [(outstanding: [Program.Command: Int], number: Int)]] = [:]
    /// The number of a world. A world that is not known yet is added with its depth.
    func number(_ world: World<Program>, _ depth: Int) -> Int {
      let bag = Dictionary(grouping: world.outstanding, by: \.self).mapValues(\.count)
      if let known = numbers[world.model]?.first(where: { $0.outstanding == bag }) { return known.number }
      numbers[world.model, default: []].append((bag, worlds.count))
      worlds.append(world)
      depths.append(depth)
      return worlds.count - 1
    }
    _ = number(World(model: Program.start(with: seed)), 0)
    var current = 0
    while current < worlds.count {
      guard worlds.count <= limit else { return nil }
      let world = worlds[current]
      func take(_ message: Program.Message, _ rest: [Program.Command], _ answering: Program.Command? = nil) {
        var (model, performed, failed) = (world.model, [Program.Command](), false)
        do {
          try Program.update(for: message, model: &model) { performed.append($0) }
        } catch {
          (model, performed, failed) = (world.model, [], true)
        }
        let next = World<Program>(model: model, outstanding: rest + performed)
        let after = number(next, depths[current] + 1)
        steps.append(Step(before: current, after: after, message: message, hasFailed: failed, answering: answering))
      }
      if world.outstanding.count < 3 {
        for message in [Program.Message.a, .b, .c, .d] { take(message, world.outstanding) }
      }
      for (index, command) in world.outstanding.enumerated()
      where !world.outstanding[..<index].contains(command) {
        var rest = world.outstanding
        rest.remove(at: index)
        take(.loaded, rest, command)
        take(.failed, rest, command)
      }
      current += 1
    }
  }
}
