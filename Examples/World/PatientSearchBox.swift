import TEACheck

/// Search as you type, wrong on purpose: a search whose reply is lost never ends. Only a reply to the current search counts.
enum TrustingSearchBox: Module {
  enum Message {
    case typed(String)
    case paused
    case loaded(String, items: [String])
    case failed(String)
  }

  struct Model: Hashable {
    var query = ""
    var isTyping = false
    /// The query of the current search; `nil` for none.
    var searching: String?
    var items: [String] = []
  }

  enum Command: Hashable { case search(String) }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .typed(let query):
      model.query = query
      model.isTyping = true
    case .paused:
      model.isTyping = false
      model.searching = model.query
      perform(.search(model.query))
    case .loaded(model.searching, let items):
      model.searching = nil
      model.items = items
    case .failed(model.searching): model.searching = nil
    case .loaded, .failed: break
    }
  }
}

/// The same search box, which gives up a search after ten seconds.
enum PatientSearchBox: Module {
  enum Message {
    case box(TrustingSearchBox.Message)
    case timedOut
  }

  enum Command: Hashable {
    case box(TrustingSearchBox.Command)
    /// Cancels the current search.
    case giveUp
  }

  enum Subscription: Hashable {
    /// The time limit of the search for a query.
    case patience(String)
  }

  static func start(with flags: Void) -> TrustingSearchBox.Model { TrustingSearchBox.Model() }

  static func update(for message: Message, model: inout TrustingSearchBox.Model, perform: (Command) -> Void) {
    switch message {
    case .box(let message): TrustingSearchBox.update(for: message, model: &model) { perform(.box($0)) }
    case .timedOut:
      model.searching = nil
      perform(.giveUp)
    }
  }

  static func subscriptions(for model: TrustingSearchBox.Model) -> [Subscription] {
    model.searching.map { [.patience($0)] } ?? []
  }

  static func timer(for subscription: Subscription) -> TimerSchedule<Message>? { .after(.seconds(10), .timedOut) }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .box: .latest("search")
    case .giveUp: .cancel("search")
    }
  }
}
