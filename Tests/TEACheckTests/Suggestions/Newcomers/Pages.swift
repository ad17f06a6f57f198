import TEACheck
import TEARuntime

extension Newcomers {
  /// A list that is loaded page by page.
  enum Pages: Module {
    struct Item: Hashable, Sendable { var id: Int }
    enum Phase: Hashable, Sendable { case idle, loading(page: Int), failed(page: Int, message: String) }
    struct Model: Hashable, Sendable {
      var items: [Item] = []
      var page = 0
      var hasMore = true
      var phase = Phase.idle
      var selection: Int?
      var favourites: [Item] = []
    }
    enum Message: Hashable, Sendable {
      case loadMore, loaded(page: Int, [Item]), failed(page: Int), refresh, select(Int), deselect, favour
    }
    enum Command: Hashable, Sendable { case load(page: Int) }
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      switch message {
      case .loadMore:
        if case .loading = model.phase { return }
        guard model.hasMore else { return }
        model.phase = .loading(page: model.page)
        perform(.load(page: model.page))
      case .loaded(let page, let items):
        model.phase = .idle
        model.items += items
        model.page = page + 1
        model.hasMore = model.page < 3
      case .failed(let page): model.phase = .failed(page: page, message: "no network")
      case .refresh:
        // The known bug: a load that is outstanding is not cancelled.
        model.items = []
        model.favourites = []
        model.selection = nil
        model.page = 0
        model.hasMore = true
        model.phase = .idle
      case .select(let index):
        guard model.items.indices.contains(index) else { return }
        model.selection = index
      case .deselect: model.selection = nil
      case .favour:
        guard let selection = model.selection, !model.favourites.contains(model.items[selection]) else { return }
        model.favourites.append(model.items[selection])
      }
    }

    static func items(_ page: Int) -> [Item] { [Item(id: 2 * page), Item(id: 2 * page + 1)] }

    static var specification: Specification<Self> {
      Specification(of: Pages.self) {
        Messages { (_: Pages.Model) in [Pages.Message.loadMore, .refresh, .select(0), .select(1), .deselect, .favour] }
        Replies { (command: Pages.Command) -> [Pages.Message] in
          switch command {
          case .load(let page): [Pages.Message.loaded(page: page, Pages.items(page)), .failed(page: page)]
          }
        }
      }
    }
  }
}
