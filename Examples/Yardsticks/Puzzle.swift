import TEACheck

/// The 8-puzzle: nine tiles row by row, of which 0 is the blank. Their sum is 36.
enum Puzzle: Module {
  enum Message: CaseIterable { case up, down, left, right }

  struct Model: Hashable {
    var tiles: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    var blank = 8
  }

  static func start(with flags: Void) -> Model { Model() }

  /// The position to which a message moves the blank; `nil` if the message would move it off the board.
  static func target(of message: Message, from blank: Int) -> Int? {
    switch message {
    case .up: blank >= 3 ? blank - 3 : nil
    case .down: blank < 6 ? blank + 3 : nil
    case .left: blank % 3 > 0 ? blank - 1 : nil
    case .right: blank % 3 < 2 ? blank + 1 : nil
    }
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    guard let target = target(of: message, from: model.blank) else { return }
    model.tiles.swapAt(model.blank, target)
    model.blank = target
  }

  static let specification = Specification(of: Puzzle.self) {
    Messages(of: .model) { model in
      Message.allCases.filter { target(of: $0, from: model.blank) != nil }
    }
    Always("every tile is there") { $0.tiles.reduce(0, +) == 36 }
  }
}

/// The same puzzle with all tiles in one number, four bits each.
enum PlainPuzzle: Module {
  typealias Message = Puzzle.Message

  struct Model: Hashable {
    /// The tile at the first position is in the lowest bits.
    var tiles: UInt64 = 0x0_8765_4321
    var blank = 8

    /// The tile at a position, from 0 in reading order.
    subscript(place: Int) -> UInt64 {
      get { tiles >> (4 * place) & 15 }
      set { tiles = tiles & ~(15 << (4 * place)) | newValue << (4 * place) }
    }
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    guard let target = Puzzle.target(of: message, from: model.blank) else { return }
    model[model.blank] = model[target]
    model[target] = 0
    model.blank = target
  }

  static let specification = Specification(of: PlainPuzzle.self) {
    Messages(of: .model) { model in
      Message.allCases.filter { Puzzle.target(of: $0, from: model.blank) != nil }
    }
    Always("every tile is there") { model in (0..<9).reduce(0) { $0 + model[$1] } == 36 }
  }
}
