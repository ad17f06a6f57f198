extension Terminal {
  /// Rings the bell.
  public func ringBell() { Platform.show("\u{7}") }
}
