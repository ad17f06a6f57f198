internal import TEASupport
public import Synchronization

/// The slot in which one thread at a time leaves its breadcrumb: raw memory, which a signal handler may read.
@usableFromInline
struct BreadcrumbSlot: @unchecked Sendable {
  // Each word is atomic.

  /// The number of words of a slot: a line of the cache, so that threads do not wait for each other.
  static var size: Int { 8 }

  /// The thread, its breadcrumb, the number of its phase, what ended it, which function it calls, the slot that the thread
  /// left for this one, and the breadcrumb and the function when the thread was asked where it stands.
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  init(words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

  /// Says what comes next.
  ///
  /// An atomic store is neither left out nor moved past what may trap.
  @inlinable
  func set(_ breadcrumb: Breadcrumb) { words[1].store(breadcrumb.bits, ordering: .relaxed) }

  /// Begins the work of the calling thread.
  @usableFromInline
  func enter(_ breadcrumb: Breadcrumb) {
    set(breadcrumb)
    let former = Platform.slotOfThread
    if former != words {
      Platform.prepareForSignals()
      words[5].store(UInt64(UInt(bitPattern: former)), ordering: .relaxed)
      Platform.slotOfThread = words
    }
    words[0].store(Platform.currentThread, ordering: .relaxed)
  }

  /// Ends the work of the calling thread.
  @usableFromInline
  func exit() {
    words[0].store(0, ordering: .relaxed)
    guard Platform.slotOfThread == words else { return }
    Platform.slotOfThread = UnsafeMutablePointer(
      bitPattern: UInt(truncatingIfNeeded: words[5].load(ordering: .relaxed)))
  }

  /// Says which function of the user's is called.
  ///
  /// - Returns: What was said before, for ``end(_:)``.
  @usableFromInline
  func begin(_ part: TrapPart) -> UInt64 {
    let former = words[4].load(ordering: .relaxed)
    // Each call has a number, so that many short ones do not look like a long one.
    words[4].store((former >> 32 &+ 1) << 32 | UInt64(part.number + 1), ordering: .relaxed)
    return former
  }

  /// Says that the function has returned.
  @usableFromInline
  func end(_ former: UInt64) {
    let number = words[4].load(ordering: .relaxed) >> 32 &+ 1
    words[4].store(number << 32 | former & 0xFFFF_FFFF, ordering: .relaxed)
  }

  /// Makes the slot one of which nothing is known.
  func reset() {
    for word in 1..<Self.size where word != 2 { words[word].store(0, ordering: .relaxed) }
    set(Breadcrumb(.other))
  }

  /// The number and the function of the last call.
  var call: UInt64 { words[4].load(ordering: .relaxed) }

  /// The function that is called.
  var part: TrapPart? { Self.part(call) }

  private static func part(_ call: UInt64) -> TrapPart? {
    let number = Int(truncatingIfNeeded: call & 0xFFFF_FFFF)
    return number == 0 ? nil : TrapPart(number: number - 1)
  }

  /// The slot that the thread left for this one, and comes back to.
  var outer: UInt64 { words[5].load(ordering: .relaxed) }

  /// Something of the user's is done: a step is taken, or a function is called.
  var isBusy: Bool { thread != 0 && (breadcrumb.kind != .other || call & 0xFFFF_FFFF != 0) }

  /// Keeps where the thread stands, which may go on before anybody has read it; a signal handler may call it.
  func freeze() {
    guard isBusy else { return }
    words[6].store(breadcrumb.bits, ordering: .relaxed)
    words[7].store(Self.frozen | call, ordering: .relaxed)
  }

  /// The bit that says that the thread was asked; numbers of calls come nowhere near it.
  private static var frozen: UInt64 { 1 << 63 }

  /// The thread was asked where it stands, and was calling something of the user's.
  var isFrozen: Bool { words[7].load(ordering: .relaxed) & Self.frozen != 0 }

  /// Where the thread stood when it was asked, or where it stands.
  var position: (breadcrumb: Breadcrumb, part: TrapPart?) {
    guard isFrozen else { return (breadcrumb, part) }
    return (Breadcrumb(bits: words[6].load(ordering: .relaxed)), Self.part(words[7].load(ordering: .relaxed)))
  }

  var thread: UInt64 { words[0].load(ordering: .relaxed) }
  var breadcrumb: Breadcrumb { Breadcrumb(bits: words[1].load(ordering: .relaxed)) }

  /// The phase that the slot belongs to.
  var phase: UInt64 {
    get { words[2].load(ordering: .relaxed) }
    nonmutating set { words[2].store(newValue, ordering: .relaxed) }
  }

  /// The cause that a handler of a signal or an exit gave for the thread.
  var cause: UInt64 {
    get { words[3].load(ordering: .relaxed) }
    nonmutating set { words[3].store(newValue, ordering: .relaxed) }
  }
}
