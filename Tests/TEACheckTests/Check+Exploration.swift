@testable import TEACheck

extension Check {
  /// The result of an exploration, without its duration.
  func exploration(
    workers: Int = 1, _ change: (inout CheckSettings) -> Void = { _ in },
    onProgress: @escaping (CheckProgress) -> Void = { _ in }
  ) -> CheckResult {
    var settings = CheckSettings()
    settings.engine = .explore
    settings.workers = workers
    change(&settings)
    var result = outcome(settings, onProgress: onProgress).result
    result.seconds = 0
    return result
  }
}
