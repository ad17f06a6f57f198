import TEACheck

/// A game of cards with letters. Its arrays hold equal elements; a step changes a part of one element, or replaces an array by
/// a shorter one.
enum Cards: Module {
  struct Card: Hashable { var letter: Character, isOpen = false }

  struct Model: Hashable {
    var size: Int
    var deck: ContiguousArray<Card>
    var hand: ContiguousArray<Card> = []
    var seen: Set<Character> = []
    /// The numbers of open and of closed cards that were discarded since the hand was last empty.
    var points: ContiguousArray<Int8> = [0, 0]
    var last: Character?
  }

  enum Message { case draw, open(Int), discard(Int) }

  static func start(with size: Int) -> Model {
    Model(size: size, deck: ContiguousArray("théâtre, bâtiments".prefix(size).map { Card(letter: $0) }))
  }

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

  /// - Parameter size: The number of cards.
  static func specification(_ size: Int) -> Specification<Cards> {
    Specification(of: Cards.self) {
      Start(with: [size])
      Messages(of: .model) { offers($0) }
      Always("no more than all cards have been discarded") { model in model.seen.count <= model.size }
    }
  }
}
