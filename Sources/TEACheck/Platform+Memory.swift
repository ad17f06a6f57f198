#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension Platform {
  /// From how many words on memory comes from the system, and goes back to it at once.
  private static var leastMapped: Int { 1 << 13 }

  /// Words of memory that are zero.
  static func takeZeroed(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let size = count * MemoryLayout<UInt64>.stride
    if count >= leastMapped {
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      guard let memory, memory != MAP_FAILED else { fatalError("No memory for \(size) bytes") }
      return memory.bindMemory(to: UInt64.self, capacity: count)
    }
    guard let memory = calloc(count, MemoryLayout<UInt64>.stride) else { fatalError("No memory for \(size) bytes") }
    return memory.bindMemory(to: UInt64.self, capacity: count)
  }

  static func returnZeroed(_ memory: UnsafeMutablePointer<UInt64>, count: Int) {
    if count >= leastMapped {
      munmap(memory, count * MemoryLayout<UInt64>.stride)
    } else {
      free(memory)
    }
  }
}
