internal import TEAResults
internal import TEASupport
public import Synchronization

/// The slot in which one thread at a time leaves its breadcrumb, which is its position in the check. The slot is raw memory,
/// which a signal handler may read.
@usableFromInline
struct BreadcrumbSlot: @unchecked Sendable {
  // Unchecked: each word is atomic.

  /// The number of words of a slot, which fill a cache line of 64 bytes. Threads that write to different words of one line slow
  /// each other down.
  static var wordCount: Int { 8 }

  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The indices of the words, as computed properties: a signal handler must not initialise a stored property at its first use.
  @usableFromInline
  enum Word {
    /// The thread that works in the slot; 0 for none.
    @inlinable static var thread: Int { 0 }
    @inlinable static var breadcrumb: Int { 1 }
    /// The key of the slot's phase in ``TrapWatcher``; 0 for a phase that is not registered.
    @inlinable static var registration: Int { 2 }
    /// The number of a signal, or a constant of `TrapWatcher.Cause`.
    @inlinable static var cause: Int { 3 }
    /// The upper half is a number that each call changes. The lower half is ``TrapPart/number`` plus one, and 0 while no part
    /// is called.
    @inlinable static var call: Int { 4 }
    /// The address of the slot to which the thread returns after this one; 0 for none.
    @inlinable static var outerSlot: Int { 5 }
    @inlinable static var snapshotBreadcrumb: Int { 6 }
    /// The call at the time of the snapshot, with its highest bit set; 0 without a snapshot.
    @inlinable static var snapshotCall: Int { 7 }
  }

  init(words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

  /// The store is atomic, so that the compiler does not omit it before code that may trap.
  @inlinable
  func set(_ breadcrumb: Breadcrumb) { words[Word.breadcrumb].store(breadcrumb.bits, ordering: .relaxed) }

  /// Changes the number in ``Word/call``, so that the watcher measures the step time anew.
  @inlinable
  func restartStepTime() {
    let call = words[Word.call].load(ordering: .relaxed)
    words[Word.call].store(call &+ (1 << 32), ordering: .relaxed)
  }

  func enter(_ breadcrumb: Breadcrumb) {
    set(breadcrumb)
    restartStepTime()
    let previousSlot = Platform.slotOfThread
    if previousSlot != words {
      // A thread with a slot has been prepared for signals when it entered its first slot.
      if previousSlot == nil { Platform.prepareForSignals() }
      words[Word.outerSlot].store(UInt64(UInt(bitPattern: previousSlot)), ordering: .relaxed)
      Platform.slotOfThread = words
    }
    words[Word.thread].store(Platform.currentThread, ordering: .relaxed)
  }

  func exit() {
    words[Word.thread].store(0, ordering: .relaxed)
    guard Platform.slotOfThread == words else { return }
    Platform.slotOfThread = UnsafeMutablePointer(
      bitPattern: UInt(truncatingIfNeeded: words[Word.outerSlot].load(ordering: .relaxed)))
  }

  func beginCall(of part: TrapPart) -> UInt64 {
    let previousCall = words[Word.call].load(ordering: .relaxed)
    // Each call has a number, so that many short calls do not look like one long call.
    words[Word.call].store((previousCall >> 32 &+ 1) << 32 | UInt64(part.number + 1), ordering: .relaxed)
    return previousCall
  }

  func endCall(returningTo previousCall: UInt64) {
    let number = words[Word.call].load(ordering: .relaxed) >> 32 &+ 1
    words[Word.call].store(number << 32 | previousCall & 0xFFFF_FFFF, ordering: .relaxed)
  }

  func reset() {
    for word in 0..<Self.wordCount where word != Word.thread && word != Word.registration {
      words[word].store(0, ordering: .relaxed)
    }
    set(Breadcrumb(.other))
  }

  var call: UInt64 { words[Word.call].load(ordering: .relaxed) }

  var part: TrapPart? { Self.part(call) }

  private static func part(_ call: UInt64) -> TrapPart? {
    let number = Int(truncatingIfNeeded: call & 0xFFFF_FFFF)
    return number == 0 ? nil : TrapPart(number: number - 1)
  }

  var outerSlotAddress: UInt64 { words[Word.outerSlot].load(ordering: .relaxed) }

  var runsUserCode: Bool { thread != 0 && (breadcrumb.kind != .other || call & 0xFFFF_FFFF != 0) }

  /// Copies the thread's position, because the thread continues before the position is read; async-signal-safe.
  func takeSnapshot() {
    guard runsUserCode else { return }
    words[Word.snapshotBreadcrumb].store(breadcrumb.bits, ordering: .relaxed)
    words[Word.snapshotCall].store(Self.snapshotBit | call, ordering: .relaxed)
  }

  /// Marks a snapshot in ``Word/snapshotCall``, in place of the highest bit of the call's number.
  private static var snapshotBit: UInt64 { 1 << 63 }

  var hasSnapshot: Bool { words[Word.snapshotCall].load(ordering: .relaxed) & Self.snapshotBit != 0 }

  var position: (breadcrumb: Breadcrumb, part: TrapPart?) {
    guard hasSnapshot else { return (breadcrumb, part) }
    return (
      Breadcrumb(bits: words[Word.snapshotBreadcrumb].load(ordering: .relaxed)),
      Self.part(words[Word.snapshotCall].load(ordering: .relaxed))
    )
  }

  var thread: UInt64 { words[Word.thread].load(ordering: .relaxed) }
  var breadcrumb: Breadcrumb { Breadcrumb(bits: words[Word.breadcrumb].load(ordering: .relaxed)) }

  var registration: UInt64 {
    get { words[Word.registration].load(ordering: .relaxed) }
    nonmutating set { words[Word.registration].store(newValue, ordering: .relaxed) }
  }

  var cause: UInt64 {
    get { words[Word.cause].load(ordering: .relaxed) }
    nonmutating set { words[Word.cause].store(newValue, ordering: .relaxed) }
  }
}
