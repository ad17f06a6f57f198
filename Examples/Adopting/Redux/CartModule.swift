import TEACheck

enum CartModule: Module {
  typealias Message = CartAction

  static func start(with flags: Void) -> CartState { CartState() }

  static func update(for action: CartAction, model: inout CartState, perform: (Command) -> Void) {
    model = cart(model, action)
  }
}

func cartSpecification<M: Module>(of module: M.Type) -> Specification<M>
where M.Model == CartState, M.Message == CartAction {
  Specification(of: module) {
    Always("nobody is paid for shopping") { $0.total >= 0 }
    Step("products come and go one by one, up to three") { step in
      switch step.message {
      case .add(let product):
        step.after.quantities[product] == min(step.before.quantities[product, default: 0] + 1, 3)
      case .remove(let product):
        step.after.quantities[product] == [2: 1, 3: 2][step.before.quantities[product, default: 0]]
      case .applyCoupon: step.after.hasCoupon == (step.before.subtotal >= 20)
      }
    }
    Sometimes("a coupon is used") { $0.hasCoupon }
  }
}
