import TEACheck

/// ``cart(_:_:)`` with a fix: the coupon is taken back when the remaining products cost too little for it.
func fixedCart(_ state: CartState, _ action: CartAction) -> CartState {
  var state = cart(state, action)
  if state.subtotal < 20 { state.hasCoupon = false }
  return state
}

enum FixedCartModule: Module {
  typealias Message = CartAction

  static func start(with flags: Void) -> CartState { CartState() }

  static func update(for action: CartAction, model: inout CartState, perform: (Command) -> Void) {
    model = fixedCart(model, action)
  }
}
