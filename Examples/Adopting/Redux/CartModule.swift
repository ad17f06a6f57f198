import TEACheck

enum CartModule: Module {
  typealias Message = CartAction

  static func start(with flags: Void) -> CartState { CartState() }

  static func update(for action: CartAction, model: inout CartState, perform: (Command) -> Void) {
    model = cart(model, action)
  }
}

func cartSpecification<M: Module>(of module: M.Type) -> Specification<M> where M.Model == CartState {
  Specification(of: module) {
    Always("nobody is paid for shopping") { $0.total >= 0 }
    Sometimes("a coupon is used") { $0.hasCoupon }
  }
}
