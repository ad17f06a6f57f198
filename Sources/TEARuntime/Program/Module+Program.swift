extension Module {
  /// Starts a program of this module in the caller's isolation domain.
  ///
  /// Traps with a report when the module's `start` or first `view` throws;
  /// ``Program/init(_:flags:time:effectOrder:isolation:)`` throws the error instead.
  public static func makeProgram(
    flags: Flags, isolation: isolated (any Actor)? = #isolation
  ) -> Program<Self> {
    do {
      return try Program(flags: flags)
    } catch {
      fatalError("\(Self.self) failed to start with flags \(literal(flags)): \(literal(error))")
    }
  }
}

extension Module where Flags == Void {
  /// Starts a program of this module, which takes no flags, in the caller's isolation domain.
  ///
  /// Traps with a report when the module's `start` or first `view` throws.
  public static func makeProgram(isolation: isolated (any Actor)? = #isolation) -> Program<Self> {
    makeProgram(flags: ())
  }
}
