internal import Dispatch

/// The domain in which a loop takes its steps.
enum LoopDomain {
  /// The thread that sends the event.
  case sender
  /// An actor: from elsewhere, events are handed to it.
  case actor(any Actor)
  /// A queue: events are handed to it, from there too.
  case queue(DispatchQueue)
}

/// Knows whether the present code runs on the main queue, where the main actor's code runs.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
