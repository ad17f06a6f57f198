import TEACheck

/// The search field of `Race`, whose requests are answered in their order: a queue holds those that wait.
enum OrderedRace: Module {
  typealias Message = Race.Message

  struct Model: Hashable {
    var race: Race.Model
    /// The numbers of the inputs whose requests wait for an answer, in order.
    var requests: [Int] = []
  }

  static func start(with flags: Race.Flags) -> Model { Model(race: Race.start(with: flags)) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    var requests = model.requests
    switch message {
    case .succeeded, .failed: requests.removeFirst()
    case .type, .retry: break
    }
    Race.update(for: message, model: &model.race) { command in
      switch command {
      case .request(let number): requests.append(number)
      }
    }
    model.requests = requests
  }

  static func specification(typed: Int, retries: Int, isFixed: Bool) -> Specification<OrderedRace> {
    Specification(of: OrderedRace.self) {
      Start(with: [Race.Flags(typed: typed, retries: retries, isFixed: isFixed)])
      Messages(of: .model) { model in
        Race.offers(model.race) + model.requests.prefix(1).flatMap { Race.replies(to: .request($0)) }
      }
      Always("what is shown was typed last") { model in
        model.race.status != .idle || !model.requests.isEmpty || model.race.shown == model.race.typed
      }
    }
  }
}
