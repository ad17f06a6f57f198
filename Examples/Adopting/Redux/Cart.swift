enum Product: CaseIterable {
  case book
  case pen

  var price: Int { self == .book ? 20 : 3 }
}

struct CartState: Hashable {
  var quantities: [Product: Int] = [:]
  var hasCoupon = false

  var subtotal: Int { quantities.reduce(0) { $0 + $1.key.price * $1.value } }
  var total: Int { subtotal - (hasCoupon ? 10 : 0) }
}

enum CartAction {
  case add(Product)
  case remove(Product)
  case applyCoupon
}

/// A cart, wrong on purpose: the coupon stays when the products that it needs are removed.
func cart(_ state: CartState, _ action: CartAction) -> CartState {
  var state = state
  switch action {
  case .add(let product):
    state.quantities[product] = min(state.quantities[product, default: 0] + 1, 3)
  case .remove(let product):
    guard let quantity = state.quantities[product] else { break }
    state.quantities[product] = quantity > 1 ? quantity - 1 : nil
  case .applyCoupon:
    state.hasCoupon = state.subtotal >= 20
  }
  return state
}
