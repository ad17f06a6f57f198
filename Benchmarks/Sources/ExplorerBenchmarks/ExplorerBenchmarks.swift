import TEACheck

/// The yardstick models at the sizes that `explorer.py` measures. A check is named after a model and its form.
///
/// The form says how a model stores its parts: *plain* in fields and bits, *container* in arrays, sets and dictionaries,
/// *listed* in an array of structs. A model of the form *derived* lists no messages, so that they are derived from their
/// type; only `suggest.py` measures such models.
@main struct ExplorerBenchmarks: CheckSuite {
  static var checks: [Check] {
    PlainGrid.specification.check("grid-6-10 plain")
    Grid.specification(counters: 6, modulus: 10).check("grid-6-10 container")
    PlainPuzzle.specification.check("8-puzzle plain")
    Puzzle.specification.check("8-puzzle container")
    for managers in [3, 5, 6, 7, 8] {
      PlainTwoPhaseCommit.specification(managers).check("2pc-\(managers) plain")
      TwoPhaseCommit.specification(managers).check("2pc-\(managers) container")
      ListedTwoPhaseCommit.specification(managers).check("2pc-\(managers) listed")
    }
    for (typed, retries) in [(2, 0), (2, 1), (3, 1), (4, 2), (6, 2), (8, 3)] {
      for (word, isFixed) in [("buggy", false), ("fixed", true)] {
        let name = "race-\(typed)-\(retries)-\(word)"
        Race.specification(typed: typed, retries: retries, isFixed: isFixed).check("\(name) container")
        OrderedRace.specification(typed: typed, retries: retries, isFixed: isFixed).check("\(name)-in-order container")
      }
    }
    Panels.specification(count: 3, typed: 2, retries: 1, isFixed: true).check("panels-3-2-1-fixed container")
    Panels.specification(count: 2, typed: 4, retries: 2, isFixed: true).check("panels-2-4-2-fixed container")
    Panels.specification(count: 2, typed: 4, retries: 2, isFixed: false).check("panels-2-4-2-buggy container")
    TodoList.specification.check("todo-list container")
    Messenger.specification.check("messenger container")
    Outbox.specification.check("outbox container")
    Calculator.specification(6).check("calculator-6 container")
    Screens.specification(99).check("screens-99 container")
    Outline.specification(6).check("outline-6 container")
    Treap.specification(5).check("treap-5 container")
    Treap.specification(6).check("treap-6 container")
    Preferences.specification(9).check("preferences-9 container")
    MixedPath.specification(5).check("mixed-path-5 container")
    Requests.specification(6).check("requests-6 container")
    Cards.specification(8).check("cards-8 container")
    Stopwatch.specification(30_000).check("stopwatch-30000 container")
    ParkingMeter.specification(200_000).check("meter-200000 container")
    Savings.specification(200).check("savings-200 container")
    ChatClient.specification(2).check("chat-2 container")
    SearchField.specification(2).check("search-field-2 container")
    Pomodoro.specification(2).check("pomodoro-2 container")
    Fat.specification(rows: 6, cursors: 4).check("fat-6-4 container")
    Fat.specification(rows: 12, cursors: 16).check("fat-12-16 container")
    Order.specification.check("order derived")
    Planner.specification.check("planner derived")
  }
}
