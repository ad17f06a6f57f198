import TEARuntime
import Testing

@testable import TEACheck

/// Worlds that differ only in the order in which their deadlines began are the same, so nothing that reads a world sees the
/// order.
@Suite struct AgendaOrderTests {
  /// Two commands that wait for a second each.
  enum Pauses: Module {
    enum Message: Hashable { case first, second }
    enum Command: Hashable { case first, second }
    struct Model: Hashable {}
    static func start(with flags: Void) -> Model { Model() }
    static func update(for message: Message, model: inout Model, perform: (Command) -> Void) {
      perform(message == .first ? .first : .second)
    }
    static func policy(for command: Command) -> EffectPolicy<String> { .debounce("\(command)", .seconds(1)) }

    /// `true` if both commands wait equally long, and the second stands before the first.
    static func beginsWithSecond(_ world: World<Pauses>) -> Bool {
      let entries = world.agenda.entries
      guard entries.count == 2, entries[0].remaining == entries[1].remaining,
        case .command(.second, _) = entries[0].item
      else { return false }
      return true
    }
  }

  private func check(
    _ messages: [Pauses.Message], workers: Int = 1, @SpecificationBuilder<Pauses> _ parts: () -> [Declaration<Pauses>]
  ) -> CheckResult {
    let parts = parts()
    return Specification(of: Pauses.self) {
      Messages(of: .model) { _ in messages }
      Replies { _ in nil }
      DeclarationList(declarations: parts)
    }.check().exploration(workers: workers)
  }

  @Test(arguments: [[Pauses.Message.first, .second], [.second, .first]])
  func `a property of worlds does not depend on the order in which pauses began`(messages: [Pauses.Message]) {
    let always = check(messages) { Always("in order", of: .world) { !Pauses.beginsWithSecond($0) } }
    #expect(always.verdict == .passed && always.coverage == .complete)
    let sometimes = check(messages) { Sometimes("in another order", of: .world) { Pauses.beginsWithSecond($0) } }
    #expect(sometimes.verdict == .violated)
  }

  @Test(arguments: [[Pauses.Message.first, .second], [.second, .first]])
  func `a precondition does not depend on the order in which pauses began`(messages: [Pauses.Message]) {
    let result = check(messages) {
      Precondition(of: .world) { world, _ in !Pauses.beginsWithSecond(world) }
    }
    #expect(result == check(messages) {})
  }

  @Test func `deadlines are seen in the order of remaining time, then of case, then of text`() {
    typealias Entry = Agenda<Pauses>.Entry
    let entries = [
      Entry(item: .throttleEnd("b"), remaining: .seconds(1)), Entry(item: .throttleEnd("a"), remaining: .seconds(1)),
      Entry(item: .command(.second, "second"), remaining: .seconds(1)),
      Entry(item: .command(.first, "first"), remaining: .seconds(1)),
      Entry(item: .throttleEnd("c"), remaining: .milliseconds(500)),
    ]
    var world = World<Pauses>(model: .init())
    world.surroundings = Surroundings(Surroundings.State(agenda: Agenda(entries: entries)))
    let texts = world.agenda.entries.map { "\($0.item) in \($0.remaining)" }
    #expect(
      texts == [entries[4], entries[3], entries[2], entries[1], entries[0]].map { "\($0.item) in \($0.remaining)" })
    #expect(world.surroundings?.state.agenda.entries.count == 5)
  }
}
