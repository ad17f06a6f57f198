extension Terminal {
  public func ringBell() { Platform.show("\u{7}") }
}
