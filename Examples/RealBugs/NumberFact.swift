import TEACheck

/// A counter that asks for facts about its number, wrong on purpose: each reply counts as the reply to the last question.
enum NumberFact: Module {
  struct Fact: Hashable {
    var number: Int
    var text: String
  }

  enum Message {
    case increment
    case decrement
    case ask
    case loaded(Fact)
  }

  struct Model: Hashable {
    var count = 0
    var fact: Fact?
    var isLoading = false
  }

  enum Command: Hashable { case load(Int) }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .increment:
      model.count += 1
      model.fact = nil
    case .decrement:
      model.count -= 1
      model.fact = nil
    case .ask:
      model.fact = nil
      model.isLoading = true
      perform(.load(model.count))
    case .loaded(let fact):
      model.fact = fact
      model.isLoading = false
    }
  }
}

/// The same counter, which asks for one fact at a time, and shows no fact about another number.
enum FixedNumberFact: Module {
  typealias Message = NumberFact.Message
  typealias Model = NumberFact.Model
  typealias Command = NumberFact.Command

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .ask where model.isLoading: break
    case .loaded(let fact) where fact.number != model.count: model.isLoading = false
    default: NumberFact.update(for: message, model: &model, perform: perform)
    }
  }
}
