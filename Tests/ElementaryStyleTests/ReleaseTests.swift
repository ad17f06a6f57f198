import ElementaryStyle
import Observation
import Synchronization
import Testing

// A call of each name of Sources/TEARuntime/Styles/Elementary/ElementaryStyle.docc/Release.md, below a comment that is the
// name. `NamePageTests` looks for these comments.

private enum Action: Equatable, Sendable { case add(Int), reset }

private let count: @Sendable (inout Int, Action) -> Void = { state, action in
  switch action {
  case .add(let number): state += number
  case .reset: state = 0
  }
}

@Suite struct ReleaseTests {
  private let log = Log()

  @Test func `the names of Elementary can be used`() {
    // `Update`
    let update: Update<Int, Action> = count
    var state = 1
    update(&state, .add(2))
    #expect(state == 3)
    // `Call`
    let call: Call = { [log] in log.append("called") }
    call()
    // `Effect`
    let effect: Effect<Int, Action> = { [log] state, action, dispatch in
      log.append("\(action) \(state())")
      // `Dispatch`
      let send: Dispatch<Action> = dispatch
      if state() == 5 { send(.reset) }
    }
    // `join(effects:)`
    let joined = join(effects: effect, join(effects: [{ [log] _, action, _ in log.append("\(action) joined") }]))
    // `Store.init(state:update:effect:initialAction:)`
    let store = Store(state: 1, update: count, effect: joined, initialAction: .add(1))
    // `Store.dispatch(_:)`
    store.dispatch(.add(3))
    // `Store.state`
    #expect(store.state == 0)
    #expect(
      log.lines == [
        "called", "add(1) 2", "add(1) joined", "add(3) 5", "add(3) joined", "reset 0", "reset joined",
      ])
    #expect(Store(state: 4, update: count).state == 4)
  }

  @Test(arguments: [true, false]) func `the names of ElementaryEffectBuilder can be used`(isLoud: Bool) {
    typealias Builder = EffectBuilder<Int, Action>
    // `buildEffect(_:)`
    // `EffectBuilder`
    // `EffectBuilder.buildIf(_:)`
    // `EffectBuilder.buildEither(first:)`
    // `EffectBuilder.buildEither(second:)`
    let effect: Effect<Int, Action> = buildEffect {
      // `take(_:execute:)`
      take(.reset) { [log] in log.append("reset") }
      take(Action.self) { [log] state, action, _ in log.append("\(action) at \(state())") }
      if isLoud { take(.reset) { [log] in log.append("RESET") } }
      if isLoud {
        take(.add(1)) { [log] in log.append("ONE") }
      } else {
        take(.add(1)) { [log] in log.append("one") }
      }
      // `takeLatest(_:execute:)`
      takeLatest(.add(2)) { [log] _, _, _ in
        log.append("begin")
        return { log.append("cancel") }
      }
    }
    // `EffectBuilder.Component`
    #expect(Builder.Component.self == Effect<Int, Action>.self)
    // `EffectBuilder.buildBlock(_:)`
    let store = Store(state: 0, update: count, effect: Builder.buildBlock(effect))
    for action in [.add(1), .add(2), .add(2), .reset] as [Action] { store.dispatch(action) }
    #expect(
      log.lines == [
        "add(1) at 1", isLoud ? "ONE" : "one", "add(2) at 3", "begin", "add(2) at 5", "cancel", "begin", "reset",
        "reset at 0",
      ] + (isLoud ? ["RESET"] : []))
  }

  @Test @MainActor func `the names of ElementaryCombine can be used`() {
    // `ObservableStore.init(state:update:effect:initialAction:)`
    let store = ObservableStore(
      state: 1, update: count, effect: { [log] _, action, _ in log.append("\(action)") }, initialAction: .add(1))
    let changes = Atomic(0)
    withObservationTracking {
      // `ObservableStore.state`
      #expect(store.state == 2)
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    // `ObservableStore.dispatch(_:)`
    store.dispatch(.add(3))
    #expect(store.state == 5)
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(log.lines == ["add(1)", "add(3)"])
  }
}
