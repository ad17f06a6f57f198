import TEACheck

/// A search whose reply may never come.
enum TrustingSearch: Module {
  struct Model: Hashable {
    var isLoading = false
    var results: [String] = []
  }

  enum Message: Hashable {
    case search
    case loaded([String])
  }

  enum Command: Hashable { case fetch }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .search:
      guard !model.isLoading else { return }
      model.isLoading = true
      perform(.fetch)
    case .loaded(let results): model = Model(results: results)
    }
  }
}

/// The same search, which gives up after ten seconds.
enum PatientSearch: Module {
  struct Model: Hashable {
    var isLoading = false
    var results: [String] = []
  }

  enum Message: Hashable {
    case search
    case loaded([String])
    case timedOut
  }

  enum Command: Hashable {
    case fetch
    case giveUp
  }

  enum Subscription: Hashable { case timeout }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .search:
      guard !model.isLoading else { return }
      model.isLoading = true
      perform(.fetch)
    case .loaded(let results): model = Model(results: results)
    case .timedOut:
      model.isLoading = false
      perform(.giveUp)
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] { model.isLoading ? [.timeout] : [] }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(10), .timedOut) }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .fetch: .latest("fetch")
    case .giveUp: .cancel("fetch")
    }
  }
}
