import TEACheck

/// An order of one pizza in one of two sizes. Each of three toppings may be on the left half, the right half or the whole.
/// The messages are derived from their type.
///
/// When the size changes, the toppings keep their prices for the old size. So the same pizza can have many prices, which
/// makes thousands of worlds.
enum Order: Module {
  /// The sizes, each with its price in cents.
  enum Size: Int, CaseIterable { case small = 700, large = 1_100 }
  enum Topping: CaseIterable { case ham, olives, cheese }
  enum Part: CaseIterable { case left, right, whole }
  enum Message { case sized(Size), added(Topping, on: Part), removed(Topping), ordered }
  struct Model: Hashable {
    var size = Size.small
    var toppings: [Topping: Part] = [:]
    var price = Size.small.rawValue
    var isOrdered = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    guard !model.isOrdered else { return }
    func price(of topping: Topping) -> Int { (topping == .cheese ? 150 : 100) * (model.size == .large ? 2 : 1) }
    switch message {
    case .sized(let size):
      model.price += size.rawValue - model.size.rawValue
      model.size = size
    case .added(let topping, let part):
      if model.toppings.updateValue(part, forKey: topping) == nil { model.price += price(of: topping) }
    case .removed(let topping):
      if model.toppings.removeValue(forKey: topping) != nil { model.price -= price(of: topping) }
    case .ordered: model.isOrdered = true
    }
  }

  static var specification: Specification<Order> {
    // A topping that is added at one size and removed at the other changes the price for good. The bounds of the price keep
    // the search finite.
    Specification(of: Order.self) { Precondition { model, _ in model.price < 2_000 && model.price > 0 } }
  }
}
