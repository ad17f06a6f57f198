import TEACheck

/// A search whose request follows from the state: the request runs while there is a query without a result.
///
/// It is wrong on purpose: an empty query ends the request, and leaves `isLoading` on.
enum Lookup: Module {
  enum Message: Hashable { case typed(String), found(String) }
  enum Subscription: Hashable { case request(String) }

  struct Model: Hashable {
    var query = ""
    var result: String?
    var isLoading = false
  }

  static func start(with flags: Void) -> Model { Model() }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .typed(let query):
      model.query = query
      model.result = nil
      if !query.isEmpty { model.isLoading = true }
    case .found(let result):
      model.result = result
      model.isLoading = false
    }
  }

  static func subscriptions(for model: Model) -> [Subscription] {
    model.query.isEmpty || model.result != nil ? [] : [.request(model.query)]
  }
}

let lookup = Specification(of: Lookup.self) {
  Messages { _ in ["", "a", "b"].map { .typed($0) } }
  Subscriptions { request in
    switch request {
    case .request(let query): [.found("\(query)!")]
    }
  }
  Always("loading exactly while a request runs") { $0.isLoading == !Lookup.subscriptions(for: $0).isEmpty }
}
