public import TEAStateSpace
internal import TEASupport
public import TEARuntime

/// The counts of one worker of a search: how often each message is sent, what it changes, and which conditions of properties
/// are met.
@usableFromInline
final class StepCounter<M: Module> {
  // One thread at a time has it, and no closure: what is checked at run time is known.

  /// A condition of a property that nothing has met yet, by its number among those of the specification.
  @usableFromInline typealias Condition<Subject> = (number: Int, holds: @Sendable (Subject) throws -> Bool)

  /// The cases of messages; `nil` where messages are no enum.
  @usableFromInline let cases: MessageCases?
  /// By ``MessageCase/place``: the number of steps, and whether one of them changed something.
  @usableFromInline let counts: UnsafeMutablePointer<Int>
  @usableFromInline let changes: UnsafeMutablePointer<Bool>
  @exclusivity(unchecked) @usableFromInline var conditionsOfWorlds: [Condition<World<M>>] = []
  @exclusivity(unchecked) @usableFromInline var conditionsOfSteps: [Condition<Transition<M>>] = []
  @exclusivity(unchecked) @usableFromInline var classes: ExpandedClasses<M>
  @exclusivity(unchecked) private(set) var stepCount = 0

  init(_ rules: Rules<M>, _ cases: MessageCases?) {
    self.cases = cases
    let places = 2 * (cases?.names.count ?? 0)
    (counts, changes) = (.allocate(capacity: places), .allocate(capacity: places))
    counts.initialize(repeating: 0, count: places)
    changes.initialize(repeating: false, count: places)
    classes = ExpandedClasses(labels: rules.labels, messages: places / 2)
    for (number, property) in (rules.always + rules.steps).enumerated() {
      switch property.condition {
      case .always(let holds)?: conditionsOfWorlds.append((number, holds))
      case .step(let holds)?: conditionsOfSteps.append((number, holds))
      case .sometimes?, .liveness?, .settles?, nil: continue
      }
    }
  }

  deinit {
    counts.deallocate()
    changes.deallocate()
  }

  /// Leaves out the conditions that a world satisfies, or that throw in it.
  @usableFromInline
  func meet(_ world: World<M>) { conditionsOfWorlds.removeAll { (try? $0.holds(world)) ?? true } }

  /// Leaves out the conditions that a step satisfies.
  @usableFromInline
  func meet(_ transition: Transition<M>) { conditionsOfSteps.removeAll { (try? $0.holds(transition)) ?? true } }

  /// More steps than these are too many to tell which of them start from which class of worlds.
  static var mostClassified: Int { 250_000 }

  /// Adds the number of steps from worlds of whatever class.
  @usableFromInline
  func add(steps count: Int) {
    stepCount += count
    if stepCount > Self.mostClassified { classes.stop() }
  }
}

/// The case of a step's message, and how it came.
@usableFromInline
struct MessageCase {
  /// The number of the case; -1 for a step without a message.
  @usableFromInline let number: Int16
  /// The message is no answer and no event, but sent by a person or the system.
  @usableFromInline let isSent: Bool
  /// The step performed a command, or failed.
  @usableFromInline let hasEffect: Bool

  /// The place of its counts.
  @inlinable var place: Int { 2 * Int(number) + (isSent ? 0 : 1) }

  @inlinable
  init(number: Int, isSent: Bool, hasEffect: Bool) {
    (self.number, self.isSent, self.hasEffect) = (Int16(truncatingIfNeeded: number), isSent, hasEffect)
  }

  @inlinable
  init<M: Module>(of step: WorldStep<M>, _ cases: MessageCaseReader, hasEffect: Bool) {
    func number(of message: M.Message) -> Int16 {
      withUnsafePointer(to: message) { Int16(truncatingIfNeeded: cases.number(ofMessageAt: $0)) }
    }
    self.hasEffect = hasEffect
    switch step {
    case .message(let message): (self.number, isSent) = (number(of: message), true)
    case .reply(let message, _): (self.number, isSent) = (number(of: message), false)
    case .event(let event): (self.number, isSent) = (event.message.map(number) ?? -1, false)
    }
  }
}

/// The classes of worlds that were expanded: those of the user's labels, or else one for each view.
@usableFromInline
struct ExpandedClasses<M: Module> {
  struct Class {
    var name: String
    /// The first world, and the number of the label that put it there.
    var first: (world: Int, label: Int)
    var worlds = 0
    var steps: [Int]
  }

  private let labels: [Measure<M, String?>]
  private let messages: Int
  private(set) var found: [AnyHashable: Class] = [:]
  /// Worlds are still told apart by class.
  @usableFromInline private(set) var isWanted: Bool

  /// More classes than these say nothing in a table.
  private static var most: Int { 100 }

  init(labels: [Measure<M, String?>], messages: Int) {
    (self.labels, self.messages) = (labels, messages)
    // Where the model is what is shown, each model would be a class.
    isWanted = messages > 0 && (!labels.isEmpty || M.View.self != M.Model.self)
  }

  /// Adds a world.
  ///
  /// - Returns: Its classes.
  mutating func add(_ number: Int, _ world: World<M>) -> [AnyHashable] {
    guard !labels.isEmpty else {
      guard let view = UserCode.calling(.view, { try? M.view(for: world.model) }) else { return [] }
      return UserCode.calling(.comparison) {
        add(recognitionKey(of: view), (number, 0), UserCode.calling(.description) { literal(view) })
      }
    }
    var classes: [AnyHashable] = []
    for (place, label) in labels.enumerated() {
      guard let value = (try? label.read(world)) ?? nil else { continue }
      let name = value.isEmpty ? label.name : "\(label.name) \(value)"
      if !classes.contains(name) { classes += add(name, (number, place), escaped(name)) }
    }
    return classes
  }

  private mutating func add(
    _ key: AnyHashable, _ first: (world: Int, label: Int), _ name: @autoclosure () -> String
  ) -> [AnyHashable] {
    if found[key] == nil {
      guard found.count < Self.most else {
        stop()
        return []
      }
      found[key] = Class(name: name(), first: first, steps: Array(repeating: 0, count: messages))
    }
    found[key]?.worlds += 1
    return [key]
  }

  /// Counts steps by a message from worlds of a class.
  mutating func add(_ message: Int, to key: AnyHashable) { found[key]?.steps[message] += 1 }

  /// Tells worlds apart no more.
  mutating func stop() {
    isWanted = false
    found = [:]
  }

  /// The classes of this worker and of another one.
  mutating func join(_ other: ExpandedClasses) {
    guard isWanted, other.isWanted else { return stop() }
    found.merge(other.found) { own, other in
      Class(
        name: own.name, first: own.first < other.first ? own.first : other.first, worlds: own.worlds + other.worlds,
        steps: zip(own.steps, other.steps).map { $0 + $1 })
    }
    if found.count > Self.most { stop() }
  }
}

extension Expansion {
  /// Counts the steps of the batch.
  @usableFromInline
  mutating func countSteps(in arena: RowArena) {
    guard let counter = counter?._withUnsafeGuaranteedRef({ $0 }) else { return }
    let found = candidates.pointee
    counter.add(steps: found.count)
    guard counter.cases != nil else { return }
    for candidate in 0..<found.count where messageCases[candidate].number >= 0 {
      let message = messageCases[candidate]
      counter.counts[message.place] += 1
      if !counter.changes[message.place] {
        counter.changes[message.place] = message.hasEffect || changesSomething(candidate, message, in: arena)
      }
    }
    if counter.classes.isWanted { classifySteps(in: arena, counter) }
  }

  /// Counts the steps of the batch by the classes of the worlds from which they are taken.
  private mutating func classifySteps(in arena: RowArena, _ counter: StepCounter<M>) {
    let found = candidates.pointee
    var candidate = 0
    for parent in batch {
      let classes = counter.classes.add(parent, newWorld(parent, UnsafeRawPointer(arena[parent])))
      while candidate < found.count, found.parent(of: candidate) == parent {
        let number = Int(messageCases[candidate].number)
        if number >= 0 { for one in classes { counter.classes.add(number, to: one) } }
        candidate += 1
      }
      guard counter.classes.isWanted else { return }
    }
  }

  /// Returns whether a step changes more than that the command that it answers is gone; it performed nothing.
  private mutating func changesSomething(_ candidate: Int, _ message: MessageCase, in arena: RowArena) -> Bool {
    let parent = candidates.pointee.parent(of: candidate)
    let packed = UnsafeRawPointer(arena[parent])
    if !rules.value.isReduced {
      if message.isSent { return Int(candidates.pointee.indices[candidate]) != parent }
      let rows = rows._withUnsafeGuaranteedRef { $0 }
      if !hasSurroundings, !rows.isModel {
        return model(ofNumbersIn: packed, rows)
          != model(ofNumbersIn: UnsafeRawPointer(candidates.pointee.row(candidate)), rows)
      }
    }
    let (world, step) = (newWorld(parent, packed), steps[candidate])
    var rest = world
    if case .reply(_, let command) = step { rest.forget(command) }
    let next = rules.value.named.take(step, in: world).world
    return UserCode.calling(.comparison) { !rest.isSame(as: next, identity) }
  }
}
