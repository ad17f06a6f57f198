/// A part of a check that may trap or not return: a function of the user, or a group of functions.
@usableFromInline
package enum TrapPart: Hashable, Sendable {
  /// The messages and other steps that can happen next: the view that carries messages, or `Messages`.
  case offer
  case update
  case view
  case precondition
  /// `Symmetric`.
  case form
  /// `==` and `hash(into:)`.
  case comparison
  case policy
  case timer
  case subscriptions
  case replies
  case failures
  /// `InterimReplies`: the messages that a command sends while it stays outstanding.
  case interim
  /// `Subscriptions { … }` of a specification.
  case signals
  /// The first state of an `Environment`.
  case environment
  /// The change of an `Environment` by a command that takes effect.
  case performing
  /// The change of an `Environment` by a command that is cancelled.
  case cancelling
  /// The replies of an `Environment`.
  case answering
  /// The change of an `Environment` by a reply that is made.
  case replying
  /// The events of an `Environment`.
  case events
  /// `LostReplies`.
  case losses
  /// `RepeatedReplies`.
  case repetitions
  /// `Distinguish`.
  case key
  /// `description`, `debugDescription` and mirrors, by which values become text.
  case description
  /// A generator, other than a generator of `Start`.
  case generator
  case start
  /// A generator of `Start`.
  case starts
  /// The declarations of a specification, which are read before the search begins.
  case specification
  /// The list of a suite's checks.
  case checks
  /// A step, where the function that traps is not known.
  case step
  case systemMessages
  /// A property of worlds. The number, here and in the cases below, is the index among the declarations of this kind.
  case always(Int)
  /// A property of steps.
  case relation(Int)
  case sometimes(Int)
  /// A property of whole runs.
  case liveness(Int)
  case fairness(Int)
  case target(Int)
  /// `Classify`.
  case label(Int)
  case cover(Int)

  /// The parts without an index, in the order of their numbers.
  private static var plain: [TrapPart] {
    [
      .offer, .update, .view, .form, .comparison, .policy, .timer, .subscriptions, .replies, .interim, .signals,
      .environment, .performing, .replying, .events, .losses, .repetitions, .key, .description, .generator, .start,
      .specification, .checks, .step, .systemMessages, .answering, .cancelling, .precondition, .failures,
      .starts,
    ]
  }

  /// The kinds of parts with an index, in the order of their numbers.
  private static var indexed: [(Int) -> TrapPart] {
    [
      { .always($0) }, { .relation($0) }, { .sometimes($0) }, { .liveness($0) }, { .fairness($0) }, { .target($0) },
      { .label($0) }, { .cover($0) },
    ]
  }

  /// The distance between the numbers of two kinds: more than a specification has properties of one kind.
  private static var stride: Int { 1_000_000 }
  /// The smallest number of a part with an index: more than there are parts without one.
  private static var firstIndexed: Int { 100 }

  /// The number in breadcrumbs and trap sites.
  @usableFromInline package var number: Int {
    func number(_ kind: Int, _ index: Int) -> Int { Self.firstIndexed + kind * Self.stride + index }
    return switch self {
    case .always(let index): number(0, index)
    case .relation(let index): number(1, index)
    case .sometimes(let index): number(2, index)
    case .liveness(let index): number(3, index)
    case .fairness(let index): number(4, index)
    case .target(let index): number(5, index)
    case .label(let index): number(6, index)
    case .cover(let index): number(7, index)
    case .offer: 0
    case .update: 1
    case .view: 2
    case .form: 3
    case .comparison: 4
    case .policy: 5
    case .timer: 6
    case .subscriptions: 7
    case .replies: 8
    case .interim: 9
    case .signals: 10
    case .environment: 11
    case .performing: 12
    case .replying: 13
    case .events: 14
    case .losses: 15
    case .repetitions: 16
    case .key: 17
    case .description: 18
    case .generator: 19
    case .start: 20
    case .specification: 21
    case .checks: 22
    case .step: 23
    case .systemMessages: 24
    case .answering: 25
    case .cancelling: 26
    case .precondition: 27
    case .failures: 28
    case .starts: 29
    }
  }

  package init?(number: Int) {
    if Self.plain.indices.contains(number) {
      self = Self.plain[number]
    } else if number >= Self.firstIndexed,
      case let (kind, index) = (number - Self.firstIndexed).quotientAndRemainder(dividingBy: Self.stride),
      Self.indexed.indices.contains(kind)
    {
      self = Self.indexed[kind](index)
    } else {
      return nil
    }
  }

  /// A general name, which names no single declaration: `a property` for each property.
  package var name: String {
    switch self {
    case .offer: "Messages"
    case .precondition: "Precondition"
    case .update: "update"
    case .view: "view"
    case .form: "Symmetric"
    case .comparison: "== or hash(into:)"
    case .policy: "policy"
    case .timer: "timer"
    case .subscriptions: "subscriptions"
    case .replies: "Replies"
    case .failures: "Failures"
    case .interim: "InterimReplies"
    case .signals: "Subscriptions"
    case .environment: "the first state of the Environment"
    case .performing: "performing"
    case .cancelling: "cancelling"
    case .answering: "replies of the Environment"
    case .replying: "replying"
    case .events: "events"
    case .losses: "LostReplies"
    case .repetitions: "RepeatedReplies"
    case .key: "Distinguish"
    case .description: "a description or a mirror"
    case .generator: "a generator"
    case .start: "start"
    case .starts: "Start"
    case .specification: "the specification"
    case .checks: "checks"
    case .step: "a step"
    case .systemMessages: "SystemMessages"
    case .always, .relation, .sometimes, .liveness: "a property"
    case .fairness: "Fairness"
    case .target: "a Target"
    case .label: "a Classify"
    case .cover: "a Cover"
    }
  }
}
