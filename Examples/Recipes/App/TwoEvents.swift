import TEACheck

/// A profile that shows the cached version first and the server's version later; one effect sends both.
///
/// It is wrong on purpose: the cached version of a second load replaces the server's version of the first.
enum Profile: Module {
  enum Message: Hashable { case appeared, cached(version: Int), fresh(version: Int) }
  enum Command: Hashable { case load }

  struct Model: Hashable {
    var shown: Int?
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .appeared: perform(.load)
    case .cached(let version): model.shown = version
    case .fresh(let version): model.shown = version
    }
  }
}

let profile = Specification(of: Profile.self) {
  Messages(of: .world) { $0.outstanding.count < 2 ? [.appeared] : [] }
  InterimReplies { _ in [.cached(version: 1)] }
  Replies { _ in [.fresh(version: 2)] }
  Step("never goes back to what is older") { step in (step.after.shown ?? 0) >= (step.before.shown ?? 0) }
}
