import Dispatch
import ElementarySeed
import ElementaryStyle
import Observation
import Synchronization
import Testing

/// The guarantees of a store about order, threads, stop and resume.
@Suite struct StoreTests {
  let log = Log()

  @Test func `an effect sees the state after the update`() {
    let store = Store<[Int], Int>(state: [], update: append) { [log] state, action, _ in
      log.append("\(action) \(state())")
    }
    store.dispatch(1)
    store.dispatch(2)
    #expect(log.lines == ["1 [1]", "2 [1, 2]"])
  }

  @Test func `what an effect dispatches waits for the other effects, and is done before the outer dispatch returns`() {
    let first: Effect<[Int], Int> = { [log] state, action, dispatch in
      if action < 3 { dispatch(action + 1) }
      log.append("first \(action) \(state())")
    }
    let second: Effect<[Int], Int> = { [log] state, action, _ in log.append("second \(action) \(state())") }
    let store = Store(state: [], update: append, effect: join(effects: first, second))
    store.dispatch(1)
    #expect(store.state == [1, 2, 3])
    #expect(
      log.lines == [
        "first 1 [1]", "second 1 [1]", "first 2 [1, 2]", "second 2 [1, 2]", "first 3 [1, 2, 3]", "second 3 [1, 2, 3]",
      ])
  }

  /// An object that a state holds, and that calls a function when it is freed.
  private final class Reader: Sendable {
    private let read: @Sendable () -> Void
    init(_ read: @escaping @Sendable () -> Void) { self.read = read }
    deinit { read() }
  }

  @Test func `an object of a former state may read the state when it is freed`() {
    final class Box: Sendable { let store = Mutex<Store<Reader?, Int>?>(nil) }
    let box = Box()
    let readCount = Atomic(0)
    let store = Store<Reader?, Int>(state: nil) { state, action in
      state =
        action == 0
        ? nil
        : Reader {
          if box.store.withLock({ $0 })?.state == nil { readCount.add(1, ordering: .relaxed) }
        }
    }
    box.store.withLock { $0 = store }
    store.dispatch(1)
    store.dispatch(0)
    #expect(readCount.load(ordering: .relaxed) == 1)
    box.store.withLock { $0 = nil }
  }

  @Test func `the initial action comes first, with its effect`() {
    let store = Store(state: [], update: append, effect: { $1 == 1 ? $2(2) : () }, initialAction: 1)
    #expect(store.state == [1, 2])
  }

  @Test func `actions from many threads are steps, one after the other`() {
    let isInside = Atomic(false)
    let overlaps = Atomic(0)
    let store = Store<[Int], Int>(
      state: [],
      update: { state, action in
        if isInside.exchange(true, ordering: .relaxed) { overlaps.add(1, ordering: .relaxed) }
        state.append(action)
        isInside.store(false, ordering: .relaxed)
      },
      effect: { _, action, dispatch in if action < 1_000 { dispatch(action + 1_000) } })
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<50 { store.dispatch(thread * 50 + index) }
    }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(store.state.sorted() == Array(0..<400) + Array(1_000..<1_400))
    for thread in 0..<8 {
      let actionsOfThread = store.state.filter { ($0 % 1_000) / 50 == thread && $0 < 1_000 }
      #expect(actionsOfThread == Array(thread * 50..<(thread + 1) * 50), "one thread's actions keep their order")
    }
  }

  @Test func `a stopped store drops all actions, and resumes from its last state or another`() {
    let kept = KeptDispatches<Int>()
    let store = Store<[Int], Int>(state: [], update: append, effect: { kept.keep($2) })
    store.dispatch(1)
    store.stop()
    store.dispatch(2)
    kept.dispatch(3)
    #expect(store.state == [1])
    store.resume()
    kept.dispatch(4)
    #expect(store.state == [1, 4])
    store.stop()
    store.resume(from: [9])
    #expect(store.state == [9])
    store.dispatch(5)
    #expect(store.state == [9, 5])
  }

  @Test func `an effect may stop its store: the step ends, and later actions are dropped`() {
    let kept = KeptDispatches<Int>()
    let holder = StoreHolder()
    holder.store = Store<[Int], Int>(state: [], update: append) { _, _, dispatch in
      kept.keep(dispatch)
      holder.store?.stop()
      dispatch(2)
    }
    holder.store?.dispatch(1)
    kept.dispatch(3)
    #expect(holder.store?.state == [1])
    holder.store = nil
  }

  @Test func `a store is released with its owner, whatever its effects keep`() {
    let kept = KeptDispatches<Int>()
    weak var released: Store<[Int], Int>?
    do {
      let store = Store<[Int], Int>(state: [], update: append, effect: { kept.keep($2) })
      store.dispatch(1)
      released = store
    }
    #expect(released == nil)
    kept.dispatch(2)
  }

  @Test func `take calls its function at each occurrence of its action`() {
    let store = Store<[Int], Int>(
      state: [], update: append,
      effect: buildEffect {
        take(1) { [log] in log.append("one") }
        take(2) { [log] in log.append("two") }
      })
    for action in [1, 2, 3, 1] { store.dispatch(action) }
    #expect(log.lines == ["one", "two", "one"])
  }

  @Test func `take of a type receives only actions of its type, and can dispatch more`() {
    let store = Store<[String], any Sendable>(
      state: [], update: { $0.append("\($1)") },
      effect: take(Int.self) { _, number, dispatch in if number < 3 { dispatch(number + 1) } })
    store.dispatch("a")
    store.dispatch(1)
    #expect(store.state == ["a", "1", "2", "3"])
  }

  @Test func `takeLatest cancels the run before, and drops what that run still dispatches`() {
    let kept = KeptDispatches<Int>()
    let store = Store<[Int], Int>(
      state: [], update: append,
      effect: takeLatest(1) { [log] _, _, dispatch in
        let number = kept.keep(dispatch)
        log.append("begin \(number)")
        return { log.append("cancel \(number)") }
      })
    store.dispatch(1)
    kept.dispatch(10)
    store.dispatch(5)
    store.dispatch(1)
    kept.dispatch(20, by: 0)
    kept.dispatch(30, by: 1)
    #expect(log.lines == ["begin 0", "cancel 0", "begin 1"])
    #expect(store.state == [1, 10, 5, 1, 30])
  }

  @Test(arguments: [false, true]) func `the builder takes conditions and loops`(isLoud: Bool) {
    let store = Store<[Int], Int>(
      state: [], update: append,
      effect: buildEffect {
        if isLoud { take(1) { [log] in log.append("loud") } } else { take(1) { [log] in log.append("quiet") } }
        if isLoud { take(1) { [log] in log.append("very") } }
        for number in 1...3 { take(number) { [log] in log.append("\(number)") } }
      })
    store.dispatch(1)
    store.dispatch(3)
    #expect(log.lines == (isLoud ? ["loud", "very", "1", "3"] : ["quiet", "1", "3"]))
  }

  @Test @MainActor func `an observable store tells of each change`() async {
    let store = ObservableStore(state: 0, update: updateCounter)
    let changes = Atomic(0)
    for expected in 1...3 {
      withObservationTracking {
        _ = store.state
      } onChange: {
        changes.add(1, ordering: .relaxed)
      }
      store.dispatch(.increment)
      #expect(changes.load(ordering: .relaxed) == expected)
      #expect(store.state == expected)
    }
  }

  @Test(.timeLimit(.minutes(20))) @MainActor
  func `actions that effects of an observable store dispatch off the main actor arrive on it`() async {
    let store = ObservableStore<[Int], Int>(
      state: [],
      update: {
        MainActor.preconditionIsolated()
        $0.append($1)
      },
      effect: { _, action, dispatch in if action < 3 { Task.detached { dispatch(action + 1) } } }, initialAction: 1)
    while store.state.count < 3 { await Task.yield() }
    #expect(store.state == [1, 2, 3])
    store.stop()
    store.dispatch(4)
    store.resume(from: [9])
    store.dispatch(5)
    #expect(store.state == [9, 5])
  }
}

private func append(state: inout [Int], action: Int) { state.append(action) }

/// Keeps the dispatch functions of effects, for calls after the effects have returned.
private final class KeptDispatches<Action: Sendable>: Sendable {
  private let all = Mutex<[Dispatch<Action>]>([])
  /// Returns the index of the function that it keeps.
  @discardableResult func keep(_ dispatch: @escaping Dispatch<Action>) -> Int {
    all.withLock { all in
      all.append(dispatch)
      return all.count - 1
    }
  }
  /// Dispatches an action by the kept function with an index.
  func dispatch(_ action: Action, by index: Int = 0) {
    let dispatch = all.withLock { $0[index] }
    dispatch(action)
  }
}

/// Holds a store for an effect that uses its own store.
private final class StoreHolder: Sendable {
  private let held = Mutex<Store<[Int], Int>?>(nil)
  var store: Store<[Int], Int>? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
