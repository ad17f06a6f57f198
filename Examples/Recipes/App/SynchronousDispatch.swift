import TEACheck

/// A basket whose middleware recounts the prices before the dispatch of `added` returns.
///
/// It is wrong on purpose: `removed` is not followed by a recount.
enum Basket: Module {
  enum Message: Hashable { case added, removed, recounted }
  enum Command: Hashable { case recount }

  struct Model: Hashable {
    var prices: [Int] = []
    var total = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .added:
      guard model.prices.count < 3 else { return }
      model.prices.append(5)
      perform(.recount)
    case .removed: _ = model.prices.popLast()
    case .recounted: model.total = model.prices.reduce(0, +)
    }
  }
}

let basket = Specification(of: Basket.self) {
  Messages(of: .world) { $0.outstanding.isEmpty ? [.added, .removed] : [] }
  Replies { _ in [.recounted] }
  Always("the total is that of the prices", of: .world) { world in
    !world.outstanding.isEmpty || world.model.total == world.model.prices.reduce(0, +)
  }
}
