import TEACheck
import TEARuntime

extension Newcomers {
  /// A cart with a coupon and a checkout.
  enum Cart: Module {
    enum Product: String, CaseIterable, Sendable { case tea, cup }
    struct Line: Hashable, Sendable { var product: Product; var quantity: Int }
    enum Phase: Hashable, Sendable { case browsing, paying, paid(receipt: Int), failed(reason: String) }
    struct Model: Hashable, Sendable {
      var lines: [Line] = []
      var itemCount = 0
      var coupon: String?
      var hasDiscount = false
      var phase = Phase.browsing
    }
    enum Message: Hashable, Sendable {
      case add(Product), remove(Product), applyCoupon, removeCoupon, checkOut, paid(receipt: Int), declined
    }
    enum Command: Hashable, Sendable { case pay(items: Int) }
    struct View: Hashable, Sendable {
      var rows: Int
      var canCheckOut: Bool
      var badge: Int
      var spinner: Bool
    }

    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .add(let product):
        guard model.itemCount < 3, model.phase != .paying else { return }
        if let row = model.lines.firstIndex(where: { $0.product == product }) {
          model.lines[row].quantity += 1
        } else {
          model.lines.append(Line(product: product, quantity: 1))
        }
        model.itemCount += 1
      case .remove(let product):
        guard model.phase != .paying, let row = model.lines.firstIndex(where: { $0.product == product }) else { return }
        model.lines[row].quantity -= 1
        if model.lines[row].quantity == 0 { model.lines.remove(at: row) }
        model.itemCount -= 1
      case .applyCoupon:
        model.coupon = "TEA"
        model.hasDiscount = true
      case .removeCoupon:
        model.coupon = nil
        model.hasDiscount = false
      case .checkOut:
        guard !model.lines.isEmpty, model.phase != .paying else { return }
        model.phase = .paying
        perform(.pay(items: model.itemCount))
      case .paid(let receipt):
        model.phase = .paid(receipt: receipt)
        model.lines = []
        model.itemCount = 0
      case .declined: model.phase = .failed(reason: "declined")
      }
    }
    static func view(for model: Model) -> View {
      View(
        rows: model.lines.count, canCheckOut: !model.lines.isEmpty && model.phase != .paying, badge: model.itemCount,
        spinner: model.phase == .paying)
    }

    static var specification: Specification<Self> {
      Specification(of: Cart.self) {
        Messages { (view: Cart.View) in
          [Cart.Message.add(.tea), .add(.cup), .remove(.tea), .remove(.cup), .applyCoupon, .removeCoupon]
            + (view.canCheckOut ? [.checkOut] : [])
        }
        Replies { (command: Cart.Command) in [Cart.Message.paid(receipt: 1), .declined] }
      }
    }
  }
}
