import TEACheck

/// Requests that may fail, with errors that the model keeps.
enum Requests: Module {
  struct Offline: Error, Hashable { var seconds: Int }
  enum Refusal: Error { case forbidden, unknown }

  enum Request: Hashable {
    case idle, loading, loaded([String])
    case failed(any Error)

    static func == (one: Request, other: Request) -> Bool {
      switch (one, other) {
      case (.idle, .idle), (.loading, .loading): true
      case (.loaded(let texts), .loaded(let others)): texts == others
      case (.failed(let error), .failed(let other)):
        error as? Offline == other as? Offline && error as? Refusal == other as? Refusal
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .idle: hasher.combine(0)
      case .loading: hasher.combine(1)
      case .loaded(let texts): hasher.combine(texts)
      case .failed(let error):
        hasher.combine(error as? Offline)
        hasher.combine(error as? Refusal)
      }
    }
  }

  struct Model: Hashable { var size: Int, requests: [Request], isOnline = true }
  enum Message { case load(Int), answer(Int, [String]), fail(Int, any Error), toggle }

  static func start(with size: Int) -> Model {
    Model(size: size, requests: [Request](repeating: .idle, count: size))
  }

  static func offers(_ model: Model) -> [Message] {
    model.requests.indices.flatMap { index -> [Message] in
      switch model.requests[index] {
      case .loading: [.answer(index, ["a"]), .fail(index, Offline(seconds: index)), .fail(index, Refusal.forbidden)]
      default: [.load(index)]
      }
    } + [.toggle]
  }

  static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
    switch message {
    case .load(let index): model.requests[index] = .loading
    case .answer(let index, let texts): model.requests[index] = .loaded(texts)
    case .fail(let index, let error): model.requests[index] = .failed(error)
    case .toggle: model.isOnline.toggle()
    }
  }

  /// - Parameter size: The number of requests.
  static func specification(_ size: Int) -> Specification<Requests> {
    Specification(of: Requests.self) {
      Start(with: [size])
      Messages(of: .model) { offers($0) }
      Always("no request is lost") { model in model.requests.count == model.size }
    }
  }
}
