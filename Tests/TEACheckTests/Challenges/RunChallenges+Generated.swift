import TEACheck

/// Challenges of programs whose messages are generated from the model, so that each message is valid in the model that gets it.
enum GeneratedRunChallenges {
  static let all = [
    Challenge(
      "bank", "open · deposit(to: 0, amount: 1) · transfer(from: 0, to: 0, amount: 1)", leastSeeds: 45,
      Bank.specification),
    Challenge(
      "booking", "reserve(seat: 0) · pay(booking: 0) · cancel(booking: 0) · refund(booking: 0)", Booking.specification),
    Challenge("stack", "push(0) · push(0) · push(1) · rotate", leastSeeds: 49, StackMachine.specification),
    Challenge(
      "stock", "add(item: 0, count: 1) · reserve(order: 0, item: 0) · reserve(order: 1, item: 0)",
      Stock.specification),
  ]
}

extension Challenge {
  /// A challenge to shrink a run. Calls `onFailure` before the search, so that a measurement from there includes the search.
  init<M>(_ name: String, _ smallest: String, leastSeeds: Int = 50, _ specification: Specification<M>) {
    self.init(name: name, smallest: smallest, leastSeeds: leastSeeds) { seed, onFailure in
      onFailure()
      do throws(CheckFailure) {
        try specification.sample(seed: seed).run()
        return Outcome(counterexampleText: "not found", evaluations: 0)
      } catch {
        let steps = error.result.counterexample?.steps.map(\.message) ?? [error.description]
        return Outcome(counterexampleText: steps.joined(separator: " · "), evaluations: 0)
      }
    }
  }
}

/// Accounts. The fault: a transfer reads both balances before it writes either, so a transfer to the same account makes money.
enum Bank: Module {
  enum Message {
    case open
    case deposit(to: Int, amount: Int)
    case withdraw(from: Int, amount: Int)
    case transfer(from: Int, to: Int, amount: Int)
    case close(Int)
  }

  struct Model: Hashable {
    var accounts: [Int: Int] = [:]
    /// The number of accounts that were opened, which is the number of the next account.
    var opened = 0
    var cash = 0
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .open:
      model.accounts[model.opened] = 0
      model.opened += 1
    case .deposit(let account, let amount):
      model.accounts[account, default: 0] += amount
      model.cash += amount
    case .withdraw(let account, let amount):
      model.accounts[account, default: 0] -= amount
      model.cash -= amount
    case .transfer(let source, let target, let amount):
      let (sourceBalance, targetBalance) = (model.accounts[source, default: 0], model.accounts[target, default: 0])
      model.accounts[source] = sourceBalance - amount
      model.accounts[target] = targetBalance + amount
    case .close(let account): model.accounts[account] = nil
    }
  }

  static var specification: Specification<Bank> {
    Specification(of: Bank.self) {
      Messages(generating: .model) { model in
        var generators: [Gen<Message>] = [.always(.open)]
        let accounts = model.accounts.keys.sorted()
        let funded = accounts.filter { model.accounts[$0, default: 0] > 0 }
        let empty = accounts.filter { model.accounts[$0] == 0 }
        if !accounts.isEmpty {
          generators.append(
            zip(.element(of: accounts), .integer(in: 1...1_000)).map { .deposit(to: $0, amount: $1) })
        }
        if !funded.isEmpty {
          let withdrawals = Gen<Int>.element(of: funded).flatMap { account in
            Gen<Int>.integer(in: 1...model.accounts[account, default: 1]).map { (account, $0) }
          }
          generators.append(withdrawals.map { .withdraw(from: $0.0, amount: $0.1) })
          generators.append(
            zip(withdrawals, .element(of: accounts)).map { .transfer(from: $0.0, to: $1, amount: $0.1) })
        }
        if !empty.isEmpty { generators.append(Gen<Int>.element(of: empty).map { .close($0) }) }
        return .oneOf(generators)
      }
      Always("no money comes from nowhere") { $0.accounts.values.reduce(0, +) == $0.cash }
    }
  }
}

/// Bookings that are numbered when they are reserved. The fault: cancelling a paid booking pays back its price, and so does
/// the refund that follows.
enum Booking: Module {
  enum Message {
    case reserve(seat: Int)
    case pay(booking: Int)
    case cancel(booking: Int)
    case refund(booking: Int)
  }

  struct Entry: Hashable { var seat: Int, isPaid = false, isCancelled = false }
  struct Model: Hashable { var entries: [Int: Entry] = [:], nextBooking = 0, money = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .reserve(let seat):
      model.entries[model.nextBooking] = Entry(seat: seat)
      model.nextBooking += 1
    case .pay(let booking):
      model.entries[booking]?.isPaid = true
      model.money += 10
    case .cancel(let booking):
      if model.entries[booking]?.isPaid == true { model.money -= 10 }
      model.entries[booking]?.isCancelled = true
    case .refund(let booking):
      model.money -= 10
      model.entries[booking] = nil
    }
  }

  static var specification: Specification<Booking> {
    Specification(of: Booking.self) {
      Messages(generating: .model) { model in
        let all = model.entries.keys.sorted()
        let takenSeats = Set(model.entries.values.map(\.seat))
        let freeSeats = (0..<20).filter { !takenSeats.contains($0) }
        /// Returns one generator of messages for the bookings whose entries satisfy `holds`, or an empty list if none does.
        func choose(_ make: @escaping @Sendable (Int) -> Message, _ holds: (Entry) -> Bool) -> [Gen<Message>] {
          let chosen = all.filter { model.entries[$0].map(holds) == true }
          return chosen.isEmpty ? [] : [Gen<Int>.element(of: chosen).map(make)]
        }
        var generators: [Gen<Message>] = []
        if !freeSeats.isEmpty { generators.append(Gen<Int>.element(of: freeSeats).map { .reserve(seat: $0) }) }
        generators += choose({ .pay(booking: $0) }) { !$0.isPaid && !$0.isCancelled }
        generators += choose({ .cancel(booking: $0) }) { !$0.isCancelled }
        generators += choose({ .refund(booking: $0) }) { $0.isPaid && $0.isCancelled }
        return generators.isEmpty ? nil : .oneOf(generators)
      }
      Always("what is left was paid") { $0.money >= 0 }
    }
  }
}

/// A stack machine. The fault: `rotate` loses the third number from the top.
enum StackMachine: Module {
  enum Message {
    case push(Int)
    case pop
    case swap
    case rotate
  }

  /// `before` is the stack before a `rotate`, and empty after any other message.
  struct Model: Hashable { var stack: [Int] = [], before: [Int] = [] }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    model.before = []
    switch message {
    case .push(let number): model.stack.append(number)
    case .pop: model.stack.removeLast()
    case .swap: model.stack.swapAt(model.stack.count - 1, model.stack.count - 2)
    case .rotate:
      model.before = model.stack
      let count = model.stack.count
      model.stack[count - 3] = model.stack[count - 2]
      model.stack[count - 2] = model.stack[count - 1]
    }
  }

  static var specification: Specification<StackMachine> {
    Specification(of: StackMachine.self) {
      Messages(generating: .model) { model in
        var generators: [Gen<Message>] = [Gen<Int>.integer.map { .push($0) }]
        if !model.stack.isEmpty { generators.append(.always(.pop)) }
        if model.stack.count > 1 { generators.append(.always(.swap)) }
        if model.stack.count > 2 { generators.append(.always(.rotate)) }
        return .oneOf(generators)
      }
      Always("nothing is lost") { model in
        model.before.isEmpty || model.before.sorted() == model.stack.sorted()
      }
    }
  }
}

/// A shop. The fault: the last piece can be reserved twice.
enum Stock: Module {
  enum Message {
    case add(item: Int, count: Int)
    case reserve(order: Int, item: Int)
    case ship(order: Int)
  }

  /// The pieces of each item, and the item of each open order. `placed` counts the orders so far, and numbers the next one.
  struct Model: Hashable { var items: [Int: Int] = [:], orders: [Int: Int] = [:], placed = 0 }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .add(let item, let count): model.items[item, default: 0] += count
    case .reserve(let order, let item):
      model.orders[order] = item
      model.placed += 1
    case .ship(let order):
      guard let item = model.orders.removeValue(forKey: order) else { return }
      model.items[item, default: 0] -= 1
    }
  }

  static var specification: Specification<Stock> {
    Specification(of: Stock.self) {
      Messages(generating: .model) { model in
        let itemsInStock = model.items.filter { $0.value > 0 }.keys.sorted()
        var generators = [zip(.integer(in: 0...30), .integer(in: 1...9)).map { Message.add(item: $0, count: $1) }]
        if !itemsInStock.isEmpty {
          generators.append(Gen<Int>.element(of: itemsInStock).map { .reserve(order: model.placed, item: $0) })
        }
        if !model.orders.isEmpty {
          generators.append(Gen<Int>.element(of: model.orders.keys.sorted()).map { .ship(order: $0) })
        }
        return .oneOf(generators)
      }
      Always("no more is reserved than there is") { model in
        model.items.allSatisfy { item, count in model.orders.values.count { $0 == item } <= count }
      }
    }
  }
}
