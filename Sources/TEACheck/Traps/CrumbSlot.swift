public import Synchronization

/// Where one thread at a time leaves its crumb: raw memory, which a signal handler may read.
@usableFromInline
struct CrumbSlot: @unchecked Sendable {
  // Each word is atomic.

  /// How many words a slot takes: a line of the cache, so that threads do not wait for each other.
  static var size: Int { 8 }

  /// The thread, its crumb, the number of its phase, and the signal that ended it.
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  init(words: UnsafeMutablePointer<Atomic<UInt64>>) { self.words = words }

  /// Says what comes next.
  ///
  /// An atomic store is neither left out nor moved past what may trap.
  @inlinable
  func leave(_ crumb: Crumb) { words[1].store(crumb.bits, ordering: .relaxed) }

  /// Begins the work of the calling thread.
  @usableFromInline
  func enter(_ crumb: Crumb) {
    leave(crumb)
    Platform.provideSignalStack()
    words[0].store(Platform.currentThread, ordering: .relaxed)
  }

  /// Ends the work of the calling thread.
  @usableFromInline
  func exit() { words[0].store(0, ordering: .relaxed) }

  var thread: UInt64 { words[0].load(ordering: .relaxed) }
  var crumb: Crumb { Crumb(bits: words[1].load(ordering: .relaxed)) }

  /// The phase that the slot belongs to.
  var phase: UInt64 {
    get { words[2].load(ordering: .relaxed) }
    nonmutating set { words[2].store(newValue, ordering: .relaxed) }
  }

  /// What a signal handler said of the thread.
  var cause: UInt64 {
    get { words[3].load(ordering: .relaxed) }
    nonmutating set { words[3].store(newValue, ordering: .relaxed) }
  }
}
