import Dispatch

/// The threads of a dispatch queue, for tests that wait for other processes.
///
/// On the threads that all tasks share, which are as many as there are processors, they would wait behind tests that search
/// for seconds; and where they block, as on a terminal, a processor would have nothing to do.
package final class QueueExecutor: TaskExecutor {
  package static let ofProcesses = QueueExecutor(label: "tests that wait for processes")

  private let queue: DispatchQueue

  private init(label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
