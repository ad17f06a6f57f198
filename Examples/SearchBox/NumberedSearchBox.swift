import TEACheck

/// The search box with a number on each request: only the reply to the last request counts.
enum NumberedSearchBox: Module {
  enum Message {
    case typed(String)
    case paused
    case loaded(Results, request: Int)
    case failed(request: Int)
  }

  struct Model: Hashable {
    var query = ""
    var isTyping = false
    /// The number of the last request.
    var request = 0
    var results: Results?
  }

  enum Command: Hashable {
    case search(String, request: Int)
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .typed(let query):
      model.query = query
      model.isTyping = true
    case .paused:
      model.isTyping = false
      model.request += 1
      perform(.search(model.query, request: model.request))
    case .loaded(let results, let request):
      if request == model.request { model.results = results }
    case .failed(let request):
      if request == model.request { model.results = nil }
    }
  }
}
