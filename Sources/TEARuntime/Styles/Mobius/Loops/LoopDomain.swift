internal import Dispatch

/// The thread, the actor or the queue on which a loop processes its events.
enum LoopDomain {
  /// The thread that sends an event.
  case sender
  /// An actor, to which events from elsewhere are handed.
  case actor(LoopActor)
  /// A queue, to which all events are handed, even events that are sent on this queue.
  case queue(DispatchQueue)
}

/// The actor of a loop, by a weak reference, because the actor may own the loop.
struct LoopActor: Sendable {
  weak let actor: (any Actor)?
  let isMainActor: Bool

  init(_ actor: any Actor) {
    self.actor = actor
    isMainActor = actor === MainActor.shared
  }
}

/// Recognises code that runs on the main queue, where the main actor's code runs.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
