package import Synchronization

extension Platform {
  /// The least number of words that come from `mmap`, 64 KiB in all; fewer words come from `calloc`.
  private static var minMappedCount: Int { 1 << 13 }

  /// The caller frees the words by ``freeZeroed(_:count:)`` with the same count.
  package static func allocateZeroed(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let size = count * MemoryLayout<UInt64>.stride
    if count >= minMappedCount {
      // With `MAP_POPULATE`, Linux makes all pages at once. Otherwise a page that is read before it is written costs two
      // faults, and the second fault interrupts the other threads.
      #if canImport(Darwin)
        let flags = MAP_PRIVATE | MAP_ANON
      #else
        let flags = MAP_PRIVATE | MAP_ANON | MAP_POPULATE
      #endif
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
      guard let memory, memory != MAP_FAILED else { fatalError("No memory for \(size) bytes") }
      return memory.bindMemory(to: UInt64.self, capacity: count)
    }
    guard let memory = calloc(count, MemoryLayout<UInt64>.stride) else { fatalError("No memory for \(size) bytes") }
    return memory.bindMemory(to: UInt64.self, capacity: count)
  }

  /// The words are never freed, since a signal handler may read them at any time.
  package static func allocateZeroedAtomics(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let memory = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for word in 0..<count { (memory + word).initialize(to: Atomic(0)) }
    return memory
  }

  /// The resident memory, in bytes; `nil` where the system does not say.
  @usableFromInline
  package static var residentBytes: Int? {
    #if canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : nil
    #else
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
        let count = pread(file, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { return nil }
        let fields = buffer[..<count].split(separator: UInt8(ascii: " "))
        guard fields.count > 1 else { return nil }
        let pages = fields[1].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return pages * sysconf(Int32(_SC_PAGESIZE))
      }
    #endif
  }

  /// Does nothing without Glibc.
  package static func returnFreeMemory() {
    #if canImport(Glibc)
      // No module contains the header that declares `malloc_trim`.
      typealias Trim = @convention(c) (Int) -> Int32
      if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    #endif
  }

  package static func freeZeroed(_ memory: UnsafeMutablePointer<UInt64>, count: Int) {
    if count >= minMappedCount {
      munmap(memory, count * MemoryLayout<UInt64>.stride)
    } else {
      free(memory)
    }
  }
}
