import TEACheck

/// The items that were found, and their query.
struct Results: Hashable {
  var query: String
  var items: [String]
}

/// Search as you type: a pause in typing starts a search.
///
/// It is wrong on purpose: it shows all results that arrive, also those of an earlier query.
enum SearchBox: Module {
  enum Message {
    case typed(String)
    case paused
    case loaded(Results)
    case failed
  }

  struct Model: Hashable {
    var query = ""
    var isTyping = false
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
      perform(.search(model.query))
    case .loaded(let results):
      model.results = results
    case .failed:
      model.results = nil
    }
  }
}
