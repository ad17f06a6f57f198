import TEACheck

/// A parking meter that counts seconds: a chain, with one world on each level of its state space.
enum ParkingMeter: Module {
  struct Model: Hashable {
    var paidSeconds: Int
    var seconds = 0
  }

  enum Message: CaseIterable { case second, look }

  static func start(with paidSeconds: Int) -> Model { Model(paidSeconds: paidSeconds) }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    if message == .second { model.seconds = min(model.paidSeconds, model.seconds + 1) }
  }

  static func specification(_ paidSeconds: Int) -> Specification<ParkingMeter> {
    Specification(of: ParkingMeter.self) {
      Start(with: [paidSeconds])
      Messages(of: .model) { _ in Message.allCases }
      Always("no more seconds than were paid") { $0.seconds <= $0.paidSeconds }
    }
  }
}
