import TEACheck

/// A search as the user types: the request waits until the typing pauses, and its result may come too late.
enum SearchField: Module {
  enum Phase: Hashable { case idle, loading, loaded([String]), failed }

  struct Model: Hashable {
    /// The largest number of letters.
    var limit: Int
    var query = ""
    var phase = Phase.idle
    var favourites: Set<String> = []
    /// The last queries that were answered, at most three.
    var history: [String] = []
  }

  enum Message: Hashable { case type(String), loaded(String, [String]), failed(String), retry, favourite(String) }
  enum Command: Hashable { case search(String), cancel }

  static func start(with limit: Int) -> Model { Model(limit: limit) }

  static func offers(_ model: Model) -> [Message] {
    var messages: [Message] = []
    if model.query.count < model.limit { messages += ["a", "b"].map { .type(model.query + $0) } }
    if !model.query.isEmpty { messages.append(.type(String(model.query.dropLast()))) }
    switch model.phase {
    case .failed: messages.append(.retry)
    case .loaded(let items): messages += items.map { .favourite($0) }
    default: break
    }
    return messages
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .type(let text):
      model.query = text
      model.phase = text.isEmpty ? .idle : .loading
      perform(text.isEmpty ? .cancel : .search(text))
    case .loaded(let query, let items):
      guard query == model.query else { return }
      model.phase = .loaded(items)
      model.history = (model.history.filter { $0 != query } + [query]).suffix(3)
    case .failed(let query): if query == model.query { model.phase = .failed }
    case .retry:
      model.phase = .loading
      perform(.search(model.query))
    case .favourite(let item): model.favourites.formSymmetricDifference([item])
    }
  }

  static func policy(for command: Command) -> EffectPolicy<String> {
    switch command {
    case .search: .debounce("search", .milliseconds(300))
    case .cancel: .cancel("search")
    }
  }

  static func specification(_ limit: Int) -> Specification<SearchField> {
    Specification(of: SearchField.self) {
      Start(with: [limit])
      Messages(of: .model) { offers($0) }
      Replies { command in
        switch command {
        case .search(let query): [.loaded(query, [query + "1"]), .failed(query)]
        case .cancel: nil
        }
      }
      Always("the history is short") { $0.history.count <= 3 }
    }
  }
}
