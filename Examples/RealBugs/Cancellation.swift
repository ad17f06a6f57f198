import TEACheck

/// A runtime that starts each search as two concurrent tasks: one cancels the registered searches, the other registers the
/// new search.
///
/// It is wrong on purpose: a search that is not registered yet is not cancelled.
enum Cancellation: Module {
  enum Message {
    case search
    case cancelled(for: Int)
    case registered(Int)
    case worked(Int)
  }

  struct Model: Hashable {
    /// The number of searches so far; each search has its number, from 1.
    var searches = 0
    /// The numbers of the searches that are registered and not cancelled.
    var registered: Set<Int> = []
    /// The newest search, by its number, that has cancelled the registered searches; 0 for none.
    var newestCanceller = 0
    /// The number of the search whose results are shown; `nil` for none.
    var shown: Int?
  }

  enum Command: Hashable {
    /// Cancels the registered searches, because the search with this number begins.
    case cancel(for: Int)
    case register(Int)
    case work(Int)
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .search:
      model.searches += 1
      perform(.cancel(for: model.searches))
      perform(.register(model.searches))
    case .cancelled(let search):
      model.registered = []
      model.newestCanceller = max(model.newestCanceller, search)
    case .registered(let search):
      model.registered.insert(search)
      perform(.work(search))
    case .worked(let search):
      if model.registered.remove(search) != nil { model.shown = search }
    }
  }
}

/// The same runtime, which cancels the old search and registers the new one before anything else runs.
enum FixedCancellation: Module {
  typealias Message = Cancellation.Message
  typealias Model = Cancellation.Model
  typealias Command = Cancellation.Command

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .search:
      model.searches += 1
      Cancellation.update(for: .cancelled(for: model.searches), model: &model, perform: perform)
      Cancellation.update(for: .registered(model.searches), model: &model, perform: perform)
    case .cancelled, .registered, .worked:
      Cancellation.update(for: message, model: &model, perform: perform)
    }
  }
}
