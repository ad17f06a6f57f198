import TEACheck

/// The search box with one request at a time: while one runs, the latest query waits for its turn.
enum LatestSearchBox: Module {
  enum Message {
    case typed(String)
    case paused
    case loaded(Results)
    case failed
  }

  struct Model: Hashable {
    var query = ""
    var isTyping = false
    var isSearching = false
    /// The query that waits for the end of the running request; `nil` for none.
    var waiting: String?
    var results: Results?
  }

  enum Command: Hashable {
    case search(String)
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .typed(let query):
      model.query = query
      model.isTyping = true
    case .paused:
      model.isTyping = false
      model.waiting = model.query
    case .loaded(let results):
      model.isSearching = false
      model.results = results
    case .failed:
      model.isSearching = false
      model.results = nil
    }
    if !model.isSearching, let query = model.waiting {
      model.isSearching = true
      model.waiting = nil
      perform(.search(query))
    }
  }
}
