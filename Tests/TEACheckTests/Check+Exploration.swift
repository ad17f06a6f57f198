@testable import TEACheck

extension Check {
  /// Returns the result of an exploration, or of the engine that `change` sets. The duration is set to 0, so that the results
  /// of two searches can be equal.
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

/// Returns a compact search with one worker that frees the parts of forgotten worlds where there are more than a number of
/// parts.
func compactExplorer<M: Module>(
  of specification: Specification<M>, maxUnfreedPartCount: Int
) throws -> Explorer<M> {
  var bounds = ExplorationBounds()
  bounds.isCompact = true
  var explorer = Explorer(
    try Rules(specification, scope: 3), ModuleFunctions(of: M.self), bounds: bounds, workers: 1
  ) { _ in }
  explorer.maxUnfreedPartCount = maxUnfreedPartCount
  return explorer
}

extension Rules {
  init(_ specification: Specification<M>, scope: Int, watch: TrapWatch = TrapWatch(nil)) throws {
    try self.init(specification.declarations, scope: scope, watch: watch)
  }
}
