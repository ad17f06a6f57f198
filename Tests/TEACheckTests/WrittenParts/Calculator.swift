import TEACheck

/// A calculator in reverse Polish notation.
enum Calculator: Module {
  indirect enum Expression: Hashable {
    case number(Int)
    case sum(Expression, Expression)
    case negative(Expression)

    /// The number of operands and operators.
    var size: Int {
      switch self {
      case .number: 1
      case .sum(let one, let other): 1 + one.size + other.size
      case .negative(let one): 1 + one.size
      }
    }
  }

  struct Model: Hashable {
    /// The number of operands and operators that the stack may hold.
    var maxSize: Int
    var stack: [Expression] = []
    /// The expression that was dropped last; `nil` before the first.
    var last: Expression?
  }
  enum Message { case push(Int), add, negate, drop }

  static func start(with maxSize: Int) -> Model { Model(maxSize: maxSize) }

  static func offers(_ model: Model) -> [Message] {
    let room = model.maxSize - model.stack.reduce(0) { $0 + $1.size }
    return (room > 0 ? [.push(1), .push(2)] : []) + (room > 0 && !model.stack.isEmpty ? [.negate] : [])
      + (room > 0 && model.stack.count > 1 ? [.add] : []) + (model.stack.isEmpty ? [] : [.drop])
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .push(let number): model.stack.append(.number(number))
    case .add: model.stack.append(.sum(model.stack.removeLast(), model.stack.removeLast()))
    case .negate: model.stack.append(.negative(model.stack.removeLast()))
    case .drop: model.last = model.stack.removeLast()
    }
  }

  /// - Parameter maxSize: The number of operands and operators that the stack may hold.
  static func specification(_ maxSize: Int) -> Specification<Calculator> {
    Specification(of: Calculator.self) {
      Start(with: [maxSize])
      Messages(of: .model) { offers($0) }
      Always("at most as many expressions as the stack may hold") { model in model.stack.count <= model.maxSize }
    }
  }
}
