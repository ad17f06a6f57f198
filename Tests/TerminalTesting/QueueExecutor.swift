import Dispatch

/// The threads of a dispatch queue, for tests that wait for other processes.
///
/// Other tasks share as many threads as there are processors. On the shared threads, a test that waits would be queued behind
/// tests that search for seconds, and a test that blocks, as on a terminal, would keep a processor idle.
package final class QueueExecutor: TaskExecutor {
  package static let ofProcesses = QueueExecutor(label: "tests that wait for processes")

  private let queue: DispatchQueue

  private init(label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
