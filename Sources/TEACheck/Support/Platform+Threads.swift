package import Synchronization

extension Platform {
  /// Async-signal-safe.
  package static var currentThread: UInt64 {
    #if canImport(Darwin)
      UInt64(UInt(bitPattern: pthread_self()))
    #elseif canImport(Glibc)
      UInt64(pthread_self())
    #elseif canImport(Musl)
      UInt64(UInt(bitPattern: pthread_self()))
    #endif
  }

  private static let slotKey: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The calling thread's breadcrumb slot, which signal handlers read; `nil` while the thread works in no slot.
  package static var slotOfThread: UnsafeMutablePointer<Atomic<UInt64>>? {
    get { pthread_getspecific(slotKey)?.assumingMemoryBound(to: Atomic<UInt64>.self) }
    set { pthread_setspecific(slotKey, newValue) }
  }

  /// Returns `false` where the system starts no thread.
  package static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let retainedBody = Unmanaged.passRetained(ThreadBody(run: body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        // The type of the argument is optional on some platforms only.
        let body: UnsafeMutableRawPointer? = argument
        body.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().run() }
        Platform.freeSignalStack()
        return nil
      }, retainedBody.toOpaque())
    guard code == 0 else {
      retainedBody.release()
      return false
    }
    #if canImport(Darwin) || canImport(Musl)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  package static func yieldThread() { sched_yield() }

  /// Async-signal-safe.
  package static func sleep(milliseconds: Int) {
    _ = poll(nil, 0, Int32(milliseconds))
  }
}
