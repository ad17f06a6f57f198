internal import TEAResults
internal import TEASupport
public import Synchronization

/// The slot in which one thread at a time leaves its breadcrumb: raw memory that a signal handler may read.
@usableFromInline
struct BreadcrumbSlot: @unchecked Sendable {
  // The type is Sendable because each word is atomic.

  /// The number of words of a slot, which fill a cache line of 64 bytes: threads that write to one line would wait for each
  /// other, even where they write to different words.
  static var wordCount: Int { 8 }

  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  /// The indices of the words.
  ///
  /// They are computed, because a signal handler must not initialise a stored property at its first use.
  @usableFromInline
  enum Word {
    /// The thread that works in the slot; 0 for none.
    @inlinable static var thread: Int { 0 }
    /// The thread's position in the check, as ``Breadcrumb/bits``.
    @inlinable static var breadcrumb: Int { 1 }
    /// The key under which ``TrapWatcher`` keeps the phase that the slot belongs to, such as one exploration.
    @inlinable static var registration: Int { 2 }
    /// The cause of the thread's trap: the number of a signal, or a constant of ``TrapWatcher``.
    @inlinable static var cause: Int { 3 }
    /// The number of the last call in the upper half. The lower half is ``TrapPart/number`` of the called function plus one,
    /// and 0 while none is called.
    @inlinable static var call: Int { 4 }
    /// The address of the slot to which the thread returns after this one; 0 for none.
    @inlinable static var outerSlot: Int { 5 }
    /// The breadcrumb at the time of the snapshot.
    @inlinable static var snapshotBreadcrumb: Int { 6 }
    /// The call at the time of the snapshot, with its highest bit set; 0 without a snapshot.
    @inlinable static var snapshotCall: Int { 7 }
  }

  init(words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

  /// Leaves a breadcrumb before the work that it stands for.
  ///
  /// The compiler neither omits an atomic store nor moves it past code that may trap.
  @inlinable
  func set(_ breadcrumb: Breadcrumb) { words[Word.breadcrumb].store(breadcrumb.bits, ordering: .relaxed) }

  /// Counts a call of a function that no ``TrapPart`` names: the number in ``Word/call`` changes, so the watcher starts to
  /// measure the step time anew.
  @inlinable
  func countCall() {
    let call = words[Word.call].load(ordering: .relaxed)
    words[Word.call].store(call &+ (1 << 32), ordering: .relaxed)
  }

  /// Begins work of the calling thread in this slot.
  @usableFromInline
  func enter(_ breadcrumb: Breadcrumb) {
    set(breadcrumb)
    countCall()
    let previousSlot = Platform.slotOfThread
    if previousSlot != words {
      // A thread that works in a slot already is prepared.
      if previousSlot == nil { Platform.prepareForSignals() }
      words[Word.outerSlot].store(UInt64(UInt(bitPattern: previousSlot)), ordering: .relaxed)
      Platform.slotOfThread = words
    }
    words[Word.thread].store(Platform.currentThread, ordering: .relaxed)
  }

  /// Ends the work of the calling thread in this slot, and returns to the slot in which it worked before.
  @usableFromInline
  func exit() {
    words[Word.thread].store(0, ordering: .relaxed)
    guard Platform.slotOfThread == words else { return }
    Platform.slotOfThread = UnsafeMutablePointer(
      bitPattern: UInt(truncatingIfNeeded: words[Word.outerSlot].load(ordering: .relaxed)))
  }

  /// Records that a function of the user is called.
  ///
  /// - Returns: The enclosing call, for ``endCall(returningTo:)``.
  @usableFromInline
  func beginCall(of part: TrapPart) -> UInt64 {
    let previousCall = words[Word.call].load(ordering: .relaxed)
    // Each call has a number, so that many short calls do not look like one long call.
    words[Word.call].store((previousCall >> 32 &+ 1) << 32 | UInt64(part.number + 1), ordering: .relaxed)
    return previousCall
  }

  /// Records that the function has returned to the enclosing call.
  @usableFromInline
  func endCall(returningTo previousCall: UInt64) {
    let number = words[Word.call].load(ordering: .relaxed) >> 32 &+ 1
    words[Word.call].store(number << 32 | previousCall & 0xFFFF_FFFF, ordering: .relaxed)
  }

  /// Clears all words that an earlier phase left, except the thread and the registration.
  func reset() {
    for word in 0..<Self.wordCount where word != Word.thread && word != Word.registration {
      words[word].store(0, ordering: .relaxed)
    }
    set(Breadcrumb(.other))
  }

  /// The last call; see ``Word/call``.
  var call: UInt64 { words[Word.call].load(ordering: .relaxed) }

  /// The part that is called: a function of the user, or a group of them; `nil` for none.
  var part: TrapPart? { Self.part(call) }

  private static func part(_ call: UInt64) -> TrapPart? {
    let number = Int(truncatingIfNeeded: call & 0xFFFF_FFFF)
    return number == 0 ? nil : TrapPart(number: number - 1)
  }

  /// The address of the slot to which the thread returns after this one; 0 for none.
  var outerSlotAddress: UInt64 { words[Word.outerSlot].load(ordering: .relaxed) }

  /// A step is being taken, or a function of the user is being called.
  var runsUserCode: Bool { thread != 0 && (breadcrumb.kind != .other || call & 0xFFFF_FFFF != 0) }

  /// Copies the thread's position, because the thread continues before the position is read; async-signal-safe.
  func takeSnapshot() {
    guard runsUserCode else { return }
    words[Word.snapshotBreadcrumb].store(breadcrumb.bits, ordering: .relaxed)
    words[Word.snapshotCall].store(Self.snapshotBit | call, ordering: .relaxed)
  }

  /// The bit of ``Word/snapshotCall`` that marks a snapshot, in place of the highest bit of the call's number.
  private static var snapshotBit: UInt64 { 1 << 63 }

  /// A snapshot was taken while the thread ran code of the user.
  var hasSnapshot: Bool { words[Word.snapshotCall].load(ordering: .relaxed) & Self.snapshotBit != 0 }

  /// The position of the thread: the position in the snapshot, if there is one, or else the current position.
  var position: (breadcrumb: Breadcrumb, part: TrapPart?) {
    guard hasSnapshot else { return (breadcrumb, part) }
    return (
      Breadcrumb(bits: words[Word.snapshotBreadcrumb].load(ordering: .relaxed)),
      Self.part(words[Word.snapshotCall].load(ordering: .relaxed))
    )
  }

  var thread: UInt64 { words[Word.thread].load(ordering: .relaxed) }
  var breadcrumb: Breadcrumb { Breadcrumb(bits: words[Word.breadcrumb].load(ordering: .relaxed)) }

  /// The key of the slot's phase; see ``Word/registration``.
  var registration: UInt64 {
    get { words[Word.registration].load(ordering: .relaxed) }
    nonmutating set { words[Word.registration].store(newValue, ordering: .relaxed) }
  }

  /// The cause of the thread's trap; see ``Word/cause``.
  var cause: UInt64 {
    get { words[Word.cause].load(ordering: .relaxed) }
    nonmutating set { words[Word.cause].store(newValue, ordering: .relaxed) }
  }
}
