import PoppelCounterApp
import PoppelStyle
import TEACheck

/// The counter's functions in the loop of Poppel's own runtime: `update` is called at once with the present model, and the main
/// thread writes the result later.
enum SeedLoop: Module {
  enum Message {
    case press(PoppelCounterApp.Message)
    case write
  }

  struct Model: Hashable {
    var counter: Counter.Model
    /// The models that wait to be written.
    var writes: [Counter.Model] = []
    /// The counter that a person expects, with each press counted.
    var expected: Counter.Model
    var presses = 0
  }

  static func start(with flags: Void) -> Model {
    let counter = Counter.start(with: app, perform: { _ in })
    return Model(counter: counter, expected: counter)
  }

  static func update(for message: Message, model: inout Model, perform: (Never) -> Void) {
    switch message {
    case .press(let message):
      var nextCounter = model.counter
      Counter.update(for: message, model: &nextCounter, perform: { _ in })
      model.writes.append(nextCounter)
      Counter.update(for: message, model: &model.expected, perform: { _ in })
      model.presses += 1
    case .write:
      model.counter = model.writes.removeFirst()
    }
  }

  /// The person presses buttons that are shown, three times at most.
  static var counts: Specification<Self> {
    Specification(of: Self.self) {
      Messages(of: .model) { model in
        let shownMessages = Counter.view(for: model.counter).messages
        return (model.presses < 3 ? shownMessages.map(Message.press) : []) + (model.writes.isEmpty ? [] : [.write])
      }
      Always("when all is written, each press counted") { !$0.writes.isEmpty || $0.counter == $0.expected }
    }
  }
}
