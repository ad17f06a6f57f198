import TEACheck

@main struct SearchBoxChecks: CheckSuite {
  static var unguarded: Specification<SearchBox> {
    Specification(of: SearchBox.self) {
      Messages { typing($0.query, $0.isTyping, { .typed($0) }, .paused) }
      Replies { command in
        switch command {
        case .search(let query): [.loaded(find(query)), .failed]
        }
      }
      Always("results belong to the query", of: .world) { world in
        resultsBelongAtRest(world.model.query, world.model.isTyping, world.model.results, world.outstanding)
      }
    }
  }

  static var checks: [Check] {
    unguarded.check("no guard")
      .knownIssue("a slow reply to an old query replaces the results of the new one", steps: 6, worlds: 16)

    Specification(of: NumberedSearchBox.self) {
      Messages { typing($0.query, $0.isTyping, { .typed($0) }, .paused) }
      Replies { command in
        switch command {
        case .search(let query, let request):
          [.loaded(find(query), request: request), .failed(request: request)]
        }
      }
      Always("results belong to the query", of: .world) { world in
        resultsBelongAtRest(world.model.query, world.model.isTyping, world.model.results, world.outstanding)
      }
      Step("a pause ends the typing") { step in
        if case .paused = step.message { !step.after.isTyping } else { true }
      }
      Step("the failure of an old request changes nothing") { step in
        guard case .failed(let request) = step.message, request < step.before.request else { return true }
        return step.after == step.before
      }
    }
    .check("with a request number")

    Specification(of: LatestSearchBox.self) {
      Messages { typing($0.query, $0.isTyping, { .typed($0) }, .paused) }
      Replies { command in
        switch command {
        case .search(let query): [.loaded(find(query)), .failed]
        }
      }
      Always("results belong to the query", of: .world) { world in
        resultsBelongAtRest(world.model.query, world.model.isTyping, world.model.results, world.outstanding)
      }
      Step("a pause ends the typing") { step in
        if case .paused = step.message { !step.after.isTyping } else { true }
      }
      Always("it is searching while a search is outstanding", of: .world) { world in
        world.model.isSearching == !world.outstanding.isEmpty
      }
      Always("no query waits for its own search", of: .world) { world in
        world.model.waiting.map { !world.outstanding.contains(.search($0)) } ?? true
      }
    }
    .check("the latest query after the running one")
  }

  /// The person types "a" and then "ab", and pauses when they like.
  private static func typing<Message>(
    _ query: String, _ isTyping: Bool, _ typed: (String) -> Message, _ paused: Message
  ) -> [Message] {
    let nextQuery = ["": "a", "a": "ab"][query]
    return (nextQuery.map { [typed($0)] } ?? []) + (isTyping ? [paused] : [])
  }

  private static func find(_ query: String) -> Results { Results(query: query, items: [query + "!"]) }

  /// `true` while somebody types or a search runs; after that, `true` if no results of another query are shown.
  private static func resultsBelongAtRest(
    _ query: String, _ isTyping: Bool, _ results: Results?, _ outstanding: [some Any]
  ) -> Bool {
    isTyping || !outstanding.isEmpty || results == nil || results?.query == query
  }
}
