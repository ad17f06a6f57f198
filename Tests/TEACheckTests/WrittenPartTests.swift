import TEARuntime
import Testing

@testable import TEACheck

/// Models with parts as app developers write them (trees, paths of screens, errors, characters, slices) have as many worlds as a
/// breadth-first search over a `Set` of models finds.
@Suite struct WrittenPartTests {
  protocol Program: Module where Model: Hashable, Flags == Void, Command == Never {
    static func offers(_ model: Model) -> [Message]
  }

  private func expectSameCounts<Part: Program>(_: Part.Type, workers: Int) throws {
    var level = [try Part.start(with: (), perform: { _ in })]
    var (known, transitions, depth) = (Set(level), 0, -1)
    while !level.isEmpty {
      depth += 1
      var next: [Part.Model] = []
      for model in level {
        for message in Part.offers(model) {
          var after = model
          try Part.update(for: message, model: &after, perform: { _ in })
          transitions += 1
          if known.insert(after).inserted { next.append(after) }
        }
      }
      level = next
    }
    let result = Specification(of: Part.self) { Messages(of: .model) { Part.offers($0) } }.check()
      .exploration(workers: workers)
    #expect([result.states, result.transitions, result.depth] == [known.count, transitions, depth])
    #expect(known.count > 100)
  }

  /// A calculator in reverse Polish notation.
  enum Calculator: Program {
    indirect enum Expression: Hashable {
      case number(Int)
      case sum(Expression, Expression)
      case negative(Expression)

      var size: Int {
        switch self {
        case .number: 1
        case .sum(let one, let other): 1 + one.size + other.size
        case .negative(let one): 1 + one.size
        }
      }
    }

    struct Model: Hashable { var stack: [Expression] = [], last: Expression? }
    enum Message { case push(Int), add, negate, drop }

    static func start(with flags: Void) -> Model { Model() }

    static func offers(_ model: Model) -> [Message] {
      let size = model.stack.reduce(0) { $0 + $1.size }
      return (size < 5 ? [.push(1), .push(2)] : []) + (size < 5 && !model.stack.isEmpty ? [.negate] : [])
        + (size < 5 && model.stack.count > 1 ? [.add] : []) + (model.stack.isEmpty ? [] : [.drop])
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .push(let number): model.stack.append(.number(number))
      case .add: model.stack.append(.sum(model.stack.removeLast(), model.stack.removeLast()))
      case .negate: model.stack.append(.negative(model.stack.removeLast()))
      case .drop: model.last = model.stack.removeLast()
      }
    }
  }

  @Test(arguments: [1, 2]) func `trees of an indirect enum`(workers: Int) throws {
    try expectSameCounts(Calculator.self, workers: workers)
  }

  /// A stack of screens, some of which hold the screen below them.
  enum Screens: Program {
    enum Screen: Hashable {
      case list
      case detail(name: String, stars: Int)
      indirect case sheet(over: Screen, draft: String)
      indirect case alert(Screen?, isUrgent: Bool)
    }

    struct Model: Hashable { var screen = Screen.list, stars = 0 }
    enum Message { case open(String), star, sheet, type(String), alert, clear, close }

    static func start(with flags: Void) -> Model { Model() }

    static func offers(_ model: Model) -> [Message] {
      switch model.screen {
      case .list: [.open("Tea"), .open("A name that is longer than fifteen bytes"), .star, .alert]
      case .detail: [.star, .sheet, .alert, .close]
      case .sheet(_, let draft):
        [.type("x"), .type("A draft that is longer than fifteen bytes"), .close] + (draft == "x" ? [.alert] : [])
      case .alert: [.clear, .close]
      }
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch (message, model.screen) {
      case (.open(let name), _): model.screen = .detail(name: name, stars: model.stars)
      case (.star, .detail(let name, let stars)): model.screen = .detail(name: name, stars: (stars + 1) % 4)
      case (.star, _): model.stars = (model.stars + 1) % 4
      case (.sheet, let screen): model.screen = .sheet(over: screen, draft: "")
      case (.type(let draft), .sheet(let screen, _)): model.screen = .sheet(over: screen, draft: draft)
      case (.alert, let screen): model.screen = .alert(screen, isUrgent: model.stars > 1)
      case (.clear, .alert(_, let isUrgent)): model.screen = .alert(nil, isUrgent: isUrgent)
      case (.close, .sheet(let screen, _)), (.close, .alert(let screen?, _)): model.screen = screen
      default: model.screen = .list
      }
    }
  }

  @Test(arguments: [1, 2]) func `some cases of an enum are indirect`(workers: Int) throws {
    try expectSameCounts(Screens.self, workers: workers)
  }

  /// A path of values of several types.
  enum Path: Program {
    struct Album: Hashable { var number: Int, title: String }
    struct Song: Hashable { var name: String, isLoved: Bool }
    struct Model: Hashable { var path: [AnyHashable] = [], loved: Set<String> = [] }
    enum Message { case album(Int), song(String), love, pop }

    static func start(with flags: Void) -> Model { Model() }

    static func offers(_ model: Model) -> [Message] {
      (model.path.count < 3 ? [.album(1), .album(2), .song("One"), .song("A song with a long name")] : [])
        + (model.path.isEmpty ? [] : [.love, .pop])
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .album(let number): model.path.append(Album(number: number, title: "Album number \(number) of them all"))
      case .song(let name): model.path.append(Song(name: name, isLoved: model.loved.contains(name)))
      case .love: if let song = model.path.last?.base as? Song { model.loved.formSymmetricDifference([song.name]) }
      case .pop: model.path.removeLast()
      }
    }
  }

  @Test(arguments: [1, 2]) func `values of any type`(workers: Int) throws {
    try expectSameCounts(Path.self, workers: workers)
  }

  /// Requests that may fail, with errors that the model keeps.
  enum Requests: Program {
    struct Offline: Error, Hashable { var seconds: Int }
    enum Refusal: Error { case forbidden, unknown }

    enum Request: Hashable {
      case idle, loading, loaded([String])
      case failed(any Error)

      private var text: String { "\(self)" }
      static func == (one: Request, other: Request) -> Bool { one.text == other.text }
      func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }

    struct Model: Hashable { var requests = [Request](repeating: .idle, count: 3), isOnline = true }
    enum Message { case load(Int), answer(Int, [String]), fail(Int, any Error), toggle }

    static func start(with flags: Void) -> Model { Model() }

    static func offers(_ model: Model) -> [Message] {
      model.requests.indices.flatMap { index -> [Message] in
        switch model.requests[index] {
        case .loading: [.answer(index, ["a"]), .fail(index, Offline(seconds: index)), .fail(index, Refusal.forbidden)]
        default: [.load(index)]
        }
      } + [.toggle]
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .load(let index): model.requests[index] = .loading
      case .answer(let index, let texts): model.requests[index] = .loaded(texts)
      case .fail(let index, let error): model.requests[index] = .failed(error)
      case .toggle: model.isOnline.toggle()
      }
    }
  }

  @Test(arguments: [1, 2]) func `errors of any type`(workers: Int) throws {
    try expectSameCounts(Requests.self, workers: workers)
  }

  /// A game of cards, and of letters.
  enum Cards: Program {
    struct Card: Hashable { var letter: Character, isOpen = false }

    struct Model: Hashable {
      var deck = ContiguousArray("théâtre".prefix(5).map { Card(letter: $0) })
      var hand: ContiguousArray<Card> = []
      var seen: Set<Character> = []
      var points: ContiguousArray<Int8> = [0, 0]
      var last: Character?
    }

    enum Message { case draw, open(Int), discard(Int) }

    static func start(with flags: Void) -> Model { Model() }

    static func offers(_ model: Model) -> [Message] {
      (model.deck.isEmpty ? [] : [.draw]) + model.hand.indices.flatMap { [.open($0), .discard($0)] }
    }

    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .draw: model.hand.append(model.deck.removeLast())
      case .open(let index): model.hand[index].isOpen.toggle()
      case .discard(let index):
        let card = model.hand.remove(at: index)
        model.seen.insert(card.letter)
        model.last = card.letter
        model.points[card.isOpen ? 0 : 1] += 1
        if model.hand.isEmpty { model.points = [0] }
      }
      if model.points.count == 1 { model.points.append(0) }
    }
  }

  @Test(arguments: [1, 2]) func `contiguous arrays and characters`(workers: Int) throws {
    try expectSameCounts(Cards.self, workers: workers)
  }

  // MARK: Recursive types

  indirect enum Tree: Hashable { case leaf, node([Branch]) }
  struct Branch: Hashable { var tree: Tree, name: String }
  struct Weighted: Hashable { var weight: Double, children: [Weighted] }
  indirect enum Callback { case none, then(Callback), run(() -> Void) }

  @Test func `a recursive type is irreflexive or incomparable only where a part is`() {
    for type in [Tree.self, Branch.self, [Branch].self] as [Any.Type] {
      #expect(!ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    for type in [Weighted.self, [Weighted].self] as [Any.Type] {
      #expect(ValueIdentity.of(type).mayDifferFromItself && !ValueIdentity.of(type).mayHoldIncomparable)
    }
    #expect(!ValueIdentity.of(Callback.self).mayDifferFromItself && ValueIdentity.of(Callback.self).mayHoldIncomparable)
    let number = Weighted(weight: 1, children: [Weighted(weight: .nan, children: [])])
    withUnsafePointer(to: number) { #expect(!ValueIdentity.of(Weighted.self).isEqualToItself($0)) }
    withUnsafePointer(to: number.children[0].children) {
      #expect(ValueIdentity.of([Weighted].self).isEqualToItself($0))
    }
    withUnsafePointer(to: Callback.then(.then(.run {}))) {
      #expect(ValueIdentity.of(Callback.self).firstIncomparable(in: $0)?.path == ["then", "then", "run"])
    }
  }
}
