internal import TEASupport
public import Synchronization

/// The slot in which one thread at a time leaves its breadcrumb: raw memory, which a signal handler may read.
@usableFromInline
struct BreadcrumbSlot: @unchecked Sendable {
  // Each word is atomic.

  /// The number of words of a slot: a line of the cache, so that threads do not wait for each other.
  static var size: Int { 8 }

  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The indices of the words.
  ///
  /// Computed, because a signal handler must not initialize a stored one at its first use.
  @usableFromInline
  enum Word {
    /// The thread that works in the slot; 0 for none.
    @inlinable static var thread: Int { 0 }
    /// The thread's place in the check, as ``Breadcrumb/bits``.
    @inlinable static var breadcrumb: Int { 1 }
    /// The key of the phase among those that are open in this process.
    @inlinable static var registration: Int { 2 }
    /// The cause that a handler of a signal or an exit gave for the thread.
    @inlinable static var cause: Int { 3 }
    /// The number of the last call, in the upper half, and in the lower half one more than the function's; 0 for none.
    @inlinable static var call: Int { 4 }
    /// The address of the slot that the thread left for this one, and comes back to; 0 for none.
    @inlinable static var outer: Int { 5 }
    /// The breadcrumb when the thread was asked where it stands.
    @inlinable static var snapshotBreadcrumb: Int { 6 }
    /// The call when the thread was asked where it stands, with a bit that says that there is a snapshot.
    @inlinable static var snapshotCall: Int { 7 }
  }

  init(words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

  /// Says what comes next.
  ///
  /// An atomic store is neither left out nor moved past what may trap.
  @inlinable
  func set(_ breadcrumb: Breadcrumb) { words[Word.breadcrumb].store(breadcrumb.bits, ordering: .relaxed) }

  /// Says that one function has returned and another is called, without their names: each has the step time for itself.
  @inlinable
  func next() {
    let call = words[Word.call].load(ordering: .relaxed)
    words[Word.call].store(call &+ (1 << 32), ordering: .relaxed)
  }

  /// Begins the work of the calling thread.
  @usableFromInline
  func enter(_ breadcrumb: Breadcrumb) {
    set(breadcrumb)
    next()
    let previousSlot = Platform.slotOfThread
    if previousSlot != words {
      Platform.prepareForSignals()
      words[Word.outer].store(UInt64(UInt(bitPattern: previousSlot)), ordering: .relaxed)
      Platform.slotOfThread = words
    }
    words[Word.thread].store(Platform.currentThread, ordering: .relaxed)
  }

  /// Ends the work of the calling thread.
  @usableFromInline
  func exit() {
    words[Word.thread].store(0, ordering: .relaxed)
    guard Platform.slotOfThread == words else { return }
    Platform.slotOfThread = UnsafeMutablePointer(
      bitPattern: UInt(truncatingIfNeeded: words[Word.outer].load(ordering: .relaxed)))
  }

  /// Says which function of the user's is called.
  ///
  /// - Returns: What was said before, for ``end(_:)``.
  @usableFromInline
  func begin(_ part: TrapPart) -> UInt64 {
    let previousCall = words[Word.call].load(ordering: .relaxed)
    // Each call has a number, so that many short ones do not look like a long one.
    words[Word.call].store((previousCall >> 32 &+ 1) << 32 | UInt64(part.number + 1), ordering: .relaxed)
    return previousCall
  }

  /// Says that the function has returned.
  @usableFromInline
  func end(_ previousCall: UInt64) {
    let number = words[Word.call].load(ordering: .relaxed) >> 32 &+ 1
    words[Word.call].store(number << 32 | previousCall & 0xFFFF_FFFF, ordering: .relaxed)
  }

  /// Clears all that an earlier user left, except the thread and the phase.
  func reset() {
    for word in 0..<Self.size where word != Word.thread && word != Word.registration {
      words[word].store(0, ordering: .relaxed)
    }
    set(Breadcrumb(.other))
  }

  /// The number and the function of the last call.
  var call: UInt64 { words[Word.call].load(ordering: .relaxed) }

  /// The function that is called.
  var part: TrapPart? { Self.part(call) }

  private static func part(_ call: UInt64) -> TrapPart? {
    let number = Int(truncatingIfNeeded: call & 0xFFFF_FFFF)
    return number == 0 ? nil : TrapPart(number: number - 1)
  }

  /// The slot that the thread left for this one, and comes back to.
  var outer: UInt64 { words[Word.outer].load(ordering: .relaxed) }

  /// A step is taken, or a function of the user's is called.
  var runsUserCode: Bool { thread != 0 && (breadcrumb.kind != .other || call & 0xFFFF_FFFF != 0) }

  /// Copies the thread's position, because the thread goes on before the copy is read. Async-signal-safe.
  func takeSnapshot() {
    guard runsUserCode else { return }
    words[Word.snapshotBreadcrumb].store(breadcrumb.bits, ordering: .relaxed)
    words[Word.snapshotCall].store(Self.snapshotBit | call, ordering: .relaxed)
  }

  /// The bit that says that there is a snapshot; numbers of calls come nowhere near it.
  private static var snapshotBit: UInt64 { 1 << 63 }

  /// The thread was asked where it stands, and was calling something of the user's.
  var hasSnapshot: Bool { words[Word.snapshotCall].load(ordering: .relaxed) & Self.snapshotBit != 0 }

  /// Where the thread stood when it was asked, or where it stands.
  var position: (breadcrumb: Breadcrumb, part: TrapPart?) {
    guard hasSnapshot else { return (breadcrumb, part) }
    return (
      Breadcrumb(bits: words[Word.snapshotBreadcrumb].load(ordering: .relaxed)),
      Self.part(words[Word.snapshotCall].load(ordering: .relaxed))
    )
  }

  var thread: UInt64 { words[Word.thread].load(ordering: .relaxed) }
  var breadcrumb: Breadcrumb { Breadcrumb(bits: words[Word.breadcrumb].load(ordering: .relaxed)) }

  /// The key of the phase among those that are open in this process.
  var registration: UInt64 {
    get { words[Word.registration].load(ordering: .relaxed) }
    nonmutating set { words[Word.registration].store(newValue, ordering: .relaxed) }
  }

  /// The cause that a handler of a signal or an exit gave for the thread.
  var cause: UInt64 {
    get { words[Word.cause].load(ordering: .relaxed) }
    nonmutating set { words[Word.cause].store(newValue, ordering: .relaxed) }
  }
}
