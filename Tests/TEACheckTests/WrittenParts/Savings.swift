import TEACheck

/// Two accounts whose `update` refuses many of the messages by a failure that the module declares.
enum Savings: Module {
  enum Refusal: Error { case overdrawn, full, frozen }
  typealias Failure = Refusal

  struct Model: Hashable {
    var limit: Int
    var balance = 0
    var saved = 0
    var isFrozen = false
  }

  /// A negative amount is taken out again.
  enum Message: Hashable { case deposit(Int), save(Int), freeze, thaw }

  private static let messages: [Message] = [.deposit(7), .deposit(-4), .save(3), .save(-5), .freeze, .thaw]

  static func start(with limit: Int) -> Model { Model(limit: limit) }

  static func offers(_ model: Model) -> [Message] { messages }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws(Refusal) {
    if model.isFrozen, message != .thaw { throw .frozen }
    switch message {
    case .deposit(let amount): model.balance += amount
    case .save(let amount): (model.balance, model.saved) = (model.balance - amount, model.saved + amount)
    case .freeze: model.isFrozen = true
    case .thaw: model.isFrozen = false
    }
    if model.balance < 0 || model.saved < 0 { throw .overdrawn }
    if model.balance > model.limit || model.saved > model.limit { throw .full }
  }

  /// - Parameter limit: The largest amount of each account.
  static func specification(_ limit: Int) -> Specification<Savings> {
    Specification(of: Savings.self) {
      Start(with: [limit])
      Messages(of: .model) { offers($0) }
      Always("no account is overdrawn") { $0.balance >= 0 && $0.saved >= 0 }
    }
  }
}
