import TEACheck

/// Counters with a common modulus, as an array: the form that most people write.
enum Grid: Module {
  struct Flags { var counters: Int, modulus: Int }
  enum Message { case increment(Int) }
  struct Model: Hashable {
    var counters: [Int]
    var modulus: Int
  }

  static func start(with flags: Flags) -> Model {
    Model(counters: Array(repeating: 0, count: flags.counters), modulus: flags.modulus)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if case .increment(let index) = message {
      model.counters[index] = (model.counters[index] + 1) % model.modulus
    }
  }

  static func specification(counters: Int, modulus: Int) -> Specification<Grid> {
    Specification(of: Grid.self) {
      Start(with: [Flags(counters: counters, modulus: modulus)])
      Messages(of: .model) { $0.counters.indices.map { .increment($0) } }
    }
  }
}

/// Six counters modulo ten, as fields.
enum PlainGrid: Module {
  enum Message: CaseIterable { case a, b, c, d, e, f }

  struct Model: Hashable {
    var a: UInt8 = 0
    var b: UInt8 = 0
    var c: UInt8 = 0
    var d: UInt8 = 0
    var e: UInt8 = 0
    var f: UInt8 = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .a: model.a = (model.a + 1) % 10
    case .b: model.b = (model.b + 1) % 10
    case .c: model.c = (model.c + 1) % 10
    case .d: model.d = (model.d + 1) % 10
    case .e: model.e = (model.e + 1) % 10
    case .f: model.f = (model.f + 1) % 10
    }
  }

  static let specification = Specification(of: PlainGrid.self) { Always("digits") { $0.a < 10 } }
}
