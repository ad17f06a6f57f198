@testable import TEAStateSpace
@testable import TEASupport
import Extent
import Testing

@testable import TEACheck

/// Threads that share the parts of a task do each part once, at any number of threads, awake or asleep.
@Suite struct ThreadPoolTests {
  @Test(arguments: [1, 2, 3, 8]) func `every part of a task is done once before the task ends`(_ threads: Int) {
    let pool = ThreadPool(threads: threads)
    defer { pool.stop() }
    var random = RandomNumbers(seed: UInt64(threads))
    let counts = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 64)
    defer { counts.deallocate() }
    for task in 1...Extent.of(gate: 300, night: 3_000) {
      counts.update(repeating: 0)
      let partCount = 1 + Int(random.next(through: 62))
      // After a short task the other threads are still awake; during a long task those without work fall asleep.
      let loopLength = random.next(through: task % 50 == 0 ? 20_000 : 20)
      nonisolated(unsafe) let counts = counts
      pool.perform(partCount) { part in
        var own = RandomNumbers(seed: UInt64(part))
        // The condition is practically never true; it keeps the compiler from removing the loop.
        for _ in 0..<loopLength where own.next() == 0 { counts[63] += 1 }
        counts[part] += 1
      }
      for part in 0..<63 where counts[part] != (part < partCount ? 1 : 0) {
        Issue.record("task \(task): part \(part) of \(partCount) was done \(counts[part]) times")
        return
      }
    }
  }

  @Test func `a task of 32 768 parts or more is refused`() async {
    await #expect(processExitsWith: .failure) { ThreadPool(threads: 1).perform(1 << 15) { _ in } }
  }
}
