import ElmStyle

/// A module with flags, commands, a view and failures; the view fails for a balance of 13.
struct Ledger: Elm.Module {
  struct Flags { var balance: Int }
  enum Message: Equatable { case deposit(Int), withdraw(Int), close }
  struct Model: Equatable { var balance: Int }
  struct View: Equatable { var text: String }
  enum Command: Equatable { case print(String), archive }
  enum Failure: Error, Equatable { case overdrawn(Int), viewFailed }

  static func start(with flags: Flags) throws -> Model {
    guard flags.balance >= 0 else { throw Failure.overdrawn(flags.balance) }
    return Model(balance: flags.balance)
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) throws {
    switch message {
    case .deposit(let amount): model.balance += amount
    case .withdraw(let amount):
      model.balance -= amount
      perform(.print("-\(amount)"))
      guard model.balance >= 0 else { throw Failure.overdrawn(model.balance) }
    case .close:
      perform(.print("\(model.balance)"))
      perform(.archive)
      model.balance = 0
    }
  }

  static func view(for model: Model) throws -> View {
    guard model.balance != 13 else { throw Failure.viewFailed }
    return View(text: "\(model.balance)")
  }
}

/// A module whose flags, commands and failures are ``Empty``; an update whose new model is 3 fails.
struct Tally: Elm.Module {
  enum Message { case one }
  struct View { var text: String }
  typealias Command = Empty
  typealias Failure = Empty

  static func start(with flags: Empty) -> Int { 0 }
  static func update(for message: Message, model: inout Int, perform: (Empty) -> Void) throws {
    model += 1
    perform(.init())
    if model == 3 { throw Empty() }
  }
  static func view(for model: Int) -> View { View(text: "\(model)") }
}

/// A module that performs a command at its start, and handles the message `twice` as two messages `once`.
struct Diary: Elm.Module {
  enum Message { case once, twice }

  static func start(with count: Int, perform: (String) -> Void) -> Int {
    perform("start")
    return count
  }

  static func update(for message: Message, model: inout Int, perform: (String) -> Void) {
    perform("\(message)")
    switch message {
    case .once: model += 1
    case .twice: for _ in 0..<2 { update(for: .once, model: &model, perform: perform) }
    }
  }

  static func view(for model: Int) -> String { "\(model)" }
}
