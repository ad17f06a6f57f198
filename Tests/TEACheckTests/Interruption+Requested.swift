import TEASupport

extension Interruption {
  /// A new interruption that is requested already.
  static func requested() -> Interruption {
    let interruption = Interruption()
    interruption.request()
    return interruption
  }
}
