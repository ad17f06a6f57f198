import Dispatch

/// The threads of a dispatch queue, for tasks that would wait behind others on those that all share.
final class QueueExecutor: TaskExecutor {
  static let ofProcesses = QueueExecutor(label: "tests that wait for processes")

  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
